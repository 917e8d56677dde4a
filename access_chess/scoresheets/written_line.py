"""What every form needs of a line: its number, its move as it is written, its clock; and the words of the heading. So
plain text is made, for a screen reader or a braille display: a pair of moves a line.
"""

import textwrap
from datetime import timedelta

import chess

from access_chess.laws.commands import Result
from access_chess.notation.written import Letters, san
from access_chess.scoresheets.sheet import Heading, Sheet, SheetPly, Whose
from access_chess.speech.language.voice_pack import VoicePack

NOT_WRITTEN = "?"
OFFER = "(=)"


def move_of(line: SheetPly, letters: Letters) -> str:
    """The move in short notation; a question mark for a gap, and behind what the Laws do not allow."""
    if line.move is None:
        return line.text or NOT_WRITTEN
    if not line.is_legal or line.before is None:
        return f"{line.text or line.move.uci()}{'' if line.is_legal else NOT_WRITTEN}"
    return san(line.before, line.move, letters) + (f" {OFFER}" if line.has_offer else "")


def clock_of(line: SheetPly) -> str:
    """The display in hours, minutes and whole seconds, "1:29:30"; empty where it is not known."""
    return "" if line.clock is None else clock_text(line.clock)


def clock_text(time: timedelta) -> str:
    """Whole seconds, as a clock shows them.

    >>> clock_text(timedelta(hours=1, seconds=5.9))
    '1:00:05'
    """
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def title_of(sheet: Sheet, pack: VoicePack) -> str:
    """Whose text it is."""
    if sheet.whose is Whose.RECORD:
        return pack.phrase("sheet_record").text
    return pack.phrase("sheet_of", color=pack.phrase(sheet.whose.value)).text


def heading_of(sheet: Sheet, pack: VoicePack) -> tuple[tuple[str, str], ...]:
    """The lines over the moves: what each is called, and what stands there; what is not known is left out."""
    heading = sheet.heading
    lines = [
        (pack.phrase("white").text, heading.white or NOT_WRITTEN),
        (pack.phrase("black").text, heading.black or NOT_WRITTEN),
        (pack.phrase("sheet_event").text, heading.event),
        (pack.phrase("sheet_site").text, heading.site),
        (pack.phrase("sheet_round").text, heading.round),
        (pack.phrase("sheet_date").text, heading.day),
        (pack.phrase("sheet_result").text, result_text(heading.result)),
        (pack.phrase("sheet_signed").text, _signatures(heading, pack)),
    ]
    if sheet.fen != chess.STARTING_FEN:
        lines.append(("FEN", sheet.fen))
    return tuple((name, one_line(text)) for name, text in lines if text)


def players_of(heading: Heading) -> str:
    """Both names, "Anna Muster - Boris Beispiel"."""
    return one_line(f"{heading.white or NOT_WRITTEN} - {heading.black or NOT_WRITTEN}")


def surname(name: str) -> str:
    """Of "Muster, Anna" or "Anna Muster" the name that fits on a page's head."""
    return name.split(",")[0] if "," in name else name.split(" ")[-1]


def _signatures(heading: Heading, pack: VoicePack) -> str:
    """Who has signed what: "White 1-0, Black 1-0"; empty where nobody has."""
    return ", ".join(
        f"{pack.phrase(chess.COLOR_NAMES[color]).text} {result_text(result)}"
        for color in chess.COLORS
        if (result := heading.signed[color]) is not None
    )


def result_text(result: Result) -> str:
    """The result as it stands at the end of a sheet; a star where there is none."""
    return "*" if result is Result.NONE else result.value


def one_line(text: str) -> str:
    """Without line ends and control characters, which no line, no tag and no comment may hold."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


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
