"""A board that stays open from game to game."""

from datetime import timedelta
from typing import cast

import chess

from access_chess.board.ports import EmulatedBoard, Listener, SensorBoard
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    Connected,
    Disconnected,
    Disconnection,
    Lifted,
    Loss,
    Placed,
    ReportsLost,
)
from access_chess.edge.boards.table import KeptBoard
from tests.support.table import HELLO

AT = timedelta(seconds=1)


class Opening:
    """Opens a board, as often as it is asked to, and tells what it is told to."""

    def __init__(self) -> None:
        self.opened: list[chess.SquareSet] = []
        self.tell: Listener = lambda report: None

    def __call__(self, listener: Listener, occupied: chess.SquareSet) -> SensorBoard | EmulatedBoard:
        self.opened.append(occupied)
        self.tell = listener
        return cast(SensorBoard, self)  # nothing is asked of it


def squares(report: BoardReport) -> set[chess.Square]:
    assert isinstance(report, Connected)
    return set(chess.SquareSet(report.state.squares))


def test_each_game_hears_what_stands_there_and_only_its_own_reports() -> None:
    opening = Opening()
    kept = KeptBoard(opening)
    first: list[BoardReport] = []
    second: list[BoardReport] = []
    kept.open(first.append, chess.SquareSet([chess.A1]))
    state = BoardState(squares=chess.BB_A1 | chess.BB_B1)
    opening.tell(Connected(port="", identity=HELLO, state=state, at=AT))
    opening.tell(Lifted(square=chess.A1, at=AT))
    opening.tell(Placed(square=chess.C3, at=AT))
    kept.open(second.append, chess.SquareSet([chess.H8]))
    assert squares(second[0]) == {chess.B1, chess.C3}
    opening.tell(Lifted(square=chess.B1, at=AT))
    assert len(first) == 3 and len(second) == 2
    assert opening.opened == [chess.SquareSet([chess.A1])]


def test_a_board_that_is_not_heard_is_not_told_to_be_there() -> None:
    opening = Opening()
    kept = KeptBoard(opening)
    kept.open(lambda report: None, chess.SquareSet())
    opening.tell(Connected(port="", identity=HELLO, state=BoardState(), at=AT))
    opening.tell(ReportsLost(reason=Loss.GONE, state=BoardState(squares=chess.BB_D4), at=AT))
    heard: list[BoardReport] = []
    kept.open(heard.append, chess.SquareSet())
    assert squares(heard[0]) == {chess.D4}
    opening.tell(Disconnected(port="", reason=Disconnection.UNPLUGGED, at=AT))
    later: list[BoardReport] = []
    kept.open(later.append, chess.SquareSet())
    assert later == []
