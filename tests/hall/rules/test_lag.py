"""The clock allowance: what scalachess' `LagTracker` gives, which section 8 of the hall's plan names as its model."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.hall.rules.lag import Allowance, allowance_of
from access_chess.laws.time_control import parse_time_control

SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("control", "gain"),
    [
        ("15+0", 0.21),  # fifteen seconds: 0.4 x 15 hundredths, and 0.15 seconds
        ("60+0", 0.39),
        ("60+1", 0.55),  # forty moves: a hundred seconds
        ("180+0", 0.87),
        ("180+2", 1.0),
        ("40/7200, 1800+30", 1.0),
    ],
)
def test_a_gain_is_a_share_of_the_time_and_a_second_at_most(control: str, gain: float) -> None:
    found = allowance_of(parse_time_control(control))
    assert found.gain.total_seconds() == pytest.approx(gain)
    assert (found.quota, found.most) == (3 * found.gain, 7 * found.gain)


def test_a_second_of_network_a_move_never_costs_anything() -> None:
    allowance = allowance_of(parse_time_control("900+10"))
    for _ in range(200):
        assert allowance.of(SECOND) == SECOND
        allowance = allowance.after(SECOND)


def test_what_is_saved_up_bears_a_long_silence_once() -> None:
    allowance = allowance_of(parse_time_control("900+10"))
    for _ in range(10):
        allowance = allowance.after(timedelta())
    assert allowance.of(60 * SECOND) == 7 * SECOND
    allowance = allowance.after(60 * SECOND)
    assert allowance.of(60 * SECOND) == SECOND


@given(st.lists(st.floats(-5, 100).map(lambda seconds: timedelta(seconds=seconds))))
def test_nobody_wins_more_than_the_quota(lags: list[timedelta]) -> None:
    allowance = Allowance(gain=SECOND, quota=3 * SECOND)
    won = timedelta()
    for lag in lags:
        won += allowance.of(lag)
        assert timedelta() <= allowance.of(lag) <= 7 * SECOND
        allowance = allowance.after(lag)
    assert won <= (3 + len(lags)) * SECOND
