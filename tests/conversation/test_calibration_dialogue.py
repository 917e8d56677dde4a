"""Calibrating by ear and finger: what is asked at each place, what is an answer, and how it ends."""

import pytest

from access_chess.board.clock_unit.clock_servos import NUDGE, PLACES, UNCALIBRATED, Calibrating
from access_chess.conversation.calibration_dialogue import Calibration, CalibrationLanguage, answered, asked
from access_chess.edge.packs.clock_words import load_clock_words
from access_chess.edge.packs.typed_words import load_language

BEGUN = Calibration(state=Calibrating(calibration=UNCALIBRATED))
FIRST = UNCALIBRATED.white.quarters[0]


def language(pack: str = "en") -> CalibrationLanguage:
    player = load_language(pack)
    return CalibrationLanguage(pack=player.pack, words=load_clock_words(pack).words, times=player.times)


def after(*lines: str, pack: str = "en") -> Calibration:
    calibration = BEGUN
    for line in lines:
        calibration = answered(calibration, line, language(pack))
    return calibration


def said(calibration: Calibration) -> str:
    return asked(calibration, language())[0].text


@pytest.mark.parametrize(
    ("line", "steps"), [("more", 1), ("less", -1), ("3", 3), ("-2", -2), ("seven", 7), ("mehr", 1), ("wenig", None)]
)
def test_steps(line: str, steps: int | None) -> None:
    moved = after(line)
    assert moved.is_read is (steps is not None)
    assert moved.state.pulse == FIRST + (steps or 0) * NUDGE
    assert not moved.is_over


def test_each_place_is_asked_for_and_the_end_is_told() -> None:
    assert said(BEGUN) == "White's hand should stand on zero, two dots."
    assert said(after(*["good"] * 5)) == "White's flag should hang down."
    assert said(after(*["good"] * 6)) == "White's flag should be wholly up."
    assert said(after(*["good"] * PLACES)) == "Black's hand should stand on zero, two dots."
    done = after(*["good"] * (2 * PLACES))
    assert done.is_over and not done.is_dropped and said(done) == "The clock unit is calibrated."
    assert len(asked(done, language())) == 1 and len(asked(BEGUN, language())) == 2


def test_what_is_no_answer_is_asked_again_and_nothing_moves() -> None:
    assert said(after("what")) == "That does not answer this question."
    assert after("what").state == BEGUN.state
    assert said(after("what", "good")) == "White's hand should stand on fifteen, two dots."


def test_back_drops_all() -> None:
    dropped = after("good", "back")
    assert dropped.is_over and dropped.is_dropped and said(dropped) == "Nothing is set."


def test_a_place_that_the_hand_cannot_take_is_refused() -> None:
    assert said(after("100000")) == "The hand would not go one way around like that."
