"""Cases are ruled on by word of mouth: each kind of question, rightly and wrongly, and what is asked for meanwhile."""

from collections.abc import Callable
from contextlib import closing

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.cases import load_cases
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.laws.editions import Edition
from access_chess.practice.case_drill import CaseDrill, StrictCase, case_drills
from access_chess.practice.cases import Case, CaseQuestion
from access_chess.practice.round import Grade, round_of
from access_chess.practice.rulings import RulingKind
from access_chess.wiring.examiner import IN_QUESTION
from tests.support.said_answers import Sayings
from tests.support.spoken_lesson import SpokenLesson

CASES = [case for case in load_cases() if case.edition is Edition.FIDE_2009]
LANGUAGES = pytest.mark.parametrize("voices", ["en", "de"])
#: What a player says, in each language.
SAID = {
    "en": {
        "yes": "yes", "no": "no", "white": "white", "black": "black", "draw": "draw", "two minutes": "two minutes",
        "three minutes": "three minutes", "next": "next", "again": "again", "moves": "moves", "clocks": "clocks",
        "board": "board",
    },
    "de": {
        "yes": "ja", "no": "nein", "white": "weiss", "black": "schwarz", "draw": "remis", "two minutes": "zwei minuten",
        "three minutes": "drei minuten", "next": "weiter", "again": "noch einmal", "moves": "züge",
        "clocks": "uhren", "board": "brett",
    },
}  # fmt: skip
TYPED = {"en": "The number of an article is typed, not said.", "de": "Die Nummer eines Artikels wird getippt"}


def first(is_it: Callable[[Case], bool]) -> Case:
    return next(case for case in CASES if is_it(case))


def has(case: Case, kind: RulingKind, color: chess.Color | None = None) -> bool:
    return any(each.kind is kind and each.color is color for each in case.choices)


def adds_two_minutes(case: Case) -> bool:
    return case.ruling.seconds == 120 and [each.seconds for each in case.choices].count(120) == 1


def drill(case: Case, *, is_open: bool = False) -> CaseDrill:
    return replace(case_drills((case,), among=CASES)[0], is_open=is_open)


def at_exam(voices: str, *cases: CaseDrill | StrictCase) -> SpokenLesson:
    return SpokenLesson(voices, round_of(cases), in_question=IN_QUESTION)


def said(voices: str, words: str | int) -> str:
    return Sayings(load_lexicon((voices, "fide"))).number(words) if isinstance(words, int) else SAID[voices][words]


BY_NUMBER = first(lambda case: case.ruling.kind is RulingKind.GOES_ON)
OBLIGATION = first(lambda case: case.asks is CaseQuestion.MUST)
WON = first(
    lambda case: (
        case.ruling.color is chess.WHITE
        and case.ruling.kind is RulingKind.WINS
        and has(case, RulingKind.WINS, chess.BLACK)
    )
)
DRAWN = first(lambda case: case.ruling.kind is RulingKind.DRAW and has(case, RulingKind.WINS, chess.WHITE))
MINUTES = first(adds_two_minutes)


