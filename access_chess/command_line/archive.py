"""`access-chess archive`: all scoresheets of a tournament in a folder, which is kept and never written over."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import chess
import click
from msgspec import structs

from access_chess.command_line.export import entries_of, journal_sheet
from access_chess.command_line.options.errors import not_written, reason, wrong
from access_chess.command_line.options.sheet_forms import FORMS, SheetStyle
from access_chess.command_line.options.told import Progress, damaged, tell
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.sound.audio_file import has_audio
from access_chess.edge.sound.synthesiser import SynthesisError
from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.journal import GameListed, Journal
from access_chess.edge.storage.places import journal_file
from access_chess.edge.storage.sheet_archive import SheetArchive
from access_chess.laws.events import GameSetUp, SheetHandedIn
from access_chess.scoresheets.archive import ArchivedGame, by_round, index_html, index_text, places, safe_name
from access_chess.scoresheets.of_game import Notes
from access_chess.scoresheets.sheet import Heading, Sheet, Whose
from access_chess.session.ports import Entry
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
            _keep_event(each, folder, look, suffix, progress)
    except SynthesisError as error:
        raise wrong("sound_none_archive", error=reason(error)) from error
    except OSError as error:
        raise not_written(error) from error


def _finished(event: str, pack: VoicePack) -> list[tuple[int, Heading]]:
    """The games that are over, the oldest first; of the others it is said that they are left out."""
    journal = Journal.reading(journal_file())
    try:
        listed = journal.survey()
    finally:
        journal.close()
    found = []
    for game in listed:
        if isinstance(game, Damage):
            click.echo(damaged(game, pack).text, err=True)
        elif _belongs(game, event):
            heading = journal_sheet(entries_of(game.game), Whose.RECORD, pack).heading
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


def _keep_event(games: list[ArchivedGame], folder: Path, look: SheetStyle, sound: str, progress: Progress) -> None:
    kept = SheetArchive(folder / games[0].event)
    listed, records = [], {}
    try:
        for game in games:
            place = "/".join(game.place[1:])
            records[game.number] = _keep_game(game.number, place, kept, look, sound)
            listed.append(structs.replace(game, files=kept.files(place)))
            progress.one_more()
        for name, each in by_round(listed):
            file = f"round-{name}.pgn" if name else "games.pgn"
            kept.renew(file, b"\n".join(records[game.number] for game in each))
        kept.renew("index.txt", index_text(listed, look.pack).encode())
        kept.renew("index.html", index_html(listed, look.pack).encode())
    finally:
        kept.close()
    for old, other in kept.beside:
        click.echo(look.pack.phrase("archive_differs", file=str(old), other=other.name).text)
    tell([look.pack.phrase("archive_kept", folder=str(kept.folder), games=str(len(listed)), new=str(kept.new))])


def _keep_game(number: int, place: str, kept: SheetArchive, look: SheetStyle, sound: str) -> bytes:
    """All sheets of a game in its folder; its record as PGN, which goes into the file of its round as well."""
    entries, notes = entries_of(number), Notes(look.pack)
    record = journal_sheet(entries, Whose.RECORD, look.pack, notes)
    pgn = FORMS["pgn"]([record], look, notes.words)
    at = kept.keep(f"{place}/record.pgn", pgn)
    for form in ("txt", "html"):
        kept.keep(f"{place}/record.{form}", FORMS[form]([record], look, notes.words))
    for color, whose in ((chess.WHITE, Whose.WHITE), (chess.BLACK, Whose.BLACK)):
        for form, content in _own_sheets(entries, color, whose, look):
            kept.keep(f"{place}/{whose}.{form}", content)
    if rulings := _rulings(record):
        kept.keep(f"{place}/rulings.txt", rulings.encode())
    if sound != "none" and not at.with_suffix(f".{sound}").exists():  # no voice says it twice in the same way
        kept.keep(f"{place}/{at.stem}.{sound}", FORMS[sound]([record], look, notes.words))
    return pgn


def _own_sheets(
    entries: tuple[Entry, ...], color: chess.Color, whose: Whose, look: SheetStyle
) -> Iterator[tuple[str, bytes]]:
    """A player's sheet as it was handed in; else as it was written here, if anything was written."""
    handed_in = [entry.event for entry in entries if isinstance(entry.event, SheetHandedIn)]
    own = [event for event in handed_in if event.color is color]
    if own:
        yield ("brf" if own[-1].is_braille else "txt"), own[-1].text.encode()
        return
    sheet = journal_sheet(entries, whose, look.pack)
    for form in _forms_of(entries, color) if sheet.lines else ():
        yield form, FORMS[form]([sheet], look, {})


def _forms_of(entries: tuple[Entry, ...], color: chess.Color) -> tuple[str, ...]:
    """A player at the pegged board keeps the sheet in braille (E.2.5)."""
    first = entries[0].event
    is_blind = isinstance(first, GameSetUp) and first.setup.players[color].is_blind
    return ("txt", "brf") if is_blind else ("txt",)


def _rulings(record: Sheet) -> str:
    """What an arbiter has to know of the game: the notes, with the move that they follow."""
    lines = [*record.notes]
    for line in record.lines:
        dots = "." if line.color else "..."
        lines += [f"{line.number}{dots} {note}" for note in line.notes]
    return "".join(f"{line}\n" for line in lines)
