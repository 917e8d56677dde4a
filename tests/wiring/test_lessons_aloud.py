"""Lessons are called by name aloud: from their list, and from anywhere in a lesson, all of them in each language."""

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import chess
import pytest

from access_chess.edge.packs.lessons import load_course, load_lessons
from access_chess.edge.packs.lexicons import load_language, load_lexicon
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.listening.gate import Activation
from access_chess.listening.short_answers import Awaited, answer_sentences
from access_chess.play.training import Training
from access_chess.practice.lesson_drills import round_of_lesson
from access_chess.profile import Profile
from access_chess.requests.names import RequestName
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox
from access_chess.session.voice_input import VoiceInput
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring.language import language_of
from access_chess.wiring.sitting import Sitting, Talk
from access_chess.wiring.teacher import Teacher
from access_chess.wiring.voice import VoiceSetup
from tests.support.speaking_room import PATIENCE
from tests.support.spoken import sound_of
from tests.support.spoken_lesson import ReadingEar

LESSONS = load_course().lessons
LANGUAGES = ("en", "de")
#: What leads to the list, to a lesson from anywhere, and away.
SAID = {"en": ("lessons", "learn {}", "quit the program"), "de": ("lektionen", "lerne {}", "programm beenden")}


class ScriptedVoice(VoiceSetup):
    """At each place, a task or the list, the next line of a script is said: written down, or `aloud`.

    Before some of them a key is `pressed`; where there is no such line, none is needed.
    """

    def script(self, lines: list[str], languages: tuple[str, ...], *, aloud: bool, pressed: frozenset[str]) -> None:
        self._lines, self._heard_in, self._is_aloud, self._pressed = lines, languages, aloud, pressed

    def next(self, profile: Profile, color: chess.Color | None) -> VoiceInput | None:
        ear, line = ReadingEar(self._heard_in), self._lines.pop(0) if self._lines else ""
        if line:
            ear.written = "" if self._is_aloud else line
            ear.coming.put(sound_of(line, self._heard_in[0]) if self._is_aloud else bytes(2))
        made = VoiceInput(
            ear, load_lexicon(self._heard_in), self._language, self._announcer, self._put,
            profile=profile, color=color, activation=self._activation,
        )  # fmt: skip
        if line in self._pressed:
            made.attend()
        return made


@pytest.fixture
def heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[str]]]:
    """What a learner hears who says these lines, one at each place, and types nothing."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))

    def learn(
        lines: list[str], voices: str, *, aloud: bool = False, pressed: frozenset[str] = frozenset()
    ) -> list[str]:
        with ExitStack() as closing_all:
            screen, inbox = io.StringIO(), Inbox()
            language = language_of(voices, "pack", "fide").without_arbiter
            speaker = closing_all.enter_context(closing(Speaker(voice=None, outputs=())))
            announcer = Announcer(speaker, NarrationSettings(pack=language.pack), screen=screen)
            voice = ScriptedVoice(
                language, announcer, speaker, inbox.put,
                pack_name=voices, activation=Activation.PUSH_TO_TALK if pressed else Activation.OPEN,
                device=None, user="", arbiter_allows_learning=False, with_controllers=False,
            )  # fmt: skip
            voice.script([*lines], (voices, "fide"), aloud=aloud, pressed=pressed)
            patience = Timer(PATIENCE * len(lines), inbox.put, (None,))  # what is not heard keeps nobody waiting
            closing_all.callback(patience.cancel)
            patience.start()
            reader = SimpleNamespace(is_typed=True, proceed=lambda **_: None)
            talk = Talk(
                language=language, announcer=announcer, speaker=speaker, inbox=inbox, reader=reader, voice=voice
            )
            Teacher(Sitting(talk, closing_all)).teach("1")
        return screen.getvalue().splitlines()

    yield learn


def names(voices: str) -> dict[int, list[str]]:
    return {int(number): called for number, called in load_language(voices).grammar.lessons.items()}


@pytest.mark.parametrize("voices", LANGUAGES)
@pytest.mark.parametrize("is_listed", [True, False])
def test_a_lesson_is_called_by_name(is_listed: bool, voices: str, heard: Callable[..., list[str]]) -> None:
    to_list, to_lesson, away = SAID[voices]
    asked = [(lesson, name) for number, lesson in enumerate(LESSONS, 1) for name in names(voices)[number]]
    said = [line for _, name in asked for line in ([to_list, name] if is_listed else [to_lesson.format(name)])]
    begun, titles = heard([*said, away], voices), load_lessons(voices).titles
    told = [line for line in begun if any(line.startswith(f"{title}:") for title in titles.values())]
    assert [line.partition(":")[0] for line in told[1:]] == [titles[lesson.name] for lesson, _ in asked]


@pytest.mark.parametrize("voices", LANGUAGES)
def test_every_lesson_is_called_by_the_title_that_is_told(voices: str) -> None:
    said, titles = names(voices), load_lessons(voices).titles
    articles = ("the ", "der ", "die ", "das ")
    for number, lesson in enumerate(LESSONS, 1):
        title = titles[lesson.name].lower().replace(",", "")
        assert said[number][0] in (title, *(title.removeprefix(article) for article in articles))
    assert len(said) == len(LESSONS)


@pytest.mark.parametrize(
    ("voices", "said"),
    [
        ("en", ["lessons", "next", "seven", "lesson seventeen", "learn castling", "lessons", "the knight"]),
        ("de", ["lektionen", "weiter", "sieben", "lektion siebzehn", "lerne rochade", "lektionen", "der springer"]),
    ],
)
@pytest.mark.parametrize("aloud", [True, False])
def test_a_lesson_is_called_aloud(voices: str, said: list[str], aloud: bool, heard: Callable[..., list[str]]) -> None:
    titles = load_lessons(voices).titles
    told = heard([*said, SAID[voices][-1]], voices, aloud=aloud)
    begun = [line.partition(":")[0] for line in told if line.partition(":")[0] in titles.values()]
    assert begun[1:] == [titles[name] for name in ("knight", "enpassant", "castling", "knight")]
    assert any(f", {titles['notation']}:" in line for line in told), "the list was gone on with"


@pytest.mark.parametrize(
    ("voices", "number", "told"),
    [("en", ("sixty", "lesson sixty"), "There is no lesson 60."),
     ("de", ("sechzig", "lektion sechzig"), "Eine Lektion 60 gibt es nicht.")],
)  # fmt: skip
def test_a_number_of_no_lesson_is_told(
    voices: str, number: tuple[str, str], told: str, heard: Callable[..., list[str]]
) -> None:
    to_list, _, away = SAID[voices]
    said = heard([to_list, number[0], {"en": "go back", "de": "zurück"}[voices], number[1], away], voices)
    assert sum(line.startswith(told) for line in said) == 2


def test_at_the_list_no_key_is_pressed_to_answer(heard: Callable[..., list[str]]) -> None:
    said = ["lessons", "castling", "quit the program"]
    assert any(line.startswith("Castling: ") for line in heard(said, "en", pressed=frozenset({said[0], said[2]})))


@pytest.mark.parametrize("voices", LANGUAGES)
def test_without_a_word_before_it_a_name_opens_a_lesson_at_the_list_alone(voices: str) -> None:
    lexicon = load_lexicon((voices, "fide"))
    training = Training(round=round_of_lesson(LESSONS[0]))
    said = answer_sentences(lexicon, Awaited(commands=training.answers, aside=training.aside))
    for called in lexicon.lessons.values():
        for name in called:
            meaning = said.meaning(name)
            assert meaning is None or meaning.command is not RequestName.LEARN
