"""A sheet as it stands on paper, before it is known how it is printed: the same rows in HTML and in PDF. In HTML it is
a table, with a caption, large black print on white, for paper and screen.
"""

from collections.abc import Sequence
from html import escape

import chess
from msgspec import Struct

from access_chess.laws.commands import Result
from access_chess.notation.written import Letters
from access_chess.scoresheets.sheet import Sheet, SheetPly
from access_chess.scoresheets.written_line import (
    clock_of,
    heading_of,
    move_of,
    one_line,
    players_of,
    result_text,
    title_of,
)
from access_chess.speech.language.voice_pack import VoicePack

SIZES = range(18, 29)  # points of print; large print begins at 18
NORMAL_SIZE = 20
_BELOW_FROM = 24  # points: from here on five columns are wider than the paper


class Written(Struct, frozen=True, kw_only=True):
    """A player's move in a row and their clock after it; both empty where they have none there."""

    move: str = ""
    clock: str = ""


class PrintedRow(Struct, frozen=True, kw_only=True):
    """A numbered pair of moves; or, with a `note`, a sentence through all columns."""

    number: int = 0
    white: Written = Written()
    black: Written = Written()
    note: str = ""


class Printed(Struct, frozen=True, kw_only=True):
    """All that is on paper, as texts of one language (BCP 47).

    `columns` are the names of number, White, Black and clock. `signatures` are the names of the lines on which players
    have still to sign with the result (8.7); none before the game is over.
    """

    language: str
    title: str
    players: str
    heading: tuple[tuple[str, str], ...]
    columns: tuple[str, str, str, str]
    has_clocks: bool
    rows: tuple[PrintedRow, ...]
    result: str
    signatures: tuple[str, ...]


def printed(sheet: Sheet, pack: VoicePack, *, letters: Letters | None = None, with_clock: bool = True) -> Printed:
    """The sheet in the language of the pack; without columns for clocks where none is known."""
    white, black = pack.phrase("white").text, pack.phrase("black").text
    return Printed(
        language=pack.language,
        title=title_of(sheet, pack),
        players=players_of(sheet.heading),
        heading=heading_of(sheet, pack),
        columns=(pack.phrase("sheet_move").text, white, black, pack.phrase("sheet_clock").text),
        has_clocks=with_clock and any(line.clock is not None for line in sheet.lines),
        rows=_rows(sheet, letters or pack.letters, with_clock),
        result=result_text(sheet.heading.result),
        signatures=_signatures(sheet, pack),
    )


def has_clocks_below(size: int) -> bool:
    """Whether at this size of print the clocks stand below the moves, since they have no room beside them."""
    return size >= _BELOW_FROM


def _rows(sheet: Sheet, letters: Letters, with_clock: bool) -> tuple[PrintedRow, ...]:
    """A note stands below the move that it follows: White's before the row is finished by Black's move."""
    rows = _notes(sheet.notes)
    for number, white, black in sheet.pairs:
        written = [_written(line, letters, with_clock) for line in (white, black)]
        if white is not None and white.notes:
            rows += [PrintedRow(number=number, white=written[0]), *_notes(white.notes)]
            written[0] = Written()
        if black is not None or not (white is not None and white.notes):
            rows.append(PrintedRow(number=number, white=written[0], black=written[1]))
        rows += _notes(black.notes if black is not None else ())
    return tuple(rows)


def _notes(notes: tuple[str, ...]) -> list[PrintedRow]:
    return [PrintedRow(note=one_line(note)) for note in notes]


def _written(line: SheetPly | None, letters: Letters, with_clock: bool) -> Written:
    if line is None:
        return Written()
    return Written(move=one_line(move_of(line, letters)), clock=clock_of(line) if with_clock else "")


