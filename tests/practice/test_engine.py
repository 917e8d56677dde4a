"""The built-in engine: it sees what is there to be seen, wins won games, and stops when asked to."""

import random

import chess
import pytest

from access_chess.laws.position import PositionKey, position_key
from access_chess.practice.engine import LEVELS, Level, choose_move
from access_chess.practice.evaluation import evaluate

TOP = LEVELS[-1]


def chance() -> float:
    return 0.5


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
        ("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1", "e4d5"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),
    ],
    ids=["back rank", "scholar", "hanging queen", "promotion"],
)
@pytest.mark.parametrize("level", [LEVELS[6], TOP], ids=["level 7", "level 10"])
def test_it_sees_what_is_there(fen: str, uci: str, level: Level) -> None:
    board = chess.Board(fen)
    found = choose_move(board, level, chance=chance)
    assert found.uci() == uci
    assert board.fen() == fen


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves_in_any_position(level: Level) -> None:
    chances = random.Random(1)
    board = chess.Board()
    for _ in range(3):
        board.push(choose_move(board, level, chance=chances.random))
    assert board.is_valid()


def test_the_same_chances_give_the_same_move() -> None:
    board = chess.Board()
    first = [choose_move(board, LEVELS[2], chance=random.Random(seed).random) for seed in range(8)]
    again = [choose_move(board, LEVELS[2], chance=random.Random(seed).random) for seed in range(8)]
    assert first == again
    assert len(set(first)) > 1


def test_levels_rise() -> None:
    assert len(LEVELS) == 10
    strength = [(level.depth, -level.noise) for level in LEVELS]
    assert strength == sorted(strength)


def test_a_won_game_is_not_drawn_by_repetition() -> None:
    """Every quiet queen move but one has been on the board."""
    board = chess.Board("8/8/8/4k3/8/8/1Q6/K7 w - - 0 1")
    plain = choose_move(board, TOP, chance=chance)
    board.push(plain)
    seen = [position_key(board)]
    board.pop()
    assert choose_move(board, TOP, chance=chance, seen=seen) != plain


def test_it_stops_when_asked() -> None:
    asked: list[int] = []

    def is_stopped() -> bool:
        asked.append(1)
        return True

    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    assert board.is_legal(choose_move(board, TOP, chance=chance, is_stopped=is_stopped))
    assert len(asked) == 1


def test_it_beats_a_random_mover() -> None:
    """One game with each color, on few nodes; `python -m tests.benchmarks.practice` plays twenty at the top level."""
    chances = random.Random(7)
    for color in chess.COLORS:
        level = Level(depth=TOP.depth, noise=TOP.noise, nodes=1500)
        board = chess.Board()
        keys: list[PositionKey] = []
        while not board.is_game_over(claim_draw=True):
            if board.turn is color:
                move = choose_move(board, level, chance=chances.random, seen=keys)
            else:
                move = chances.choice(list(board.legal_moves))
            board.push(move)
            keys.append(position_key(board))
        assert board.result() == ("1-0" if color else "0-1")


@pytest.mark.parametrize(
    "fen", [chess.STARTING_FEN, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "8/8/8/4k3/8/8/1Q6/K7 b - - 0 1"]
)
def test_a_position_is_worth_the_same_from_both_sides(fen: str) -> None:
    board = chess.Board(fen)
    assert evaluate(board) == evaluate(board.mirror())
