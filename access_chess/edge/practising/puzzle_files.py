"""Files of practice: puzzles (those that come with the program, and Lichess's, plain or compressed as the user has
saved them); the player's openings, PGN files with variations, kept in the file of practice by color and name; and the
graph of a game, a sound for `.wav`, a picture for everything else.
"""

import gzip
import io
import wave
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import chess
import numpy as np
from msgspec import Struct

from access_chess.edge.practising.store import PracticeStore
from access_chess.edge.storage.places import write_whole
from access_chess.notation.written import Letters
from access_chess.phrased_error import PhrasedError
from access_chess.practice.graph import RATE, picture, sound
from access_chess.practice.puzzles import Puzzle, PuzzleFileError, PuzzleFilter, read_puzzles
from access_chess.practice.repertoire import RepertoirePosition, decisions
from access_chess.scoresheets.encodings import decoded
from access_chess.scoresheets.pgn_reading import TreeRead, read_trees

OWN = Path(__file__).resolve().parents[2] / "practice" / "puzzles.csv"


@cache
def own_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program, in the order of their numbers."""
    return tuple(puzzle for puzzle in puzzles_in(OWN, PuzzleFilter()) if puzzle is not None)


def puzzles_in(path: Path, wanted: PuzzleFilter) -> Iterator[Puzzle | None]:
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


KIND = "repertoire"
LARGEST = 5_000_000  # bytes; a repertoire is a small part of that


class RepertoireError(PhrasedError):
    """A file is no repertoire; the message is one plain sentence."""


class Added(Struct, frozen=True, kw_only=True):
    """What a file brought: its games as they were read, with their faults, and how many decisions they have.

    `pages` are the old code pages that it was read in. Without a decision nothing was kept.
    """

    trees: tuple[TreeRead, ...]
    decisions: int
    pages: tuple[str, ...] = ()


class KeptOpenings(Struct, frozen=True, kw_only=True):
    """Openings that were added from one file, for one color."""

    color: chess.Color
    file: str
    decisions: tuple[RepertoirePosition, ...]


def add(
    store: PracticeStore, file: Path, color: chess.Color, *, language: str = "en", letters: Sequence[Letters] = ()
) -> Added:
    """Keep a file as the openings of a color, in the place of one of the same name.

    `language` is the one that is spoken, `letters` are its own. Raises RepertoireError and OSError.
    """
    if file.stat().st_size > LARGEST:
        raise RepertoireError("repertoire_large", path=file)
    text, pages = decoded(file.read_bytes(), language)
    trees = tuple(read_trees(text, letters))
    found = decisions((tree.game for tree in trees), color)
    if found:  # it is kept as it was understood, so that it is read alike in every language
        kept = "".join(f"{tree.game}\n\n" for tree in trees if tree.game.variations)
        store.keep_text(KIND, f"{chess.COLOR_NAMES[color]}/{file.name}", kept)
    return Added(trees=trees, decisions=len(found), pages=pages)


def remove(store: PracticeStore, name: str, colors: Iterable[chess.Color]) -> tuple[chess.Color, ...]:
    """Remove the openings of these colors that were added from a file of this name; of which color there were any."""
    return tuple(color for color in colors if store.remove_text(KIND, f"{chess.COLOR_NAMES[color]}/{name}"))


def kept_openings(store: PracticeStore, letters: Sequence[Letters] = ()) -> Iterator[KeptOpenings]:
    """All openings that were added, as far as they can be read, the first first."""
    for name, text in store.texts(KIND).items():
        color_name, _, file = name.partition("/")
        color = color_name == chess.COLOR_NAMES[chess.WHITE]
        games = (tree.game for tree in read_trees(text, letters))
        yield KeptOpenings(color=color, file=file, decisions=decisions(games, color))


def all_decisions(store: PracticeStore, letters: Sequence[Letters] = ()) -> tuple[RepertoirePosition, ...]:
    """The decisions of all openings that were added."""
    return tuple(decision for kept in kept_openings(store, letters) for decision in kept.decisions)


def write_graph(file: Path, chances: Sequence[float], title: str) -> None:
    """Write it, in the form that the file's name asks for. Raises OSError; then no part of it is left."""
    if file.suffix.lower() != ".wav":
        write_whole(file, picture(chances, title).encode())
        return
    samples, content = (sound(chances) * 32_767).astype("<i2"), io.BytesIO()
    with wave.open(content, "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(np.dtype("<i2").itemsize)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    write_whole(file, content.getvalue())
