"""What a clock says, in words: answers to questions, a time control, and the time that it tells unasked, by a schedule.

In competition it volunteers nothing (13.6, E.2.9.d): there the schedule is empty.
"""

import re
from datetime import timedelta

import chess
from msgspec import Struct

from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.commands import Question
from access_chess.laws.dial import Dial, Mark, dial_of, marks_around
from access_chess.laws.game import Game
from access_chess.laws.time_control import ZERO, Period, PeriodAdd, TimeControl
from access_chess.phrased_error import PhrasedError
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.durations import Precision
from access_chess.speech.language.voice_pack import VoicePack, joined
from access_chess.speech.utterance import Channel, Earcon, Priority, SpokenPart, Utterance, VoiceRole

#: From here on tenths are told: they decide, and there is no time to ask for them.
TENTHS_BELOW = timedelta(seconds=20)


#: What no precision tells is no difference.
TOLD_APART = timedelta(milliseconds=100)


def clock_answer(
    question: Question,
    game: Game,
    color: chess.Color,
    at: Instant,
    pack: VoicePack,
    *,
    display: DelayDisplay = DelayDisplay.SIMPLE,
) -> SpokenPart:
    """What the clock answers this player; nothing is rounded up."""
    match question:
        case Question.MOVES:
            return _moves(game, color, pack)
        case Question.CONTROL:
            return control_words(game.clock.control, pack)
        case Question.TIME_USED:
            return _used(game, color, at, pack)
    if game.clock.control is None:
        return pack.phrase("answer_no_clock")
    match question:
        case Question.MY_TIME:
            return time_left(game, color, at, pack, display=display)
        case Question.OPPONENT_TIME:
            return time_left(game, not color, at, pack, display=display)
        case Question.TIMES:
            return joined(time_left(game, each, at, pack, display=display) for each in (color, not color))
        case Question.EXACT_TIME:
            return time_left(game, color, at, pack, display=display, is_exact=True)
        case Question.DIFFERENCE:
            return _difference(game, at, pack, display)
        case Question.TO_CONTROL:
            return _to_control(game, color, pack)
        case _:
            return dial_words(dial_of(game, color, at, display=display), pack)


def time_left(
    game: Game,
    color: chess.Color,
    at: Instant,
    pack: VoicePack,
    *,
    display: DelayDisplay = DelayDisplay.SIMPLE,
    is_exact: bool = False,
) -> SpokenPart:
    """One player's display: "White: four minutes thirty seconds."."""
    clock, name = game.clock, color_name(color, pack)
    if game.flags[color] is not None:
        return pack.phrase("clock_of_flag", color=name)
    time = _time(clock.shown(color, at, display), pack, is_exact=is_exact)
    if clock.counts_up(color):
        return pack.phrase("clock_of_taken", color=name, time=time)
    if (left := clock.byo_yomi_left(color)) is not None:
        return pack.phrase("clock_of_byo_yomi", color=name, time=time, count=left)
    delay = clock.delay_left(color, at) if clock.running is color else ZERO
    if delay == ZERO or display is DelayDisplay.BRONSTEIN:
        return pack.phrase("clock_of", color=name, time=time)
    return pack.phrase("clock_of_delay", color=name, time=time, delay=_time(delay, pack, is_exact=is_exact))


def pressed(game: Game, color: chess.Color, pack: VoicePack) -> Utterance:
    """What is heard of a player's press: the click of a clock, which who reads is told in words."""
    key = "is_to_move" if game.clock.control is None else "clock_runs"
    shown = pack.phrase(key, color=color_name(not color, pack))
    return Utterance(parts=(), shown=shown, priority=Priority.NEXT, earcon=Earcon.PRESS, role=VoiceRole.CLOCK)


def dial_words(felt: Dial, pack: VoicePack) -> SpokenPart:
    """Where the hand stands between the marks, and the flag if it is felt (E.2.4)."""
    passed, following = marks_around(felt.hand)
    if passed == following:
        words = [pack.phrase("dial_on", passed=mark_words(passed, pack))]
    else:
        slots = {"passed": mark_words(passed, pack), "next": mark_words(following, pack)}
        words = [pack.phrase("dial_between", **slots)]
    if felt.is_fallen:
        words.append(pack.phrase("dial_flag_fallen"))
    elif felt.is_flag_felt:
        words.append(pack.phrase("dial_flag_up"))
    return joined(words)


