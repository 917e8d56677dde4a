"""A time control as people type it, `15+10`: minutes for a game, seconds for a move."""

import re
from datetime import timedelta

from access_chess.laws.time_control import ZERO, PeriodAdd, TimeControl, TimeControlError, parse_time_control

#: A bare number from here on is seconds: nobody gets three hours at once, but programs write blitz as `180+2`.
SECONDS_FROM = 180
LONGEST = timedelta(hours=24)  # of a period or an addition: beyond it somebody has mixed up the units
SHOWN = 80  # characters of what cannot be read that are repeated: a sentence must end

_UNITS = {"h": 3600, "m": 60, "min": 60, "s": 1, "sec": 1}
_NUMBER = r"\d{1,6}(?:\.\d{1,6})?"
_WITH_UNITS = rf"{_NUMBER} ?(?:h|min|m|sec|s)(?![a-z])(?: ?{_NUMBER} ?(?:min|m|sec|s)(?![a-z]))*"
_BY_COLONS = rf"\d{{1,3}}(?::\d\d){{0,1}}:{_NUMBER}"
_TIME = re.compile(rf"(?P<lead>[+dx] ?)?(?P<time>{_BY_COLONS}|{_WITH_UNITS}|{_NUMBER})(?P<count>[/x](?=\d))?")


def read_time_control(text: str, period_add: PeriodAdd = PeriodAdd.ON_ZERO) -> TimeControl:
    """Read what a person types: `15+10`, `40/90, 30+30`, `5:00+3 / 3:00`, `900s+10s`, `0:15:00+10`, `5400+30`.

    A bare number is minutes, and seconds behind a plus sign, as everywhere in chess; where one is 180 or more, all of
    them are seconds, as programs write them. A unit or a colon makes any time plain.
    Raises TimeControlError, with the beginning of what cannot be read.

    >>> [read_time_control(text).periods[0].time.total_seconds() for text in ("15+10", "900s+10s", "0:15:00", "900")]
    [900.0, 900.0, 900.0, 900.0]
    """
    try:
        control = parse_time_control(_in_seconds(_plain(text)), period_add)
    except TimeControlError as error:
        phrase = "time_unlike" if error.phrase == "time_unlike_seconds" else error.phrase
        raise TimeControlError(phrase, text=repr(text[:SHOWN])) from error
    return possible(control, text)


def possible(control: TimeControl, text: str) -> TimeControl:
    """The time control that was read from this text. Raises TimeControlError where no clock is set to such a one."""
    periods = (*control.periods, *control.black)
    if any(time > LONGEST for period in periods for time in (period.time, period.increment, period.delay)):
        raise TimeControlError("time_too_long", text=repr(text[:SHOWN]))
    if not all(period.counts_up or period.time + period.increment + period.delay > ZERO for period in periods):
        raise TimeControlError("time_needs_some", text=repr(text[:SHOWN]))
    return control


_SIGNS = str.maketrans({"′": "'", "’": "'", "‘": "'", "´": "'", "″": '"', "”": '"', "“": '"'})
#: Signs and words of units, as invitations have them -> those of this reader.
_SPELLINGS = (
    (r"''", '"'),
    (r"(?<=\d) ?'", "m"),
    (r'(?<=\d) ?"', "s"),
    (r"(?i)(?<=\d) ?(?:minutes?|mins)\b", "m"),
    (r"(?i)(?<=\d) ?(?:seconds?|secs)\b", "s"),
    (r"(?i)(?<=\d) ?(?:hours?|hrs?)\b", "h"),
    (r"(?i)(?<=[ms\d]) ?(?:/|per|a|each) ?moves?\b", ""),
    (r"(?i)(?<=\d) ?moves?\b", ""),
)
_PGN_PART = rf"(?:\d+/)?{_NUMBER}(?:\+{_NUMBER})?"
_PGN = re.compile(rf"(?=\d+/(?P<first>\d+)){_PGN_PART}(?::{_PGN_PART})+")  # 40/7200:3600
_IN_GAME = re.compile(  # G/60 d5, as in America; 40/120, SD/60; d5 has it behind
    r"(?i)(?P<before>(?:\d+/\d{1,3}m?[,;] *)*)(?:G|game|SD) ?/? ?(?P<time>\d{1,3})(?:m|min)?"
    r"(?: *[;,]? *(?P<sign>d|delay|inc|i|\+) ?/?(?P<each>\d+)s?)?"
)
_INVITED = re.compile(  # 90'/40+30'/end+30"
    rf"(?i)\(?(?P<first>{_NUMBER})m/(?P<moves>\d+) ?\+ ?(?P<rest>{_NUMBER})m"
    r"(?:/ ?(?:end|rest|all|game|fin|ende|ko|sd|g))?\)?(?: ?\+ ?(?P<each>\d+)s)?"
)
#: 90+30/30 is thirty minutes more to a league, and Black's time to others; so is 40/90/30.
_UNCLEAR = re.compile(rf"(?:\d+/{_NUMBER}(?:\+{_NUMBER})?|{_NUMBER}\+{_NUMBER})/{_NUMBER}")


