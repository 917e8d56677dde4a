"""A lesson is gone through by voice alone: what is told, moves, hints, and from one task to the next."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from access_chess.edge.packs.lessons import load_course
from access_chess.practice.lesson_drills import round_of_lesson
from access_chess.practice.round import Round
from tests.support.spoken_lesson import SpokenLesson


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
