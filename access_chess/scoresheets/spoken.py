"""A sheet to be heard: chapters of sentences, so that a player can go to a move as they turn to it on paper."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

import chess
from msgspec import Struct

from access_chess.laws.commands import Result
from access_chess.scoresheets.sheet import Heading, Sheet, SheetPly, Whose
from access_chess.scoresheets.written_line import one_line, title_of
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import whole_board
from access_chess.speech.language.voice_pack import VoicePack, joined
from access_chess.speech.utterance import SpokenPart, VoiceRole

#: a note as it stands on the sheet -> the words in which it was told
NoteWords = Mapping[str, tuple[SpokenPart, ...]]
#: a sentence, and who seems to say it
Said = tuple[SpokenPart, VoiceRole]


class Chapter(Struct, frozen=True, kw_only=True):
    """What is heard between two places to which one can jump; `is_pair`: of a pair of moves."""

    title: str
    said: tuple[Said, ...]
    is_pair: bool = True


def chapters(sheet: Sheet, pack: VoicePack, words: NoteWords, *, with_clock: bool = True) -> tuple[Chapter, ...]:
    """First the heading, then a chapter a pair of moves, last the result."""
    pairs = (
        Chapter(
            title=f"{pack.phrase('sheet_move').text} {number}",
            said=tuple(_pair(number, white, black, _Teller(pack, words, sheet.whose, with_clock))),
        )
        for number, white, black in sheet.pairs
    )
    return (_beginning(sheet, pack, words), *pairs, _result(sheet.heading, pack))


class _Teller(Struct, frozen=True):
    pack: VoicePack
    words: NoteWords
    whose: Whose
    with_clock: bool

    def line(self, line: SheetPly) -> Iterator[Said]:
        """A move, in the voice of its player; their clock; what stands beside it."""
        role = VoiceRole.OWN if line.color else VoiceRole.OPPONENT
        yield _move(line, self.pack), role
        if not line.is_legal:
            yield self.pack.phrase("sheet_illegal"), VoiceRole.ARBITER
        if line.has_offer and self.whose is not Whose.RECORD:  # the record has a note of it
            yield self.pack.phrase("sheet_offer"), role
        if self.with_clock and line.clock is not None:
            yield self.pack.duration(line.clock), role
        yield from _notes(line.notes, self.words, self.pack)


def _beginning(sheet: Sheet, pack: VoicePack, words: NoteWords) -> Chapter:
    said = [(part, VoiceRole.ARBITER) for part in _heading(sheet, pack)]
    title = said[0][0].text.rstrip(".")
    return Chapter(title=title, said=(*said, *_notes(sheet.notes, words, pack)), is_pair=False)


def _heading(sheet: Sheet, pack: VoicePack) -> Iterator[SpokenPart]:
    heading = sheet.heading
    yield _sentence(_in(pack, title_of(sheet, pack)))
    for key, text in (
        ("white", heading.white),
        ("black", heading.black),
        ("sheet_event", heading.event),
        ("sheet_site", heading.site),
        ("sheet_round", heading.round),
    ):
        if text:
            yield _named(pack.phrase(key), _in(pack, one_line(text)))
    if heading.date is not None:
        yield _named(pack.phrase("sheet_date"), _day(heading.date, pack))
    elif heading.day:
        yield _named(pack.phrase("sheet_date"), _in(pack, heading.day))
    yield from _ended(heading, pack)
    if sheet.fen != chess.STARTING_FEN:
        yield from whole_board(sheet.start, pack)


def _pair(number: int, white: SheetPly | None, black: SheetPly | None, teller: _Teller) -> Iterator[Said]:
    yield teller.pack.number(number), VoiceRole.ARBITER
    for line in (white, black):
        if line is not None:
            yield from teller.line(line)


def _move(line: SheetPly, pack: VoicePack) -> SpokenPart:
    if line.is_gap:
        return pack.phrase("sheet_not_written")
    if line.move is None or line.before is None or line.before.piece_at(line.move.from_square) is None:
        return _in(pack, ", ".join(line.text or str(line.move)))  # sign by sign
    return announce(line.before, line.move, pack)


def _result(heading: Heading, pack: VoicePack) -> Chapter:
    said = tuple((part, VoiceRole.ARBITER) for part in _ended(heading, pack))
    return Chapter(title=pack.phrase("sheet_result").text, said=said, is_pair=False)


def _ended(heading: Heading, pack: VoicePack) -> Iterator[SpokenPart]:
    """The result, and who has signed it."""
    is_over = heading.result is not Result.NONE or heading.ending is not None
    yield pack.phrase(f"result_{heading.result.name.lower()}") if is_over else pack.phrase("sheet_unfinished")
    for color in chess.COLORS:
        if (result := heading.signed[color]) is not None:
            signed = pack.phrase("result_signed", color=pack.phrase(chess.COLOR_NAMES[color]))
            yield signed if result is heading.result else joined((signed, pack.phrase(f"result_{result.name.lower()}")))


def _day(day: date, pack: VoicePack) -> SpokenPart:
    """As it is written, year first, in words."""
    return joined((pack.number(day.year), pack.number(day.month), pack.number(day.day)), between=", ")


def _notes(notes: Iterable[str], words: NoteWords, pack: VoicePack) -> Iterator[Said]:
    for note in notes:
        for part in words.get(note, (_in(pack, note),)):
            yield part, VoiceRole.ARBITER


def _named(name: SpokenPart, what: SpokenPart) -> SpokenPart:
    return _sentence(joined((name, what), between=": "))


def _sentence(part: SpokenPart) -> SpokenPart:
    return SpokenPart(text=f"{part.text}.", spoken=f"{part.spoken}.", language=part.language)


def _in(pack: VoicePack, text: str) -> SpokenPart:
    return SpokenPart(text=text, spoken=text, language=pack.language)
