"""The built-in engine: it sees what is there to be seen, wins won games, and stops when asked to."""

import random

import chess
import pytest

from access_chess.edge.engines.uci import BUILT_IN
from access_chess.laws.position import PositionKey, position_key
from access_chess.practice.engine import LEVELS, Level, Search, choose_move
from access_chess.practice.evaluation import added_up, evaluate

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
@pytest.mark.parametrize("level", [LEVELS[4], TOP], ids=["level 5", "level 7"])
def test_it_sees_what_is_there(fen: str, uci: str, level: Level) -> None:
    board = chess.Board(fen)
    found = choose_move(board, level, chance=chance)
    assert found.uci() == uci
    assert board.fen() == fen


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves_in_any_position(level: Level) -> None:
    chances = random.Random(1)
    board = chess.Board()
    board.push(choose_move(board, level, chance=chances.random))
    assert board.is_valid()


def test_the_same_chances_give_the_same_move() -> None:
    board = chess.Board()
    first = [choose_move(board, LEVELS[2], chance=random.Random(seed).random) for seed in range(8)]
    again = [choose_move(board, LEVELS[2], chance=random.Random(seed).random) for seed in range(8)]
    assert first == again
    assert len(set(first)) > 1


def test_levels_rise() -> None:
    assert len(LEVELS) == BUILT_IN
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


@pytest.mark.parametrize(
    ("fen", "uci"),
    [
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", "f3f7"),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "f8c5"),
        ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", "g2g1"),
    ],
    ids=["mate in one", "mate in two", "mate in three"],
)
def test_the_top_level_finds_mates(fen: str, uci: str) -> None:
    assert choose_move(chess.Board(fen), TOP, chance=chance).uci() == uci


@pytest.mark.parametrize(
    "moves", ["e4 e5 Nf3 Nc6", "e4 c5 Nf3 d6", "e4 e5 Nf3 d6", "d4 d5", "c4 e5 Nc3 Nf6 Nf3"], ids=str
)
def test_it_does_not_block_its_own_pawns_of_the_middle(moves: str) -> None:
    board = chess.Board()
    for san in moves.split():
        board.push_san(san)
    found = choose_move(board, TOP, chance=chance)
    home = board.pieces(chess.PAWN, chess.WHITE) & chess.SquareSet([chess.D2, chess.E2])
    assert not any(found.to_square == pawn + 8 and found.from_square != pawn for pawn in home)


@pytest.mark.parametrize(("before_a_pawn", "beside"), [("d3", "c4"), ("e3", "f4")])
def test_a_bishop_stands_better_beside_a_pawn_of_the_middle(before_a_pawn: str, beside: str) -> None:
    def worth(square: str) -> int:
        board = chess.Board()
        board.set_piece_at(chess.parse_square(square), chess.Piece(chess.BISHOP, chess.WHITE))
        return evaluate(board)

    assert worth(before_a_pawn) + 20 < worth(beside)


def test_what_the_search_carries_on_is_what_the_position_is_worth() -> None:
    """The sum of the men after every kind of move, played and taken back."""
    chances = random.Random(2)
    for _ in range(4):
        board = chess.Board()
        search = Search(board, nodes=1000, seen=(), is_stopped=lambda: False)
        while not board.is_game_over() and board.ply() < 150:
            for move in list(board.legal_moves):
                search._push(move)
                assert search._men[-1] == added_up(board), (board.fen(), move)
                search._pop()
            search._push(chances.choice(list(board.legal_moves)))


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
