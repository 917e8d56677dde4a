"""What the tags of a game say: names, place, day, result, and the position that it begins with."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

import chess
from msgspec import Struct

from access_chess.laws.commands import Result
from access_chess.scoresheets.faults import Fault, FaultKind
from access_chess.scoresheets.pgn_tokens import PgnToken
from access_chess.scoresheets.results import result_in_tag
from access_chess.scoresheets.sheet import Heading

UNKNOWN_DAY = "????.??.??"
_UNKNOWN = ("?", "-", "")
#: Tags that are read here, and written anew from what they say.
_OWN = frozenset({"Event", "Site", "Round", "White", "Black", "Result", "FEN", "SetUp"})
_DAY = re.compile(
    r"(?P<year>\d{4}|\?{4})(?:[-./](?P<month>\d{1,2}|\?{1,2})(?:[-./](?P<day>\d{1,2}|\?{1,2}))?)?(?:T.*)?"
)
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})(?P<between>[-./])\s?(?P<month>\d{1,2})(?P=between)\s?(?P<year>\d{4})")

_CHESS960 = re.compile(
    r"chess[\s-]?960|960|fisc?h?er[\s-]?(?:random|chess).*|freestyle.*|wild/?fr|chess[\s-]?9lx", re.I
)
_STANDARD = re.compile(r"standard|chess|normal|regular|orthodox|classical|from[\s-]?position|\??", re.IGNORECASE)
#: No game comes to such a check, but chess can be played from there.
_HARMLESS = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
#: Of other rules, or with other men: what is made in them may look like moves of chess.
_OTHERS = re.compile(
    r"(?:crazy|bug|tandem|loop|drop|pocket|place|mini|grand|gothic|capablanca|atom|anti|suicid|giveaway|give|losers|"
    r"extinct|king|racing|three|3[\s-]?check|five|5[\s-]?check|horde|seirawan|s-chess|shogi|xiangqi|janggi|makruk|"
    r"duck|fog|dark|kriegspiel|hexagon|alice|berolina|knightmate|cylind|shatranj|ai-wok|ouk|sittuyin|torpedo|"
    r"no[\s-]?castling|monster|marseill|progressive|twisted|almost|amazon|chigorin|hoppel|los[\s-]?alamos|embassy|"
    r"janus|courier|orda|synochess|spartan|shako|hoppel|nocheckatomic|codrus|cambodian|checkless|4[\s-]?player|"
    r"two[\s-]?kings|upside|setup|wild(?!/?fr)).*",
    re.IGNORECASE,
)


class PgnHeading(Struct, frozen=True, kw_only=True):
    """The heading and the position before the first move; None: nothing can be read from here, as a fault says.

    `has_position`: the file gives a position of its own.
    """

    heading: Heading
    board: chess.Board | None
    faults: tuple[Fault, ...] = ()
    has_position: bool = False


def beginning(tags: Sequence[PgnToken]) -> PgnHeading:
    """What the tags of a game say."""
    first: dict[str, PgnToken] = {}
    faults: list[Fault] = []
    for tag in tags:
        known = first.setdefault(tag.name, tag)
        if known.text != tag.text:
            faults.append(Fault(kind=FaultKind.TAG_TWICE, line=tag.line, text=tag.name))
    heading = _heading(first, faults)
    board = _board(first, faults)
    return PgnHeading(heading=heading, board=board, faults=tuple(faults), has_position="FEN" in first)


def _heading(tags: dict[str, PgnToken], faults: list[Fault]) -> Heading:
    def known(name: str) -> str:
        text = tags[name].text if name in tags else ""
        return "" if text in _UNKNOWN else text

    result = result_in_tag(tags["Result"].text) if "Result" in tags else Result.NONE
    if result is None:
        faults.append(Fault(kind=FaultKind.RESULT, line=tags["Result"].line, text=tags["Result"].text))
    day = _day(tags, faults)
    return Heading(
        white=known("White"),
        black=known("Black"),
        event=known("Event"),
        site=known("Site"),
        round=known("Round"),
        date=_whole_day(day),
        result=result or Result.NONE,
        tags=tuple(_others(tags, day)),
    )


def _others(tags: dict[str, PgnToken], day: str) -> Iterator[tuple[str, str]]:
    """Tags that a heading has no other place for, and what says that there is nothing to be known: a round "-"."""
    yield "Date", day
    for name, tag in tags.items():
        if name == "Variant":
            if not _CHESS960.fullmatch(tag.text) and not _STANDARD.fullmatch(tag.text):
                yield name, tag.text
        elif name != "Date" and (name not in _OWN or (name not in ("Result", "FEN", "SetUp") and tag.text == "-")):
            yield name, tag.text


def _day(tags: dict[str, PgnToken], faults: list[Fault]) -> str:
    """The day as PGN has it, as far as it is known: "1851.06.??"."""
    for name in ("Date", "UTCDate"):
        text = tags[name].text.strip() if name in tags else ""
        if text.strip("?.-/ ") == "":
            continue
        if (day := day_of(text)) is not None:
            return day
        faults.append(Fault(kind=FaultKind.DATE, line=tags[name].line, text=text))
        return UNKNOWN_DAY
    return UNKNOWN_DAY


def day_of(text: str) -> str | None:
    """A day in the form of PGN; None: it is none, or may be two.

    >>> day_of("2024-2-11"), day_of("11.2.2024"), day_of("1851"), day_of("1999.00.00"), day_of("2/11/2024")
    ('2024.02.11', '2024.02.11', '1851.??.??', '1999.??.??', None)
    """
    found = _DAY.fullmatch(text) or _DAY_FIRST.fullmatch(text)
    if found is None or (found.re is _DAY_FIRST and found["between"] == "/" and int(found["day"]) <= 12):
        return None
    year, month, day = (_number(found[part]) for part in ("year", "month", "day"))
    if year is None or month is None:
        return None if (month or day) is not None else f"{_digits(year, 4)}.??.??"
    try:
        date(year, month, day or 1)
    except ValueError:
        return None
    return f"{year:04}.{month:02}.{_digits(day, 2)}"


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and int(text) else None


def _digits(number: int | None, digits: int) -> str:
    return "?" * digits if number is None else f"{number:0{digits}}"


def _whole_day(day: str) -> date | None:
    return None if "?" in day else date(*map(int, day.split(".")))


def _board(tags: dict[str, PgnToken], faults: list[Fault]) -> chess.Board | None:
    """The position that the game begins with. With more than one way to read it there is none."""
    variant = tags["Variant"].text.strip() if "Variant" in tags else ""
    is_chess960 = _CHESS960.fullmatch(variant) is not None
    if _OTHERS.fullmatch(variant) and not is_chess960:
        faults.append(Fault(kind=FaultKind.VARIANT, line=tags["Variant"].line, text=variant))
        return None
    if "FEN" not in tags:
        if "SetUp" in tags and tags["SetUp"].text.strip() == "1":
            faults.append(Fault(kind=FaultKind.NO_POSITION, line=tags["SetUp"].line))
        return chess.Board(chess960=is_chess960)
    board = board_of(tags["FEN"].text, is_chess960=is_chess960)
    if board is None:
        faults.append(Fault(kind=FaultKind.POSITION, line=tags["FEN"].line, text=tags["FEN"].text))
    return board


def board_of(fen: str, *, is_chess960: bool = False) -> chess.Board | None:
    """A position from which chess can be played; None: it is none, or no game can come to it.

    Castling rights that only Chess960 has make it Chess960.
    """
    parts = fen.split()
    if len(parts) < 2 or parts[1] not in ("w", "b"):
        return None
    try:
        board = chess.Board(" ".join(parts), chess960=True)
    except ValueError:
        return None
    board.chess960 = is_chess960 or board.has_chess960_castling_rights()
    board.castling_rights = board.clean_castling_rights()
    if board.status() & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None
    return board if board.status() & ~_HARMLESS == chess.STATUS_VALID else None
