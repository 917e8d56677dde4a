"""A lesson at which somebody speaks: a real recogniser hears a synthetic voice, or reads what is written for it."""

import queue
from datetime import timedelta

import speech_recognition
from msgspec.structs import replace

from access_chess.edge.packs.lessons import load_lessons
from access_chess.edge.packs.lexicons import load_lexicon, spellings
from access_chess.edge.recognisers.text import Said, TextRecogniser
from access_chess.listening.short_answers import Expected, HeardAnswer
from access_chess.play.messages import Typed
from access_chess.play.training import Training
from access_chess.practice.course import GameTask, Group, Lesson
from access_chess.practice.lesson_drills import round_of_lesson
from access_chess.practice.round import Round
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.inbox import SpokenWords
from access_chess.session.voice_input import VoiceInput
from tests.support.golden_training import TrainingRoom, seat_of
from tests.support.speaking_room import NOTHING_SAID, PATIENCE, Ear
from tests.support.spoken import sound_of

#: A signature is no spoken word (`Unspoken.IN_WRITING`).
UNSAID = {("sheet.7", "en"): "sign 1-0", ("sheet.7", "de"): "unterschreiben 1-0"}


def spoken(lesson: Lesson, voices: str) -> "SpokenLesson":
    """A lesson without its game, which is played in a game of its own, as any is."""
    whole = round_of_lesson(lesson)
    games = {place for place, task in enumerate(lesson.tasks) if isinstance(task, GameTask)}
    drills = tuple(drill for place, drill in enumerate(whole.drills) if place not in games)
    return SpokenLesson(voices, replace(whole, drills=drills))


def asked_about(lesson: Lesson) -> int:
    """How many tasks of it are asked there, and bring stars; those of a tale bring none."""
    is_tale = lesson.group is Group.OLD_TALES
    return 0 if is_tale else sum(not isinstance(task, GameTask) for _, task in lesson.questions)


class ReadingEar(Ear):
    """Hears also what is written, as a recogniser does that writes down words."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        super().__init__(languages)
        lexicon = load_lexicon(languages)
        told = Said(lexicon=lexicon, own=lexicon, spelled=spellings(languages), tongues=languages)
        self.written = ""
        self._reader = TextRecogniser(told, lambda audio, clues: self.written)

    def read(self, audio: speech_recognition.AudioData, expected: Expected) -> HeardAnswer:
        if not self.written:
            return super().read(audio, expected)
        self._reader.expect(expected)
        heard = self._reader.hear(audio)
        self.written = ""
        self.read_already.put(expected)
        return heard


class SpokenLesson:
    """A round of drills that are answered by word of mouth; those of a lesson, or of an exam.

    What is `in_question` is answered by the question, as at a case.
    """

    def __init__(self, voices: str, round_: Round, *, in_question: frozenset[RequestName] = frozenset()) -> None:
        self._voices = voices
        self._room = TrainingRoom(voices, [])
        if not in_question:
            self._room.learns(load_lessons(voices))
        self._table = self._room.table(Training(round=round_, in_question=in_question))
        languages = (voices, "fide")
        self._written = spellings(languages)
        self._ear, self._said = ReadingEar(languages), queue.SimpleQueue[SpokenWords]()
        voice = VoiceInput(
            self._ear, load_lexicon(languages), self._room.language, self._room.announcer, self._said.put,
            profile=Profile.PRACTICE, color=None,
        )  # fmt: skip
        voice.sit(lambda: (seat_of(self._table).dialogue, self._table.game))
        voice.join()
        self.close = voice.close

    @property
    def training(self) -> Training:
        """How far it is."""
        return seat_of(self._table).training

    def say(self, text: str) -> str:
        """What is heard because of it; at the end of a task the next one is begun.

        A voice says a word as its language writes it: "koenig" is three syllables, and "könig" two.
        """
        written = " ".join(self._written.get(word, word) for word in text.split())
        return self._follow(sound_of(written, self._voices))

    def write(self, text: str) -> str:
        """The same, without the sound."""
        self._ear.written = text
        return self._follow(bytes(2))

    def type(self, line: str) -> None:
        """What cannot be said."""
        self._room.turn(self._table, Typed(line=line, at=self._room.now))
        self._go_on()

    def _follow(self, sound: bytes) -> str:
        before = len(self._room.screen.getvalue())
        self._room.now += timedelta(seconds=5)
        self._ear.coming.put(sound)
        self._ear.coming.put(NOTHING_SAID)  # when this is read, the other is done with
        for _ in range(2):
            self._ear.read_already.get(timeout=PATIENCE)
        while not self._said.empty():
            self._room.turn(self._table, self._said.get())
        self._go_on()
        return self._room.screen.getvalue()[before:]

    def _go_on(self) -> None:
        if self._table.leaving is not None and not self.training.is_over:
            self._table = self._room.table(self.training)
