"""What a hand does for each kind of move."""

import chess
import pytest

from access_chess.board.pegs.occupancy import movements


@pytest.mark.parametrize(
    ("fen", "uci", "is_chess960", "done"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", False, "-e1 +g1 -h1 +f1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", False, "-e1 +c1 -a1 +d1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", True, "-e1 +g1 -h1 +f1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", True, "-f1 -g1 +g1 +f1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", True, "-g1 -h1 +g1 +f1"),
        ("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", "e1c1", True, "-e1 -c1 +c1 +d1"),
        ("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1a1", True, "-d1 -a1 +c1 +d1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", False, "-e5 -d5 +d6"),
        ("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", False, "-e7 -d8 +d8"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h8", False, "-h1 +h8"),
    ],
)
def test_movements(fen: str, uci: str, is_chess960: bool, done: str) -> None:
    board = chess.Board(fen, chess960=is_chess960)
    made = movements(board, chess.Move.from_uci(uci))
    assert " ".join(f"{'-' if each.is_lift else '+'}{chess.square_name(each.square)}" for each in made) == done
