"""A lesson is gone through by voice alone: what is told, moves, hints, and from one task to the next."""

import queue
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import timedelta

import pytest

from access_chess.edge.packs.lessons import load_course, load_lessons
from access_chess.edge.packs.lexicons import load_lexicon
from access_chess.play.training import Training
from access_chess.practice.lesson_drills import drills_of
from access_chess.practice.round import round_of
from access_chess.profile import Profile
from access_chess.session.inbox import SpokenWords
from access_chess.session.voice_input import VoiceInput
from tests.support.golden_training import TrainingRoom, seat_of
from tests.support.speaking_room import NOTHING_SAID, PATIENCE, Ear
from tests.support.spoken import sound_of


class SpokenLesson:
    """A lesson at which somebody speaks; a real recogniser hears a synthetic voice."""

    def __init__(self, voices: str, lesson: str) -> None:
        found = load_course().lesson(lesson)
        assert found is not None
        self._voices = voices
        self._room = TrainingRoom(voices, [])
        self._room.learns(load_lessons(voices))
        self._table = self._room.table(Training(round=round_of(tuple(drills_of(found)))))
        languages = (voices, "fide")
        self._ear, self._said = Ear(languages), queue.SimpleQueue[SpokenWords]()
        voice = VoiceInput(
            self._ear, load_lexicon(languages), self._room.language, self._room.announcer, self._said.put,
            profile=Profile.PRACTICE, color=None,
        )  # fmt: skip
        voice.sit(lambda: (seat_of(self._table).dialogue, self._table.game))
        voice.join()
        self.close = voice.close

    def say(self, text: str) -> str:
        """What is heard because of it; at the end of a task the next one is begun."""
        before = len(self._room.screen.getvalue())
        self._room.now += timedelta(seconds=5)
        self._ear.coming.put(sound_of(text, self._voices))
        self._ear.coming.put(NOTHING_SAID)  # when this is read, the other is done with
        for _ in range(2):
            self._ear.read_already.get(timeout=PATIENCE)
        while not self._said.empty():
            self._room.turn(self._table, self._said.get())
        if self._table.leaving is not None:
            self._table = self._room.table(seat_of(self._table).training)
        return self._room.screen.getvalue()[before:]


@pytest.fixture
def lesson() -> Iterator[Callable[[str, str], SpokenLesson]]:
    """Begins one."""
    with ExitStack() as closing_all:
        yield lambda voices, name: closing_all.enter_context(closing(SpokenLesson(voices, name)))


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
