"""A game in the journal: begun there, or taken up from it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.machine_clock import Up, WallClock, utc_now
from access_chess.session.kept_time import is_time_running, time_since, undecided_gap
from access_chess.session.ports import Entry, EventStore, Gap, Heartbeat


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


def begin_game(journal: EventStore, setup: Setup, *, wall: WallClock = utc_now) -> Record:
    """A new game in the journal. Raises JournalError."""
    event = GameSetUp(setup=setup)
    return Record(number=journal.begin(event, wall()), game=new_game(event), entries=1)


def resume_game(journal: EventStore, number: int, *, wall: WallClock = utc_now) -> Record:
    """A game as the journal tells it. Raises JournalError when there is no such game, or it cannot be read."""
    entries, beat = journal.entries(number), journal.heartbeat(number)
    last = entries[-1]
    known = last if beat is None or beat.at <= last.at else beat
    game = replay(entry.event for entry in entries)
    gone = time_since(last, beat, wall)
    running = game.clock.running if is_time_running(game) else None
    lost = undecided_gap(entries, beat, game) if running is None else Gap(color=running, time=gone)
    return Record(number=number, game=game, entries=len(entries), at=known.at, gap=gone or timedelta(), lost=lost)


def going_on(record: Record) -> Record:
    """The game where its clock has run on: what has passed since the last entry counts, to the microsecond."""
    return replace(record, counts_gap=True, lost=None) if is_time_running(record.game) else record


class NothingKept:
    """Fulfils `EventStore` for games to which nobody comes back."""

    def begin(self, _event: GameSetUp, _wall: datetime, /) -> int:
        """All have one number."""
        return 1

    def append(
        self,
        game: int,
        number: int,
        events: Sequence[Event],
        /,
        *,
        at: Instant,
        wall: datetime,
        author: Author | None = None,
        command: str = "",
    ) -> None:
        """Forget them."""

    def entries(self, _game: int, /) -> tuple[Entry, ...]:
        """There are none."""
        return ()

    def beat(self, game: int, /, *, at: Instant, wall: datetime, up: Up | None = None) -> None:
        """No clock runs."""

    def heartbeat(self, _game: int, /) -> Heartbeat | None:
        """There is none."""
        return None

    def confirm(self) -> None:
        """All is where it was."""
