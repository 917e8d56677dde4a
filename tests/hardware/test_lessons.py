"""The course at a board whose real firmware runs in its emulator: what is felt there brings the stars of what is typed.

Of each group one lesson is learnt; with EVERY_LESSON set, all of them are.
"""

import os

import chess
import pytest

from access_chess.play.training import Training
from access_chess.practice.course import ActTask, GameTask, Group, Lesson
from access_chess.practice.lesson_drills import round_of_lesson
from tests.play.test_at_drill_board import COURSE, TENTH, LearnerAtBoard, learn
from tests.support.board_sim import BoardSim, LockstepHost

#: The first of each group that is not played in real time by `tests/command_line/test_learn_by_hand.py`.
OF_GROUPS = ("pawn", "enpassant", "sheet", "myths")
TAKEN = [each for each in COURSE.lessons if "EVERY_LESSON" in os.environ or each.name in OF_GROUPS]
#: What is typed, in German.
GERMAN = {
    "yes": "ja", "no": "nein", "light": "hell", "dark": "dunkel", "next": "weiter",
    "king": "König", "queen": "Dame", "rook": "Turm", "bishop": "Läufer", "knight": "Springer", "pawn": "Bauer",
}  # fmt: skip


class LearnerAtFirmware(LearnerAtBoard):
    """The same learner; what their hand does opens and closes contacts of an emulated board."""

    def __init__(self, training: Training, sim: BoardSim, voices: str) -> None:
        self._sim, self._voices = sim, voices
        super().__init__(training, voices=voices)

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

    def type(self, line: str) -> None:
        """In the language of the lesson."""
        word = line.removeprefix("white ")
        super().type(GERMAN.get(word, line) if self._voices == "de" else line)


@pytest.mark.parametrize("voices", ["en", "de"])
@pytest.mark.parametrize("lesson", TAKEN, ids=lambda lesson: lesson.name)
def test_a_lesson_is_learnt_at_the_real_firmware(lesson: Lesson, voices: str) -> None:
    with BoardSim(squares=chess.BB_EMPTY) as sim:
        learner = LearnerAtFirmware(Training(round=round_of_lesson(lesson)), sim, voices)
        learn(learner)
    left_out = ActTask | GameTask  # what is done at the referee is passed over, and a game is another test's
    asked = () if lesson.group is Group.OLD_TALES else lesson.questions
    done = {f"{lesson.name}.{place}" for place, task in asked if not isinstance(task, left_out)}
    kept = {each.name: (each.stars, each.tries, each.hints) for each in learner.room.attempts if each.name in done}
    assert kept == dict.fromkeys(done, (3, 0, 0)), learner.said


def test_a_cable_that_is_pulled_loses_nothing() -> None:
    """Neither while a man is asked about, nor between two men, nor with a move in the hand."""
    lesson = next(each for each in COURSE.lessons if each.name == "rook")
    with BoardSim(squares=chess.BB_EMPTY) as sim:
        learner = LearnerAtFirmware(Training(round=round_of_lesson(lesson, place=2)), sim, "en")
        learner.wait(30)
        learner.place(chess.D4)
        learner.pull()
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
