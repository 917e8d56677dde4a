"""The agreement about thinking time: periods, increments and delays, and the speed class that follows from them."""

import re
from datetime import timedelta
from enum import Enum

import msgspec

from access_chess.laws.editions import RULES, Edition

ZERO = timedelta()
#: A.1: with an hour or more for sixty moves the game is a standard one.
STANDARD_FROM = timedelta(minutes=60)


class PeriodAdd(Enum):
    """When the next period's time is added to the display (11.1): at zero, or when the quota is completed."""

    ON_ZERO = "on_zero"
    ON_QUOTA = "on_quota"


class SpeedClass(Enum):
    """Standard, rapid or blitz: Appendices A and B say which total thinking time makes which."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class Period(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One part of the time control: `moves` in `time` (None: all remaining moves), with an addition for each move.

    `increment` is cumulative (Fischer), given before each move; `delay` is not saved (6.2.b). In a sandglass the
    time that one player uses is given to the other.
    """

    time: timedelta
    moves: int | None = None
    increment: timedelta = ZERO
    delay: timedelta = ZERO
    sandglass: bool = False


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All periods of a game, and when the time of the next one is added."""

    periods: tuple[Period, ...]
    period_add: PeriodAdd = PeriodAdd.ON_ZERO

    def quota(self, period: int) -> int | None:
        """Moves to be completed, from the start of the game, before that period ends; None: all of them."""
        needed = 0
        for each in self.periods[: period + 1]:
            if each.moves is None:
                return None
            needed += each.moves
        return needed


_PERIOD = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?P<time>\d{1,6}(?:\.\d+)?)"  # no game takes a million seconds
    r"(?:\+(?P<increment>\d{1,6}(?:\.\d+)?)|d(?P<delay>\d{1,6}(?:\.\d+)?))?"
    r"(?P<sandglass> sandglass)?"
)


def parse_time_control(text: str, period_add: PeriodAdd = PeriodAdd.ON_ZERO) -> TimeControl:
    """Read `40/7200, 20/3600, 900+30`: moves/seconds, `+` increment or `d` delay in seconds.

    Raises ValueError, with the part that cannot be read.

    >>> parse_time_control("40/7200, 1800+30").quota(0)
    40
    """
    periods = []
    for part in text.split(","):
        match = _PERIOD.fullmatch(part.strip())
        if match is None or (match["moves"] is not None and int(match["moves"]) == 0):
            raise ValueError(f"time control is not like '40/7200, 900+30' or '300d5': {part.strip()!r}")
        periods.append(
            Period(
                time=timedelta(seconds=float(match["time"])),
                moves=int(match["moves"]) if match["moves"] else None,
                increment=timedelta(seconds=float(match["increment"] or 0)),
                delay=timedelta(seconds=float(match["delay"] or 0)),
                sandglass=match["sandglass"] is not None,
            )
        )
    if any(period.moves is None for period in periods[:-1]):
        raise ValueError(f"only the last period may be without a number of moves: {text!r}")
    if all(period.time == ZERO and period.increment == ZERO and period.delay == ZERO for period in periods):
        raise ValueError(f"a time control needs some time: {text!r}")
    return TimeControl(periods=tuple(periods), period_add=period_add)


def speed_class(control: TimeControl | None, edition: Edition) -> SpeedClass:
    """Standard, rapid or blitz by the total T = base + 60 additions, in minutes (A.1, B.1; borders: A25).

    An untimed game and the Soviet code know only the standard game. A quota means more moves than 60 can be
    asked for, so several periods count together.
    """
    rules = RULES[edition]
    if control is None or rules.rapid_from is None:
        return SpeedClass.STANDARD
    first = control.periods[0]
    total = sum((period.time for period in control.periods), ZERO) + 60 * (first.increment + first.delay)
    if total >= STANDARD_FROM:
        return SpeedClass.STANDARD
    is_rapid = total > rules.rapid_from or (rules.is_rapid_from_included and total == rules.rapid_from)
    return SpeedClass.RAPID if is_rapid else SpeedClass.BLITZ
