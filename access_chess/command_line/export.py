"""`access-chess export`: the scoresheet of a game in the journal, in the form that the file's name asks for."""

from pathlib import Path

import click

from access_chess.command_line.options.errors import not_written, wrong
from access_chess.command_line.options.sheet_forms import BINARY, ENVELOPES, FORMS, SheetStyle, envelope_content
from access_chess.command_line.options.told import at_pages_option, journal_of
from access_chess.command_line.options.told_help import ToldCommand
from access_chess.command_line.replay import GAME_NUMBER
from access_chess.edge.packs.voice_packs import REFERENCE, load_voice_pack
from access_chess.edge.paper import Paper
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import write_private, write_whole
from access_chess.scoresheets.braille_text import BrailleLayout, Page
from access_chess.scoresheets.of_game import Note, Notes, sheet_of
from access_chess.scoresheets.printed import NORMAL_SIZE, SIZES
from access_chess.scoresheets.sheet import Sheet, Whose
from access_chess.session.ports import Entry
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import FASTEST, NORMAL_RATE, SLOWEST

BOTH = "both"


ENVELOPE = "envelope"
DEFAULT_FORM, DEFAULT_ENVELOPE = "pgn", "txt"


def _page(_context: click.Context, _parameter: click.Parameter, text: str) -> Page:
    """A braille page as "40x25": cells, lines."""
    cells, _, lines = text.lower().partition("x")
    if cells.isdecimal() and lines.isdecimal() and 20 <= int(cells) <= 60 and 10 <= int(lines) <= 60:
        return Page(cells=int(cells), lines=int(lines))
    raise wrong("usage_page", name="--page")


@click.command(cls=ToldCommand)
@click.argument("game", type=GAME_NUMBER)
@click.option("--to", "sheet_form", type=click.Choice([*FORMS, ENVELOPE]))
@click.option(
    "--whose",
    type=click.Choice([*(each.value for each in Whose), BOTH]),
    default=Whose.RECORD.value,
    show_default=True,
)
@click.option("--voices", default=REFERENCE, show_default=True)
@click.option("--size", type=click.IntRange(SIZES[0], SIZES[-1]), default=NORMAL_SIZE, show_default=True)
@click.option("--paper", type=click.Choice([each.value for each in Paper]), default=Paper.A4.value, show_default=True)
@click.option("--page", default="40x25", show_default=True, callback=_page)
@click.option("--layout", type=click.Choice([each.value for each in BrailleLayout]), default=BrailleLayout.LINES.value)
@click.option("--sealed", is_flag=True)
@click.option("--without-clock", is_flag=True)
@click.option("--rate", type=click.IntRange(SLOWEST, FASTEST), default=NORMAL_RATE, show_default=True)
@at_pages_option
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default=Path("-"))
def export(
    game: int,
    sheet_form: str | None,
    whose: str,
    voices: str,
    size: int,
    paper: str,
    page: Page,
    layout: str,
    sealed: bool,
    without_clock: bool,
    rate: int,
    file: Path,
    at_pages: bool,
) -> None:
    """Write the game with number GAME to FILE, or without FILE to the screen."""
    is_envelope, form = sheet_form == ENVELOPE, _form_of(file, sheet_form)
    if str(file) == "-" and (form in BINARY or sealed):
        raise wrong("export_needs_file", name="envelope" if sealed else "sheet", form=form)
    try:
        look = SheetStyle(
            pack=load_voice_pack(voices),
            size=size,
            paper=Paper(paper),
            page=page,
            layout=BrailleLayout(layout),
            with_clock=not without_clock,
            rate=rate,
        )
        entries = entries_of(game, at_pages=at_pages)
        if is_envelope:
            content = envelope_content(entries, form, look, has_move=sealed)
        else:
            content = _sheets(entries, form, whose, look)
        _write(content, file, is_private=is_envelope)
    except OSError as error:
        raise not_written(error) from error


def _sheets(entries: tuple[Entry, ...], form: str, whose: str, look: SheetStyle) -> bytes:
    wanted = (Whose.WHITE, Whose.BLACK) if whose == BOTH else (Whose(whose),)
    notes = Notes(look.pack)
    sheets = [journal_sheet(entries, each, look.pack, notes) for each in wanted]
    return FORMS[form](sheets, look, notes.words)


def entries_of(game: int, *, at_pages: bool = False) -> tuple[Entry, ...]:
    """All that the journal has of a game, or that of the hall's pages. Raises JournalError."""
    journal = Journal.reading(journal_of(at_pages=at_pages))
    try:
        return journal.entries(game)
    finally:
        journal.close()


def journal_sheet(entries: tuple[Entry, ...], whose: Whose, pack: VoicePack, note: Note | None = None) -> Sheet:
    """A sheet of a game in the journal."""
    day = entries[0].wall.astimezone().date()
    events = (entry.event for entry in entries)
    return sheet_of(events, day, whose=whose, note=note or Notes(pack), letters=(pack.letters,))


def _form_of(file: Path, asked: str | None) -> str:
    """What was asked for, else what the file's name ends with; envelopes have fewer forms."""
    suffix = file.suffix.lower().removeprefix(".")
    if asked == ENVELOPE:
        return suffix if suffix in ENVELOPES else DEFAULT_ENVELOPE
    return asked or (suffix if suffix in FORMS else DEFAULT_FORM)


def _write(content: bytes, file: Path, *, is_private: bool) -> None:
    if str(file) == "-":
        click.echo(content.decode(), nl=False)
    else:
        (write_private if is_private else write_whole)(file, content)
