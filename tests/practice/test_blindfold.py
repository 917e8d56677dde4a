"""Questions for the head: what counts as right is right, and each wrong answer is told why."""

import random
from datetime import timedelta

import chess
import pytest

from access_chess.practice.blindfold.memory import (
    EASY,
    FOLLOW,
    GAMES,
    HIGHEST,
    KINDS,
    LONGEST_FOLLOWED,
    MOST_MEN,
    blindfold_round,
    followed,
    next_level,
    placed,
    recall,
    recalled,
)
from access_chess.practice.blindfold.squares import (
    COLORS,
    BlindfoldQuestion,
    color_of,
    diagonal_of_two,
    distances,
    knight_between,
    reach_of,
    way,
)
from access_chess.practice.drill import DrillAnswer, DrillOutcome

SQUARES = range(64)


def is_right(question: BlindfoldQuestion, answer: DrillAnswer) -> bool:
    """Whether it counts as right; what is wrong is over, and told why."""
    verdict = question.accepts(answer)
    assert verdict.outcome in (DrillOutcome.SOLVED, DrillOutcome.MISSED)
    assert verdict.said
    return verdict.outcome is DrillOutcome.SOLVED


def test_colors_are_those_of_the_board() -> None:
    for square in SQUARES:
        for light in (True, False):
            expected = light is bool((chess.square_file(square) + chess.square_rank(square)) % 2)
            assert is_right(color_of(square), DrillAnswer(is_light=light)) is expected


@pytest.mark.parametrize(
    ("square", "key"),
    [("a1", "dark_odd"), ("b2", "dark_even"), ("g5", "dark_odd"), ("a2", "light_file_odd"), ("b1", "light_rank_odd")],
)
def test_a_color_is_explained_by_odd_and_even(square: str, key: str) -> None:
    (told,) = color_of(chess.parse_square(square)).explain
    assert told.key == f"colours_{key}"


def test_diagonals_are_those_of_a_bishop() -> None:
    for one in SQUARES:
        board = chess.Board(None)
        board.set_piece_at(one, chess.Piece(chess.BISHOP, chess.WHITE))
        for other in SQUARES:
            if one != other:
                on_one = other in board.attacks(one)
                assert is_right(diagonal_of_two(one, other), DrillAnswer(is_yes=True)) is on_one
                assert is_right(diagonal_of_two(one, other), DrillAnswer(is_yes=False)) is not on_one


@pytest.mark.parametrize(
    ("one", "other", "moves"), [("a1", "h8", 6), ("a1", "b2", 4), ("b1", "c3", 1), ("e4", "e5", 3)]
)
def test_any_shortest_way_of_the_knight_is_right(one: str, other: str, moves: int) -> None:
    start, end = chess.parse_square(one), chess.parse_square(other)
    question = knight_between(start, end)
    ways = ways_of(start, end, moves)
    assert ways and not ways_of(start, end, moves - 1)
    for gone in ways:
        assert is_right(question, DrillAnswer(squares=gone))
        assert is_right(question, DrillAnswer(squares=(start, *gone)))
    there_and_back = (*ways[0], ways[0][-2] if moves > 1 else start, end)
    assert not is_right(question, DrillAnswer(squares=there_and_back))
    assert question.accepts(DrillAnswer(squares=there_and_back)).said[0].key == "knight_longer"
    assert question.accepts(DrillAnswer(squares=(end, start))).said[0].key in ("knight_no_move", "knight_not_there")
    assert question.accepts(DrillAnswer(squares=(start,))).said[0].key == "knight_not_there"


def ways_of(start: chess.Square, end: chess.Square, moves: int) -> list[tuple[chess.Square, ...]]:
    """All ways of so many moves."""
    if moves == 0:
        return [()] if start == end else []
    return [
        (to, *rest) for to in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[start]) for rest in ways_of(to, end, moves - 1)
    ]