@LANGUAGES
@pytest.mark.parametrize(
    ("case", "right", "wrong"),
    [
        pytest.param(BY_NUMBER, BY_NUMBER.right, BY_NUMBER.right % 2 + 1, id="a decision by its number"),
        pytest.param(OBLIGATION, OBLIGATION.right, OBLIGATION.right % 2 + 1, id="what holds by its number"),
        pytest.param(first(lambda case: case.ruling.kind is RulingKind.ALLOWED), "yes", "no", id="yes"),
        pytest.param(
            first(lambda case: case.ruling.kind is RulingKind.NOT_ALLOWED and case.asks is CaseQuestion.ALLOWED),
            "no", "yes", id="no",
        ),
        pytest.param(WON, "white", "black", id="who wins"),
        pytest.param(DRAWN, "draw", "white", id="a draw"),
        pytest.param(MINUTES, "two minutes", MINUTES.right % 2 + 1, id="a time among choices"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_right", [True, False])
def test_a_decision_is_said(is_right: bool, case: Case, right: str | int, wrong: str | int, voices: str) -> None:
    with closing(at_exam(voices, drill(case))) as at:
        at.write(said(voices, right if is_right else wrong))
        asked, attempts = at.training.round.drill, at.training.round.attempts
    assert isinstance(asked, CaseDrill)
    assert asked.is_chosen is is_right
    assert [each.grade for each in attempts] == ([] if is_right else [Grade.AGAIN])


@LANGUAGES
@pytest.mark.parametrize(
    ("words", "is_right"), [("two minutes", True), (2, True), ("three minutes", False), (3, False)]
)
def test_how_much_time_is_said_where_nothing_can_be_chosen(words: str | int, is_right: bool, voices: str) -> None:
    with closing(at_exam(voices, StrictCase(case=drill(MINUTES, is_open=True)))) as at:
        at.write(said(voices, words))
        assert [each.is_right for each in at.training.round.attempts] == [is_right]


@LANGUAGES
@pytest.mark.parametrize(("place", "grade"), [("right", Grade.GOOD), ("wrong", Grade.HARD), ("next", Grade.HARD)])
def test_an_article_is_chosen_by_its_number(place: str, grade: Grade, voices: str) -> None:
    asked = drill(BY_NUMBER)
    right = asked.articles.index(BY_NUMBER.number) + 1
    with closing(at_exam(voices, asked)) as at:
        at.write(said(voices, BY_NUMBER.right))
        at.write(said(voices, {"right": right, "wrong": right % 4 + 1}.get(place, "next")))
        assert [each.grade for each in at.training.round.attempts] == [grade]


@LANGUAGES
def test_an_article_beyond_the_choices_is_no_answer(voices: str) -> None:
    with closing(at_exam(voices, drill(BY_NUMBER))) as at:
        at.write(said(voices, BY_NUMBER.right))
        at.write(said(voices, 7))
        assert at.training.is_asking and at.training.round.tries == 0


@LANGUAGES
def test_of_an_article_that_is_to_be_typed_that_is_told(voices: str) -> None:
    with closing(at_exam(voices, drill(BY_NUMBER, is_open=True))) as at:
        assert TYPED[voices] in at.write(said(voices, 7))
        assert at.training.is_asking and at.training.round.tries == 0
        at.write(said(voices, "next"))
        assert [each.grade for each in at.training.round.attempts] == [Grade.AGAIN]


@LANGUAGES
@pytest.mark.parametrize("words", ["again", "moves", "clocks", "board"])
def test_what_is_asked_for_meanwhile_is_told(words: str, voices: str) -> None:
    with closing(at_exam(voices, drill(BY_NUMBER))) as at:
        told = at.write(said(voices, words))
        again = at.write(said(voices, "again"))
        assert at.training.is_asking and at.training.round.tries == 0
    assert told.strip() and (told == again) is (words != "board")


@LANGUAGES
def test_an_exam_is_taken_by_voice_alone(voices: str) -> None:
    cases = (drill(BY_NUMBER), drill(MINUTES, is_open=True))
    with closing(at_exam(voices, *cases)) as at:
        articles = [each.articles.index(each.played.case.number) + 1 for each in cases]
        for words in (BY_NUMBER.right, "again", articles[0], "next", "two minutes", articles[1]):
            at.say(said(voices, words))
        assert at.training.has_ended
        assert [each.grade for each in at.training.round.attempts] == [Grade.GOOD] * 2


@LANGUAGES
def test_who_decides_wrongly_aloud_hears_what_is_right(voices: str) -> None:
    with closing(at_exam(voices, drill(DRAWN), drill(MINUTES))) as at:
        at.say(said(voices, "white"))
        at.say(said(voices, "next"))
        at.say(said(voices, MINUTES.right % 2 + 1))
        assert [each.grade for each in at.training.round.attempts] == [Grade.AGAIN] * 2
