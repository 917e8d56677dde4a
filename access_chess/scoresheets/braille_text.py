"""A sheet in braille: cells on pages, as a braille file (BRF) or as PEF, the portable embosser format.

Names and notes are written letter by letter, uncontracted.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from access_chess.notation.braille import DOT_6, BrailleCode, braille, braille_file_text, lettered, lowered
from access_chess.notation.braille_prose import prose_cells, upper_number
from access_chess.scoresheets.sheet import Sheet, SheetPly
from access_chess.scoresheets.written_line import clock_of, heading_of, result_text, surname, title_of
from access_chess.speech.language.voice_pack import VoicePack

NOTE_INDENT = " " * 4  # more than the two of a line that runs over
BLACK_FIRST, GAP = "⠤", "⠿"  # before a move of Black that begins a line (UKAAF 1.2); a full cell for what lacks


class BrailleLayout(StrEnum):
    """A pair of moves a line, or run on as text to save paper."""

    LINES = "lines"
    TEXT = "text"


class Page(Struct, frozen=True, kw_only=True):
    """The size of a page in cells and lines; embossers' paper holds 40 by 25."""

    cells: int = 40
    lines: int = 25


class BrailleStyle(Struct, frozen=True, kw_only=True):
    """How a sheet is laid out."""

    code: BrailleCode
    page: Page = Page()
    layout: BrailleLayout = BrailleLayout.LINES
    with_clock: bool = False


def braille_pages(sheet: Sheet, pack: VoicePack, style: BrailleStyle) -> tuple[tuple[str, ...], ...]:
    """The pages, each of lines in Unicode's braille cells; the first line of each is a short title and its number."""
    body = [line for text in _head(sheet, pack, style) for line in filled(text.split(" "), style.page.cells, indent=2)]
    for note in sheet.notes:
        body += _note(note, style)
    body += _moves(sheet, style)
    body += [prose(result_text(sheet.heading.result), style)]
    room = style.page.lines - 1
    pages = [body[at : at + room] for at in range(0, len(body), room)]
    title = _short_title(sheet, pack, style)
    return tuple(
        (_title_line(title, number, style.page, style.code.language), *page)
        for number, page in enumerate(pages, start=1)
    )


def brf_text(pages: Sequence[Sequence[str]]) -> str:
    """A braille file: North American ASCII braille, lines ended by CR LF, pages by a form feed."""
    return "".join(braille_file_text("".join(f"{line}\r\n" for line in page)) + "\f" for page in pages)


def brf_prose(texts: Iterable[str], style: BrailleStyle) -> str:
    """A braille file of paragraphs, uncontracted, on pages for an embosser."""
    lines = [line for text in texts for line in filled(prose(text, style).split(" "), style.page.cells, indent=2)]
    room = style.page.lines
    return brf_text([lines[at : at + room] for at in range(0, len(lines), room)])


def pef_text(pages: Sequence[Sequence[str]], page: Page, *, title: str, language: str) -> str:
    """PEF (pef-format.org, version 2008-1): XML in Unicode's cells, which no embosser's table can change."""
    rows = "\n".join(
        "<page>" + "".join(f"<row>{line.replace(' ', chr(0x2800))}</row>" for line in each) + "</page>"
        for each in pages
    )
    size = f'cols="{page.cells}" rows="{page.lines}" rowgap="0" duplex="false"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<pef version="2008-1" xmlns="http://www.daisy.org/ns/2008/pef">\n'
        '<head><meta xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:format>application/x-pef+xml</dc:format><dc:title>{escape(title)}</dc:title>"
        f"<dc:language>{escape(language)}</dc:language><dc:identifier>{quoteattr(title)[1:-1]}</dc:identifier>"
        f"</meta></head>\n<body><volume {size}><section>\n{rows}\n</section></volume></body></pef>\n"
    )


def _head(sheet: Sheet, pack: VoicePack, style: BrailleStyle) -> Iterator[str]:
    yield prose(title_of(sheet, pack), style)
    for name, text in heading_of(sheet, pack):
        yield prose(f"{name}: {text}", style)


def _moves(sheet: Sheet, style: BrailleStyle) -> list[str]:
    """All pairs: number, White's move, Black's move, a blank between; notes on lines of their own."""
    lines: list[str] = []
    running: list[str] = []

    def end_line() -> None:
        if running:
            lines.extend(filled(running, style.page.cells, indent=2))
            running.clear()

    for number, white, black in sheet.pairs:
        running.append(lowered(number))
        for line in (white, black):
            if line is None:
                continue
            if line is black and (white is None or white.notes):
                if white is not None:
                    running.append(lowered(number))
                running.append(BLACK_FIRST + _move(line, style))
            else:
                running.append(_move(line, style))
            if style.with_clock and line.clock is not None:
                running.append(prose(clock_of(line), style))
            if line.notes:
                end_line()
                lines.extend(cells for note in line.notes for cells in _note(note, style))
        if style.layout is BrailleLayout.LINES:
            end_line()
    end_line()
    return lines


def _move(line: SheetPly, style: BrailleStyle) -> str:
    if line.move is None:
        return prose(line.text, style) if line.text else GAP
    if not line.is_legal or line.before is None:
        return lettered(line.move.uci(), style.code) + GAP
    return braille(line.before, line.move, style.code)


def _note(note: str, style: BrailleStyle) -> list[str]:
    cells = filled(prose(note, style).split(" "), style.page.cells - len(NOTE_INDENT), indent=0)
    return [NOTE_INDENT + line for line in cells]


def _short_title(sheet: Sheet, pack: VoicePack, style: BrailleStyle) -> str:
    """The players' family names; whose sheet it is where they are not known."""
    names = [surname(name) for name in (sheet.heading.white, sheet.heading.black) if name]
    return prose(" - ".join(names) or title_of(sheet, pack), style)


def _title_line(title: str, number: int, page: Page, language: str) -> str:
    at_the_edge = f" {upper_number(number, language)}"
    return title[: page.cells - len(at_the_edge)].ljust(page.cells - len(at_the_edge)) + at_the_edge


def filled(words: Sequence[str], width: int, *, indent: int) -> list[str]:
    """Words on as few lines as hold them; a word that is longer than a line is broken."""
    lines: list[str] = []
    line = ""
    for word in words:
        rest = word
        while rest:
            lead = "" if not lines and not line else " " * indent if not line else f"{line} "
            if len(lead) + len(rest) <= width:
                line, rest = lead + rest, ""
            elif line:
                lines.append(line)
                line = ""
            else:
                room = width - len(lead)
                lines.append(lead + rest[:room])
                rest = rest[room:]
    return [*lines, line] if line else lines


def prose(text: str, style: BrailleStyle) -> str:
    """Names and sentences; a language that writes chess without capital signs has them in prose all the same."""
    return prose_cells(text, style.code.language, style.code.capital or DOT_6)
