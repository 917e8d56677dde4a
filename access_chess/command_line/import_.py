"""`access-chess import`: games of other programs and hand-kept sheets into the journal."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from access_chess.command_line.options.errors import InputError
from access_chess.command_line.options.sheets import sheets_of_file
from access_chess.edge.packs.voice_packs import DEFAULT, VoicePackError, load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import journal_file
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Result
from access_chess.laws.events import Ending, GameEnded, GameSetUp
from access_chess.laws.setup import Occasion, Player, Setup
from access_chess.machine_clock import utc_now
from access_chess.scoresheets.comparison_words import reading_words
from access_chess.scoresheets.sheet import Sheet
from access_chess.session.ports import JournalError


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--text", "kind", type=click.Choice(["braille", "print"]), help="Default: as the file's name ends.")
@click.option("--voices", default=DEFAULT, show_default=True, help="The language of the sheet, and of the answer.")
def import_(file: Path, kind: str | None, voices: str) -> None:
    """Read FILE, a PGN with any number of games or a scoresheet in print or braille, into the journal."""
    try:
        pack = load_voice_pack(voices)
        reads = sheets_of_file(file, pack, is_braille=None if kind is None else kind == "braille")
        journal = Journal(journal_file())
        try:
            for read in reads:
                for part in reading_words(read, pack):
                    click.echo(part.text)
                number = _keep(journal, read.sheet)
                click.echo(pack.phrase("sheet_imported", number=number).text)
        finally:
            journal.close()
    except (JournalError, VoicePackError) as error:
        raise InputError(str(error)) from error


def _keep(journal: Journal, sheet: Sheet) -> int:
    """The game in the journal, with its result where the sheet has one; its number. Raises JournalError."""
    wall, result = _day(sheet), sheet.heading.result
    number = journal.begin(GameSetUp(setup=_setup(sheet)), wall)
    if result is not Result.NONE:
        ended = GameEnded(result=result, ending=Ending.RECORDED, article="", at=timedelta())
        journal.append(number, 1, (ended,), at=timedelta(), wall=wall)
    return number


def _setup(sheet: Sheet) -> Setup:
    """The moves as far as they were read, as made before the record begins; nothing else is known of them."""
    heading = sheet.heading
    moves = []
    for line in sheet.lines:
        if line.move is None or not line.is_legal:
            break
        moves.append(line.move.uci())
    return Setup(
        fen=sheet.fen,
        is_chess960=sheet.is_chess960,
        moves=tuple(moves),
        players=ByColor(Player(name=heading.white), Player(name=heading.black)),
        occasion=Occasion(event=heading.event, site=heading.site, round=heading.round),
        is_imported=True,
    )


def _day(sheet: Sheet) -> datetime:
    """The day of the game where the sheet has one, at noon, so that it is the same day in most places."""
    day = sheet.heading.date
    return utc_now() if day is None else datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
