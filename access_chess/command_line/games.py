"""`access-chess games`: what is in the journal."""

from collections.abc import Iterator

import chess
import click

from access_chess.command_line.options.defaults import spoken_pack
from access_chess.command_line.options.told import at_pages_option, damaged, journal_of
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.edge.terminal.text import shown
from access_chess.laws.commands import Result
from access_chess.scoresheets.sheet import Heading
from access_chess.speech.language.voice_pack import VoicePack


@click.command(cls=ToldCommand)
@at_pages_option
def games(*, at_pages: bool) -> None:
    """List the games in the journal, the oldest first, one line each; of a damaged one, where it is damaged."""
    journal = Journal.reading(journal_of(at_pages=at_pages))
    listed = journal.survey()
    journal.close()
    pack = spoken_pack()
    for game in listed:
        click.echo(shown(_line(game, pack) if isinstance(game, GameListed) else damaged(game, pack).text))
    if not listed:
        click.echo(pack.phrase("no_game_yet").text)


def _line(game: GameListed, pack: VoicePack) -> str:
    """The number, when it began, who played, how it ended."""
    players, unnamed = game.setup.players, pack.phrase("games_unnamed")
    names = {color: players[color].name or unnamed for color in chess.COLORS}
    told = [pack.phrase("game_opens", white=names[chess.WHITE], black=names[chess.BLACK]).text]
    if game.result is not Result.NONE:
        told.append(f"{game.result.value}.")
    elif not game.setup.is_imported:
        told.append(pack.phrase("sheet_unfinished").text)
    if game.setup.is_imported:
        told.append(pack.phrase("games_imported").text)
    return f"{game.game}: {' '.join((*_day(game), *told))}"


def _day(game: GameListed) -> Iterator[str]:
    """When it began; of a game that was played elsewhere the day as far as its file tells it."""
    tags = game.setup.occasion.tags
    if not tags:
        yield f"{game.begun.astimezone():%Y-%m-%d %H:%M}."
    elif day := Heading(tags=tags).day:
        yield f"{day}."
