"""Calibrating the clock unit: one place after the other, by small steps."""

from access_chess.board.clock_unit.clock_servos import (
    FLAGS,
    HANDS,
    PLACES,
    QUARTERS,
    UNCALIBRATED,
    Calibrating,
    accepted,
    nudged,
)


def test_every_place_of_both_halves_is_asked_for() -> None:
    state = Calibrating(calibration=UNCALIBRATED)
    seen = []
    while not state.is_done:
        seen.append((state.color, state.channel, state.pulse))
        state = accepted(state)
    assert len(seen) == 2 * PLACES
    assert [channel for _, channel, _ in seen] == [
        *[HANDS.white] * 5,
        *[FLAGS.white] * 2,
        *[HANDS.black] * 5,
        *[FLAGS.black] * 2,
    ]


def test_e_2_4_a_the_hand_is_calibrated_where_two_dots_are_felt() -> None:
    assert all(mark.dots == 2 for mark in QUARTERS)


def test_steps_change_the_place_that_is_asked_for() -> None:
    state = nudged(accepted(Calibrating(calibration=UNCALIBRATED)), -3)
    assert state.calibration.white.quarters[1] == UNCALIBRATED.white.quarters[1] - 15  # microseconds
    assert state.calibration.black == UNCALIBRATED.black


def test_a_hand_cannot_be_set_past_its_neighbour() -> None:
    state = nudged(accepted(Calibrating(calibration=UNCALIBRATED)), 500)
    assert state.is_refused and state.calibration == UNCALIBRATED
    assert not nudged(state, 1).is_refused
