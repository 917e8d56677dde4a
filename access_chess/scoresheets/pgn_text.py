"""A sheet as PGN (the standard of 1994, with python-chess's clock comments), for programs and archives.

PGN has no gaps: where one stands, or a move that the Laws do not allow, the moves end with a comment that says what
follows on the sheet.
"""

import re
import textwrap

import chess
import chess.pgn

from access_chess.laws.commands import Result
from access_chess.laws.events import Ending
from access_chess.laws.time_control import TimeControl
from access_chess.notation.written import LETTERS, san
from access_chess.scoresheets.sheet import Heading, Sheet, SheetPly
from access_chess.scoresheets.written_line import one_line

_STANDARD_RESULTS = {Result.WHITE_WINS: "1-0", Result.BLACK_WINS: "0-1", Result.DRAW: "1/2-1/2"}

LONGEST_LINE = 79  # fewer than 80 characters (PGN, section 4.3)
_GLUE = "\0"
_MARK = re.compile(r" (?:\[%[^\]]*\]|[%;\[])")

#: PGN's own five words (section 9.8.1); all other endings are "normal"
_TERMINATIONS = {
    Ending.FLAG: "time forfeit",
    Ending.FLAG_DRAW: "time forfeit",
    Ending.ILLEGAL_MOVES: "rules infraction",
    Ending.ILLEGAL_MOVES_DRAW: "rules infraction",
}


def pgn_text(sheet: Sheet) -> str:
    """The sheet in PGN, ready to be appended to a file of games; rulings and claims are comments after their move."""
    record = chess.pgn.Game()
    tags = _tags(sheet.heading)
    start = sheet.start
    if start.fen() != chess.STARTING_FEN or start.chess960:
        record.setup(start)
        tags |= {tag: record.headers[tag] for tag in ("Variant", "FEN", "SetUp") if tag in record.headers}
    node: chess.pgn.GameNode = record
    node.comment = _comment(sheet.notes)
    for index, line in enumerate(sheet.lines):
        if line.move is None or not line.is_legal or line.before is None:
            rest = " ".join(filter(None, (node.comment, _rest(sheet.lines[index:]))))
            node.comment = rest
            if not line.is_legal:
                tags["Result"] = "*"
            break
        node = node.add_variation(line.move)
        node.comment = _comment((*(("(=)",) if line.has_offer else ()), *line.notes))
        if line.clock is not None:
            node.set_clock(int(line.clock.total_seconds()))
    record.headers["Result"] = tags["Result"]
    moves = record.accept(chess.pgn.StringExporter(columns=None, headers=False))
    over = "\n".join(f'[{tag} "{_value(text)}"]' for tag, text in tags.items())
    return f"{over}\n\n{_wrapped(moves)}\n"


def _wrapped(moves: str) -> str:
    """The moves in lines as other programs take them; a mark such as [%clk 1:00] stays whole and begins no line, where
    it would look like a tag.
    """
    glued = _MARK.sub(lambda mark: mark[0].replace(" ", _GLUE), moves)
    lines = textwrap.wrap(glued, LONGEST_LINE, break_on_hyphens=False)
    return "\n".join(lines).replace(_GLUE, " ")


def _tags(heading: Heading) -> dict[str, str]:
    """The seven tags of the roster, then those that the sheet knows more: its file's, or what the journal knows."""
    of_file = dict(heading.tags)
    known = {
        "Event": heading.event,
        "Site": heading.site,
        "Date": heading.date.strftime("%Y.%m.%d") if heading.date else "",
        "Round": heading.round,
        "White": heading.white,
        "Black": heading.black,
    }
    tags = {tag: text or of_file.get(tag, "????.??.??" if tag == "Date" else "?") for tag, text in known.items()}
    tags["Result"] = _STANDARD_RESULTS.get(heading.result, "*")
    tags |= {tag: text for tag, text in of_file.items() if tag not in tags} if of_file else _of_journal(heading)
    for color, tag in ((chess.WHITE, "WhiteSigned"), (chess.BLACK, "BlackSigned")):
        if (result := heading.signed[color]) is not None:
            tags[tag] = result.value
    return tags


def _of_journal(heading: Heading) -> dict[str, str]:
    """What is known of a game that was played here."""
    tags = {}
    for color, tag in ((chess.WHITE, "WhiteType"), (chess.BLACK, "BlackType")):
        tags[tag] = "program" if color in heading.programs else "human"
    if heading.edition:
        tags["Edition"] = heading.edition
    if heading.time is not None:
        tags["TimeControl"] = time_control_tag(heading.time)
    tags["Termination"] = "unterminated"
    if heading.ending is not None:
        tags |= {"Termination": _TERMINATIONS.get(heading.ending, "normal"), "EndReason": heading.ending.value}
    elif heading.result is not Result.NONE:
        tags["Termination"] = "normal"
    return tags


def _value(text: str) -> str:
    """A tag's value, with the standard's escapes before quotation marks and backslashes."""
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def time_control_tag(control: TimeControl) -> str:
    """As PGN has it: 40/7200:900+30; a dash where there is no limit, a question mark for what it has no form for.

    So much for each move, as in correspondence, is a control of one move.

    >>> from access_chess.laws.time_control import days_a_move
    >>> time_control_tag(days_a_move(3))
    '1/259200'
    """
    if len(control.periods) == 1 and control.periods[0].renewed and not control.black:
        return f"1/{control.periods[0].time.total_seconds():g}"
    if control.periods[0].counts_up:
        return "-"
    if control.black or control.periods[-1].renewed:
        return "?"
    return ":".join(
        (f"{period.moves}/" if period.moves else "*" if period.sandglass else "")
        + f"{period.time.total_seconds():g}"
        + (f"+{period.increment.total_seconds():g}" if period.increment else "")
        for period in control.periods
    )


def _rest(lines: tuple[SheetPly, ...]) -> str:
    """What stands on the sheet from a gap or an illegal move on, as text."""
    written = []
    for line in lines:
        number = f"{line.number}." if line.color else f"{line.number}..."
        text = "?" if line.is_gap else line.text or _san(line)
        written.append(one_line(f"{number} {text}"))
        written += line.notes
    return _comment(tuple(written))


def _san(line: SheetPly) -> str:
    assert line.move is not None
    return line.move.uci() if line.before is None else san(line.before, line.move, LETTERS["en"])


def _comment(notes: tuple[str, ...]) -> str:
    """Notes in one comment; a brace would end it."""
    return one_line(" ".join(notes)).replace("{", "(").replace("}", ")")
