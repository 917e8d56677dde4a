"""Drills that are answered at a game controller: what is chosen is heard, and given by a button."""

from collections.abc import Sequence

import chess
import pytest
from msgspec.structs import replace

from access_chess.board.wire.reports import ButtonPressed, ControllerFound, ControllerReport
from access_chess.edge.packs.cases import load_cases
from access_chess.edge.packs.lessons import LessonWords, load_course, load_lessons
from access_chess.play.at_controller import AtController
from access_chess.play.loop import Table
from access_chess.play.messages import Felt, Message, Typed
from access_chess.play.training import Training
from access_chess.practice.case_drill import CaseDrill, StrictCase, articles_beside
from access_chess.practice.cases import played_case
from access_chess.practice.drill import Drill
from access_chess.practice.lesson_drills import round_of_lesson
from access_chess.practice.puzzles import Puzzle, PuzzleDrill
from access_chess.practice.round import Round, round_of
from access_chess.session.leaving import Leaving
from tests.play.test_at_drill_board import LearnerAtBoard
from tests.support.golden_training import PUZZLES, TRAININGS, TrainingRoom, seat_of

#: What a thumb does, and the numbers of the buttons.
BUTTONS = {"left": 7, "right": 8, "up": 4, "down": 8, "shoulder": 2, "give": 6, "again": 5, "start": 3}


class Thumb:
    """Somebody at a controller, who types as well where the script says so."""

    def __init__(self, state: Round, lessons: LessonWords | None = None) -> None:
        self.room = TrainingRoom("en", [])
        if lessons is not None:
            self.room.learns(lessons)
        self.table: Table = self.room.table(Training(round=state, controller=AtController()))

    def does(self, script: str) -> list[str]:
        """What is said of it."""
        before = len(self.said)
        for step in script.split():
            if step in BUTTONS:
                self.feel(ButtonPressed(button=BUTTONS[step], at=self.room.now))
            else:
                self.turn(Typed(line=step, at=self.room.now))
        return self.said[before:]

    def feel(self, report: ControllerReport) -> None:
        self.turn(Felt(report=report, at=self.room.now))

    def turn(self, message: Message) -> None:
        self.room.turn(self.table, message)
        if self.table.leaving is Leaving.MOVED_ON:
            self.table = self.room.table(seat_of(self.table).training)

    @property
    def said(self) -> list[str]:
        return self.room.screen.getvalue().splitlines()

    @property
    def grades(self) -> list[str]:
        return [each.grade.value for each in self.room.attempts]


def at_task(name: str) -> Thumb:
    """A task of the course, by the name under which it is remembered."""
    title, _, number = name.partition(".")
    lesson = load_course().lesson(title)
    assert lesson is not None
    return Thumb(round_of_lesson(lesson, place=int(number) - 1), load_lessons("en"))


def case() -> CaseDrill:
    """The first case with four choices whose answer is neither the first nor the last of them."""
    found = next(each for each in load_cases() if len(each.choices) == 4 and 1 < each.right < 4)
    return CaseDrill(played=played_case(found))


def at_drills(*drills: Drill) -> Thumb:
    return Thumb(round_of(drills))


def test_a_case_is_ruled_on() -> None:
    drill = case()
    thumb = at_drills(drill)
    right = drill.played.case.right
    told = thumb.does("right " * right)
    assert [each.partition(":")[0] for each in told] == ["One", "Two", "Three"][:right]
    decided = thumb.does("give")
    assert decided[1].startswith("Right is: ") and decided[-1] == "Which article? A number, or Enter."
    assert thumb.does("give") == ["Which article? A number, or Enter."]  # a second press misses nothing
    assert thumb.does("right give")[:2] == ["Next?", "The decision is right. The article is another one."]
    assert thumb.grades == ["hard"]


@pytest.mark.parametrize(("is_right", "grade"), [(True, "good"), (False, "hard")])
def test_an_article_is_chosen_of_those_that_are_told(is_right: bool, grade: str) -> None:
    drill = case()
    articles = articles_beside(drill.played.case, load_cases()[:50])
    thumb = at_drills(replace(drill, articles=articles, is_chosen=True))
    place = articles.index(drill.played.case.number) + 1 if is_right else len(articles) + 1
    told = thumb.does("right " * place + "give")
    assert told[0].startswith("One: Article ") and (told[place - 1] == "Next?") is not is_right
    assert thumb.grades in ([grade], ["easy"])


