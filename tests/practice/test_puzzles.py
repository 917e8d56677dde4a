"""Puzzles in files: rows as Lichess writes them, filters, and what is no puzzle."""

from collections.abc import Iterator

import pytest

from access_chess.edge.practising.puzzle_files import own_puzzles
from access_chess.practice.puzzle_finding import LEAST_MOVES, MOST_MEN, MOST_MOVES
from access_chess.practice.puzzles import LONGEST_ROW, Puzzle, PuzzleFileError, PuzzleFilter, read_puzzles

HEADER = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
SKEWER = "aaaaa,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46,d4c3 b6b3 c3d4 b3f3,900,80,95,300,endgame skewer short,u,\n"
LADDER = "bbbbb,8/8/2k4Q/R7/8/8/8/6K1 b - - 0 30,c6c7 a5a7 c7c8 h6h8,1500,75,90,10,mate mateIn2,u,\n"


def names(rows: str, **wanted: object) -> list[str | None]:
    found = read_puzzles((HEADER + rows).splitlines(keepends=True), PuzzleFilter(**wanted))  # type: ignore[arg-type]
    return [None if each is None else each.name for each in found]


def test_a_row_is_the_position_before_the_opponents_move() -> None:
    (puzzle,) = read_puzzles([HEADER, SKEWER], PuzzleFilter())
    assert isinstance(puzzle, Puzzle)
    assert puzzle.board.turn and puzzle.board.fen().startswith("8/4K3/1Q6/4p3/8/2k2q2/P7/8 w")
    assert [move.uci() for move in puzzle.solution] == ["b6b3", "c3d4", "b3f3"]
    assert (puzzle.men, puzzle.rating) == (6, 900) and "skewer" in puzzle.themes


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, ["aaaaa", "bbbbb"]),
        ({"men": (5, 16)}, ["aaaaa"]),
        ({"men": (2, 5)}, ["bbbbb"]),
        ({"rating": (800, 1600)}, ["aaaaa", "bbbbb"]),
        ({"rating": (1000, 1600)}, ["bbbbb"]),
        ({"theme": "mateIn2"}, ["bbbbb"]),
        ({"theme": "SKEWER"}, ["aaaaa"]),
        ({"theme": "fork"}, []),
        ({"men": (6, 6), "rating": (900, 900), "theme": "short"}, ["aaaaa"]),
    ],
)
def test_only_what_is_wanted(wanted: dict[str, object], expected: list[str]) -> None:
    assert names(SKEWER + LADDER, **wanted) == expected


@pytest.mark.parametrize(
    "row",
    [
        "ccccc,8/8/8/8/8/8/8/8 b - - 0 1,a2a3 a3a4,900",
        "ccccc,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46,d4c3 b6b3 c3d4,900",
        "ccccc,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46,d4c3,900",
        "ccccc,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46,d4d8 b6b3,900",
        "ccccc,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46,d4c3 sense,900",
        "ccccc,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46,d4c3 b6b3,many",
        "ccccc,8/4K3/1Q6/4p3/3k4/5q2/P7/8 b - - 8 46," + "d4c3 b6b3 " * 30 + ",900",
        "ccccc",
    ],
)
def test_a_row_that_is_no_puzzle_is_counted_and_passed_over(row: str) -> None:
    assert names(row + "\n" + SKEWER) == [None, "aaaaa"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "a,b,c\n",
        "PuzzleId,FEN\n",
        HEADER + "x" * (LONGEST_ROW + 1),
        HEADER + "a\0b\n",
        HEADER + '"' + "x," * 100_000,
    ],
)
def test_what_is_no_file_of_puzzles_is_one_sentence(text: str) -> None:
    with pytest.raises(PuzzleFileError):
        list(read_puzzles(text.splitlines(keepends=True), PuzzleFilter()))


def test_a_file_is_read_as_a_stream() -> None:
    read = 0

    def lines() -> Iterator[str]:
        nonlocal read
        yield HEADER
        for _ in range(1_000_000):
            read += 1
            yield SKEWER

    assert next(read_puzzles(lines(), PuzzleFilter())) is not None
    assert read < 100


def test_our_own_keep_to_their_bars_and_are_no_doubles() -> None:
    own = own_puzzles()
    assert len(own) == 300
    for puzzle in own:
        board = puzzle.board.copy(stack=False)
        moves = (len(puzzle.solution) + 1) // 2
        assert puzzle.men <= MOST_MEN and LEAST_MOVES <= moves <= MOST_MOVES and len(puzzle.solution) % 2 == 1
        for move in puzzle.solution:
            assert move in board.legal_moves
            board.push(move)
    assert len({puzzle.key for puzzle in own}) == len(own) == len({puzzle.name for puzzle in own})


def test_a_part_of_lichess_file_without_its_first_line_is_read() -> None:
    assert [each and each.name for each in read_puzzles([SKEWER, LADDER], PuzzleFilter(theme="mateIn2"))] == ["bbbbb"]
