"""A sheet as plain text, for a screen reader or a braille display: a pair of moves a line, no columns, no boxes."""

import textwrap

from access_chess.notation.letters import Letters
from access_chess.scoresheets.sheet import Sheet, SheetPly
from access_chess.scoresheets.written_line import clock_of, heading_of, move_of, one_line, result_text, title_of
from access_chess.speech.language.voice_pack import VoicePack

WIDTH = 79  # signs; no line is longer
INDENT = "  "


def plain_text(sheet: Sheet, pack: VoicePack, *, letters: Letters | None = None, with_clock: bool = True) -> str:
    """The sheet line by line: title, heading, "1. e4 e5, 1:29:30 1:29:50", notes under their move, the result."""
    lines = [title_of(sheet, pack), *(f"{name}: {text}" for name, text in heading_of(sheet, pack)), ""]
    lines += [INDENT + one_line(note) for note in sheet.notes]
    for number, white, black in sheet.pairs:
        lines += _pair(number, white, black, letters or pack.letters, with_clock)
    lines.append(result_text(sheet.heading.result))
    return "\n".join(part for line in lines for part in (_wrapped(line) or [""])) + "\n"


def _pair(number: int, white: SheetPly | None, black: SheetPly | None, letters: Letters, with_clock: bool) -> list[str]:
    """One line, or two where a note stands between White's move and Black's."""
    if white is None and black is not None:
        return [_line(f"{number}...", (black,), letters, with_clock), *_notes(black)]
    assert white is not None
    if black is None or white.notes:
        first = [_line(f"{number}.", (white,), letters, with_clock), *_notes(white)]
        return first if black is None else [*first, *_pair(number, None, black, letters, with_clock)]
    return [_line(f"{number}.", (white, black), letters, with_clock), *_notes(black)]


def _line(number: str, plies: tuple[SheetPly, ...], letters: Letters, with_clock: bool) -> str:
    moves = " ".join([number, *(one_line(move_of(line, letters)) for line in plies)])
    clocks = " ".join(filter(None, map(clock_of, plies))) if with_clock else ""
    return f"{moves}, {clocks}" if clocks else moves


def _notes(line: SheetPly) -> list[str]:
    return [INDENT + one_line(note) for note in line.notes]


def _wrapped(line: str) -> list[str]:
    indent = INDENT if line.startswith(INDENT) else ""
    return textwrap.wrap(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent or INDENT)
