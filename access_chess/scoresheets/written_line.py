"""What every form needs of a line: its number, its move as it is written, its clock; and the words of the heading."""

from datetime import timedelta

import chess

from access_chess.laws.commands import Result
from access_chess.notation.letters import Letters
from access_chess.notation.written import san
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
