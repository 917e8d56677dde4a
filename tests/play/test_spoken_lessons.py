"""A lesson is gone through by voice alone: what is told, moves, hints, and from one task to the next."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from access_chess.edge.packs.lessons import load_course
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.practice.lesson_drills import drills_of, round_of_lesson
from access_chess.practice.round import MOST_STARS, Round, round_of
from tests.support.said_answers import Sayings
from tests.support.spoken_lesson import SpokenLesson

MOST_ANSWERS = 40


@pytest.fixture
def lesson() -> Iterator[Callable[[str, str], SpokenLesson]]:
    """Begins one."""
    with ExitStack() as closing_all:
        yield lambda voices, name: closing_all.enter_context(closing(SpokenLesson(voices, lesson_of(name))))


def lesson_of(name: str) -> Round:
    """A lesson from its beginning."""
    found = load_course().lesson(name)
    assert found is not None
    return round_of_lesson(found)


@pytest.mark.parametrize(
    ("voices", "said"),
    [
        (
            "en",
            [
                ("yes", "It goes straight"), ("yes", "Three moves are enough."), ("rook david seven", "two are left"),
                ("why", "along its rank or its file"), ("give me a hint", "the same rank or file"),
                ("rook hector seven", "One is left"), ("rook hector two", "With a hint: two stars."),
                ("yes", "Your rook stands on"),
            ],
        ),
        (
            "de",
            [
                ("ja", "Er zieht gerade"), ("ja", "Drei Züge genügen."), ("turm david sieben", "Es bleiben noch zwei"),
                ("warum", "Linie"), ("gib mir einen tipp", "derselben Reihe oder Linie"),
                ("turm hektor sieben", "Es bleibt noch eine"), ("turm hektor zwei", "Mit Tipp: zwei Sterne."),
                ("die nächste frage", "Turm"),
            ],
        ),
    ],
)  # fmt: skip
def test_the_rook_is_learnt_by_voice(
    voices: str, said: list[tuple[str, str]], lesson: Callable[[str, str], SpokenLesson]
) -> None:
    at = lesson(voices, "rook")
    assert [(text, answer) for text, then in said if then not in (answer := at.say(text))] == []


def test_yes_is_heard_only_where_it_is_an_answer(lesson: Callable[[str, str], SpokenLesson]) -> None:
    at = lesson("en", "board")
    assert "Answer with a number." in at.say("yes")
    assert at.say("yes") == "", "a number is asked for"


@pytest.mark.parametrize("voices", ["en", "de"])
def test_castling_is_learnt_by_voice_alone(voices: str, lesson: Callable[[str, str], SpokenLesson]) -> None:
    sayings, at = Sayings(load_lexicon((voices, "fide"))), lesson(voices, "castling")
    told = list[str]()
    while not at.training.is_over and len(told) < MOST_ANSWERS:
        told.append(at.say(sayings.right(at.training.round.drill) if at.training.is_asking else sayings.next()))
    assert at.training.has_ended, told
    assert {attempt.stars for attempt in at.training.round.attempts} == {MOST_STARS}, told


@pytest.mark.parametrize("voices", ["en", "de"])
@pytest.mark.parametrize(
    "task", ["board.2", "names.6", "wings.7", "myths.2", "touch.2", "wheat.7"]
)  # a number, a man, a square, true or false, a deed, hundreds
def test_each_kind_of_answer_is_heard(voices: str, task: str) -> None:
    found = load_course().lesson(task.partition(".")[0])
    assert found is not None
    drill = next(each for each in drills_of(found) if each.name == task)
    with closing(SpokenLesson(voices, round_of((drill,)))) as at:
        at.say(Sayings(load_lexicon((voices, "fide"))).right(drill))
        assert [attempt.stars for attempt in at.training.round.attempts] == [MOST_STARS]
