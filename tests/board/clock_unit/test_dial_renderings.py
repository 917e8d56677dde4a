"""One dial, felt and read in several ways: servos, rumble, braille and text tell the same time within five seconds."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.board.clock_unit.clock_servos import (
    CREEP,
    SWEEP,
    UNCALIBRATED,
    HalfCalibration,
    flag_pulse,
    hand_pulse,
    pulses,
    turns,
)
from access_chess.board.clock_unit.dial_line import FALLEN, LONG, braille_line, rumble, text_line
from access_chess.laws.by_color import ByColor
from access_chess.laws.dial import HOUR, MARK, Dial, dial
from tests.support.dial_reading import braille_time, felt_time, hand_shown, text_time

CLOSE = timedelta(seconds=5)
SIX_HOURS = st.timedeltas(min_value=timedelta(), max_value=timedelta(hours=6))
#: A servo mounted the other way round, uneven and with little range.
CROOKED = HalfCalibration(quarters=(2300, 1901, 1480, 1111, 702), flag_down=2100, flag_up=900)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def apart(one: timedelta, other: timedelta) -> timedelta:
    """On a dial, where a full hour and none are the same place."""
    way = (one - other) % HOUR
    return min(way, HOUR - way)


@given(SIX_HOURS, st.sampled_from([HalfCalibration(), CROOKED]))
def test_all_tell_the_same_time(left: timedelta, half: HalfCalibration) -> None:
    felt = dial(left)
    assert apart(-hand_shown(hand_pulse(felt.hand, half), half), left) <= CLOSE
    for told in (
        felt_time(rumble(felt, is_exact=True))[1],
        braille_time(braille_line(felt))[1],
        text_time(text_line(felt))[1],
    ):
        assert left - CLOSE < told <= left, "nobody is promised time that he has not got"


@given(SIX_HOURS)
def test_rumble_without_taps_tells_the_full_minutes(left: timedelta) -> None:
    assert felt_time(rumble(dial(left)))[1] == left // minutes(1) * minutes(1)


@given(SIX_HOURS)
def test_the_hand_of_a_line_stands_behind_its_mark(left: timedelta) -> None:
    felt = dial(left)
    mark = felt.hand // MARK * MARK
    assert braille_time(braille_line(felt))[0] == text_time(text_line(felt))[0] == mark


@given(SIX_HOURS)
def test_the_flag_is_felt_everywhere_at_once(left: timedelta) -> None:
    felt = dial(left)
    is_up = felt.is_flag_felt
    assert felt_time(rumble(felt))[0] is is_up
    assert (braille_line(felt)[0] != "⠀") is is_up
    assert (text_line(felt)[0] != "_") is is_up


@pytest.mark.parametrize(
    ("left", "lengths"),
    [
        (minutes(3), [900, 100, 100, 100]),
        (minutes(5), [300]),
        (minutes(9.5), [300, 100, 100, 100, 100]),
        (minutes(15), [100, 100]),
        (minutes(37), [100, 100, 100, 100, 300, 100, 100]),
    ],
)
def test_rumble_patterns(left: timedelta, lengths: list[int]) -> None:
    assert [pulse.length for pulse in rumble(dial(left))] == lengths


def test_groups_of_pulses_are_told_apart_by_longer_rests() -> None:
    assert [(pulse.length, pulse.rest) for pulse in rumble(dial(minutes(21)))] == [
        (100, 80), (100, 700), (300, 700), (100, 700),
    ]  # fmt: skip
    assert [pulse.rest for pulse in rumble(dial(minutes(33)))][:4] == [80, 400, 80, 700]
    assert [pulse.rest for pulse in rumble(dial(minutes(13)))] == [300, 700, 300, 300, 700]
    taps = rumble(dial(timedelta(seconds=365)), is_exact=True)[-1:]
    assert [(tap.length, tap.rest, tap.strength) for tap in taps] == [(40, 700, 0.6)]


@pytest.mark.parametrize(
    ("left", "braille", "text"),
    [(6, 0, "_"), (5, 0, "_"), (4.9, 0x40, "."), (3.5, 0x44, "-"), (2.4, 0x46, "="), (1, 0x47, "^")],
)  # fmt: skip
def test_the_flag_rises_by_quarters(left: float, braille: int, text: str) -> None:
    felt = dial(minutes(left))
    assert ord(braille_line(felt)[0]) - 0x2800 == braille
    assert text_line(felt)[0] == text


def test_a_fallen_flag_is_told_in_each_way() -> None:
    fallen = dial(minutes(0), is_fallen=True)
    assert rumble(fallen) == (LONG, LONG)
    assert ord(braille_line(fallen)[0]) & 0xFF == FALLEN and text_line(fallen)[0] == "X"
    assert flag_pulse(fallen.lift, HalfCalibration()) == HalfCalibration().flag_down


def test_lines_fit_on_a_common_braille_display() -> None:
    assert all(len(braille_line(dial(minutes(number)))) <= 40 for number in range(600))


def test_e_2_4_a_in_braille_each_quarter_of_an_hour_has_two_dots() -> None:
    hand = dial(minutes(23)).hand
    assert hand == minutes(37)
    cells = [ord(cell) & 0b111111 for cell in braille_line(dial(minutes(23)))[1:13]]
    assert [cell.bit_count() for cell in cells] == [2, 1, 1] * 4


def test_the_flag_rises_with_the_hand() -> None:
    half = HalfCalibration()
    assert [flag_pulse(dial(minutes(left)).lift, half) for left in (6, 5, 4, 2.5, 0)] == [1000, 1000, 1200, 1500, 2000]


def test_only_what_changes_is_turned_and_small_steps_are_smooth() -> None:
    before = pulses(ByColor(dial(minutes(90)), dial(minutes(90))), UNCALIBRATED)
    after = pulses(ByColor(dial(minutes(90) - timedelta(seconds=2)), dial(minutes(90))), UNCALIBRATED)
    (turn,) = turns(before, after)
    assert (turn.channel, turn.microseconds - before[0], turn.slew) == (0, 1, CREEP)
    assert (CREEP, SWEEP) == (1, 900), "twice as fast as time, and half a dial a second"
    jump = turns(before, pulses(ByColor(dial(minutes(90)), dial(minutes(61))), UNCALIBRATED))
    assert [(turn.channel, turn.slew) for turn in jump] == [(2, SWEEP)]
    assert len(turns({}, before)) == 4
    ways = [turn.slew for way in (1, 4, 5) for turn in turns({0: 1500}, {0: 1500 + way})]
    assert ways == [CREEP, CREEP, SWEEP], "eight seconds late the hand creeps on, more is a jump"
    assert turns(before, before) == ()


def test_a_servo_may_use_all_of_its_range() -> None:
    half = HalfCalibration(quarters=(500, 1000, 1500, 2000, 2500), flag_down=500, flag_up=2500)
    assert [hand_pulse(minutes(at), half) for at in (0, 15, 37.5, 59.97)] == [500, 1000, 1750, 2499]
    assert HalfCalibration() == HalfCalibration(quarters=(600, 1050, 1500, 1950, 2400), flag_down=1000, flag_up=2000)


@pytest.mark.parametrize(
    "quarters",
    [
        (499, 1000, 1500, 2000, 2400),
        (600, 1000, 1500, 2000, 2501),
        (400, 1000, 1500, 2000, 2400),
        (600, 1000, 1000, 2000, 2400),
        (600, 1200, 1100, 2000, 2400),
    ],
)
def test_impossible_calibrations_are_refused(quarters: tuple[int, int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        HalfCalibration(quarters=quarters)


@pytest.mark.parametrize(
    ("passed", "line"),
    [
        (35, "_: . . : . . : | . : . . 0:25:00"),
        (37, "_: . . : . . : .|. : . . 0:23:00"),
        (0, "_| . . : . . : . . : . . 0:00:00"),
    ],
)
def test_the_hand_stands_at_its_mark_or_behind_it(passed: int, line: str) -> None:
    assert text_line(Dial(hand=timedelta(minutes=passed))) == line
