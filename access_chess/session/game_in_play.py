"""A game in the journal, as a table takes it up."""

from datetime import timedelta

from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.session.ports import Gap


class Record(Struct, frozen=True, kw_only=True):
    """A game in the journal, as far as it goes: where a table takes it up.

    `at` is the last instant that is known, by an entry or a sign of life while a clock ran: what was thought until then
    counts. `gap` is the wall time since, zero for a new game; it is not counted, and the arbiter is told of it.
    Where days are counted by the calendar, and where a clock has run on, it `counts_gap` as time of the game.
    `lost` is time of a display that nobody has decided on: this gap where a clock ran, or an earlier one.
    """

    number: int
    game: Game
    entries: int
    at: Instant = timedelta()
    gap: timedelta = timedelta()
    lost: Gap | None = None
    counts_gap: bool = False
