"""`access-chess compare`: do two scoresheets have the same game, and if not, why not?"""

import click

from access_chess.command_line.options.sheets import sheet_named
from access_chess.command_line.options.told import tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.scoresheets import comparison
from access_chess.scoresheets.comparison_words import comparison_words


@click.command(cls=ToldCommand)
@click.argument("first")
@click.argument("second")
@click.option("--voices", default=REFERENCE, show_default=True)
@click.pass_context
def compare(context: click.Context, first: str, second: str, voices: str) -> None:
    """Compare two sheets: files, or games of the journal as 3, 3:white or 3:black."""
    pack = load_voice_pack(voices)
    sheets = sheet_named(first, pack), sheet_named(second, pack)
    divergence = comparison.compare(*sheets, letters=(pack.letters,))
    tell(comparison_words(divergence, *sheets, (first, second), pack))
    context.exit(0 if divergence is None else 1)
