"""Counting positions through `decide`: what the Laws allow is what article 3 allows, in chess and in Chess960."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.laws.touch_move import legal_moves

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
NOW = timedelta()


def perft(game: Game, depth: int) -> int:
    """Leaves of the tree of all moves that `decide` lets be made and completed."""
    if game.end is not None:
        return 0
    moves = legal_moves(game)
    if depth == 1:
        return len(moves)
    return sum(perft(_completed(game, move), depth - 1) for move in moves)


def _completed(game: Game, move: chess.Move) -> Game:
    after, _ = advance(game, PlayMove(color=game.turn, move=move), at=NOW)
    return advance(after, PressClock(color=game.turn), at=NOW)[0]


def _game(fen: str, *, is_chess960: bool = False) -> Game:
    return advance(replay(set_up(Setup(fen=fen, is_chess960=is_chess960))), StartClock(), at=NOW)[0]


@pytest.mark.parametrize(("fen", "depth", "nodes"), [(chess.STARTING_FEN, 3, 8902), (KIWIPETE, 2, 2039)])
def test_perft_known_figures(fen: str, depth: int, nodes: int) -> None:
    assert perft(_game(fen), depth) == nodes


@pytest.mark.parametrize("number", range(0, 960, 48))
def test_perft_chess960_as_python_chess_counts(number: int) -> None:
    board = chess.Board.from_chess960_pos(number)
    expected = 0
    for move in list(board.legal_moves):
        board.push(move)
        expected += board.legal_moves.count()
        board.pop()
    assert perft(_game(board.fen(), is_chess960=True), 2) == expected