def test_moves_on_an_empty_board() -> None:
    for one in SQUARES:
        for other in SQUARES:
            if one == other:
                continue
            assert distances(chess.KING, one)[other] == chess.square_distance(one, other)
            straight = one % 8 == other % 8 or one // 8 == other // 8
            assert distances(chess.ROOK, one)[other] == (1 if straight else 2)
            same_color = (one + one // 8) % 2 == (other + other // 8) % 2
            assert (other in distances(chess.BISHOP, one)) is same_color
            assert len(way(chess.QUEEN, one, other)) == distances(chess.QUEEN, one)[other] <= 2
    assert is_right(reach_of(chess.BISHOP, chess.C1, chess.G5), DrillAnswer(number=1))
    assert not is_right(reach_of(chess.BISHOP, chess.C1, chess.G5), DrillAnswer(number=2))


def test_what_is_asked_of_a_game_is_so() -> None:
    """Whatever is asked at whatever ply, exactly one answer is right, and the board says which."""
    chances = random.Random(1)
    asked = set()
    for game in GAMES:
        for plies in range(1, len(game.moves) + 1):
            told = followed(game.name, game.moves, plies, chances.random)
            assert told.accepts(DrillAnswer()).outcome is DrillOutcome.GOES_ON
            question = told.then
            assert isinstance(question, BlindfoldQuestion)
            board = chess.Board()
            for san in game.moves[:plies]:
                board.push_san(san)
            (words,) = question.question
            asked.add(words.key)
            what = question.name.split()[-1]
            if words.key == "follow_where":
                piece = chess.Piece.from_symbol(what)
                right = [at for at in SQUARES if is_right(question, DrillAnswer(squares=(at,)))]
                assert right == [at for at in SQUARES if board.piece_at(at) == piece]
            elif words.key == "follow_check":
                assert is_right(question, DrillAnswer(is_yes=board.is_check()))
                assert not is_right(question, DrillAnswer(is_yes=not board.is_check()))
            else:
                square = chess.parse_square(what)
                can = any(move.to_square == square for move in board.legal_moves)
                assert is_right(question, DrillAnswer(is_yes=can)) and not is_right(
                    question, DrillAnswer(is_yes=not can)
                )
    assert asked == {"follow_where", "follow_check", "follow_take"}


def test_who_stands_where_is_remembered() -> None:
    men = {chess.E1: chess.Piece(chess.KING, chess.WHITE), chess.F7: chess.Piece(chess.KNIGHT, chess.BLACK)}
    told, empty = recalled(men, [chess.F7, chess.F6])
    knight = told.then
    assert isinstance(knight, BlindfoldQuestion)
    assert is_right(knight, DrillAnswer(man=chess.Piece(chess.KNIGHT, chess.BLACK)))
    assert not is_right(knight, DrillAnswer(man=chess.Piece(chess.KNIGHT, chess.WHITE)))
    assert not is_right(knight, DrillAnswer(is_nobody=True))
    assert is_right(empty, DrillAnswer(is_nobody=True))
    assert not is_right(empty, DrillAnswer(man=chess.Piece(chess.KING, chess.WHITE)))


@pytest.mark.parametrize("level", range(1, HIGHEST + 1))
def test_men_stand_where_they_may(level: int) -> None:
    chances = random.Random(level)
    for _ in range(50):
        men = placed(min(2 + 2 * level, MOST_MEN), chances.random)
        assert len(men) == min(2 + 2 * level, MOST_MEN)
        kings = [at for at, man in men.items() if man.piece_type == chess.KING]
        assert len(kings) == 2 and chess.square_distance(*kings) > 1
        assert not any(man.piece_type == chess.PAWN and chess.square_rank(at) in (0, 7) for at, man in men.items())
    assert len(recall(level, chances.random)) == 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [1, 3, LONGEST_FOLLOWED])
def test_a_round_has_ten_questions_that_differ(kind: str, level: int) -> None:
    questions = blindfold_round(kind, level, random.Random(level).random)
    assert len({question.name for question in questions}) == 10
    assert {question.kind for question in questions} == {kind}


@pytest.mark.parametrize(
    ("right", "seconds", "level", "after"),
    [(10, 1, 1, 2), (9, 1, 1, 2), (8, 1, 1, 1), (10, 60, 1, 1), (5, 1, 3, 2), (0, 1, 1, 1), (10, 1, 5, 5)],
)
def test_the_level_goes_by_right_answers_and_their_time(right: int, seconds: int, level: int, after: int) -> None:
    rights = [True] * right + [False] * (10 - right)
    assert next_level(COLORS, level, rights, [timedelta(seconds=seconds)] * right) == after


def test_games_are_followed_for_longer_and_longer() -> None:
    assert next_level(FOLLOW, 5, [True] * 10, [EASY[FOLLOW]] * 10) == 6
    assert next_level(FOLLOW, LONGEST_FOLLOWED, [True] * 10, [EASY[FOLLOW]] * 10) == LONGEST_FOLLOWED
