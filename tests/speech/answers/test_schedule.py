"""When the time is told unasked."""

from datetime import timedelta

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.laws.commands import PressClock, StartClock, TimePassed
from access_chess.laws.decide import advance, set_up
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.speech.answers.schedule import (
    SILENT,
    STANDARD,
    Schedule,
    ScheduleError,
    next_telling,
    next_told,
    parse_schedule,
    telling,
)
from access_chess.speech.utterance import Channel, Priority, VoiceRole


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
