"""`access-chess export`: the scoresheet of a game in the journal."""

from pathlib import Path

import click

from access_chess.command_line.errors import InputError, not_written
from access_chess.command_line.replay import GAME_NUMBER, hear_again
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.evolve import replay as replayed
from access_chess.notation.game_record import braille_scoresheet, pgn, scoresheet
from access_chess.session.ports import Entry, JournalError


@click.command()
@click.argument("game", type=GAME_NUMBER)
@click.option("--to", "form", type=click.Choice(["pgn", "txt", "brf", "wav"]), default="pgn", show_default=True)
@click.option("--voices", default=DEFAULT, show_default=True, help="The pack whose piece letters are written.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default=Path("-"))
def export(game: int, form: str, voices: str, file: Path) -> None:
    """Write the game with number GAME to FILE, or without FILE to the screen."""
    try:
        journal = Journal.reading(journal_file())
        entries = journal.entries(game)
        journal.close()
        if form == "wav":
            if str(file) == "-":
                raise InputError("Sound needs the name of a file: export GAME --to wav FILE.")
            hear_again(entries, voices=voices, wav=file)
        else:
            _write(_text(entries, form, voices), file)
    except (JournalError, VoicePackError) as error:
        raise InputError(str(error)) from error
    except OSError as error:
        raise not_written(error) from error


def _text(entries: tuple[Entry, ...], form: str, voices: str) -> str:
    game = replayed(entry.event for entry in entries)
    letters = load_voice_pack(voices).letters
    match form:
        case "pgn":
            return pgn(game, entries[0].wall.astimezone().date())
        case "txt":
            return scoresheet(game, letters)
        case _:
            return braille_scoresheet(game, letters)


def _write(text: str, file: Path) -> None:
    if str(file) == "-":
        click.echo(text, nl=False)
    else:
        file.write_text(text, encoding="utf-8")
