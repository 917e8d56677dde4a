"""Brings puzzles into the file of practice, and tells meanwhile how far it is."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.practising.games import OpenTable, games_of, practice_store
from access_chess.edge.practising.analysts import UciAnalyst, open_analyst
from access_chess.edge.practising.puzzle_files import puzzles_in
from access_chess.practice.puzzle_finding import errors_in, puzzle_of
from access_chess.practice.puzzles import Puzzle, PuzzleFilter
from access_chess.speech.language.voice_pack import VoicePack

PROGRESS = 10.0  # seconds between two words of how far it is
PART = 500  # puzzles that are kept at once
ALL_MEN = 32  # of one's own game no position is left out


def imported(file: Path, wanted: PuzzleFilter, most: int, pack: VoicePack) -> Iterator[str]:
    """Keep the puzzles of a file that are wanted; what is told meanwhile and at the end."""
    new, found, unread = 0, 0, 0
    part: list[Puzzle] = []
    told = time.monotonic()
    with closing(practice_store()) as store:
        for puzzle in puzzles_in(file, wanted):
            if puzzle is None:
                unread += 1
                continue
            part.append(puzzle)
            found += 1
            if len(part) == PART:
                new += store.add_puzzles(part)
                part.clear()
            if time.monotonic() - told > PROGRESS:
                told = time.monotonic()
                yield pack.phrase("puzzles_so_far", count=found).text
            if found == most:
                break
        new += store.add_puzzles(part)
    yield pack.phrase("puzzles_imported", count=new).text
    if unread:
        yield pack.phrase("puzzles_unread", count=unread).text


def found(names: Sequence[str], pack: VoicePack) -> Iterator[str]:
    """Find puzzles in games; a word for each game, and the number of all at the end. Each is kept as it is found."""
    analyst = open_analyst()
    if analyst is None:
        raise wrong("puzzles_need_stockfish")
    total = 0
    with closing(analyst), closing(practice_store()) as store:
        for game in games_of(names):
            yield pack.phrase("puzzles_looking", game=game.name).text
            total += store.add_puzzles(_in_game(game, analyst))
    yield pack.phrase("puzzles_imported", count=total).text


def _in_game(game: OpenTable, analyst: UciAnalyst) -> Iterator[Puzzle]:
    for error in errors_in(game.moves, game.start, analyst, men=ALL_MEN):
        puzzle = puzzle_of(error, analyst, name=f"game-{game.name}-{error.board.ply()}")
        if puzzle is not None:
            yield puzzle
