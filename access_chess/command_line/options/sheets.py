"""Sheets that a user names on the command line: a file, or a game of the journal with whose text of it is meant. A move
of a sheet that may mean two things is asked about in a terminal, and left open where nobody sits at one.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import chess
import click
from msgspec import Struct
from msgspec.structs import replace

from access_chess.command_line.export import entries_of, journal_sheet
from access_chess.command_line.options.errors import InputError, not_read, wrong
from access_chess.command_line.options.told import tell
from access_chess.edge.packs.voice_packs import load_voice_pack, voice_pack_names
from access_chess.edge.storage.sheet_archive import LARGEST, LARGEST_PGN, read_sheet_file
from access_chess.laws.commands import Result
from access_chess.laws.events import GameSetUp, SheetHandedIn
from access_chess.notation.braille import cells_of_file_text
from access_chess.scoresheets.comparison_words import doubt_words, reading_words
from access_chess.scoresheets.faults import ENDING, faults_told
from access_chess.scoresheets.heading_reading import heading_in_print, labels_of, read_heading
from access_chess.scoresheets.pgn_reading import looks_like_pgn, read_pgn
from access_chess.scoresheets.reading import SheetRead, longer, read_braille_file, read_sheet
from access_chess.scoresheets.sheet import Heading, Sheet, Whose
from access_chess.session.ports import Entry
from access_chess.speech.announcement import announce
from access_chess.speech.language.voice_pack import VoicePack

_OF_JOURNAL = re.compile(r"(?P<game>[1-9]\d{0,8})(?::(?P<whose>record|white|black))?")
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


def sheet_named(name: str, pack: VoicePack) -> Sheet:
    """`3`, `3:white` or a file. Raises InputError."""
    named = _OF_JOURNAL.fullmatch(name)
    if named is not None and not Path(name).exists():
        return _of_journal(int(named["game"]), Whose(named["whose"] or "record"), pack)
    return sheet_of_file(Path(name), pack).sheet


def sheet_of_file(path: Path, pack: VoicePack, *, number: int = 1) -> SheetRead:
    """The sheet in a file, of a PGN its game of that number. Raises InputError."""
    file = open_sheet_file(path, pack)
    read = next(islice(file.games(pack), number - 1, None), None)
    if read is None:
        raise wrong("file_no_game", path=path, number=number)
    if not read.plies and not read.faults and not read.sheet.lines:
        raise wrong("file_no_move", path=path)
    if not read.plies:
        raise InputError(" ".join(part.text for part in reading_words(read, pack, number=number)))
    tell(faults_told(read.faults, pack))
    return read


def open_sheet_file(path: Path, pack: VoicePack, *, is_braille: bool | None = None) -> SheetFile:
    """A file that the user names. `is_braille` None: as its name and its first lines tell. Raises InputError."""
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


def _of_journal(game: int, whose: Whose, pack: VoicePack) -> Sheet:
    entries = entries_of(game)
    if whose is not Whose.RECORD and _is_imported(entries) and not _is_handed_in(entries, whose):
        raise wrong("journal_no_sheet", game=game, side=whose.value)
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


MOST_QUESTIONS = 40  # a sheet with more doubts is better read by a person


def settled_by_questions(
    read: SheetRead, again: Callable[[dict[int, chess.Move]], SheetRead], pack: VoicePack
) -> SheetRead:
    """The sheet read once more with each answer, until nothing is in doubt; an empty answer leaves the rest open."""
    settled: dict[int, chess.Move] = {}
    while read.doubt is not None and _is_somebody_there() and len(settled) < MOST_QUESTIONS:
        move = _answer(read, pack)
        if move is None:
            break
        settled[read.doubt.ply] = move
        read = again(settled)
    return read


def _is_somebody_there() -> bool:
    return sys.stdin.isatty()


def _answer(read: SheetRead, pack: VoicePack) -> chess.Move | None:
    """The move that is meant, by its number among those that may be."""
    assert read.doubt is not None
    before = read.sheet.lines[read.doubt.ply].before
    assert before is not None, "a move in doubt has a position"
    click.echo(doubt_words(read, pack).text)
    for number, move in enumerate(read.doubt.moves, 1):
        click.echo(f"{number}: {announce(before, move, pack).text}")
    click.echo(pack.phrase("sheet_which", last=str(len(read.doubt.moves))).text)
    while answer := sys.stdin.readline().strip():
        if answer.isdecimal() and 1 <= int(answer) <= len(read.doubt.moves):
            return read.doubt.moves[int(answer) - 1]
        click.echo(pack.phrase("sheet_which", last=str(len(read.doubt.moves))).text)
    return None
