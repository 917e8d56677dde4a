"""Sheets that are named by a user: those in a file, and those of a game in the journal."""

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.sheet_archive import LARGEST, LARGEST_PGN, read_sheet_file
from access_chess.laws.commands import Result
from access_chess.laws.events import GameSetUp, SheetHandedIn
from access_chess.notation.braille import cells_of_file_text
from access_chess.phrased_error import PhrasedError, not_read
from access_chess.scoresheets.faults import ENDING
from access_chess.scoresheets.heading_reading import heading_in_print, labels_of, read_heading
from access_chess.scoresheets.of_game import Note, Notes, sheet_of
from access_chess.scoresheets.pgn_reading import looks_like_pgn, read_pgn
from access_chess.scoresheets.reading import SheetRead, longer, read_braille_file, read_sheet
from access_chess.scoresheets.sheet import Heading, Sheet, Whose
from access_chess.session.ports import Entry
from access_chess.speech.language.voice_pack import VoicePack

BRAILLE_SUFFIXES = (".brf", ".brl", ".pef")
_PAGE = re.compile(r"<page\b")
_ROW = re.compile(r"<row[^>]{0,200}>([^<]{0,1000})</row>")


class SheetFile(Struct, frozen=True, kw_only=True):
    """A file of sheets, not yet read: its text in each encoding that it may have, and what it is held for.

    `pages` are the old code pages that the first of the texts was read in.
    """

    path: Path
    texts: tuple[str, ...]
    pages: tuple[str, ...] = ()
    is_braille: bool
    is_pgn: bool

    def read(
        self,
        pack: VoicePack,
        *,
        whose: Whose = Whose.RECORD,
        fen: str = chess.STARTING_FEN,
        is_chess960: bool = False,
        settled: Mapping[int, chess.Move] | None = None,
    ) -> SheetRead:
        """The one sheet that is no PGN, in whichever encoding more of it can be read."""
        reader = read_braille_file if self.is_braille else read_sheet
        letters = (pack.letters,)
        best: SheetRead | None = None
        for text in self.texts:
            how = {"whose": whose, "fen": fen, "is_chess960": is_chess960}
            read = reader(text, **how, letters=letters, settled=settled)  # type: ignore[arg-type]
            if not self.is_braille and not read.plies:  # a braille file by another name
                read = longer(read, read_braille_file(text, **how, letters=letters, settled=settled))  # type: ignore[arg-type]
            heading = self._braille_heading(text, pack) if self.is_braille else self._heading(text, pack)
            heading = replace(heading, result=read.sheet.heading.result)
            read = replace(read, sheet=replace(read.sheet, heading=heading))
            best = read if best is None else longer(best, read)
        assert best is not None, "every file has at least one text"
        return best

    def games(self, pack: VoicePack) -> Iterator[SheetRead]:
        """All games of a PGN, one after the other; of any other file the one sheet."""
        if not self.is_pgn:
            yield self.read(pack)
            return
        yield from read_pgn(self.texts[0], (pack.letters,))

    @staticmethod
    def _braille_heading(text: str, pack: VoicePack) -> Heading:
        """In the language that was named, else in any in which more of it can be read."""
        cells, best = cells_of_file_text(text), Heading()
        for each in (pack, *map(load_voice_pack, voice_pack_names())):
            found = read_heading(heading_in_print(cells, each), labels_of(each))
            best = max(best, found, key=_known)
            if each is pack and best != Heading():
                break
        return best

    @staticmethod
    def _heading(text: str, pack: VoicePack) -> Heading:
        """In the language that was named or English, else in any."""
        heading = read_heading(text, labels_of(load_voice_pack("en"), pack))
        if heading == Heading():
            heading = read_heading(text, labels_of(*map(load_voice_pack, voice_pack_names())))
        return heading


def _known(heading: Heading) -> int:
    """How much a heading says."""
    return sum(map(bool, (heading.white, heading.black, heading.event, heading.site, heading.round, heading.date)))


def open_sheet_file(path: Path, pack: VoicePack, *, is_braille: bool | None = None) -> SheetFile:
    """A file that the user names. `is_braille` None: as its name and its first lines tell. Raises PhrasedError."""
    suffix = path.suffix.lower()
    try:
        read = read_sheet_file(path, language=pack.language, largest=LARGEST_PGN if suffix == ".pgn" else LARGEST)
    except OSError as error:
        raise not_read(error) from error
    texts = read.texts
    if suffix == ".pef":
        texts = tuple("\f".join("\n".join(_ROW.findall(page)) for page in _PAGE.split(text)[1:]) for text in texts)
    is_braille = suffix in BRAILLE_SUFFIXES if is_braille is None else is_braille
    return SheetFile(
        path=path,
        texts=texts,
        pages=read.pages,
        is_braille=is_braille,
        is_pgn=not is_braille and (suffix == ".pgn" or looks_like_pgn(texts[0])),
    )


def entries_of(game: int, journal: Path) -> tuple[Entry, ...]:
    """All that a journal has of a game. Raises JournalError."""
    with closing(Journal.reading(journal)) as opened:
        return opened.entries(game)


def journal_sheet(entries: tuple[Entry, ...], whose: Whose, pack: VoicePack, note: Note | None = None) -> Sheet:
    """A sheet of a game in the journal."""
    day = entries[0].wall.astimezone().date()
    events = (entry.event for entry in entries)
    return sheet_of(events, day, whose=whose, note=note or Notes(pack), letters=(pack.letters,))


def kept_sheet(entries: tuple[Entry, ...], game: int, whose: Whose, pack: VoicePack) -> Sheet:
    """The same; of a game that was imported, a player's sheet has to be handed in. Raises PhrasedError."""
    if whose is not Whose.RECORD and _is_imported(entries) and not _is_handed_in(entries, whose):
        raise PhrasedError("journal_no_sheet", game=str(game), side=whose.value)
    return journal_sheet(entries, whose, pack)


def _is_imported(entries: tuple[Entry, ...]) -> bool:
    first = entries[0].event
    return isinstance(first, GameSetUp) and first.setup.is_imported


def _is_handed_in(entries: tuple[Entry, ...], whose: Whose) -> bool:
    color = whose is Whose.WHITE
    return any(isinstance(entry.event, SheetHandedIn) and entry.event.color is color for entry in entries)


def result_of(read: SheetRead) -> Result:
    """The result on a sheet that was read to its end; of one that was not, nobody knows whether it belongs to it."""
    is_to_end = read.unread is None and read.doubt is None and all(fault.kind not in ENDING for fault in read.faults)
    return read.sheet.heading.result if is_to_end else Result.NONE
