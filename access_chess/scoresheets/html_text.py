"""A sheet as a page: one table with a caption, large black print on white, ready for paper and for a screen reader."""

from html import escape

from access_chess.notation.letters import Letters
from access_chess.scoresheets.sheet import Line, Sheet
from access_chess.scoresheets.written_line import clock_of, heading_of, move_of, result_text, title_of
from access_chess.speech.language.voice_pack import VoicePack

SIZES = range(18, 29)  # points of print; large print begins at 18
NORMAL_SIZE = 20

_STYLE = """
body {{ font: {size}pt/1.2 "Atkinson Hyperlegible", Verdana, sans-serif; color: #000; background: #fff; margin: 1em; }}
table {{ border-collapse: collapse; }}
caption {{ text-align: left; font-weight: bold; }}
th, td {{ text-align: left; vertical-align: top; padding: .1em .6em; border-bottom: 2px solid #000; }}
th, td {{ white-space: nowrap; }}
td.note {{ white-space: normal; }}
thead {{ display: table-header-group; }}
tr {{ break-inside: avoid; }}
dt {{ font-weight: bold; float: left; clear: left; margin-right: .5em; }}
"""


def html_text(
    sheet: Sheet, pack: VoicePack, *, size: int = NORMAL_SIZE, letters: Letters | None = None, with_clock: bool = True
) -> str:
    """A whole page in the language of the pack; `size` in points, one of `SIZES`."""
    title, heading = title_of(sheet, pack), heading_of(sheet, pack)
    players = " - ".join(text for _, text in heading[:2])
    columns = [pack.phrase("sheet_move").text, pack.phrase("white").text, pack.phrase("black").text]
    if with_clock:
        clock = pack.phrase("sheet_clock").text
        columns = [columns[0], columns[1], f"{clock}, {columns[1]}", columns[2], f"{clock}, {columns[2]}"]
    rows = [_note(note, len(columns)) for note in sheet.notes]
    for number, white, black in sheet.pairs:
        rows.append(_row(number, white, black, letters or pack.letters, with_clock))
        rows += [_note(note, len(columns)) for line in (white, black) if line for note in line.notes]
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(pack.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(f'{title}: {players}')}</title>",
        f"<style>{_STYLE.format(size=size)}</style></head><body><main>",
        f"<h1>{escape(title)}</h1>",
        "<dl>",
        *(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in heading),
        "</dl>",
        f"<table><caption>{escape(players)}</caption>",
        "<thead><tr>" + "".join(f'<th scope="col">{escape(name)}</th>' for name in columns) + "</tr></thead><tbody>",
        *rows,
        "</tbody></table>",
        f"<p>{escape(result_text(sheet.heading.result))}</p>",
        "</main></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _row(number: int, white: Line | None, black: Line | None, letters: Letters, with_clock: bool) -> str:
    cells = [f'<th scope="row">{number}</th>']
    for line in (white, black):
        cells.append(f"<td>{escape(move_of(line, letters)) if line else ''}</td>")
        if with_clock:
            cells.append(f"<td>{clock_of(line) if line else ''}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _note(note: str, columns: int) -> str:
    return f'<tr><td class="note" colspan="{columns}">{escape(note)}</td></tr>'
