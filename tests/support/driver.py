"""A game that a test plays command by command, at a table where nobody sits but those who are told of it."""

import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.laws.game import Game
from access_chess.machine_clock import MonotonicClock, WallClock, utc_now
from access_chess.play.loop import Table
from access_chess.play.messages import ReadyCommand, TablePlace
from access_chess.play.table_games import OnlookerSeat
from access_chess.session.ports import EventStore, Gap, Output
from access_chess.session.record import Record


class Driver:
    """Decides at once on what it is given, in the thread that gives it; a defect is raised there.

    By a `clock` that stands, as it does by default, the game stays at its instant unless a command names a later one.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        *,
        outputs: Sequence[Output] = (),
        clock: MonotonicClock = timedelta,
        wall: WallClock = utc_now,
    ) -> None:
        self.number = record.number
        self.gap = record.lost
        self._clock = clock
        self._turns = threading.RLock()  # orders come in a thread of their own
        places = [TablePlace(seat=OnlookerSeat(output=output)) for output in outputs]
        passed = record.gap if record.counts_gap else timedelta()
        self.table = Table(
            record, journal, places, work=lambda seat, work: None, origin=clock() - record.at - passed,
            on_trouble=_raise, wall=wall,
        )  # fmt: skip

    @property
    def game(self) -> Game:
        """How it stands."""
        return self.table.game

    def now(self) -> Instant:
        """The instant of the game now."""
        return self._clock() - self.table.origin

    def do(self, *commands: Command, at: Instant | None = None) -> None:
        """These commands at an instant of the game, now if none is named. Raises JournalError."""
        with self._turns:
            for command in commands:
                instant = (self.now() if at is None else at) + self.table.origin
                self.table.has_stood(instant)  # whatever the test has left out, the machine has not slept
                self.table.turn(ReadyCommand(command=command, at=instant))

    def order(self, command: Command, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """A command from elsewhere; see `ReportedGame`."""
        with self._turns:
            if not unless():
                self.do(command)
            then()

    def take_gap(self) -> Gap | None:
        """The time that nobody has counted yet: it can be counted once."""
        gap, self.gap = self.gap, None
        return gap


def _raise(error: Exception) -> None:
    raise error
