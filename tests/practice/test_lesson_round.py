"""A lesson as a round: nobody is stuck, stars instead of time, and what was not solved comes once more."""

from datetime import timedelta

import chess
import pytest

from access_chess.practice import round as rounds
from access_chess.practice.course import AskTask, CollectTask, FindTask, FlagTask, Lesson, TellTask, Wanted
from access_chess.practice.course import Group as Part
from access_chess.practice.drill import DrillAnswer
from access_chess.practice.lesson_boards import SceneDrill
from access_chess.practice.lesson_drill import stars_lost
from access_chess.practice.lesson_drills import drills_of, round_of_lesson
from access_chess.practice.round import (
    Attempt,
    Grade,
    KeepAttempt,
    Round,
    RoundManner,
    RoundPhase,
    SaySentence,
    Steps,
    Turn,
)
from access_chess.practice.sentence import SquareName

AT = timedelta(minutes=5)
ROOK = CollectTask(position="8/8/8/8/3R4/8/8/8 w - - 0 1", targets="d7 h7 h2", par=3)
PAWN = CollectTask(position="8/8/8/8/3n4/8/3P4/8 w - - 0 1", targets="e3", par=1)
NUMBER = AskTask(number=64)


def begun(*tasks: TellTask | AskTask | CollectTask | FindTask | FlagTask) -> Round:
    lesson = Lesson(name="rook", group=Part.FIRST_STEPS, tasks=tasks)
    return rounds.asked(rounds.round_of(drills_of(lesson), RoundManner.LESSON), AT)[0]


def said(steps: Steps) -> list[str]:
    return [step.sentence.key.removeprefix("said.") for step in steps if isinstance(step, SaySentence)]


def kept(steps: Steps) -> list[Attempt]:
    return [step.attempt for step in steps if isinstance(step, KeepAttempt)]


def moved(state: Round, *moves: str) -> tuple[Round, Steps]:
    steps: Steps = ()
    for move in moves:
        state, steps = rounds.answered(state, DrillAnswer(move=chess.Move.from_uci(move)), AT)
    return state, steps


def counted(state: Round, *numbers: int) -> tuple[Round, Steps]:
    steps: Steps = ()
    for number in numbers:
        state, steps = rounds.answered(state, DrillAnswer(number=number), AT)
    return state, steps


def test_what_is_told_keeps_no_attempt_and_goes_on_without_praise() -> None:
    state, steps = rounds.entered(begun(TellTask(), NUMBER), AT)
    assert steps == (Turn.NEXT,) and state.drill.name == "rook.2" and not state.attempts


@pytest.mark.parametrize(
    ("moves", "stars", "grade"),
    [
        (["d4d7", "d7h7", "h7h2"], 3, Grade.EASY),
        (["d4d7", "d7a7", "a7h7", "h7h2"], 2, Grade.HARD),
        (["d4d3", "d3d4", "d4d7", "d7h7", "h7h2"], 1, Grade.HARD),
        (["d4e5", "d4d7", "d7h7", "h7h2"], 3, Grade.EASY),
    ],
    ids=["the fewest", "one more", "two more", "a refused one"],
)
def test_stars_and_grade_go_by_the_moves(moves: list[str], stars: int, grade: Grade) -> None:
    _, steps = moved(begun(ROOK, NUMBER), *moves)
    assert [(attempt.stars, attempt.grade, attempt.tries) for attempt in kept(steps)] == [(stars, grade, 0)]


def test_time_makes_no_grade() -> None:
    _, steps = rounds.answered(begun(NUMBER), DrillAnswer(number=64), AT + timedelta(hours=1))
    assert kept(steps)[0].grade is Grade.EASY and said(steps) == ["right", "stars", "lesson_ends"]


def test_a_wrong_answer_costs_no_star_and_is_no_longer_easy() -> None:
    _, steps = counted(begun(NUMBER), 8, 64)
    assert (kept(steps)[0].stars, kept(steps)[0].grade) == (3, Grade.GOOD)


def test_each_hint_takes_a_star_but_never_the_last() -> None:
    state = begun(ROOK, NUMBER)
    for expected in ("rook.hint_1", "hint_square", "hint_move"):
        state, steps = rounds.hinted(state, AT)
        assert said(steps) == [expected]
    _, steps = moved(state, "d4d7", "d7h7", "h7h2")
    assert kept(steps)[0].stars == 1 and said(steps) == ["moves", "stars_with_hint", "next"]


def test_after_a_good_step_hints_begin_with_the_smallest() -> None:
    state, _ = rounds.hinted(begun(ROOK), AT)
    state, _ = moved(state, "d4d7")
    assert said(rounds.hinted(state, AT)[1]) == ["rook.hint_1"]


def test_the_first_hint_comes_after_two_wrong_answers_and_the_solution_after_four() -> None:
    state, heard = begun(NUMBER, NUMBER), []
    for number in (1, 2, 3, 4):
        state, steps = counted(state, number)
        heard.append(said(steps))
    assert heard == [["not_yet"], ["not_yet", "rook.hint_1"], ["not_yet"], ["not_yet", "answer", "rook.why", "next"]]
    assert kept(steps)[0].grade is Grade.AGAIN and kept(steps)[0].stars == 1


