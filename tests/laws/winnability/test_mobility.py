"""Where a piece can ever stand, in positions that are closed but for one way."""

import chess
import pytest

from access_chess.laws.winnability.mobility import Mobility

#: A wall of blocked pawns from edge to edge; behind it only the kings move.
BLOCKED = "k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7"


def reach(fen: str, square: chess.Square, *, is_chess960: bool = False) -> chess.SquareSet:
    """All squares found for the piece that stands there."""
    armies = Mobility(chess.Board(fen, chess960=is_chess960)).armies
    roamers = [roamer for army in armies for roamer in (army.king, *army.pieces, *army.pawns)]
    return chess.SquareSet(next(each.reach for each in roamers if each.origin == chess.BB_SQUARES[square]))


@pytest.mark.parametrize(
    ("fen", "square", "stays"),
    [
        (f"{BLOCKED} b - - 0 1", chess.D4, True),
        (f"{BLOCKED} b - e3 0 1", chess.D4, False),
        (f"{BLOCKED} b - - 0 1", chess.E4, True),
        (f"{BLOCKED} b - - 0 1", chess.A1, False),
    ],
    ids=["a blocked pawn", "it may capture in passing", "nor does the other move", "a king"],
)
def test_what_is_blocked_stays(fen: str, square: chess.Square, stays: bool) -> None:
    assert (reach(fen, square) == chess.SquareSet([square])) is stays


def test_3_7_d_who_passed_a_square_may_be_captured_on_it_and_no_other_pawn_gets_there() -> None:
    fen = f"{BLOCKED} b - e3 0 1"
    assert chess.E3 in reach(fen, chess.D4)
    assert chess.E3 in reach(fen, chess.E4), "as if it stood there"
    assert chess.E3 not in reach(fen, chess.D3)
