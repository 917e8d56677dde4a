"""Sheets as a page: a table each, with a caption, large black print on white, for paper and for a screen reader."""

from collections.abc import Sequence
from html import escape

from access_chess.scoresheets.printed import NORMAL_SIZE, Printed, PrintedRow, has_clocks_below

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
