"""The reason that is given for a move that is not legal."""

import chess
import pytest

from access_chess.edge.packs.voice_packs import reading_vocabulary
from access_chess.notation.illegality import Illegal, Reason
from access_chess.notation.reading import read_move

START = chess.STARTING_FEN
PINNED = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"
CHECKED = "4k3/8/8/8/4r3/8/8/N3K2R w K - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "reason", "square"),
    [
        pytest.param(START, "a3a4", Reason.EMPTY_SQUARE, "a3", id="3.1 nothing there"),
        pytest.param(START, "e7e5", Reason.NOT_YOUR_PIECE, "e7", id="3.1 not yours"),
        pytest.param(START, "Nf1g3", Reason.ANOTHER_PIECE, "f1", id="another piece"),
        pytest.param("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", Reason.NO_SUCH_PIECE, None, id="no knight"),
        pytest.param(START, "Nf4", Reason.CANNOT_REACH, None, id="3.6 knights do not go there"),
        pytest.param(START, "e5", Reason.CANNOT_REACH, None, id="3.7 three squares"),
        pytest.param(START, "Nd2", Reason.OWN_PIECE_THERE, "d2", id="3.1 own piece"),
        pytest.param(START, "Bc4", Reason.BLOCKED, "e2", id="3.5 bishop blocked"),
        pytest.param("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e4", Reason.BLOCKED, "e4", id="3.7 pawn blocked"),
        pytest.param("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", Reason.BLOCKED, "e3", id="3.7 double step blocked"),
        pytest.param(START, "exd3", Reason.NOTHING_TO_CAPTURE, "d3", id="3.7 nothing to take"),
        pytest.param(START, "Nxf3", Reason.NOTHING_TO_CAPTURE, None, id="a capture that is none"),
        pytest.param(START, "e4 e.p.", Reason.NOTHING_TO_CAPTURE, None, id="en passant that is none"),
        pytest.param(START, "e4Q", Reason.NO_PROMOTION, None, id="a promotion that is none"),
        pytest.param("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8K", Reason.PROMOTION_PIECE, None, id="3.7 to a king"),
        pytest.param(PINNED, "Nc3", Reason.PINNED, "e4", id="3.9 pinned"),
        pytest.param(CHECKED, "Nb3", Reason.IN_CHECK, "e4", id="3.9 check not met"),
        pytest.param(CHECKED, "Ke2", Reason.INTO_CHECK, "e4", id="3.9 into check"),
        pytest.param(CHECKED, "0-0", Reason.CASTLING_IN_CHECK, "e4", id="3.8 out of check"),
        pytest.param(START, "0-0", Reason.CASTLING_BLOCKED, "f1", id="3.8 blocked"),
        pytest.param("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0-0", Reason.CASTLING_LOST, None, id="3.8 right lost"),
        pytest.param(
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", Reason.CASTLING_THROUGH_CHECK, "f8", id="3.8 through check"
        ),
        pytest.param("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", Reason.CASTLING_INTO_CHECK, "g8", id="3.8 into check"),
        pytest.param(
            "1k2r3/8/8/8/8/8/8/1K5R w H - 0 1", "0-0", Reason.CASTLING_THROUGH_CHECK, "e8", id="F.3 T97"
        ),
    ],
)  # fmt: skip
def test_why_it_is_not_legal(fen: str, text: str, reason: Reason, square: str | None) -> None:
    board = chess.Board(fen, chess960=" H " in fen)
    reading = read_move(text, board, reading_vocabulary())
    assert isinstance(reading, Illegal)
    assert reading.reason is reason
    assert reading.square == (chess.parse_square(square) if square else None)


def test_the_move_that_was_meant_is_told_where_it_is_known() -> None:
    reading = read_move("Nc3", chess.Board(PINNED), reading_vocabulary())
    assert isinstance(reading, Illegal)
    assert reading.move == chess.Move.from_uci("e2c3")