def test_what_was_not_solved_is_asked_once_more_at_the_end_and_not_kept_again() -> None:
    state, _ = counted(begun(NUMBER, NUMBER), 1, 2, 3, 4)
    state, _ = rounds.entered(state, AT)
    state, _ = counted(state, 64)
    state, steps = rounds.entered(state, AT)
    assert state.drill.name == "rook.1" and steps == (Turn.NEXT,)
    assert said(counted(state, 64)[1]) == ["right", "lesson_ends"]  # it had its star
    state, steps = counted(state, 1, 2, 3, 4)
    assert state.phase is RoundPhase.ENDED and not kept(steps) and said(steps)[-1] == "lesson_ends"
    assert [attempt.name for attempt in state.attempts] == ["rook.1", "rook.2"]


def test_refused_moves_bring_help_as_wrong_answers_do() -> None:
    state, steps = moved(begun(ROOK), "d4e5", "d4e5")
    assert said(steps) == ["rook.wrong", "rook.hint_1"]
    state, steps = moved(state, "d4e5", "d4e5")
    assert said(steps)[:3] == ["rook.wrong", "solution", "rook.why"] and kept(steps)[0].tries == 1


def test_the_rule_is_told_of_the_man_that_may_move() -> None:
    flag = FlagTask(position="8/8/8/8/N7/8/8/R1N5 w - - 0 1", target="h8", man="rook", par=3)
    for move in ("a4b6", "h7h8"):
        _, steps = moved(begun(flag), move)
        (refused,) = (step.sentence for step in steps if isinstance(step, SaySentence))
        assert refused.key == "rook.wrong" and refused.slots["start"] == SquareName(chess.A1)


def test_who_wanders_about_is_helped_in_the_end() -> None:
    state, steps = moved(begun(ROOK), "d4d3", "d3d4", "d4d3", "d3d4")
    assert said(steps) == ["there", "rook.hint_1"]
    _, steps = moved(state, "d4d3", "d3d4", "d4d3", "d3d4")
    assert said(steps)[:2] == ["there", "solution"]


def test_what_can_no_longer_be_done_is_said_and_begun_again_or_taken_back() -> None:
    for answer in (True, False):
        state, steps = moved(begun(PAWN), "d2d3")
        assert said(steps) == ["lost"]
        state, steps = rounds.answered(state, DrillAnswer(is_yes=answer), AT)
        assert said(steps) == ["rook.goal_1"]
        _, steps = moved(state, "d2e3")
        assert kept(steps)[0].stars == 2  # one move more than was needed


def test_a_move_that_is_taken_back_still_counts() -> None:
    state, _ = moved(begun(ROOK), "d4d3")
    assert isinstance(state.drill, SceneDrill)
    back = state.drill.taken_back()
    assert back.scene == back.start and back.count == 1 and back.taken_back() is back


def test_the_task_begins_again_with_its_hints_counted() -> None:
    state, _ = rounds.hinted(moved(begun(ROOK), "d4d7")[0], AT)
    state, steps = rounds.begun_again(state, AT)
    assert said(steps) == ["rook.goal_1"] and state.hints == 1
    assert isinstance(state.drill, SceneDrill) and state.drill.scene == state.drill.start


def test_the_part_before_is_told_again() -> None:
    state, _ = rounds.entered(begun(TellTask(), TellTask(), NUMBER), AT)
    state, steps = rounds.gone_back(state, AT)
    assert said(steps) == ["rook.parts_1"] and state.place == 0


def test_a_task_that_is_passed_over_has_one_star_and_does_not_come_again() -> None:
    state, steps = rounds.gone_on(begun(NUMBER, NUMBER), AT)
    assert (kept(steps)[0].stars, kept(steps)[0].grade, said(steps)) == (1, Grade.AGAIN, [])
    _, steps = rounds.gone_on(state, AT)
    assert said(steps) == ["lesson_ends"] and steps[-1] is Turn.END


def test_who_only_enters_hears_the_question_the_hints_and_the_solution() -> None:
    state, heard = begun(NUMBER, NUMBER), []
    for _ in range(4):
        state, steps = rounds.entered(state, AT)
        heard += said(steps)
    assert heard == ["rook.goal_1", "rook.hint_1", "answer", "rook.why", "next"], "nothing is told twice"


def test_any_move_that_does_what_is_wanted_is_right() -> None:
    task = FindTask(position="4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", find=Wanted.SAFE_CAPTURE)
    for move in ("e4d5", "e4f5"):
        assert said(moved(begun(task), move)[1])[0] == "right"
    assert said(moved(begun(task), "e1e2")[1]) == ["does_not_do_it"]
    assert said(moved(begun(task), "e1e5")[1]) == ["not_legal"]


@pytest.mark.parametrize(("moves", "lost"), [(15, 0), (16, 0), (17, 1), (18, 1), (19, 2)])
def test_an_eighth_more_moves_cost_one_star_and_more_cost_two(moves: int, lost: int) -> None:
    assert stars_lost(moves, 16) == lost


def test_a_tale_gives_no_stars_and_asks_nothing_again() -> None:
    lesson = Lesson(name="wheat", group=Part.OLD_TALES, tasks=(TellTask(), NUMBER))
    state, _ = rounds.entered(round_of_lesson(lesson), AT)
    for answers in ((64,), (1, 2, 3, 4)):
        ended, steps = counted(state, *answers)
        assert ended.phase is RoundPhase.ENDED and not kept(steps) and said(steps)[-1] == "tale_ends"
