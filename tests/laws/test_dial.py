"""The dial that can be felt (E.2.4)."""

from datetime import timedelta

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.laws.commands import StartClock, TimePassed
from access_chess.laws.decide import advance, set_up
from access_chess.laws.dial import FlagRises, Mark, dial, dial_of, marks_around
from access_chess.laws.evolve import replay
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def test_t92_marks_around_the_hand() -> None:
    assert marks_around(minutes(37)) == (Mark(35), Mark(40))
    assert [mark.dots for mark in marks_around(minutes(37))] == [1, 1]


def test_e_2_4_a_dots() -> None:
    assert [minute for minute in range(0, 60, 5) if Mark(minute).dots == 2] == [0, 15, 30, 45]


@pytest.mark.parametrize(
    ("hand", "marks"),
    [(0, (0, 0)), (0.1, (0, 5)), (15, (15, 15)), (59.9, (55, 0)), (57, (55, 0)), (44.99, (40, 45))],
)
def test_marks_everywhere(hand: float, marks: tuple[int, int]) -> None:
    assert tuple(mark.minute for mark in marks_around(minutes(hand))) == marks


@pytest.mark.parametrize(
    ("left", "hand"), [(90, 30), (60, 0), (59, 1), (23, 37), (5, 55), (0.5, 59.5), (0, 0), (125, 55)]
)
def test_the_time_runs_out_at_the_full_hour(left: float, hand: float) -> None:
    assert dial(minutes(left)).hand == minutes(hand)
    assert dial(minutes(left)).left == minutes(left)


@pytest.mark.parametrize(
    ("left", "before_control", "before_hour"),
    [(5.01, 0, 0), (5, 0, 0), (4, 0.2, 0.2), (1, 0.8, 0.8), (0, 1, 1), (62, 0, 0.6), (60, 0, 0), (120.5, 0, 0.9)],
)
def test_e_2_4_b_flag(left: float, before_control: float, before_hour: float) -> None:
    """It begins to be felt at 55, before the control or before every hour."""
    assert dial(minutes(left)).lift == pytest.approx(before_control)
    assert dial(minutes(left), rises=FlagRises.BEFORE_EACH_HOUR).lift == pytest.approx(before_hour)
    assert dial(minutes(left)).is_flag_felt is (left < 5)


def test_a_fallen_flag_hangs() -> None:
    fallen = dial(minutes(0), is_fallen=True)
    assert fallen.is_fallen and not fallen.is_flag_felt


@given(st.timedeltas(min_value=timedelta(), max_value=timedelta(hours=20)))
def test_the_dial_tells_the_display(left: timedelta) -> None:
    assert dial(left).left == left


@pytest.mark.parametrize(("taken", "hand", "hours"), [(0, 0, 0), (5, 5, 0), (59.5, 59.5, 0), (60, 0, 1), (125, 5, 2)])
def test_a_clock_that_counts_up_begins_at_the_full_hour(taken: float, hand: float, hours: int) -> None:
    """There is nothing that its flag could warn of, however long it runs."""
    up = dial(minutes(taken), counts_up=True)
    assert (up.hand, up.hours, up.left) == (minutes(hand), hours, minutes(taken))
    assert not up.is_flag_felt


def test_in_byo_yomi_the_flag_is_up() -> None:
    """Each period has its own way to the full hour; the hand never stands still there."""
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control("600, 2x30"))
    game, _ = advance(replay(set_up(setup)), StartClock(), at=minutes(0))
    game, _ = advance(game, TimePassed(), at=minutes(10))
    felt = dial_of(game, chess.WHITE, minutes(10.25))
    assert (felt.hand, felt.is_flag_felt, felt.is_fallen) == (minutes(59.75), True, False)
    game, _ = advance(game, TimePassed(), at=minutes(11))
    assert dial_of(game, chess.WHITE, minutes(11)).is_fallen
