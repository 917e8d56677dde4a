"""`access-chess puzzles`: puzzles out of files of Lichess's, and out of games, for `access-chess train`."""

from pathlib import Path

import click

from access_chess.command_line.options.errors import not_read, wrong
from access_chess.command_line.options.told_help import ToldGroup
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack


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
    from access_chess.command_line.practising.bringing import imported  # these rooms take their time
    from access_chess.practice.puzzles import PuzzleFileError, PuzzleFilter

    try:
        pack = load_voice_pack(voices)
        for line in imported(file, PuzzleFilter(men=men, rating=rating, theme=theme), most, pack):
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
    from access_chess.command_line.practising.bringing import found

    try:
        for line in found(games, load_voice_pack(voices)):
            click.echo(line)
    except OSError as error:
        raise not_read(error) from error
