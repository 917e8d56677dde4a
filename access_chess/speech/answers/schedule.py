"""When a clock tells the time unasked, and what it then says.

In competition it volunteers nothing (13.6, E.2.9.d): there the schedule is empty.
"""

import re
from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.laws.time_control import ZERO
from access_chess.phrased_error import PhrasedError
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.durations import Precision
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import Channel, Earcon, Priority, SpokenPart, Utterance, VoiceRole

SECOND = timedelta(seconds=1)
#: Below this there is no time for more than the number.
BARE_NUMBERS = timedelta(seconds=10)


class ScheduleError(PhrasedError, ValueError):
    """What was written is no schedule."""


class ScheduleStep(Struct, frozen=True, kw_only=True):
    """From `below` on (None: from the beginning) the time is told at every full multiple of `every`."""

    every: timedelta
    below: timedelta | None = None


Schedule = tuple[ScheduleStep, ...]

SILENT: Schedule = ()
#: Every five minutes, every minute under ten, every ten seconds under one minute, every second under ten.
STANDARD: Schedule = (
    ScheduleStep(every=timedelta(minutes=5)),
    ScheduleStep(every=timedelta(minutes=1), below=timedelta(minutes=10)),
    ScheduleStep(every=timedelta(seconds=10), below=timedelta(minutes=1)),
    ScheduleStep(every=SECOND, below=timedelta(seconds=10)),
)
_NAMED = {"silent": SILENT, "standard": STANDARD}
#: Seven digits of seconds are months: more than any clock shows.
_STEP = re.compile(r"(?:(?P<below>\d{1,7})/)?(?P<every>\d{1,7})")


def parse_schedule(text: str) -> Schedule:
    """Read `standard`, `silent`, or steps in seconds: `300, 600/60, 60/10, 10/1` is the standard one.

    Raises ScheduleError, with the part that cannot be read.

    >>> parse_schedule("300, 600/60, 60/10, 10/1") == STANDARD
    True
    """
    if text.strip() in _NAMED:
        return _NAMED[text.strip()]
    steps = []
    for part in text.split(","):
        match = _STEP.fullmatch(part.strip())
        if match is None or int(match["every"]) == 0:
            raise ScheduleError("tell_unlike", text=repr(part.strip()))
        below = int(match["below"]) * SECOND if match["below"] else None
        steps.append(ScheduleStep(every=int(match["every"]) * SECOND, below=below))
    return tuple(steps)


def next_told(schedule: Schedule, remaining: timedelta) -> timedelta | None:
    """The display at which the time is told next, below this one; None when it is not told any more.

    >>> next_told(STANDARD, timedelta(minutes=9, seconds=30))
    datetime.timedelta(seconds=540)
    """
    tops = (remaining if step.below is None else min(remaining, step.below + SECOND) for step in schedule)
    told = (_multiple_below(top, step.every) for top, step in zip(tops, schedule, strict=True))
    return max((display for display in told if display > ZERO), default=None)


def next_taken(schedule: Schedule, taken: timedelta) -> timedelta | None:
    """The display at which the time is told next on a clock that counts up; there is no end to draw near.

    >>> next_taken(STANDARD, timedelta(minutes=9, seconds=30))
    datetime.timedelta(seconds=600)
    """
    told = ((taken // step.every + 1) * step.every for step in schedule if step.below is None)
    return min(told, default=None)


def patience(display: timedelta) -> timedelta:
    """How late a time may be told and still be true enough: a minute's multiple longer than a count of seconds."""
    return timedelta(seconds=5) if display >= timedelta(minutes=1) else timedelta(milliseconds=500)


def _multiple_below(top: timedelta, every: timedelta) -> timedelta:
    return (-(-top // every) - 1) * every


def next_telling(schedule: Schedule, game: Game, at: Instant) -> tuple[Instant, timedelta] | None:
    """When a display is to be told next and what it will show; None while none runs, or nothing is due any more."""
    color = game.clock.running
    if color is None or game.clock.control is None:
        return None
    remaining = game.remaining(color, at)
    if game.clock.counts_up(color):
        display = next_taken(schedule, remaining)
        return None if display is None else (at + display - remaining, display)
    display = next_told(schedule, remaining)
    return None if display is None else (at + game.clock.delay_left(color, at) + remaining - display, display)


def telling(game: Game, display: timedelta, pack: VoicePack) -> Utterance | None:
    """The running player's time, for their own ears; None when no clock runs any more."""
    color = game.clock.running
    if color is None:
        return None
    return Utterance(
        parts=(_told(game, color, display, pack),),
        priority=Priority.NORMAL,
        channel=Channel.WHITE if color is chess.WHITE else Channel.BLACK,
        role=VoiceRole.CLOCK,
        earcon=Earcon.LOW_TIME if display == timedelta(minutes=1) else None,
    )


def _told(game: Game, color: chess.Color, display: timedelta, pack: VoicePack) -> SpokenPart:
    """Whose time it is, as one ear may hear both; where the seconds are counted there is no time for more than them."""
    if display < BARE_NUMBERS:
        return pack.number(display // SECOND)
    time = pack.duration(display, precision=Precision.SECONDS)
    if display == BARE_NUMBERS:
        return pack.phrase("clock_left", time=time)
    key = "clock_of_taken" if game.clock.counts_up(color) else "clock_of"
    return pack.phrase(key, color=color_name(color, pack), time=time)
