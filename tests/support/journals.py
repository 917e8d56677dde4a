"""Journals for tests: files that the program wrote long ago, and what it told of them."""

import shutil
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import chess

from access_chess.laws.evolve import replay
from access_chess.session.ports import Entry

JOURNALS = Path(__file__).parents[1] / "data" / "journals"


@dataclass(frozen=True, kw_only=True)
class Told:
    """A game as it was told then: how many entries, the position, phase, result and displays in microseconds."""

    game: int
    entries: int
    position: str
    phase: str
    result: str
    white: int
    black: int


def written(name: str, folder: Path) -> Path:
    """A copy of one of the files as the journal of this folder."""
    path = folder / "journal.sqlite"
    shutil.copyfile(JOURNALS / f"{name}.sqlite", path)
    return path


def told_then(name: str) -> list[Told]:
    """What was told of the games of that file."""
    _, *lines = (JOURNALS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [
        Told(
            game=int(game), entries=int(entries), position=position, phase=phase, result=result,
            white=int(white), black=int(black),
        )
        for game, entries, position, phase, result, white, black in rows
    ]  # fmt: skip


def told(number: int, entries: tuple[Entry, ...]) -> Told:
    """The same of a game's entries."""
    game, at = replay(entry.event for entry in entries), entries[-1].at
    white, black = (game.remaining(color, at) // timedelta(microseconds=1) for color in (chess.WHITE, chess.BLACK))
    return Told(
        game=number,
        entries=len(entries),
        position=game.board.fen(),
        phase=game.phase.value,
        result="none" if game.end is None else f"{game.end.result.value} {game.end.ending.value}",
        white=white,
        black=black,
    )
