"""Why a won ending has become a draw: what the board proves, and where it proves nothing."""

import random

import chess
import pytest

from access_chess.practice.ending_drill import TrainedEnding, position
from access_chess.practice.known_endings import outcome, why_drawn
from access_chess.practice.position import after


@pytest.mark.parametrize(
    ("fen", "move", "key"),
    [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "e6d5", "drawn_king_behind"),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", "e4d3", "drawn_king_behind"),
        ("7k/8/5K2/8/8/8/6R1/8 w - - 0 1", "g2g8", "drawn_taken"),
        ("1k6/8/K7/P7/8/8/8/8 w - - 0 1", "a6b6", "drawn_corner"),
        ("8/3k4/8/3K4/3P4/8/8/8 b - - 0 1", "d7d8", None),  # nothing was given away
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", None),  # stalemate is told as the end of the game
    ],
)
def test_what_is_said(fen: str, move: str, key: str | None) -> None:
    found = why_drawn(chess.Board(fen), chess.Move.from_uci(move))
    assert (None if found is None else found.key) == key


def test_the_king_who_holds_stands_opposite() -> None:
    """Of many wins given away by a step of the king: where the opposition is named, it is one, and the only defence."""
    chance, seen = random.Random(11), 0
    while seen < 12:
        board = position(TrainedEnding.OPPOSITION, chance.random)
        for move in board.legal_moves:
            found = why_drawn(board, move)
            there = after(board, move)
            result = outcome(there)
            if found is None or found.key != "drawn_opposition" or result is None or result.winner is not None:
                continue
            seen += 1
            holding = [reply for reply in there.legal_moves if not _is_won(after(there, reply))]
            other, king = there.king(chess.WHITE), holding[0].to_square
            assert len(holding) == 1 and other is not None and chess.square_distance(king, other) == 2
            assert chess.square_file(king) == chess.square_file(other) or (
                chess.square_rank(king) == chess.square_rank(other)
                or abs(chess.square_file(king) - chess.square_file(other)) == 2
            )


def _is_won(board: chess.Board) -> bool:
    found = outcome(board)
    return found is not None and found.winner is not None
