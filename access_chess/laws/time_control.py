"""The agreement about thinking time: periods, increments and delays, and the speed class that follows from them."""

import itertools
import re
from datetime import timedelta
from enum import Enum

import chess
import msgspec

from access_chess.laws.editions import RULES, Edition
from access_chess.phrased_error import PhrasedError

ZERO = timedelta()
#: A.1: with an hour or more for sixty moves the game is a standard one.
STANDARD_FROM = timedelta(minutes=60)


class TimeControlError(PhrasedError, ValueError):
    """What was written is no time control."""


class PeriodAdd(Enum):
    """When the next period's time is added to the display (A28): at zero, or when the quota is completed."""

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
    time that one player uses is given to the other. A `renewed` period (byo-yomi) begins when the time before it has
    run out, and its time begins anew with each move. A display that `counts_up` has no limit: it shows the time taken.
    """

    time: timedelta
    moves: int | None = None
    increment: timedelta = ZERO
    delay: timedelta = ZERO
    sandglass: bool = False
    renewed: bool = False
    counts_up: bool = False


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All periods of a game, and when the time of the next one is added.

    `black` are Black's periods where the players agreed on different times; else both play by `periods`.
    """

    periods: tuple[Period, ...]
    period_add: PeriodAdd = PeriodAdd.ON_ZERO
    black: tuple[Period, ...] = ()

    def of(self, color: chess.Color) -> tuple[Period, ...]:
        """This player's periods."""
        return self.periods if color is chess.WHITE or not self.black else self.black

    def quota(self, period: int, color: chess.Color = chess.WHITE) -> int | None:
        """Moves to be completed, from the start of the game, before that period ends; None: all of them."""
        needed = 0
        for each in self.of(color)[: period + 1]:
            if each.moves is None:
                return None
            needed += each.moves
        return needed


def days_a_move(days: int) -> TimeControl:
    """So many days for each move, as in correspondence: what is not used is not saved."""
    return TimeControl(periods=(Period(time=timedelta(days=days), renewed=True),))


_NUMBER = r"\d{1,6}(?:\.\d{1,6})?"  # no game takes a million seconds, no clock counts less than a microsecond
_PERIOD = re.compile(
    rf"(?:(?P<moves>\d{{1,6}})/)?(?P<time>{_NUMBER})"
    rf"(?:\+(?P<increment>{_NUMBER})|d(?P<delay>{_NUMBER}))?"
    r"(?P<sandglass> sandglass)?"
)
_BYO_YOMI = re.compile(rf"(?P<count>\d{{1,2}})x(?P<time>{_NUMBER})")
_COUNT_UP = "up"
_MOVES_BEFORE = re.compile(r"\s*\d*\s*")  # what may stand before the stroke of "40/7200"


def parse_time_control(text: str, period_add: PeriodAdd = PeriodAdd.ON_ZERO) -> TimeControl:
    """Read `40/7200, 20/3600, 900+30`: moves/seconds, `+` increment or `d` delay in seconds.

    `1800, 3x30` ends with three periods of byo-yomi, thirty seconds each; `up` counts up without a limit. Where the
    players' times differ, Black's follow behind a stroke, `300+3/180+0`; one behind a bare number counts moves, unless
    there is space around it.
    Raises TimeControlError, with the part that cannot be read.

    >>> parse_time_control("40/7200, 1800+30").quota(0)
    40
    >>> parse_time_control("300+3/180+0").of(chess.BLACK)[0].time
    datetime.timedelta(seconds=180)
    """
    white, *others = _players(text)
    if len(others) > 1:
        raise TimeControlError("time_two_players", text=repr(text))
    periods = _periods(white)
    black = _periods(others[0]) if others else ()
    return TimeControl(periods=periods, period_add=period_add, black=() if black == periods else black)


def _players(text: str) -> list[str]:
    """White's part and, behind a stroke that counts no moves, Black's."""
    parts = [""]
    for piece in re.split(r"( / |[,/])", text):
        is_behind_moves = piece == "/" and _MOVES_BEFORE.fullmatch(parts[-1].rpartition(",")[2])
        if piece.strip() == "/" and not is_behind_moves:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _periods(text: str) -> tuple[Period, ...]:
    """One player's periods. Raises TimeControlError."""
    periods = [period for part in text.split(",") for period in _period(part.strip())]
    for period, following in itertools.pairwise(periods):
        if period.counts_up or following.counts_up:
            raise TimeControlError("time_counts_up_alone", text=repr(text))
        if period.renewed and not following.renewed:
            raise TimeControlError("time_byo_yomi_last", text=repr(text))
        if period.moves is None and not following.renewed:
            raise TimeControlError("time_open_last", text=repr(text))
    if not any(period.counts_up or period.time + period.increment + period.delay for period in periods):
        raise TimeControlError("time_needs_some", text=repr(text))
    return tuple(periods)


def _period(part: str) -> list[Period]:
    """One part between commas: a period, or several of byo-yomi. Raises TimeControlError."""
    if part == _COUNT_UP:
        return [Period(time=ZERO, counts_up=True)]
    if (byo_yomi := _BYO_YOMI.fullmatch(part)) and int(byo_yomi["count"]) and float(byo_yomi["time"]):
        return [Period(time=_seconds(byo_yomi["time"]), renewed=True)] * int(byo_yomi["count"])
    match = _PERIOD.fullmatch(part)
    if match is None or (match["moves"] is not None and int(match["moves"]) == 0):
        raise TimeControlError("time_unlike_seconds", text=repr(part))
    return [
        Period(
            time=_seconds(match["time"]),
            moves=int(match["moves"]) if match["moves"] else None,
            increment=_seconds(match["increment"]),
            delay=_seconds(match["delay"]),
            sandglass=match["sandglass"] is not None,
        )
    ]


def _seconds(text: str | None) -> timedelta:
    return timedelta(seconds=float(text or 0))


def speed_class(control: TimeControl | None, edition: Edition) -> SpeedClass:
    """Standard, rapid or blitz by the total T = base + 60 additions, in minutes (A.1, B.1; borders: A25).

    An untimed game and the Soviet code know only the standard game. A quota means more moves than 60 can be
    asked for, so several periods count together. Of different times the longer decides.
    """
    rules = RULES[edition]
    if control is None or rules.rapid_from is None:
        return SpeedClass.STANDARD
    if any(period.counts_up for color in chess.COLORS for period in control.of(color)):
        return SpeedClass.STANDARD
    total = max(_time_for_sixty_moves(control.of(color)) for color in chess.COLORS)
    if total >= STANDARD_FROM:
        return SpeedClass.STANDARD
    is_rapid = total > rules.rapid_from or (rules.is_rapid_from_included and total == rules.rapid_from)
    return SpeedClass.RAPID if is_rapid else SpeedClass.BLITZ


def _time_for_sixty_moves(periods: tuple[Period, ...]) -> timedelta:
    """Byo-yomi gives its time with each move, as a delay does."""
    each_move = periods[0].increment + periods[0].delay
    if periods[-1].renewed:
        each_move += periods[-1].time
    return sum((period.time for period in periods if not period.renewed), ZERO) + 60 * each_move
