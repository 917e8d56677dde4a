"""`access-chess export`: the scoresheet of a game in the journal, in the form that the file's name asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from access_chess.command_line.options.errors import InputError, not_written
from access_chess.command_line.replay import GAME_NUMBER, hear_again
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.notation.braille import braille_code
from access_chess.scoresheets.braille_text import BrailleStyle, Layout, Page, braille_pages, brf_text, pef_text
from access_chess.scoresheets.html_text import NORMAL_SIZE, SIZES, html_text
from access_chess.scoresheets.notes import noted
from access_chess.scoresheets.of_game import sheet_of
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.plain_text import plain_text
from access_chess.scoresheets.sheet import Sheet, Whose
from access_chess.scoresheets.written_line import title_of
from access_chess.session.ports import Entry, JournalError
from access_chess.speech.language.voice_pack import VoicePack

SOUND = "wav"
BOTH = "both"


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a sheet is to look: language, print size, braille page, with or without the clock."""

    pack: VoicePack
    size: int
    page: Page
    layout: Layout
    with_clock: bool


def _braille(sheet: Sheet, look: Look) -> tuple[tuple[str, ...], ...]:
    code = braille_code(look.pack.language, look.pack.letters)
    style = BrailleStyle(code=code, page=look.page, layout=look.layout, with_clock=False)
    return braille_pages(sheet, look.pack, style)


def _pef(sheet: Sheet, look: Look) -> str:
    title = title_of(sheet, look.pack)
    return pef_text(_braille(sheet, look), look.page, title=title, language=look.pack.language)


#: form -> how a sheet is written in it; the form is that of the file's suffix
FORMS: dict[str, Callable[[Sheet, Look], str]] = {
    "pgn": lambda sheet, look: pgn_text(sheet),
    "txt": lambda sheet, look: plain_text(sheet, look.pack, with_clock=look.with_clock),
    "brf": lambda sheet, look: brf_text(_braille(sheet, look)),
    "pef": _pef,
    "html": lambda sheet, look: html_text(sheet, look.pack, size=look.size, with_clock=look.with_clock),
}
DEFAULT_FORM = "pgn"


def _page(context: click.Context, parameter: click.Parameter, text: str) -> Page:
    """A braille page as "40x25": cells, lines."""
    cells, _, lines = text.lower().partition("x")
    if cells.isdecimal() and lines.isdecimal() and 20 <= int(cells) <= 60 and 10 <= int(lines) <= 60:
        return Page(cells=int(cells), lines=int(lines))
    raise click.BadParameter("--page is cells by lines, such as 40x25, from 20x10 to 60x60")


@click.command()
@click.argument("game", type=GAME_NUMBER)
@click.option("--to", "form", type=click.Choice([*FORMS, SOUND]), help="Default: as the file's name ends, else pgn.")
@click.option(
    "--whose",
    type=click.Choice([*(each.value for each in Whose), BOTH]),
    default=Whose.RECORD.value,
    show_default=True,
    help="The record of what was made, or what a player has written.",
)
@click.option("--voices", default=DEFAULT, show_default=True, help="The pack whose language it is written in.")
@click.option(
    "--size", type=click.IntRange(SIZES[0], SIZES[-1]), default=NORMAL_SIZE, show_default=True, help="Points."
)
@click.option("--page", default="40x25", show_default=True, callback=_page, help="Cells and lines of a braille page.")
@click.option("--layout", type=click.Choice([each.value for each in Layout]), default=Layout.LINES.value)
@click.option("--without-clock", is_flag=True, help="Leave the displays out.")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default=Path("-"))
def export(
    game: int,
    form: str | None,
    whose: str,
    voices: str,
    size: int,
    page: Page,
    layout: str,
    without_clock: bool,
    file: Path,
) -> None:
    """Write the game with number GAME to FILE, or without FILE to the screen."""
    form = form or _form_of(file)
    try:
        pack = load_voice_pack(voices)
        entries = entries_of(game)
        if form == SOUND:
            _speak(entries, voices, file)
            return
        look = Look(pack=pack, size=size, page=page, layout=Layout(layout), with_clock=not without_clock)
        wanted = (Whose.WHITE, Whose.BLACK) if whose == BOTH else (Whose(whose),)
        _write("\n".join(FORMS[form](journal_sheet(entries, each, pack), look) for each in wanted), file)
    except (JournalError, VoicePackError) as error:
        raise InputError(str(error)) from error
    except OSError as error:
        raise not_written(error) from error


def entries_of(game: int) -> tuple[Entry, ...]:
    """All that the journal has of a game. Raises JournalError."""
    journal = Journal.reading(journal_file())
    try:
        return journal.entries(game)
    finally:
        journal.close()


def journal_sheet(entries: tuple[Entry, ...], whose: Whose, pack: VoicePack) -> Sheet:
    """A sheet of a game in the journal."""
    day = entries[0].wall.astimezone().date()
    return sheet_of((entry.event for entry in entries), day, whose=whose, note=noted(pack))


def _form_of(file: Path) -> str:
    suffix = file.suffix.lower().removeprefix(".")
    return suffix if suffix in (*FORMS, SOUND) else DEFAULT_FORM


def _speak(entries: tuple[Entry, ...], voices: str, file: Path) -> None:
    if str(file) == "-":
        raise InputError("Sound needs the name of a file: export GAME --to wav FILE.")
    hear_again(entries, voices=voices, wav=file)


def _write(text: str, file: Path) -> None:
    if str(file) == "-":
        click.echo(text, nl=False)
    else:
        file.write_text(text, encoding="utf-8", newline="")
