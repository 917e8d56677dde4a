"""How far the time of a running clock is on disk, so that no power cut and no closed lid gives a player time back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import chess

from access_chess.laws.clock import Instant
from access_chess.laws.commands import StopReason
from access_chess.laws.events import ClocksStopped, TimeAdded, TimeSet
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock
from access_chess.session.ports import Entry, EventStore, Heartbeat

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


def undecided_gap(entries: Sequence[Entry], beat: Heartbeat | None, game: Game) -> Gap | None:
    """The gap for which the clocks of this game were stopped, where the arbiter has neither counted it nor gone on.

    It is found in the journal, so that a second power cut before his answer does not lose it.
    """
    if game.stopped is not StopReason.POWER or game.end is not None:
        return None
    stop = max(index for index, entry in enumerate(entries) if isinstance(entry.event, ClocksStopped))
    before = replay(entry.event for entry in entries[:stop])
    color, last = before.clock.running, entries[stop - 1]
    if color is None or not is_time_running(before):
        return None
    if any(isinstance(entry.event, TimeAdded | TimeSet) and entry.event.color is color for entry in entries[stop:]):
        return None
    is_kept = beat is not None and last.at <= beat.at <= entries[stop].at
    known = beat if is_kept and beat is not None else last
    return Gap(color=color, time=max(timedelta(), entries[stop].wall - known.wall))


def is_time_running(game: Game) -> bool:
    """Whether a display with a time control runs, and its time is kept here: a server's and a calendar's are not."""
    is_ours = not game.setup.is_elsewhere and game.setup.days_per_move is None
    return is_ours and game.clock.control is not None and game.end is None and game.is_clock_on
