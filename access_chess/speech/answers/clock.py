"""Answers to questions to the clock, in words, for the one who asked."""

from datetime import timedelta

import chess

from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.commands import Question
from access_chess.laws.dial import Dial, Mark, dial_of, marks_around
from access_chess.laws.game import Game
from access_chess.laws.time_control import ZERO
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.durations import Precision
from access_chess.speech.language.voice_pack import VoicePack, joined
from access_chess.speech.telling.time_controls import control_words
from access_chess.speech.utterance import Earcon, Priority, SpokenPart, Utterance, VoiceRole

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
