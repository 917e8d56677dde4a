"""What the clock answers."""

from collections.abc import Sequence
from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.commands import Command, PressClock, Question, StartClock, TimePassed
from access_chess.laws.decide import advance, set_up
from access_chess.laws.dial import dial
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control
from access_chess.speech.answers.clock import (
    SILENT,
    STANDARD,
    Schedule,
    ScheduleError,
    clock_answer,
    control_words,
    dial_words,
    next_telling,
    next_told,
    parse_schedule,
    telling,
)
from access_chess.speech.utterance import Channel, Priority, VoiceRole

ENGLISH = load_voice_pack("en")
WHITE, BLACK = PressClock(color=chess.WHITE), PressClock(color=chess.BLACK)


def clock(control: str | None, *steps: tuple[float, Command]) -> Game:
    time = None if control is None else parse_time_control(control)
    game = replay(set_up(Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=time)))
    for at, command in ((0, StartClock()), *steps):
        game, _ = advance(game, command, at=timedelta(seconds=at))
    return game


def answer(question: Question, game: Game, at: float, color: chess.Color = chess.WHITE) -> str:
    return clock_answer(question, game, color, timedelta(seconds=at), ENGLISH).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (Question.MY_TIME, "White: four minutes thirty seconds."),
        (Question.OPPONENT_TIME, "Black: four minutes fifty-nine seconds."),
        (Question.TIMES, "White: four minutes thirty seconds. Black: four minutes fifty-nine seconds."),
        (Question.EXACT_TIME, "White: four minutes thirty point one seconds."),
        (Question.DIFFERENCE, "Black has twenty-nine seconds more."),
        (Question.MOVES, "White: one completed move."),
        (Question.TO_CONTROL, "White: thirty-nine moves to the control."),
        (Question.TIME_USED, "White has used twenty-nine seconds."),
        (Question.DIAL, "The hand stands between fifty-five, one dot, and zero, two dots. The flag is up."),
        (Question.CONTROL, "forty moves in five minutes; then all other moves in one minute"),
    ],
)
def test_answers(question: Question, text: str) -> None:
    game = clock("40/300, 60", (10, WHITE), (10.5, BLACK))
    assert answer(question, game, 30.4) == text


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (280.0, "White: twenty seconds."),
        (280.1, "White: nineteen point nine seconds."),
        (299.95, "White: zero seconds."),
        (299.9, "White: zero point one seconds."),
    ],
)
def test_tenths_under_twenty_seconds_and_never_rounded_up(at: float, text: str) -> None:
    assert answer(Question.MY_TIME, clock("300"), at) == text


def test_both_displays_of_a_delay() -> None:
    game, at = clock("300d5"), timedelta(seconds=2)
    simple = clock_answer(Question.MY_TIME, game, chess.WHITE, at, ENGLISH)
    assert simple.text == "White: five minutes, and three seconds before it runs."
    bronstein = clock_answer(Question.MY_TIME, game, chess.WHITE, at, ENGLISH, display=DelayDisplay.BRONSTEIN)
    assert bronstein.text == "White: five minutes three seconds."


@pytest.mark.parametrize(
    ("question", "simple", "bronstein"),
    [
        (
            Question.EXACT_TIME,
            "White: five minutes, and three seconds before it runs.",
            "White: five minutes three seconds.",
        ),
        (
            Question.TIMES,
            "White: five minutes, and three seconds before it runs. Black: five minutes.",
            "White: five minutes three seconds. Black: five minutes five seconds.",
        ),
        (Question.DIFFERENCE, "Both have the same time.", "Black has two seconds more."),
        (
            Question.DIAL,
            "The hand stands on fifty-five, one dot.",
            "The hand stands between fifty, one dot, and fifty-five, one dot.",
        ),
    ],
)
def test_all_answers_go_by_the_display_of_the_delay(question: Question, simple: str, bronstein: str) -> None:
    game, at = clock("300d5"), timedelta(seconds=2)
    for display, text in ((DelayDisplay.SIMPLE, simple), (DelayDisplay.BRONSTEIN, bronstein)):
        assert clock_answer(question, game, chess.WHITE, at, ENGLISH, display=display).text == text


@pytest.mark.parametrize("display", DelayDisplay)
def test_both_displays_of_a_sandglass_get_what_the_opponent_uses(display: DelayDisplay) -> None:
    game, at = clock("300 sandglass"), timedelta(seconds=10)
    told = clock_answer(Question.TIMES, game, chess.WHITE, at, ENGLISH, display=display)
    assert told.text == "White: four minutes fifty seconds. Black: five minutes ten seconds."