def mark_words(mark: Mark, pack: VoicePack) -> SpokenPart:
    """A raised mark: "thirty-five, one dot"."""
    return pack.phrase("dial_mark_two" if mark.dots == 2 else "dial_mark_one", minute=mark.minute)


def _time(duration: timedelta, pack: VoicePack, *, is_exact: bool) -> SpokenPart:
    precision = Precision.TENTHS if is_exact or duration < TENTHS_BELOW else Precision.SECONDS
    return pack.duration(duration, precision=precision)


def _difference(game: Game, at: Instant, pack: VoicePack, display: DelayDisplay) -> SpokenPart:
    white, black = (game.clock.shown(color, at, display) for color in chess.COLORS)
    without = [color for color in chess.COLORS if game.clock.counts_up(color)]
    if len(without) == 1:  # a time that is left and one that was taken cannot be compared
        return pack.phrase("clock_no_limit", color=color_name(without[0], pack))
    if abs(white - black) < TOLD_APART:
        return pack.phrase("clock_no_difference")
    ahead = chess.WHITE if white > black else chess.BLACK
    time = _time(abs(white - black), pack, is_exact=False)
    if game.clock.counts_up(ahead):
        return pack.phrase("clock_difference_taken", color=color_name(ahead, pack), time=time)
    return pack.phrase("clock_difference", color=color_name(ahead, pack), time=time)


def _moves(game: Game, color: chess.Color, pack: VoicePack) -> SpokenPart:
    return pack.phrase("clock_moves", count=game.completed[color], color=color_name(color, pack))


def _to_control(game: Game, color: chess.Color, pack: VoicePack) -> SpokenPart:
    quota = game.clock.quota(color)
    if quota is None:
        return pack.phrase("clock_no_control")
    left = quota - game.completed[color]
    if left <= 0:
        return pack.phrase("clock_control_reached", color=color_name(color, pack))
    return pack.phrase("clock_to_control", count=left, color=color_name(color, pack))


def _used(game: Game, color: chess.Color, at: Instant, pack: VoicePack) -> SpokenPart:
    time = _time(game.clock.time_used(color, at), pack, is_exact=False)
    return pack.phrase("clock_used", color=color_name(color, pack), time=time)


DAY = timedelta(days=1)


def control_words(control: TimeControl | None, pack: VoicePack) -> SpokenPart:
    """The agreement read back, so that who has set it by ear can check it."""
    if control is None:
        return pack.phrase("control_untimed")
    white, black = (_periods(control.of(color), control.period_add, pack) for color in chess.COLORS)
    return pack.phrase("control_two", white=white, black=black) if control.black else white


def _periods(periods: tuple[Period, ...], added: PeriodAdd, pack: VoicePack) -> SpokenPart:
    """One player's periods, one after the other; those of byo-yomi together."""
    plain = [period for period in periods if not period.renewed]
    if not plain and len(periods) == 1 and not periods[0].time % DAY:
        return pack.phrase("control_days", count=periods[0].time // DAY)
    said = [_period(period, pack, is_only=len(plain) == 1) for period in plain]
    if byo_yomi := len(periods) - len(plain):
        said.append(pack.phrase("control_byo_yomi", count=byo_yomi, time=periods[-1].time))
    words = said[0]
    for following in said[1:]:
        words = pack.phrase("control_then", first=words, second=following)
    if len(plain) > 1 and added is PeriodAdd.ON_QUOTA:
        words = pack.phrase("control_on_quota", control=words)
    return words


def _period(period: Period, pack: VoicePack, *, is_only: bool) -> SpokenPart:
    if period.counts_up:
        return pack.phrase("control_counts_up")
    if period.moves is not None:
        words = pack.phrase("control_moves", count=period.moves, time=period.time)
    else:
        words = pack.phrase("control_whole" if is_only else "control_rest", time=period.time)
    if period.increment > ZERO:
        words = pack.phrase("control_increment", period=words, addition=period.increment)
    if period.delay > ZERO:
        words = pack.phrase("control_delay", period=words, addition=period.delay)
    if period.sandglass:
        words = pack.phrase("control_sandglass", period=words)
    return words


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
    tops = ((remaining if step.below is None else min(remaining, step.below + SECOND), step.every) for step in schedule)
    return max((told for top, every in tops if (told := _multiple_below(top, every)) > ZERO), default=None)


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
