"""A lesson is gone through by voice alone: what is told, moves, hints, and from one task to the next."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.edge.packs.lessons import load_course
from access_chess.edge.packs.lexicons import load_lexicon, spellings
from access_chess.listening.heard import HeardCommand
from access_chess.listening.short_answers import Awaited, Expected
from access_chess.practice.course import Lesson
from access_chess.practice.lesson_drills import drills_of, round_of_lesson
from access_chess.practice.round import MOST_STARS, Attempt, Round, round_of
from access_chess.requests.names import RequestName
from tests.support.said_answers import Sayings
from tests.support.speaking_room import recogniser_of
from tests.support.spoken import audio_of
from tests.support.spoken_lesson import UNSAID, SpokenLesson, asked_about, spoken

MOST_ANSWERS = 60
#: Those that are all said aloud; with EVERY_LESSON set, all of them are.
EVERY_LESSON = "EVERY_LESSON" in os.environ
LEARNT_BY_ALL = ("setup", "castling")  # what is said there may be typed as well
LEARNT = [each for each in load_course().lessons if EVERY_LESSON or each.name in LEARNT_BY_ALL]
#: Those that sound alike, and those that this voice says as others: it swallows the end of "nineteen" and of "fifty".
SAID, UNHEARD = (8, 13, 14, 20, 30, 36, 40, 60, 64, 80), {19, 50}


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
@pytest.mark.parametrize("lesson", LEARNT, ids=lambda lesson: lesson.name)
def test_a_lesson_is_learnt_by_voice_alone(lesson: Lesson, voices: str) -> None:
    said = learnt(lesson, voices, is_typed=False)
    assert [each.stars for each in said] == [MOST_STARS] * asked_about(lesson)
    if lesson.name in LEARNT_BY_ALL:
        assert said == learnt(lesson, voices, is_typed=True)


def learnt(lesson: Lesson, voices: str, *, is_typed: bool) -> list[Attempt]:
    """What is kept of a lesson in which everything is answered rightly, whatever time it takes."""
    sayings = Sayings(load_lexicon((voices, "fide")))
    with closing(spoken(lesson, voices)) as at:
        for _ in range(MOST_ANSWERS):
            if at.training.is_over:
                break
            drill, is_asking = at.training.round.drill, at.training.is_asking
            if is_asking and (drill.name, voices) in UNSAID:
                at.type(UNSAID[drill.name, voices])
                continue
            text = sayings.right(drill) if is_asking else sayings.next()
            if is_typed:
                at.type(text)
            else:
                at.say(text)
        return [replace(each, time=timedelta()) for each in at.training.round.attempts]


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


@pytest.mark.parametrize("voices", ["en", "de"])
def test_numbers_are_heard(voices: str) -> None:
    sayings, recogniser = Sayings(load_lexicon((voices, "fide"))), recogniser_of((voices, "fide"))
    written, number = spellings((voices,)), frozenset({RequestName.THIS_NUMBER})
    recogniser.expect(Expected(board=chess.Board(), commands=number, moves=(), awaited=Awaited(commands=number)))
    for each in (*SAID, *(set(range(1, 101)) - UNHEARD if EVERY_LESSON else ())):
        text = " ".join(written.get(word, word) for word in sayings.number(each).split())
        asked = recogniser.hear(audio_of(text, voices, rate=150)).asked
        assert isinstance(asked, HeardCommand) and asked.number == each, text
