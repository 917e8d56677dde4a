"""Sheets that a user names on the command line: a file, or a game of the journal with whose text of it is meant."""

import re
from io import StringIO
from pathlib import Path

from access_chess.command_line.export import entries_of, journal_sheet
from access_chess.command_line.options.errors import InputError, not_read
from access_chess.edge.storage.sheet_files import SheetFileError, read_sheet_file
from access_chess.scoresheets.pgn_reading import looks_like_pgn, read_pgn
from access_chess.scoresheets.reading import SheetRead, read_braille_file, read_sheet
from access_chess.scoresheets.sheet import Sheet, Whose
from access_chess.speech.language.voice_pack import VoicePack

_OF_JOURNAL = re.compile(r"(?P<game>[1-9]\d{0,8})(?::(?P<whose>record|white|black))?")
BRAILLE_SUFFIXES = (".brf", ".brl", ".pef")
_ROW = re.compile(r"<row[^>]*>([^<]*)</row>")


def sheet_named(name: str, pack: VoicePack) -> Sheet:
    """`3`, `3:white` or a file. Raises InputError."""
    named = _OF_JOURNAL.fullmatch(name)
    if named is not None and not Path(name).exists():
        return journal_sheet(entries_of(int(named["game"])), Whose(named["whose"] or "record"), pack)
    return sheets_of_file(Path(name), pack)[0].sheet


def sheets_of_file(
    path: Path, pack: VoicePack, *, whose: Whose = Whose.RECORD, is_braille: bool | None = None
) -> tuple[SheetRead, ...]:
    """All games of a PGN file, or the one sheet of any other. Raises InputError."""
    try:
        text = read_sheet_file(path)
    except SheetFileError as error:
        raise InputError(str(error)) from error
    except OSError as error:
        raise not_read(error) from error
    if looks_like_pgn(text):
        reads = tuple(SheetRead(sheet=sheet) for sheet in read_pgn(StringIO(text)))
    else:
        reads = (_read(text, path, pack, whose, is_braille),)
    if not reads or not any(line.move for line in reads[0].sheet.lines):
        raise InputError(f"No move can be read in the file {path}.")
    return reads


def _read(text: str, path: Path, pack: VoicePack, whose: Whose, is_braille: bool | None) -> SheetRead:
    if path.suffix.lower() == ".pef":
        text = "\n".join(_ROW.findall(text))
    if is_braille or (is_braille is None and path.suffix.lower() in BRAILLE_SUFFIXES):
        return read_braille_file(text, whose=whose, letters=(pack.letters,))
    return read_sheet(text, whose=whose, letters=(pack.letters,))
