"""No second of a player's time counts twice, and none that the machine slept, however slow the disk is meanwhile."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import chess
from hypothesis import given
from hypothesis import strategies as st

from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import PlayMove, StartClock, StopReason
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.play.loop import Table
from access_chess.play.messages import Effects, ReadyCommand, Slept, TablePlace, ToSeat, Woken
from access_chess.session.ports import Gap
from access_chess.session.record import begin_game, resume_game
from tests.play.test_table_games import Script, games

WALL = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MOVED = 10 * SECOND  # on White's clock when he moves
HALL = timedelta(hours=5)


class Machine:
    """Its clocks: `now` goes on while it sleeps, `awake` stands."""

    def __init__(self) -> None:
        self.now = self.awake = timedelta()

    def work(self, seconds: int) -> None:
        self.now += seconds * SECOND
        self.awake += seconds * SECOND

    def sleep(self, seconds: int) -> None:
        self.now += seconds * SECOND

    def wall(self) -> datetime:
        return WALL + self.now


@dataclass
class Slumber:
    """A seat that remembers how long the machine has slept."""

    gaps: list[Gap] = field(default_factory=list)

    def turn(self, message: ToSeat, _: Game) -> tuple["Slumber", Effects]:
        if isinstance(message, Slept):
            self.gaps.append(message.gap)
        return self, ()

    def is_due(self, _: Game) -> bool:
        return False


class SlowJournal(Journal):
    """Its next commit takes so many seconds, in the midst of which the machine sleeps."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(None)
        self._machine = machine
        self.takes, self.sleeps = 0, 0

    def append(self, *arguments: Any, **keys: Any) -> None:
        super().append(*arguments, **keys)
        self._dawdle()

    def beat(self, *arguments: Any, **keys: Any) -> None:
        super().beat(*arguments, **keys)
        self._dawdle()

    def _dawdle(self) -> None:
        self._machine.work(self.takes)
        self._machine.sleep(self.sleeps)
        self.takes = self.sleeps = 0


@given(
    takes=st.integers(min_value=0, max_value=120),
    sleeps=st.one_of(st.just(0), st.integers(min_value=12, max_value=7200)),
    later=st.integers(min_value=12, max_value=7200),
    is_beat=st.booleans(),
)
def test_what_ran_on_the_display_and_what_the_arbiter_decides_on_are_all_the_time_there_was(
    takes: int, sleeps: int, later: int, is_beat: bool
) -> None:
    """A commit or a sign of life is slow, in which the machine may sleep; later it sleeps for certain."""
    machine = Machine()
    journal = SlowJournal(machine)
    setup = Setup(time=parse_time_control(f"{HALL // SECOND}"), arbiter=ArbiterMode.HUMAN)
    script, record = Script([]), begin_game(journal, setup, wall=machine.wall)
    at = games(script, [], journal, clock=lambda: machine.now, awake=lambda: machine.awake)
    slept = Slumber()
    table = Table(record, journal, [TablePlace(seat=slept)], work=lambda seat, work: None, wall=machine.wall)
    move = ReadyCommand(command=PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), at=MOVED)
    at._do(table, partial(table.turn, ReadyCommand(command=StartClock(), at=timedelta())))
    machine.work(MOVED // SECOND)
    if is_beat:
        at._do(table, partial(table.turn, move))
        machine.work(1)
    worked = machine.now
    journal.takes, journal.sleeps = takes, sleeps
    at._do(table, partial(table.turn, Woken(at=machine.now) if is_beat else move))
    if not sleeps:
        assert table.game.is_clock_on, "a slow disk is no sleep"
        machine.sleep(later)
    at._do(table, partial(table.turn, Woken(at=machine.now)))
    assert table.game.stopped is StopReason.POWER
    counted = HALL - table.game.remaining(chess.WHITE, machine.now)
    (gap,) = slept.gaps
    assert gap.time is not None
    assert counted + gap.time == machine.now
    assert counted <= worked + takes * SECOND, "what was slept is not on the display"
    machine.sleep(60)
    lost = resume_game(journal, 1, wall=machine.wall).lost
    assert lost == gap, "and so it is after a restart"
    journal.close()