def test_flags_periods_and_clocks_without_time() -> None:
    fallen = clock("10", (11, TimePassed()), (12, WHITE), (30, TimePassed()))
    both = "White: the flag has fallen. Black: the flag has fallen."
    assert answer(Question.TIMES, fallen, 40) == both
    assert answer(Question.TO_CONTROL, fallen, 40) == "There is no number of moves to be reached."
    reached = clock("1/300, 60", (1, WHITE))
    assert answer(Question.TO_CONTROL, reached, 2) == "White has made the moves of this period."
    assert answer(Question.MY_TIME, clock(None), 2) == "There is no clock in this game."
    assert answer(Question.TIME_USED, clock(None), 2) == "White has used two seconds."
    assert answer(Question.DIFFERENCE, clock("60", (0, WHITE)), 0) == "Both have the same time."


def test_byo_yomi_is_told_with_the_periods_that_are_left() -> None:
    game = clock("60, 3x30", (61, TimePassed()))
    assert answer(Question.MY_TIME, game, 65) == "White: twenty-five seconds, three periods left."
    game, _ = advance(game, TimePassed(), at=timedelta(seconds=135))
    assert answer(Question.MY_TIME, game, 135) == "White: fifteen seconds, last period."
    assert answer(Question.OPPONENT_TIME, game, 135) == "Black: one minute."
    at = timedelta(seconds=140)
    bronstein = clock_answer(Question.MY_TIME, game, chess.WHITE, at, ENGLISH, display=DelayDisplay.BRONSTEIN)
    assert bronstein.text == "White: ten seconds, last period."


def test_a_clock_that_counts_up_tells_what_was_taken() -> None:
    game = clock("up", (70, WHITE))
    assert answer(Question.TIMES, game, 100) == "White: one minute ten seconds taken. Black: thirty seconds taken."
    assert answer(Question.DIFFERENCE, game, 100) == "White has taken forty seconds more."
    assert answer(Question.DIAL, clock("up"), 300) == "The hand stands on five, one dot."
    assert answer(Question.DIFFERENCE, clock("60 / up"), 0) == "Black has no limit."


def test_a_difference_that_is_not_told_is_none() -> None:
    assert answer(Question.DIFFERENCE, clock("300"), 0.09) == "Both have the same time."
    assert answer(Question.DIFFERENCE, clock("300"), 0.1) == "Black has zero point one seconds more."


def test_t92_the_dial_in_words() -> None:
    words = dial_words(dial(timedelta(minutes=23)), ENGLISH).text
    assert words == "The hand stands between thirty-five, one dot, and forty, one dot."
    assert dial_words(dial(timedelta(minutes=30)), ENGLISH).text == "The hand stands on thirty, two dots."


@pytest.mark.parametrize(
    ("control", "added", "text"),
    [
        ("300", PeriodAdd.ON_ZERO, "all moves in five minutes"),
        (
            "5400+30",
            PeriodAdd.ON_ZERO,
            "all moves in one hour thirty minutes, and thirty seconds more before each move",
        ),
        ("300d2", PeriodAdd.ON_ZERO, "all moves in five minutes, after a delay of two seconds for each move"),
        (
            "60 sandglass",
            PeriodAdd.ON_ZERO,
            "all moves in one minute, as a sandglass: what one player uses the other gets",
        ),
        (
            "40/7200, 20/3600, 900+30",
            PeriodAdd.ON_ZERO,
            "forty moves in two hours; then twenty moves in one hour; "
            "then all other moves in fifteen minutes, and thirty seconds more before each move",
        ),
        (
            "1800, 3x30",
            PeriodAdd.ON_ZERO,
            "all moves in thirty minutes; then three periods of byo-yomi, thirty seconds for each move",
        ),
        ("1x10", PeriodAdd.ON_ZERO, "one period of byo-yomi, ten seconds for each move"),
        ("up", PeriodAdd.ON_ZERO, "no limit; the clock counts up"),
        (
            "300+3/180",
            PeriodAdd.ON_ZERO,
            "White: all moves in five minutes, and three seconds more before each move. "
            "Black: all moves in three minutes",
        ),
        (
            "1/60, 30",
            PeriodAdd.ON_QUOTA,
            "one move in one minute; then all other moves in thirty seconds. "
            "The next time is added when the moves are made",
        ),
    ],
)
def test_time_controls_in_words(control: str, added: PeriodAdd, text: str) -> None:
    assert control_words(parse_time_control(control, added), ENGLISH).text == text


@pytest.mark.parametrize("pack", ["en", "de", "fide"])
@pytest.mark.parametrize(
    "control", ["300", "40/5400+30, 1800+30", "300d5", "60 sandglass", "3, 20x15", "up", "300 / up"]
)
def test_no_answer_has_a_digit_in_it(pack: str, control: str) -> None:
    """Times are words, never "4:30"."""
    game, voice = clock(control, (3.3, WHITE), (4.4, BLACK)), load_voice_pack(pack)
    said: Sequence[str] = [
        clock_answer(question, game, color, timedelta(seconds=at), voice).text
        for question in Question
        for color in chess.COLORS
        for at in (5, 29.9, 290.7)
    ]
    assert not any(character.isdigit() for line in said for character in line)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def running(control: str) -> Game:
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control))
    return advance(replay(set_up(setup)), StartClock(), at=seconds(0))[0]


