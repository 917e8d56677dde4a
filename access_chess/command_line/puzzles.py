"""`access-chess puzzles`: puzzles out of files of Lichess's, and out of games, for `access-chess train`."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.phrased_error import not_read
from access_chess.speech.language.voice_pack import VoicePack

if TYPE_CHECKING:
    from access_chess.edge.practising.analysts import UciAnalyst
    from access_chess.edge.practising.games import OpenTable
    from access_chess.practice.puzzles import Puzzle, PuzzleFilter

PROGRESS = 10.0  # seconds between two words of how far it is
PART = 500  # puzzles that are kept at once
ALL_MEN = 32  # of one's own game no position is left out


@click.group(cls=ToldGroup)
def puzzles() -> None:
    """Bring puzzles: import a file, or find them in games."""


def _range(_context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """ "5-16" as two numbers; one number stands for both."""
    if value is None:
        return None
    first, _, last = value.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal() or int(first) > int(last or first):
        raise wrong("usage_pair", name=parameter.opts[0])
    return int(first), int(last or first)


@puzzles.command(name="import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--men", callback=_range, metavar="RANGE")
@click.option("--rating", callback=_range, metavar="RANGE")
@click.option("--theme", metavar="NAME")
@click.option("--most", type=click.IntRange(1), default=5_000, show_default=True)
@click.option("--voices", default=REFERENCE, show_default=True)
def import_puzzles(
    file: Path, men: tuple[int, int] | None, rating: tuple[int, int] | None, theme: str | None, most: int, voices: str
) -> None:
    """Read puzzles from FILE, a CSV as Lichess has it (plain or .gz), and keep those that are wanted."""
    from access_chess.practice.puzzles import PuzzleFileError, PuzzleFilter  # this room takes its time

    try:
        pack = load_voice_pack(voices)
        for line in _imported(file, PuzzleFilter(men=men, rating=rating, theme=theme), most, pack):
            click.echo(line)
    except PuzzleFileError as error:
        raise wrong("file_no_puzzles", path=file, error=error) from error
    except OSError as error:
        raise not_read(error) from error


@puzzles.command()
@click.argument("games", nargs=-1, metavar="[GAME|FILE.pgn]...")
@click.option("--voices", default=REFERENCE, show_default=True)
def find(games: tuple[str, ...], voices: str) -> None:
    """Find puzzles in games of the journal (by their numbers; without any, in all) or of PGN files. Needs Stockfish."""
    try:
        for line in _found(games, load_voice_pack(voices)):
            click.echo(line)
    except OSError as error:
        raise not_read(error) from error


def _imported(file: Path, wanted: "PuzzleFilter", most: int, pack: VoicePack) -> Iterator[str]:
    """Keep the puzzles of a file that are wanted; what is told meanwhile and at the end."""
    from access_chess.edge.practising.puzzle_files import puzzles_in
    from access_chess.edge.practising.store import practice_store

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


def _found(names: Sequence[str], pack: VoicePack) -> Iterator[str]:
    """Find puzzles in games; a word for each game, and the number of all at the end. Each is kept as it is found."""
    from access_chess.edge.practising.analysts import open_analyst
    from access_chess.edge.practising.games import games_of
    from access_chess.edge.practising.store import practice_store

    analyst = open_analyst()
    if analyst is None:
        raise wrong("puzzles_need_stockfish")
    total = 0
    with closing(analyst), closing(practice_store()) as store:
        for game in games_of(names, pack):
            yield pack.phrase("puzzles_looking", game=game.name).text
            total += store.add_puzzles(_in_game(game, analyst))
    yield pack.phrase("puzzles_imported", count=total).text


def _in_game(game: "OpenTable", analyst: "UciAnalyst") -> "Iterator[Puzzle]":
    from access_chess.practice.puzzle_finding import errors_in, puzzle_of

    for error in errors_in(game.moves, game.start, analyst, men=ALL_MEN):
        puzzle = puzzle_of(error, analyst, name=f"game-{game.name}-{error.board.ply()}")
        if puzzle is not None:
            yield puzzle
