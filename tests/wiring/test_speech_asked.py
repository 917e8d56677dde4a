"""Where a screen reader runs, who speaks is asked once, in writing, and kept."""

import io
import queue
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.sound.clip import Clip, silence
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.settings import keep_settings, kept_settings
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import Inbox
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.speech.utterance import Channel, Earcon, Utterance, VoiceRole, spoken_part
from access_chess.wiring.questions import LeftError, Questioner
from tests.support.typed_in import entered

LANGUAGE = load_language("en")


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is remembered from another test."""
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path))


@dataclass
class Ears:
    """A sound device that keeps how long what it plays is, in samples."""

    played: list[int] = field(default_factory=list)

    def play(self, clip: Clip, channel: Channel) -> None:
        self.played.append(len(clip.samples))

    def stop(self, channel: Channel) -> None: ...

    def is_playing(self, channel: Channel) -> bool:
        return False

    def close(self) -> None: ...


class Voice:
    """Says everything in a second."""

    def clip(self, text: str, *, language: str, rate: int, role: VoiceRole) -> Clip:
        return silence(1.0)

    def close(self) -> None: ...


class Keyboard:
    """A terminal at which these lines are typed."""

    def __init__(self, inbox: Inbox, *lines: str, is_typed: bool = True) -> None:
        self._inbox, self._lines = inbox, list(lines)
        self.is_typed = is_typed
        self.failure = None

    def proceed(self, *, with_line: bool = True) -> None:
        self._inbox.put(entered(self._lines.pop(0)) if self._lines else None)

    def watch(self, on_waiting: Callable[[], None], /) -> None: ...

    def write(self, text: str, /) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...


def asked(
    monkeypatch: pytest.MonkeyPatch, *lines: str, programs: tuple[str, ...] = ("bash", "orca"), is_typed: bool = True
) -> tuple[list[str], list[int]]:
    """What is written, and what is heard of a move that is told afterwards."""
    monkeypatch.setattr("access_chess.edge.screen_reader.running_programs", lambda: list(programs))
    ears, screen = Ears(), io.StringIO()
    inbox: Inbox = queue.SimpleQueue()
    speaker = Speaker(voice=Voice(), outputs=[ears])
    try:
        announcer = Announcer(speaker, NarrationSettings(pack=LANGUAGE.pack), screen=screen)
        keyboard = Keyboard(inbox, *lines, is_typed=is_typed)
        Questioner(inbox, keyboard, announcer, LANGUAGE).settle_speech(speaker, keyboard)
        speaker.drain()
        ears.played.clear()
        announcer.say(Utterance(parts=(spoken_part("pawn", language="en"),), earcon=Earcon.MOVE))
        speaker.drain()
    finally:
        speaker.close()
    return screen.getvalue().splitlines(), ears.played


def test_the_screen_reader_speaks_beside_short_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    written, played = asked(monkeypatch, "2")
    assert written[0].startswith("Orca is running as well.")
    assert kept_settings() == {"speech": "screen-reader"}
    assert len(played) == 1
    assert played[0] < len(silence(1.0).samples), "the earcon without the words"


def test_the_own_voice_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_settings({"voices": "en"})
    _, played = asked(monkeypatch, "1")
    assert kept_settings() == {"speech": "own", "voices": "en"}
    assert played[0] > len(silence(1.0).samples)


def test_what_is_no_answer_is_asked_again_and_nothing_is_kept_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LeftError):
        asked(monkeypatch, "both")
    assert kept_settings() == {}


@pytest.mark.parametrize(
    ("programs", "is_typed"), [(("bash", "brltty"), True), (("nvda.exe",), False)], ids=["none runs", "nobody types"]
)
def test_nobody_is_asked(monkeypatch: pytest.MonkeyPatch, programs: tuple[str, ...], is_typed: bool) -> None:
    written, played = asked(monkeypatch, "2", programs=programs, is_typed=is_typed)
    assert written == ["pawn"]
    assert played[0] > len(silence(1.0).samples)
    assert kept_settings() == {}