def told(schedule: Schedule, start: float) -> list[int]:
    displays, left = [], next_told(schedule, seconds(start))
    while left is not None:
        displays.append(round(left.total_seconds()))
        left = next_told(schedule, left)
    return displays


def test_the_standard_schedule() -> None:
    """Every five minutes, every minute under ten, every ten seconds under one, every second under ten."""
    fives, minutes, tens, ones = range(1500, 600, -300), range(600, 60, -60), range(60, 10, -10), range(10, 0, -1)
    assert told(STANDARD, 1600) == [*fives, *minutes, *tens, *ones]


@pytest.mark.parametrize(
    ("text", "start", "displays"),
    [
        ("silent", 100, []),
        ("60", 200, [180, 120, 60]),
        ("60/20", 200, [60, 40, 20]),
        ("7", 20, [14, 7]),
        ("30/30, 10/5", 100, [30, 10, 5]),
    ],
)
def test_schedules_of_the_listener_s_own(text: str, start: int, displays: list[int]) -> None:
    assert told(parse_schedule(text), start) == displays


@pytest.mark.parametrize("text", ["", "often", "60/", "0", "10/0", "5:00", "-3", "1, , 2", "99999999", "99999999/5"])
def test_what_is_no_schedule_is_named(text: str) -> None:
    with pytest.raises(ScheduleError, match="tell_unlike"):
        parse_schedule(text)


def test_when_and_what_is_told_next() -> None:
    assert next_telling(STANDARD, running("90"), seconds(10)) == (seconds(30), seconds(60))


def test_a_delay_is_waited_for() -> None:
    assert next_telling(STANDARD, running("90d5"), seconds(2)) == (seconds(35), seconds(60))


def test_an_increment_has_times_told_again() -> None:
    game = running("65+10")
    assert next_telling(STANDARD, game, seconds(16)) == (seconds(25), seconds(50))
    game, _ = advance(game, PressClock(color=chess.WHITE), at=seconds(16))
    game, _ = advance(game, PressClock(color=chess.BLACK), at=seconds(17))
    assert next_telling(STANDARD, game, seconds(17)) == (seconds(26), seconds(60))


def test_a_clock_that_counts_up_is_told_by_the_first_steps() -> None:
    """There is no end that the time draws near to."""
    game = running("up")
    assert next_telling(STANDARD, game, seconds(10)) == (seconds(300), seconds(300))
    assert next_telling(STANDARD, game, seconds(300)) == (seconds(600), seconds(600))
    assert next_telling(parse_schedule("60/10"), game, seconds(10)) is None


def test_nothing_is_told_where_no_clock_runs_or_nobody_wants_it() -> None:
    standing = replay(set_up(Setup(is_clock_alone=True, time=parse_time_control("90"))))
    assert next_telling(STANDARD, standing, seconds(1)) is None
    assert next_telling(SILENT, running("90"), seconds(1)) is None


@pytest.mark.parametrize(
    ("display", "text"),
    [(300, "White: five minutes."), (20, "White: twenty seconds."), (10, "ten seconds."), (9, "nine")],
)
def test_the_time_is_told_to_the_one_who_thinks(display: int, text: str) -> None:
    utterance = telling(running("600"), seconds(display), load_voice_pack("en"))
    assert utterance is not None and utterance.text == text
    assert (utterance.channel, utterance.role, utterance.priority) == (Channel.WHITE, VoiceRole.CLOCK, Priority.NORMAL)


@pytest.mark.parametrize(
    ("control", "displays"),
    [
        ("1/5, 12", [4, 3, 2, 1, 10, 9, 8]),
        ("1/5, 12+2", [4, 3, 2, 1, 10, 9, 8]),
        ("1/5, 65", [4, 3, 2, 1, 60, 50, 40]),
        ("1/5d2, 12d2", [4, 3, 2, 1, 10, 9, 8]),
    ],
)
def test_the_time_is_told_on_across_a_period(control: str, displays: list[int]) -> None:
    """The next period's time is added at zero, while the clock runs: nothing is told twice or left out."""
    game, at, found = running(control), seconds(0), list[int]()
    game, _ = advance(game, PressClock(color=chess.WHITE), at=at)
    game, _ = advance(game, PressClock(color=chess.BLACK), at=at)
    while len(found) < len(displays):
        due = next_telling(STANDARD, game, at)
        zero = game.clock.zero_at()
        if due is None:
            assert zero is not None
            at = zero
            game, _ = advance(game, TimePassed(), at=at)
        else:
            at, display = due
            found.append(round(display.total_seconds()))
    assert found == displays