def _signatures(sheet: Sheet, pack: VoicePack) -> tuple[str, ...]:
    if sheet.heading.result is Result.NONE:
        return ()
    return tuple(
        pack.phrase("sheet_signature", color=pack.phrase(chess.COLOR_NAMES[color])).text
        for color in chess.COLORS
        if sheet.heading.signed[color] is None
    )


_LONGEST_MOVE = 12  # signs; more are no move, and have to be broken
_STYLE = """
@page {{ margin: 15mm; }}
body {{ font: {size}pt/1.2 "Atkinson Hyperlegible", Verdana, sans-serif; color: #000; background: #fff; margin: 1em; }}
@media print {{ body {{ margin: 0; }} section + section {{ break-before: page; }} }}
h1, caption {{ font-size: 1.2em; font-weight: bold; }}
table {{ border-collapse: collapse; }}
caption {{ text-align: left; }}
th, td {{ text-align: left; vertical-align: top; padding: .1em .3em; border-bottom: 2px solid #000; }}
b {{ font-weight: normal; white-space: nowrap; }}
thead {{ display: table-header-group; }}
tr {{ break-inside: avoid; }}
dt {{ font-weight: bold; float: left; clear: left; margin-right: .5em; }}
dd, span, caption, h1, .note {{ overflow-wrap: anywhere; }}
.sign {{ border-bottom: 2px solid #000; min-height: 2.4em; break-inside: avoid; }}
"""


def html_text(sheets: Sequence[Printed], *, size: int = NORMAL_SIZE) -> str:
    """A whole page in the language of the first sheet; `size` in points, one of `SIZES`."""
    title = f"{sheets[0].title}: {sheets[0].players}"
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(sheets[0].language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE.format(size=size)}</style></head><body><main>",
        *(line for sheet in sheets for line in _section(sheet, has_clocks_below(size))),
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _section(sheet: Printed, is_below: bool) -> list[str]:
    number, white, black, clock = map(escape, sheet.columns)
    columns = [number, white, black]
    if sheet.has_clocks:
        columns = [number, *(f"{color}, {clock}" for color in (white, black))]
        if not is_below:
            columns = [number, white, f"{clock}, {white}", black, f"{clock}, {black}"]
    return [
        f"<section><h1>{escape(sheet.title)}</h1>",
        "<dl>",
        *(f"<dt>{escape(name)}</dt><dd>{_isolated(text)}</dd>" for name, text in sheet.heading),
        "</dl>",
        f"<table><caption>{_isolated(sheet.players)}</caption>",
        "<thead><tr>" + "".join(f'<th scope="col">{name}</th>' for name in columns) + "</tr></thead><tbody>",
        *(_row(row, len(columns), sheet.has_clocks, is_below) for row in sheet.rows),
        "</tbody></table>",
        f"<p>{escape(sheet.result)}</p>",
        *(f'<p class="sign">{escape(name)}:</p>' for name in sheet.signatures),
        "</section>",
    ]


def _row(row: PrintedRow, columns: int, has_clocks: bool, is_below: bool) -> str:
    if row.note:
        return f'<tr><td class="note" colspan="{columns}">{_isolated(row.note)}</td></tr>'
    cells = [f'<th scope="row">{row.number}</th>']
    for written in (row.white, row.black):
        move, clock = _unbroken(written.move), _unbroken(written.clock)
        if is_below or not has_clocks:
            cells.append(f"<td>{move}{'<br>' if clock else ''}{clock}</td>")
        else:
            cells += [f"<td>{move}</td>", f"<td>{clock}</td>"]
    return f"<tr>{''.join(cells)}</tr>"


def _unbroken(written: str) -> str:
    """A move stays on its line; what is written behind it may go to the next one."""
    return " ".join(
        f"<{tag}>{escape(part)}</{tag}>"
        for part in written.split()
        for tag in ("span" if len(part) > _LONGEST_MOVE else "b",)
    )


def _isolated(text: str) -> str:
    """A name that runs from right to left does not turn what stands beside it."""
    return f"<bdi>{escape(text)}</bdi>"
