"""A round of drills: what follows from answers, hints, the solution, and how it ends."""

from dataclasses import dataclass
from datetime import timedelta

import chess
import pytest

from access_chess.practice import round as rounds
from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.round import (
    Attempt,
    Grade,
    KeepAttempt,
    Refute,
    Round,
    RoundPhase,
    SaySentence,
    Steps,
    Turn,
)
from access_chess.practice.sentence import Sentence, sentence

AT = timedelta(minutes=5)


@dataclass(frozen=True)
class Sum:
    """How much is two and two? Wrong answers may be tried again; a negative one ends it."""

    name: str = "sum"
    waits: bool = True

    kind = "sums"
    before = chess.Board()
    made = ()
    squares = 0
    is_hidden = False
    expects = AnswerKind.NUMBER
    question = (sentence("question"),)
    hints = (sentence("small"), sentence("large"))
    explain = (sentence("solution"),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        assert answer.number is not None
        if answer.number < 0:
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=(sentence("missed"),))
        if answer.number != 4:
            return DrillVerdict(outcome=DrillOutcome.WRONG, to_refute=chess.Board())
        return DrillVerdict(outcome=DrillOutcome.SOLVED)


def said(steps: Steps) -> list[str]:
    return [step.sentence.key for step in steps if isinstance(step, SaySentence)]


def kept(steps: Steps) -> list[Attempt]:
    return [step.attempt for step in steps if isinstance(step, KeepAttempt)]


def begun(*drills: Sum) -> Round:
    state, steps = rounds.asked(rounds.round_of(drills), AT)
    assert said(steps) == ["question"]
    return state


@pytest.mark.parametrize(
    ("wrong", "hints", "seconds", "grade"),
    [
        (0, 0, 14, Grade.EASY),
        (0, 0, 15, Grade.GOOD),
        (0, 1, 5, Grade.HARD),
        (1, 0, 5, Grade.AGAIN),
        (1, 1, 5, Grade.AGAIN),
    ],
)
def test_the_grade_goes_by_wrong_answers_then_hints_then_time(
    wrong: int, hints: int, seconds: int, grade: Grade
) -> None:
    state = begun(Sum())
    for _ in range(wrong):
        state, _ = rounds.answered(state, DrillAnswer(number=5), AT)
    for _ in range(hints):
        state, _ = rounds.hinted(state)
    _, steps = rounds.answered(state, DrillAnswer(number=4), AT + timedelta(seconds=seconds))
    assert [attempt.grade for attempt in kept(steps)] == [grade]
    assert kept(steps)[0].time == timedelta(seconds=seconds)


def test_a_wrong_answer_is_to_be_refuted_and_may_be_tried_again() -> None:
    state, steps = rounds.answered(begun(Sum()), DrillAnswer(number=5), AT)
    assert Refute(chess.Board()) in steps and state.phase is RoundPhase.ASKING and not kept(steps)
    state, steps = rounds.answered(state, DrillAnswer(number=4), AT)
    assert said(steps) == ["drill_solved"] and kept(steps)[0].tries == 1


def test_hints_grow_and_the_largest_is_told_again() -> None:
    state, told = begun(Sum()), []
    for _ in range(3):
        state, steps = rounds.hinted(state)
        told += said(steps)
    assert told == ["small", "large", "large"]


def test_the_player_says_when_the_next_one_begins() -> None:
    state, steps = rounds.answered(begun(Sum("one"), Sum("two")), DrillAnswer(number=4), AT)
    assert said(steps)[-1] == "drill_next" and state.phase is RoundPhase.SOLVED
    state, steps = rounds.gone_on(state, AT)
    assert steps == (Turn.NEXT,) and state.drill.name == "two" and (state.tries, state.hints) == (0, 0)


def test_a_drill_that_does_not_wait_is_followed_at_once_and_the_last_ends_the_round() -> None:
    state = begun(Sum("one", waits=False), Sum("two", waits=False))
    state, steps = rounds.answered(state, DrillAnswer(number=-1), AT)
    assert said(steps) == ["missed"] and steps[-1] is Turn.NEXT
    state, steps = rounds.answered(state, DrillAnswer(number=4), AT)
    assert said(steps) == ["round_ends"] and steps[-1] is Turn.END and state.phase is RoundPhase.ENDED
    assert [attempt.is_right for attempt in state.attempts] == [False, True]


def test_the_solution_ends_a_drill_which_comes_again_soon() -> None:
    state, steps = rounds.given_up(begun(Sum(), Sum()), AT)
    assert said(steps) == ["solution", "drill_next"] and kept(steps)[0].grade is Grade.AGAIN
    assert said(rounds.given_up(state, AT)[1]) == ["solution"]  # and may be heard again


def test_going_on_without_an_answer_counts_as_not_known() -> None:
    _, steps = rounds.gone_on(begun(Sum(), Sum()), AT)
    assert kept(steps)[0].grade is Grade.AGAIN and steps[-1] is Turn.NEXT and not said(steps)


def test_of_one_drill_no_summary_is_told() -> None:
    _, steps = rounds.answered(begun(Sum()), DrillAnswer(number=4), AT)
    assert said(steps) == ["drill_solved_first"] and steps[-1] is Turn.END


@pytest.mark.parametrize(
    ("fen", "uci", "key"),
    [
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", "drill_refuted_takes"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", "drill_refuted"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "drill_refuted_check"),
        ("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "drill_refuted_takes_check"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "drill_refuted_by"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "drill_refuted_by"),
    ],
)
def test_a_refutation_says_what_is_done(fen: str, uci: str, key: str) -> None:
    assert said(rounds.refuted(chess.Board(fen), chess.Move.from_uci(uci))) == [key]


def test_where_there_is_no_reply_it_is_just_not_the_best() -> None:
    told = rounds.refuted(chess.Board(), None)
    assert isinstance(told[0], SaySentence) and told[0].sentence == Sentence("drill_not_best", {})
