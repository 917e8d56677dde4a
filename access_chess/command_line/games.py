"""`access-chess games`: what is in the journal."""

import click

from access_chess.command_line.options.at_pages import at_pages_option, journal_of
from access_chess.command_line.options.errors import InputError, error_words
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.edge.terminal.text import shown
from access_chess.laws.commands import Result
from access_chess.session.ports import JournalError


@click.command()
@at_pages_option
def games(*, at_pages: bool) -> None:
    """List the games in the journal, the oldest first, one line each; of a damaged one, where it is damaged."""
    try:
        journal = Journal.reading(journal_of(at_pages=at_pages))
        listed = journal.survey()
        journal.close()
    except JournalError as error:
        raise InputError(error_words(error)) from error
    for game in listed:
        click.echo(shown(_line(game) if isinstance(game, GameListed) else str(game)))
    if not listed:
        click.echo("There are no games in the journal.")


def _line(game: GameListed) -> str:
    begun = game.begun.astimezone().strftime("%Y-%m-%d %H:%M")
    players = game.setup.players
    names = f"White {players.white.name or 'unnamed'}, Black {players.black.name or 'unnamed'}"
    result = (
        ("no result" if game.setup.is_imported else "not finished") if game.result is Result.NONE else game.result.value
    )
    imported = ", imported" if game.setup.is_imported else ""
    return f"{game.game}: {begun}, {names}, {result}{imported}"
