"""Breaks on the real firmware in its emulator: the cable pulled at each stage of a move, a reset, a displaced piece."""

from collections.abc import Iterator
from datetime import timedelta

import chess
import pytest

from access_chess.board.wire.reports import BoardReport
from tests.support.board_sim import BoardSim, LockstepHost
from tests.support.table import Table

TAKE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
HAND = timedelta(seconds=0.5)  # between two deeds; long enough for a placement to count
SLICE = timedelta(milliseconds=50)
HEARTBEAT = timedelta(seconds=1.2)
SILENT = timedelta(seconds=3.2)


class Emulated:
    """A table whose board is the real firmware."""

    def __init__(self, fen: str, pegs: int | None = None) -> None:
        squares = chess.Board(fen).occupied if pegs is None else pegs
        self.sim = BoardSim(squares=squares)
        self.table = Table(fen)
        self.table.forget()
        self.plug()

    def plug(self) -> None:
        """The board starts anew, and the driver opens its port."""
        self.sim.tell("reset")
        self._host = LockstepHost(self.sim, slice_=SLICE)
        self._host.run_until_live()
        self._tell(self._host.reports)

    def unplug(self) -> None:
        """What the board says is not heard, until the driver gives it up."""
        end = self.sim.now + SILENT
        while self.sim.now < end:
            self.sim.run(SLICE)
            self._tell(self._host.look())

    def run(self, time: timedelta) -> None:
        """Time passes, and the driver listens."""
        self._tell(self._host.run(time))
        self.table.at = self.sim.now
        self.table.look()

    def play(self, script: str) -> None:
        """Lifts and places are done by the emulated hand, all else at the table."""
        for step in filter(None, (step.strip() for step in script.split(";"))):
            if step.split()[0] in ("lift", "place"):
                self._tell(self._host.do(step))
            else:
                self.table.play(step, timedelta())
            self.run(HAND)

    def _tell(self, reports: list[BoardReport]) -> None:
        for report in reports:
            self.table.at = max(self.table.at, report.at)
            self.table.report(report)


@pytest.fixture
def opened() -> Iterator[list[Emulated]]:
    """What was opened is closed."""
    boards: list[Emulated] = []
    yield boards
    for board in boards:
        board.sim.close()


CAPTURE = ["lift e4", "lift d5", "place d5", "say exd5"]
CASTLING = ["lift e1", "place g1", "lift h1", "place f1", "say O-O"]
STAGES = [
    pytest.param(TAKE, CAPTURE, "exd5", True, id="the cable is pulled, capture"),
    pytest.param(CASTLE, CASTLING, "O-O", True, id="the cable is pulled, castling"),
    pytest.param(TAKE, CAPTURE, "exd5", False, id="the board is reset, capture"),
]


@pytest.mark.parametrize(("fen", "steps", "move", "is_pulled"), STAGES)
def test_a_break_at_each_stage_of_a_move(
    fen: str, steps: list[str], move: str, is_pulled: bool, opened: list[Emulated]
) -> None:
    for stage in range(len(steps) + 1):
        board = Emulated(fen)
        opened.append(board)
        board.play(";".join(steps[:stage]))
        if is_pulled:
            board.unplug()
            assert not board.table.game.is_clock_on
            board.plug()
        else:
            board.sim.tell("reset")
            board.run(HEARTBEAT)
        board.play(";".join(steps[stage:]))
        assert board.table.moves == [move]
        assert board.table.refused == []
        assert board.table.game.is_clock_on


def test_a_piece_displaced_while_the_cable_was_out(opened: list[Emulated]) -> None:
    board = Emulated(TAKE)
    opened.append(board)
    board.play("lift e4; lift d5; place d5; say exd5; press white; black Qxd5; lift d5; lift d8; place d5")
    board.unplug()
    board.sim.tell("lift b1", "place b3")
    board.plug()
    was_clock_on = board.table.game.is_clock_on
    board.play("lift b3; place b1")
    assert board.table.notices[-1] == "CORRECT"
    assert board.table.touched == []
    assert (was_clock_on, board.table.game.is_clock_on) == (False, True)
    board.play("lift b1; place c3; say Nc3")
    assert board.table.moves == ["exd5", "Qxd5", "Nc3"]
