"""How far the time of a running clock is on disk, so that no power cut and no closed lid gives a player time back."""

from dataclasses import dataclass
from datetime import timedelta

import chess

from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock
from access_chess.session.ports import EventStore

#: So much of a turn is lost at most when the power fails: a second is what a display shows.
BEAT = timedelta(seconds=1)
#: The loop is woken each second. So long without it, the machine has slept or the program was stopped; under load a
#: thread waits for tenths of a second.
STALLED = timedelta(seconds=10)


@dataclass(frozen=True, kw_only=True)
class Gap:
    """Time that passed and was not counted, on whose display it would have run."""

    color: chess.Color
    time: timedelta


class KeptTime:
    """The last instant of a game that is on disk, by an entry or by a sign of life. For the loop's own thread."""

    def __init__(self, journal: EventStore, number: int, at: Instant, wall: WallClock) -> None:
        self._journal = journal
        self._number = number
        self._wall = wall
        self.at = at

    def enter(self, at: Instant) -> None:
        """An entry of this instant was committed."""
        self.at = max(self.at, at)

    def beat(self, at: Instant) -> None:
        """Keep that the game has come so far. Raises JournalError."""
        if at > self.at:
            self._journal.beat(self._number, at=at, wall=self._wall())
            self.at = at

    def due(self, game: Game) -> Instant | None:
        """When the next sign of life is due; None while no time runs that could be lost."""
        return self.at + BEAT if is_time_running(game) else None


def is_time_running(game: Game) -> bool:
    """Whether a display with a time control runs."""
    return game.end is None and game.is_clock_on and game.clock.control is not None
