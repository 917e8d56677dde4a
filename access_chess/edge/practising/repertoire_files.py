"""The player's openings: PGN files with variations, kept in the file of practice by color and name."""

import io
import logging
from pathlib import Path

import chess
import chess.pgn

from access_chess.edge.practising.store import PracticeStore
from access_chess.practice.repertoire import Decision, decisions
from access_chess.session.ports import PhrasedError

KIND = "repertoire"
LARGEST = 5_000_000  # characters; a repertoire is a small part of that


class RepertoireError(PhrasedError):
    """A file is no repertoire; the message is one plain sentence."""


def add(store: PracticeStore, file: Path, color: chess.Color) -> int:
    """Keep a file as the openings of a color, in the place of one of the same name; how many decisions it has.

    Raises RepertoireError and OSError.
    """
    if file.stat().st_size > LARGEST:
        raise RepertoireError("repertoire_large", path=file)
    text = file.read_text(encoding="utf-8", errors="replace")
    try:
        found = decisions(_games(text), color)
    except RepertoireError as error:
        raise RepertoireError(f"The file {file} is no PGN.") from error
    if not found:
        raise RepertoireError("repertoire_no_moves", path=file)
    store.keep_text(KIND, f"{chess.COLOR_NAMES[color]}/{file.name}", text)
    return len(found)


def all_decisions(store: PracticeStore) -> tuple[Decision, ...]:
    """The decisions of all openings that were added."""
    found: list[Decision] = []
    for name, text in store.texts(KIND).items():
        found += decisions(_games(text), name.startswith(chess.COLOR_NAMES[chess.WHITE]))
    return tuple(found)


def _games(text: str) -> list[chess.pgn.Game]:
    """Games as far as they can be read."""
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # what it cannot read it would write beside what is said
    stream, games = io.StringIO(text), []
    try:
        while (game := chess.pgn.read_game(stream)) is not None:
            if game.variations:
                games.append(game)
    except (ValueError, LookupError, AssertionError, RecursionError) as error:  # of what is no PGN at all
        raise RepertoireError("What was read is no PGN.") from error
    return games