@pytest.mark.parametrize("steps", ["left", "up", "right right right right"])
def test_before_the_first_choice_is_the_last(steps: str) -> None:
    assert at_drills(case()).does(steps)[-1].startswith("Four: ")


def test_after_the_last_choice_is_the_first() -> None:
    assert at_drills(case()).does("left shoulder")[-1].startswith("One: ")


def test_a_strict_exam_goes_on_without_a_word() -> None:
    drill = StrictCase(case=case())
    thumb = at_drills(drill, drill)
    thumb.does("right " * drill.case.played.case.right + "give")
    told = thumb.does("give")  # of the next one nothing is chosen: it is told again
    assert told[-1].startswith("Four: ") and thumb.grades in (["easy"], ["good"])


def test_what_was_chosen_for_one_question_answers_no_other() -> None:
    thumb = at_drills(*TRAININGS["colours"]())
    assert thumb.does("right") == ["Light."]
    thumb.does("dark")
    count = len(thumb.grades)
    thumb.does("give")
    assert len(thumb.grades) == count == 1


@pytest.mark.parametrize(
    ("task", "script", "said"),
    [
        pytest.param("board.1", "left give", ["That is not possible now."], id="a part goes on"),
        pytest.param("clock.3", "right right give", ["Yes.", "No.", "Right.", "Three stars.", "Next?"], id="yes or no"),
        pytest.param(
            "clock.3", "right right give right give", ["Yes.", "No.", "Right.", "Three stars.", "Next?", "Yes."],
            id="on to the next",
        ),
        pytest.param("board.2", "left right right", ["one hundred", "one", "two"], id="a number"),
        pytest.param("board.3", "right right right give", ["Light.", "Dark.", "Light.", "Right."], id="light or dark"),
        pytest.param("names.6", "left left give", ["king", "queen", "Right."], id="a man"),
        pytest.param("values.8", "right give", ["One", "Right."], id="one of some answers"),
        pytest.param("rook.3", "right", ["That is not possible now."], id="a move is not chosen"),
    ],
)  # fmt: skip
def test_tasks_of_the_course(task: str, script: str, said: Sequence[str]) -> None:
    assert [each.partition(":")[0] for each in at_task(task).does(script)[: len(said)]] == said


def test_the_upper_button_repeats_and_start_does_nothing() -> None:
    thumb = at_task("clock.3")
    asked = thumb.said[-1]
    assert thumb.does("again start") == [asked]


def test_what_a_pawn_becomes_is_chosen() -> None:
    moves = tuple(map(chess.Move.from_uci, ("g7h7", "e7e8q")))
    thumb = at_drills(
        PuzzleDrill(puzzle=Puzzle(name="", before="8/4P1k1/8/8/8/8/8/K7 b - - 0 1", moves=moves), number=1)
    )
    told = thumb.does("e7e8 right right left give")
    assert told[1:5] == [
        "pawn Eva seven Eva eight queen", "pawn Eva seven Eva eight rook", "pawn Eva seven Eva eight queen",
        "pawn Eva seven Eva eight queen",
    ] and thumb.grades  # fmt: skip


def test_whether_it_is_the_man_on_the_board_is_answered_there() -> None:
    state = round_of((PuzzleDrill(puzzle=PUZZLES[0], number=1),))
    learner = LearnerAtBoard(Training(round=state, controller=AtController()))
    learner.wait(30)
    learner.place(chess.A2)
    for name, told in (("right", "Yes."), ("right", "No."), ("give", "Take it out again.")):
        learner.turn(Felt(report=ButtonPressed(button=BUTTONS[name], at=learner.room.now), at=learner.room.now))
        assert learner.said[-1] == told


def test_a_controller_that_is_found_is_named() -> None:
    thumb = at_task("board.1")
    thumb.feel(ControllerFound(name="Pad"))
    assert thumb.said[-1] == "A game controller is there: Pad."
