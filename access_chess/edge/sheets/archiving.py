"""All scoresheets of an event's games in a folder: kept in it once, and never written over."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import chess
from msgspec.structs import replace

from access_chess.edge.sheets.files import entries_of, journal_sheet
from access_chess.edge.sheets.forms import FORMS, SheetStyle
from access_chess.edge.sheets.progress import Progress
from access_chess.edge.storage.places import journal_file
from access_chess.edge.storage.sheet_archive import SheetArchive
from access_chess.laws.events import GameSetUp, SheetHandedIn
from access_chess.scoresheets.archive import ArchivedGame, by_round, index_html, index_text
from access_chess.scoresheets.of_game import Notes
from access_chess.scoresheets.sheet import Sheet, Whose
from access_chess.session.ports import Entry


def keep_event(
    games: Sequence[ArchivedGame], folder: Path, look: SheetStyle, sound: str, progress: Progress
) -> SheetArchive:
    """The folder of an event, with all sheets of its games and an index. Raises OSError, SynthesisError."""
    listed, records = [], {}
    with closing(SheetArchive(folder / games[0].event)) as kept:
        for game in games:
            place = "/".join(game.place[1:])
            records[game.number] = _keep_game(game.number, place, kept, look, sound)
            listed.append(replace(game, files=kept.files(place)))
            progress.one_more()
        for name, each in by_round(listed):
            file = f"round-{name}.pgn" if name else "games.pgn"
            kept.renew(file, b"\n".join(records[game.number] for game in each))
        kept.renew("index.txt", index_text(listed, look.pack).encode())
        kept.renew("index.html", index_html(listed, look.pack).encode())
    return kept


def _keep_game(number: int, place: str, kept: SheetArchive, look: SheetStyle, sound: str) -> bytes:
    """All sheets of a game in its folder; its record as PGN, which goes into the file of its round as well."""
    entries, notes = entries_of(number, journal_file()), Notes(look.pack)
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
