"""The player's openings: PGN files with variations, kept in the file of practice by color and name."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess

from access_chess.edge.practising.store import PracticeStore
from access_chess.notation.letters import Letters
from access_chess.phrased_error import PhrasedError
from access_chess.practice.repertoire import Decision, decisions
from access_chess.scoresheets.encodings import decoded
from access_chess.scoresheets.pgn_trees import TreeRead, read_trees

KIND = "repertoire"
LARGEST = 5_000_000  # bytes; a repertoire is a small part of that


class RepertoireError(PhrasedError):
    """A file is no repertoire; the message is one plain sentence."""


@dataclass(frozen=True, kw_only=True)
class Added:
    """What a file brought: its games as they were read, with their faults, and how many decisions they have.

    `pages` are the old code pages that it was read in. Without a decision nothing was kept.
    """

    trees: tuple[TreeRead, ...]
    decisions: int
    pages: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class KeptOpenings:
    """Openings that were added from one file, for one color."""

    color: chess.Color
    file: str
    decisions: tuple[Decision, ...]


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


def all_decisions(store: PracticeStore, letters: Sequence[Letters] = ()) -> tuple[Decision, ...]:
    """The decisions of all openings that were added."""
    return tuple(decision for kept in kept_openings(store, letters) for decision in kept.decisions)
