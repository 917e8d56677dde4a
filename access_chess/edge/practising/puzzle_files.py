"""Files of puzzles: those that come with the program, and Lichess's, plain or compressed as the user has saved them."""

import gzip
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from access_chess.practice.puzzle_rows import Puzzle, PuzzleFileError, Wanted, read_puzzles

OWN = Path(__file__).resolve().parents[2] / "practice" / "puzzles.csv"


@cache
def own_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, in the order of their numbers."""
    return tuple(puzzle for puzzle in puzzles_in(OWN, Wanted()) if puzzle is not None)


def puzzles_in(path: Path, wanted: Wanted) -> Iterator[Puzzle | None]:
    """The puzzles of a file that are wanted; None for a row that cannot be read. Read as they are asked for.

    Raises OSError, and PuzzleFileError where it is no file of puzzles.
    """
    if path.suffix == ".zst":
        raise PuzzleFileError("puzzles_zst")
    with ExitStack() as closing:
        if path.suffix == ".gz":
            lines = closing.enter_context(gzip.open(path, "rt", encoding="utf-8", newline=""))
        else:
            lines = closing.enter_context(path.open(encoding="utf-8", newline=""))
        try:
            yield from read_puzzles(lines, wanted)
        except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
            raise PuzzleFileError("reason_no_text") from error
