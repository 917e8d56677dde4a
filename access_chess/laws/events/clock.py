"""What happened to the clock."""

from datetime import timedelta

import chess

from access_chess.laws.clock import Instant
from access_chess.laws.commands.base import StopReason
from access_chess.laws.events.reasons import Timed, Untimed


class ClockStarted(Timed, frozen=True):
    """This player's display runs."""

    color: chess.Color
    article: str


class ClockPressed(Timed, frozen=True):
    """A player stopped their display and started the other: their made moves are completed."""

    color: chess.Color


class ClockHandedBack(Timed, frozen=True):
    """A press without effect on the move: the display of `color` runs (again), no increment is given."""

    color: chess.Color
    article: str


class ClocksStopped(Timed, frozen=True):
    """Both displays stand."""

    reason: StopReason
    article: str
    color: chess.Color | None = None


class PeriodBegun(Timed, frozen=True):
    """The next period's time was added to this display."""

    color: chess.Color
    period: int
    article: str


class FlagFell(Timed, frozen=True):
    """This display reached zero with the quota open. Whether it counts is another event."""

    color: chess.Color
    article: str


class TimeSet(Timed, frozen=True):
    """A display was set."""

    color: chess.Color
    time: timedelta
    article: str


class MoveCounterSet(Untimed, frozen=True):
    """The move counter of a clock alone was corrected (6.10.b)."""

    color: chess.Color
    moves: int
    article: str


class ClockCounterSet(Untimed, frozen=True):
    """The clock's own move counter shows this number, whatever the players have completed (6.10.b, F18 6.3.1)."""

    color: chess.Color
    moves: int
    article: str


class TimeAdded(Untimed, frozen=True):
    """Time was added to a display (negative: taken from it), where it matters with the instant."""

    color: chess.Color
    time: timedelta
    article: str
    at: Instant | None = None


class ExtraDelayGranted(Untimed, frozen=True):
    """Guideline III.4: free seconds for each move of this player from now on."""

    color: chess.Color
    time: timedelta
    article: str
