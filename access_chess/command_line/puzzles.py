"""`access-chess puzzles` and `openings`: what `access-chess train` asks, out of files and games.

Puzzles are those of files of Lichess's and those found in games; openings are one's own, out of PGN files.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import click

from access_chess.command_line.options.errors import wrong
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.phrased_error import not_read
from access_chess.speech.language.voice_pack import VoicePack

if TYPE_CHECKING:
    from access_chess.edge.practising.analysts import UciAnalyst
    from access_chess.edge.practising.games import OpenTable
    from access_chess.edge.practising.store import PracticeStore
    from access_chess.practice.puzzles import Puzzle, PuzzleFilter
    from access_chess.scoresheets.pgn_reading import TreeRead

PROGRESS = 10.0  # seconds between two words of how far it is
PART = 500  # puzzles that are kept at once
_COLORS = click.Choice(["white", "black"])
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


@click.group(cls=ToldGroup)
def openings() -> None:
    """Bring one's own openings."""


@openings.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--as", "side", type=_COLORS, required=True)
@click.option("--voices", default=REFERENCE, show_default=True)
def add(file: Path, side: str, voices: str) -> None:
    """Keep the variations of FILE, a PGN, as one's own openings."""
    from access_chess.edge.practising.puzzle_files import add as added

    with _kept(voices) as (pack, store):
        found = added(store, file, side == "white", language=pack.language, letters=(pack.letters,))
        is_whole = _tell_read(found.trees, found.pages, pack)
        if not found.decisions:
            raise wrong("repertoire_no_moves", path=file)
        tell([pack.phrase("openings_added", count=found.decisions)])
    sys.exit(0 if is_whole else 1)


def _tell_read(trees: "Sequence[TreeRead]", pages: Sequence[str], pack: VoicePack) -> bool:
    """Tell what could not be read of games and side lines. Whether that is nothing; a side line may end with a pass."""
    from access_chess.scoresheets.comparison_words import reading_words  # these rooms take their time
    from access_chess.scoresheets.faults import FaultKind, faults_told, refusal_of, refusals_told

    if pages:
        tell([pack.phrase("pgn_pages", pages=", ".join(pages))])
    refusals, is_whole = [], True
    for number, tree in enumerate(trees, 1):
        refusal = refusal_of(tree.read.faults)
        if refusal is not None:
            refusals.append((number, refusal))
        told = () if refusal or tree.read.is_whole else reading_words(tree.read, pack, with_refusal=False)
        words = [*told, *faults_told(tree.faults, pack)]
        if words and len(trees) > 1:
            words.insert(0, pack.phrase("sheet_game", number=str(number)))
        tell(words)
        is_whole = is_whole and tree.read.is_whole and all(fault.kind is FaultKind.PASS for fault in tree.faults)
    tell(refusals_told(refusals, pack))
    return is_whole


@openings.command(name="list")
@click.option("--voices", default=REFERENCE, show_default=True)
def list_(voices: str) -> None:
    """Name one's own openings."""
    from access_chess.edge.practising.puzzle_files import kept_openings

    with _kept(voices) as (pack, store):
        found = list(kept_openings(store, (pack.letters,)))
        for each in found:
            decisions = pack.phrase("openings_added", count=len(each.decisions))
            tell([pack.phrase("openings_kept", color=_color(each.color, pack), file=each.file, decisions=decisions)])
        if not found:
            tell([pack.phrase("openings_none")])


@openings.command()
@click.argument("file")
@click.option("--as", "side", type=_COLORS)
@click.option("--voices", default=REFERENCE, show_default=True)
def remove(file: str, side: str | None, voices: str) -> None:
    """Remove openings that were added from FILE."""
    from access_chess.edge.practising.puzzle_files import kept_openings
    from access_chess.edge.practising.puzzle_files import remove as removed

    with _kept(voices) as (pack, store):
        colors = chess.COLORS if side is None else (side == "white",)
        name = Path(file).name
        gone = removed(store, name, colors)
        if not gone:
            known = ", ".join(dict.fromkeys(each.file for each in kept_openings(store)))
            raise wrong("openings_none_such", name=repr(name), known=known) if known else wrong("openings_none")
        tell(pack.phrase("openings_removed", color=_color(each, pack), file=name) for each in gone)


@contextmanager
def _kept(voices: str) -> Iterator[tuple[VoicePack, "PracticeStore"]]:
    """The words, and the file of practice; what goes wrong is told in a sentence."""
    from access_chess.edge.practising.store import practice_store

    try:
        pack = load_voice_pack(voices)
        with closing(practice_store()) as store:
            yield pack, store
    except OSError as error:
        raise not_read(error) from error


def _color(color: chess.Color, pack: VoicePack) -> str:
    return pack.phrase(chess.COLOR_NAMES[color]).text