def _plain(text: str) -> str:
    """What others write, as this reader has it. Raises TimeControlError for what may mean two things."""
    text = text.strip().translate(_SIGNS)
    for spelling, unit in _SPELLINGS:
        text = re.sub(spelling, unit, text)
    if _UNCLEAR.fullmatch(text):
        raise TimeControlError("time_unclear", text=repr(text))
    if pgn := _PGN.fullmatch(text):
        if int(pgn["first"]) >= SECONDS_FROM:
            return text.replace(":", ", ")  # of them all are seconds
        if int(pgn["first"]) >= 60:  # an hour and more has two colons
            raise TimeControlError("time_by_commas", text=repr(text))
    if in_game := _IN_GAME.fullmatch(text):
        return _american(in_game)
    if invited := _INVITED.fullmatch(text):
        each = f"+{invited['each']}s" if invited["each"] else ""
        return f"{invited['moves']}/{invited['first']}m{each}, {invited['rest']}m{each}"
    return text


def _american(found: re.Match[str]) -> str:
    """Minutes for the game, and what each move gets, in all periods."""
    sign = "d" if (found["sign"] or "").lower().startswith("d") else "+"
    each = f"{sign}{found['each']}" if found["each"] else ""
    before = [part.strip().rstrip("m") for part in re.split("[,;]", found["before"]) if part.strip()]
    return ", ".join(f"{part}:00{each}" for part in (*before, found["time"]))


def _in_seconds(text: str) -> str:
    """The same as `parse_time_control` reads it, with every time in seconds."""
    text = re.sub(r" *([+|]) *", "+", text)
    found = list(_TIME.finditer(text))
    counts = _counts(found)
    bases = [each for each in found if each.start() not in counts and not _is_for_a_move(each, counts)]
    in_minutes = all(float(base["time"]) < SECONDS_FROM for base in bases if _is_bare(base["time"]))
    read: list[str] = []
    end = 0
    for each in found:
        seconds = _seconds(each["time"], in_minutes=in_minutes and each in bases)
        is_between_players = each["count"] == "/" and each.start() not in counts
        stroke = " / " if is_between_players else each["count"] or ""
        read += text[end : each.start()], (each["lead"] or "").strip(), seconds, stroke
        end = each.end()
    return "".join((*read, text[end:]))


def _counts(found: list[re.Match[str]]) -> dict[int, int]:
    """The numbers that count moves or periods, which stand before a stroke or an x: where each begins and ends.

    The number behind one is a time, whatever stands behind it.
    """
    counts: dict[int, int] = {}
    for each in found:
        if each["count"] and each["time"].isdecimal() and not each["lead"] and each.start() not in counts.values():
            counts[each.start()] = each.end()
    return counts


def _is_for_a_move(time: re.Match[str], counts: dict[int, int]) -> bool:
    """Whether it is an increment, a delay or a byo-yomi, which are seconds."""
    return bool(time["lead"]) or (time.start() in counts.values() and time.string[time.start() - 1] == "x")


def _is_bare(time: str) -> bool:
    return time.replace(".", "", 1).isdecimal()


def _seconds(time: str, *, in_minutes: bool) -> str:
    seconds = 0.0
    if ":" in time:
        for part in time.split(":"):
            seconds = 60 * seconds + float(part)
    elif _is_bare(time):
        seconds = float(time) * (60 if in_minutes else 1)
    else:
        for number, unit in re.findall(rf"({_NUMBER}) ?([a-z]+)", time):
            seconds += float(number) * _UNITS[unit]
    return f"{seconds:.6f}".rstrip("0").rstrip(".")
