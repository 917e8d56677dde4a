"""The course at a board whose real firmware runs in its emulator: what is felt there brings the stars of what is typed.

Of each group one lesson is learnt, in English and in German by turns; with EVERY_LESSON set, all of them are, in both.
"""

import os
from itertools import cycle, product

import chess
import pytest
from msgspec.structs import replace

from access_chess.play.training import Training
from access_chess.practice.course import GameTask, Group, Lesson
from access_chess.practice.lesson_drills import round_of_lesson
from tests.play.test_at_drill_board import COURSE, TENTH, LearnerAtBoard, learn
from tests.support.board_sim import START_POSITION, BoardSim, LockstepHost

#: The first of each group that is not played in real time by `tests/command_line/test_learn_by_hand.py`.
OF_GROUPS = ("pawn", "enpassant", "sheet", "myths")
TAKEN = (
    product(COURSE.lessons, ("en", "de"))
    if "EVERY_LESSON" in os.environ
    else zip([each for each in COURSE.lessons if each.name in OF_GROUPS], cycle(("en", "de")), strict=False)
)


class LearnerAtFirmware(LearnerAtBoard):
    """The same learner; what their hand does opens and closes contacts of an emulated board."""

    def __init__(self, training: Training, sim: BoardSim, voices: str, pegs: chess.Bitboard = chess.BB_EMPTY) -> None:
        self._sim = sim
        super().__init__(training, pegs, voices)

    def connect(self) -> None:
        """The board is switched on, and comes alive."""
        self._sim.tell("power")
        self._host, self._heard = LockstepHost(self._sim, slice_=TENTH), 0
        self._host.run_until_live()
        self.wait(10)

    def wait(self, tenths: int = 6) -> None:
        """So much emulated time passes."""
        self._host.run(TENTH * tenths)
        self.room.now = max(self.room.now, self._sim.now)
        heard, self._heard = self._heard, len(self._host.told)
        for report in self._host.told[heard:]:
            self.tell(report)

    def open(self, square: chess.Square) -> None:
        """The peg is out."""
        self._sim.tell(f"lift {chess.square_name(square)}")

    def close(self, square: chess.Square) -> None:
        """The peg is in."""
        self._sim.tell(f"place {chess.square_name(square)}")

    def place(self, square: chess.Square) -> None:
        """The peg is put in, and stands."""
        super().place(square)
        while self.board.board.counts_soon:
            self.wait(1)

    def press(self, color: chess.Color) -> None:
        """The lever goes down, and comes up."""
        for deed in ("press", "release"):
            self._sim.tell(f"{deed} {chess.COLOR_NAMES[color]}")
            self.wait(1)


@pytest.mark.parametrize(
    ("lesson", "voices"), [pytest.param(lesson, voices, id=f"{lesson.name}-{voices}") for lesson, voices in TAKEN]
)
def test_a_lesson_is_learnt_at_the_real_firmware(lesson: Lesson, voices: str) -> None:
    with BoardSim(squares=chess.BB_EMPTY) as sim:
        learner = LearnerAtFirmware(Training(round=round_of_lesson(lesson)), sim, voices)
        learn(learner)
    asked = () if lesson.group is Group.OLD_TALES else lesson.questions
    done = {f"{lesson.name}.{place}" for place, task in asked if not isinstance(task, GameTask)}  # another test's
    kept = {each.name: (each.stars, each.tries, each.hints) for each in learner.room.attempts if each.name in done}
    assert kept == dict.fromkeys(done, (3, 0, 0)), learner.said


@pytest.mark.parametrize("voices", ["en", "de"])
@pytest.mark.parametrize(
    ("task", "before", "is_tried"),
    [
        pytest.param("touch.2", "", False, id="first said, then touched"),
        pytest.param("touch.2", "lift g1; place g1", True, id="touched first"),
        pytest.param("touch.3", "lift g1; place g1", False, id="the touched man moves"),
        pytest.param("touch.12", "lift e1; lift e2; place e2; place e1", False, id="two men are touched"),
        pytest.param("clock.2", "", False, id="the lever is pressed"),
        pytest.param("clock.2", "lift e2; place e2", True, id="touched, and then pressed"),
        pytest.param("draws.3", "", False, id="what no hand does is typed"),
        pytest.param("trouble.2", "lift e2", False, id="who was knocked over is stood up"),
    ],
)
def test_what_is_done_at_the_referee_is_done_by_hand(task: str, before: str, is_tried: bool, voices: str) -> None:
    lesson, _, number = task.partition(".")
    state = round_of_lesson(next(each for each in COURSE.lessons if each.name == lesson), place=int(number) - 1)
    training = Training(round=replace(state, drills=state.drills[: int(number)]))
    with BoardSim(squares=START_POSITION) as sim:
        learner = LearnerAtFirmware(training, sim, voices, START_POSITION)
        for verb, name in map(str.split, filter(None, before.split("; "))):
            (learner.lift if verb == "lift" else learner.place)(chess.parse_square(name))
        learn(learner)
    (kept,) = learner.room.attempts
    assert (kept.name, kept.stars, kept.tries, kept.hints) == (task, 3, int(is_tried), 0), learner.said


def test_a_cable_that_is_pulled_loses_nothing() -> None:
    """Neither while a man is asked about, nor between two men, nor with a move in the hand."""
    lesson = next(each for each in COURSE.lessons if each.name == "rook")
    with BoardSim(squares=chess.BB_EMPTY) as sim:
        learner = LearnerAtFirmware(Training(round=round_of_lesson(lesson, place=2)), sim, "en")
        learner.wait(30)
        learner.place(chess.D4)
        asked = learner.said[-3:]
        learner.pull()
        assert learner.said[-4:] == ["The board is there.", *asked]
        learner.type("yes")
        assert learner.said[-1] == "Right."
        learner.pull()
        learner.set_up()
        assert learner.said[-1] == "The board is right."
        learner.lift(chess.D7)
        learner.lift(chess.D4)
        learner.pull()
        learner.place(chess.D7)
    assert learner.said[-2:] == ["The board is there.", "Taken, two are left: Hector two, Hector seven."]
    assert not learner.room.attempts
