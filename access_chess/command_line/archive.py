"""`access-chess archive`: all scoresheets of a tournament in a folder, which is kept and never written over."""

import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import click

from access_chess.command_line.options.errors import reason, wrong
from access_chess.command_line.options.told import damaged, tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.sheets.archiving import keep_event
from access_chess.edge.sheets.files import entries_of, journal_sheet
from access_chess.edge.sheets.forms import SheetStyle
from access_chess.edge.sheets.progress import Progress
from access_chess.edge.sound.audio_file import has_audio
from access_chess.edge.sound.synthesiser import SynthesisError
from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.edge.storage.places import journal_file
from access_chess.phrased_error import not_written
from access_chess.scoresheets.archive import ArchivedGame, places, safe_name
from access_chess.scoresheets.sheet import Heading, Whose
from access_chess.speech.language.voice_pack import VoicePack

SOUNDS = ("mp3", "flac", "none")
_DAY = re.compile(r"(\d{4}-\d\d-\d\d|undated) ")  # before the name of an event's folder
NOTHING = 1  # the exit status where there is no such game


@click.command(cls=ToldCommand)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--event", default="", metavar="TEXT")
@click.option("--sound", type=click.Choice(SOUNDS))
@click.option("--voices", default=REFERENCE, show_default=True)
@click.pass_context
def archive(context: click.Context, folder: Path, event: str, sound: str | None, voices: str) -> None:
    """Keep the records and both players' sheets of all finished games in FOLDER, with an index of each tournament."""
    try:
        look = SheetStyle(pack=load_voice_pack(voices))
        games = _chosen(places(_finished(event, look.pack)), event)
        if not games:
            key = "archive_no_game_of" if event else "archive_nothing"
            tell([look.pack.phrase(key, **({"event": event} if event else {}))])
            context.exit(NOTHING)
        suffix = sound or ("mp3" if has_audio() else "none")
        progress = Progress(len(games), look.pack)
        for each in _by_event(games):
            _keep(each, folder, look, suffix, progress)
    except SynthesisError as error:
        raise wrong("sound_none_archive", error=reason(error)) from error
    except OSError as error:
        raise not_written(error) from error


def _finished(event: str, pack: VoicePack) -> list[tuple[int, Heading]]:
    """The games that are over, the oldest first; of the others it is said that they are left out."""
    with closing(Journal.reading(journal_file())) as journal:
        listed = journal.survey()
    found = []
    for game in listed:
        if isinstance(game, Damage):
            click.echo(damaged(game, pack).text, err=True)
        elif _belongs(game, event):
            heading = journal_sheet(entries_of(game.game, journal_file()), Whose.RECORD, pack).heading
            if heading.ending is None:
                click.echo(pack.phrase("archive_unfinished", number=str(game.game)).text, err=True)
            else:
                found.append((game.game, heading))
    return found


def _belongs(game: GameListed, event: str) -> bool:
    """An event is named by its name, or by its folder, whose name has its first day before."""
    named = game.setup.occasion.event.casefold()
    is_of_it = not event or named == event.casefold() or safe_name(named) == _DAY.sub("", event).casefold()
    return is_of_it and not game.setup.is_clock_alone


def _chosen(games: tuple[ArchivedGame, ...], event: str) -> tuple[ArchivedGame, ...]:
    """Of several events of one name the one whose folder is named; else all."""
    named = event.casefold()
    of_folder = tuple(game for game in games if game.event.casefold() == named)
    return of_folder or tuple(game for game in games if not event or game.heading.event.casefold() == named)


def _by_event(games: Iterable[ArchivedGame]) -> list[list[ArchivedGame]]:
    events: dict[str, list[ArchivedGame]] = {}
    for game in games:
        events.setdefault(game.event, []).append(game)
    return list(events.values())


def _keep(games: Sequence[ArchivedGame], folder: Path, look: SheetStyle, sound: str, progress: Progress) -> None:
    """Keep the games of an event, and tell what was kept."""
    kept = keep_event(games, folder, look, sound, progress)
    for old, other in kept.beside:
        click.echo(look.pack.phrase("archive_differs", file=str(old), other=other.name).text)
    tell([look.pack.phrase("archive_kept", folder=str(kept.folder), games=str(len(games)), new=str(kept.new))])
