"""`access-chess complete`: the moves that are missing on a player's scoresheet are read to him (8.5)."""

import sys
from collections.abc import Iterator, Sequence

import chess
import click

from access_chess.command_line.export import entries_of, journal_sheet
from access_chess.command_line.options.errors import InputError, error_words
from access_chess.command_line.replay import GAME_NUMBER
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.terminal.text import shown
from access_chess.scoresheets.sheet import Line, Sheet, Whose
from access_chess.session.ports import JournalError
from access_chess.speech.announcement import Form, announce
from access_chess.speech.language.voice_pack import VoicePack

BACK = "-"


@click.command()
@click.argument("game", type=GAME_NUMBER)
@click.option(
    "--as", "whose", type=click.Choice([Whose.WHITE.value, Whose.BLACK.value]), required=True, help="Whose sheet it is."
)
@click.option("--voices", default=DEFAULT, show_default=True, help="The language in which the moves are read.")
def complete(game: int, whose: str, voices: str) -> None:
    """Read what is missing on the sheet of a player in the game with number GAME, move by move.

    In a terminal Enter reads the next move, a hyphen the one before. The exit status is 1 when nobody has it.
    """
    try:
        pack = load_voice_pack(voices)
        entries = entries_of(game)
        own, other = (journal_sheet(entries, each, pack) for each in _sheets(Whose(whose)))
        record = journal_sheet(entries, Whose.RECORD, pack)
    except (JournalError, VoicePackError) as error:
        raise InputError(error_words(error)) from error
    missing = tuple(_missing(own, record))
    if not missing:
        click.echo(pack.phrase("gaps_none").text)
        return
    click.echo(pack.phrase("complete_from", number=missing[0].number, count=len(missing)).text)
    _dictate(missing, pack)
    if any(each.number == line.number for each in missing for line in _missing(other, record)):
        click.echo(pack.phrase("complete_by_record").text)


def _sheets(whose: Whose) -> tuple[Whose, Whose]:
    return (Whose.WHITE, Whose.BLACK) if whose is Whose.WHITE else (Whose.BLACK, Whose.WHITE)


def _missing(sheet: Sheet, record: Sheet) -> Iterator[Line]:
    """The lines of the record that are gaps on a sheet, or come after its end."""
    for index, line in enumerate(record.lines):
        if index >= len(sheet.lines) or sheet.lines[index].is_gap:
            yield line


def _dictate(lines: Sequence[Line], pack: VoicePack) -> None:
    """All at once where nobody sits at a terminal."""
    is_asked = sys.stdin.isatty()
    at = 0
    while at < len(lines):
        click.echo(shown(_words(lines[at], pack)))
        at += 1
        if is_asked and at < len(lines):
            answer = sys.stdin.readline()
            if not answer:
                return
            at = max(0, at - 2) if answer.strip() == BACK else at
    click.echo(pack.phrase("dictation_ends").text)


def _words(line: Line, pack: VoicePack) -> str:
    color = pack.phrase(chess.COLOR_NAMES[line.color])
    assert line.move is not None and line.before is not None, "so the record has it"
    move = announce(line.before, line.move, pack, form=Form.FIDE)
    return pack.phrase("dictated", number=line.number, color=color, move=move).text
