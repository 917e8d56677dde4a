"""The forms in which a scoresheet is written, by the suffix of the file, how it is to look in them, and the envelope
of a sealed move.
"""

import contextlib
from collections.abc import Callable, Sequence

from msgspec import Struct

from access_chess.edge.paper import Paper, envelope_pdf, sheets_pdf
from access_chess.edge.sheets.progress import Progress
from access_chess.edge.sound.audio_file import AudioForm, audio_file, check, spoken_tracks
from access_chess.edge.sound.synthesiser import Synthesiser
from access_chess.laws.adjournment import envelope_of
from access_chess.laws.evolve import replay
from access_chess.notation.braille import braille_code
from access_chess.phrased_error import PhrasedError
from access_chess.scoresheets.braille_text import BrailleLayout, BrailleStyle, Page, braille_pages, brf_text, pef_text
from access_chess.scoresheets.envelope import EnvelopePaper, braille_envelope, envelope_paper, text_pages
from access_chess.scoresheets.pgn_text import pgn_text
from access_chess.scoresheets.printed import NORMAL_SIZE, html_text, printed
from access_chess.scoresheets.sheet import Sheet
from access_chess.scoresheets.spoken import NoteWords, chapters
from access_chess.scoresheets.written_line import plain_text, players_of, title_of
from access_chess.session.ports import Entry
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import NORMAL_RATE

SOUNDS = tuple(form.value for form in AudioForm)
_EMBOSSERS = Page()


class SheetStyle(Struct, frozen=True, kw_only=True):
    """How sheets are to look or sound: language, print, paper, braille page, clocks or none, words a minute."""

    pack: VoicePack
    size: int = NORMAL_SIZE
    paper: Paper = Paper.A4
    page: Page = _EMBOSSERS
    layout: BrailleLayout = BrailleLayout.LINES
    with_clock: bool = True
    rate: int = NORMAL_RATE


#: what writes some sheets of one game; raises PdfError, AudioError, SynthesisError
Form = Callable[[Sequence[Sheet], SheetStyle, NoteWords], bytes]


def _text(write: Callable[[Sheet, SheetStyle], str]) -> Form:
    return lambda sheets, look, words: "\n".join(write(sheet, look) for sheet in sheets).encode()


def _pages(sheets: Sequence[Sheet], look: SheetStyle) -> tuple[tuple[str, ...], ...]:
    return tuple(page for sheet in sheets for page in braille_pages(sheet, look.pack, _style(look)))


def _style(look: SheetStyle) -> BrailleStyle:
    code = braille_code(look.pack.language, look.pack.letters)
    return BrailleStyle(code=code, page=look.page, layout=look.layout)


def _pef(sheets: Sequence[Sheet], look: SheetStyle, words: NoteWords) -> bytes:
    return _pef_text(_pages(sheets, look), title_of(sheets[0], look.pack), look)


def _pef_text(pages: Sequence[Sequence[str]], title: str, look: SheetStyle) -> bytes:
    return pef_text(pages, look.page, title=title, language=look.pack.language).encode()


def _html(sheets: Sequence[Sheet], look: SheetStyle, words: NoteWords) -> bytes:
    pages = [printed(sheet, look.pack, with_clock=look.with_clock) for sheet in sheets]
    return html_text(pages, size=look.size).encode()


def _pdf(sheets: Sequence[Sheet], look: SheetStyle, words: NoteWords) -> bytes:
    pages = [printed(sheet, look.pack, with_clock=look.with_clock) for sheet in sheets]
    return sheets_pdf(pages, size=look.size, paper=look.paper)


def _sound(form: AudioForm) -> Form:
    """All sheets one after the other, spoken; how far it is, is told where it takes long."""

    def speak(sheets: Sequence[Sheet], look: SheetStyle, words: NoteWords) -> bytes:
        check(form)
        parts = [part for sheet in sheets for part in chapters(sheet, look.pack, words, with_clock=look.with_clock)]
        count = len(parts)
        progress = Progress(2 * count, look.pack)  # each part is said, and encoded
        with contextlib.closing(Synthesiser()) as synthesiser:
            tracks = spoken_tracks(parts, synthesiser, rate=look.rate, on_progress=progress.reached)
        title, artist = title_of(sheets[0], look.pack), players_of(sheets[0].heading)
        return audio_file(
            tracks, form, title=title, artist=artist, on_progress=lambda done: progress.reached(count + done)
        )

    return speak


FORMS: dict[str, Form] = {
    "pgn": _text(lambda sheet, look: pgn_text(sheet)),
    "txt": _text(lambda sheet, look: plain_text(sheet, look.pack, with_clock=look.with_clock)),
    "brf": lambda sheets, look, words: brf_text(_pages(sheets, look)).encode(),
    "pef": _pef,
    "html": _html,
    "pdf": _pdf,
    **{form.value: _sound(form) for form in AudioForm},
}
#: the forms in which the envelope of a sealed move is printed or embossed
ENVELOPES: dict[str, Callable[[EnvelopePaper, SheetStyle], bytes]] = {
    "pdf": lambda envelope, look: envelope_pdf(envelope, paper=look.paper),
    "txt": lambda envelope, look: text_pages(envelope).encode(),
    "brf": lambda envelope, look: brf_text(braille_envelope(envelope, _style(look))).encode(),
    "pef": lambda envelope, look: _pef_text(braille_envelope(envelope, _style(look)), envelope.title, look),
}
BINARY = frozenset({"pdf", *SOUNDS})  # no text for a screen


def envelope_content(entries: tuple[Entry, ...], form: str, look: SheetStyle, *, has_move: bool) -> bytes:
    """The envelope in one of the forms of `ENVELOPES`, with the move inside if it `has_move`.

    Raises PhrasedError where no sealed move waits to be opened.
    """
    game = replay(entry.event for entry in entries)
    envelope, adjournment = envelope_of(game), game.adjournment
    if envelope is None or adjournment is None:
        raise PhrasedError("no_envelope")
    return ENVELOPES[form](envelope_paper(envelope, look.pack, sealed=adjournment.text if has_move else None), look)
