"""The board is judged by the hands' time: however late, bunched or repeated its reports come, the game is the same."""

import random
from datetime import timedelta

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from access_chess.board.pegs.players_board import LONG_REST, SETTLE
from access_chess.board.wire import simulated_board as model_board
from access_chess.board.wire.frames import BLACK_LEVER, WHITE_LEVER
from access_chess.board.wire.link import LinkPhase, LinkStep, opened, passed, received
from access_chess.board.wire.reports import BoardReport, LeverPressed, LeverReleased, Lifted, Placed, Quiet
from access_chess.laws.events import Event
from tests.support.hand_script import HandScript
from tests.support.table import Table

MS = timedelta(milliseconds=1)
END = timedelta(seconds=20)
SEEDS = st.integers(0, 2**32)


def shared() -> Table:
    return Table(blind=False, color=None)


def told(table: Table) -> tuple[list[Event], list[str]]:
    return table.events, table.notices


def played(script: HandScript) -> Table:
    """Nobody looks before the next report comes."""
    table = shared()
    for report in script.reports:
        table.report(report)
    table.report(Quiet(at=script.reports[-1].at + END))
    return table


@settings(deadline=None, max_examples=40)
@given(SEEDS)
def test_detours_habits_and_nudges_change_nothing(seed: int) -> None:
    script = HandScript(seed)
    table = played(script)
    assert [ply.move for ply in table.game.plies] == script.meant
    assert table.refused == []
    assert table.board.occupied == script.board.occupied


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.lists(st.integers(0, 400), max_size=60), st.lists(st.booleans(), min_size=1, max_size=40))
def test_it_makes_no_difference_how_often_and_when_anybody_looks(
    seed: int, steps: list[int], looks: list[bool]
) -> None:
    """The board vouches at any instants between its reports; the game is looked at in between, or not."""
    script = HandScript(seed, plies=6)
    expected = told(played(script))
    table, quiet = shared(), script.reports[0].at
    chance = random.Random(seed)
    for report in script.reports:
        while steps and quiet + steps[0] * MS < report.at:
            quiet = max(quiet, table.board.now) + steps[0] * MS
            table.report(Quiet(at=min(quiet, report.at)))
            steps = steps[1:]
        table.report(report)
        quiet = report.at
        if chance.choice(looks):
            table.at = table.board.now
            table.look()
    table.report(Quiet(at=script.reports[-1].at + END))
    assert told(table) == expected


class Wire:
    """A board made of values on a line that holds its bytes back as it likes, and a table behind the link."""

    def __init__(self) -> None:
        self.at = timedelta(seconds=50)
        self.table = shared()
        self.table.unplug()
        self.held = b""
        self.is_stalled = False
        self.to_board = b""
        self.board = model_board.standing(chess.SquareSet(chess.Board().occupied))
        self._sent(model_board.started(self.board))
        turn = opened("wire", at=self.at)
        self.link = turn.link
        self._took(turn)
        while self.link.phase is not LinkPhase.LIVE:
            self.run(5 * MS)
        self.table.notices.clear()

    def _sent(self, done: tuple[model_board.ModelBoard, bytes]) -> None:
        self.board, sent = done
        self.held += sent

    def _took(self, turn: LinkStep) -> None:
        self.link = turn.link
        self.to_board += turn.wire
        for report in turn.reports:
            self.table.report(report)

    @property
    def _board_ms(self) -> int:
        return (self.at - timedelta(seconds=50)) // MS

    def run(self, time: timedelta, step: timedelta = 5 * MS) -> None:
        end = self.at + time
        while self.at < end:
            if not self.is_stalled:
                asked, self.to_board = self.to_board, b""
                self._sent(model_board.received(self.board, asked, at_ms=self._board_ms))
            self._sent(model_board.passed(self.board, at_ms=self._board_ms))
            self.at = min(self.at + step, end)
            if not self.is_stalled:
                data, self.held = self.held, b""
                self._took(received(self.link, data, at=self.at))
                self._took(passed(self.link, at=self.at))

    def do(self, report: BoardReport) -> None:
        match report:
            case Lifted(square=number):
                is_closed = False
            case Placed(square=number):
                is_closed = True
            case LeverPressed(color=color) | LeverReleased(color=color):
                number, is_closed = WHITE_LEVER if color else BLACK_LEVER, isinstance(report, LeverPressed)
        self._sent(model_board.touched(self.board, number, is_closed, at_ms=self._board_ms))


@settings(deadline=None, max_examples=15)
@given(SEEDS)
def test_a_line_that_stalls_costs_nothing_and_invents_nothing(seed: int) -> None:
    """The program is stopped for up to two and a half seconds at any instant; then all comes at once."""
    script, chance = HandScript(seed, plies=5), random.Random(seed)
    wire = Wire()
    start = wire.at - script.reports[0].at
    stalls_until = wire.at
    for report in script.reports:
        while wire.at < start + report.at:
            if not wire.is_stalled and chance.random() < 0.15:
                wire.is_stalled, stalls_until = True, wire.at + chance.randrange(50, 2500) * MS
            if wire.is_stalled and wire.at >= stalls_until:
                wire.is_stalled = False
            wire.run(min(50 * MS, start + report.at - wire.at), 25 * MS)
        wire.do(report)
    wire.is_stalled = False
    wire.run(timedelta(seconds=8), 50 * MS)
    assert [ply.move for ply in wire.table.game.plies] == script.meant
    assert wire.table.refused == []
    assert wire.table.notices == []


@pytest.mark.parametrize("rest", [SETTLE, LONG_REST])
def test_a_placement_counts_at_its_own_time(rest: timedelta) -> None:
    """As soon as the board vouches for it, at the very instant, and not a millisecond sooner."""
    table = Table(blind=False, color=None, announces=rest is SETTLE, presses=rest is SETTLE)
    table.report(Lifted(square=chess.E2, at=1000 * MS))
    table.report(Placed(square=chess.E4, at=2000 * MS))
    table.report(Quiet(at=2000 * MS + rest - MS))
    assert table.moves == []
    table.report(Quiet(at=2000 * MS + rest))
    assert table.moves == ["e4"]


def test_reports_in_a_burst_are_settled_as_of_their_own_stamps() -> None:
    """A captured piece is taken back in the same breath in which all is heard (the program had been stopped)."""
    table = Table("3qk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", blind=False, color=None, announces=True, presses=True)
    for square, at, is_lift in (
        (chess.E4, 0, True),
        (chess.D5, 300, True),
        (chess.D5, 700, False),
        (chess.D5, 1700, True),
        (chess.D8, 2000, True),
        (chess.D5, 2300, False),
    ):
        kind = Lifted if is_lift else Placed
        table.report(kind(square=square, at=table.at + at * MS))
    table.report(Quiet(at=table.at + 9000 * MS))
    assert table.moves == ["exd5", "Qxd5"]
    assert table.refused == []
