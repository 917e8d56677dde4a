"""Voice at a place: languages that are not understood well enough are left to the keys, and that is said."""

import contextlib
import io
import queue
from collections.abc import Iterator

import pytest

from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary
from access_chess.edge.sound.speaker import Speaker
from access_chess.listening.gate import Activation
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.speech.telling.narration import NarrationSettings
from access_chess.wiring import voice as voice_setup
from access_chess.wiring.voice import VoiceSetup


@contextlib.contextmanager
def a_voice(pack_name: str, screen: io.StringIO) -> Iterator[VoiceSetup]:
    """That of the user anna."""
    speaker, pack = Speaker(voice=None, outputs=()), load_voice_pack(pack_name)
    words, vocabulary = load_typed_words(pack_name), reading_vocabulary(pack_name)
    language = PlayerLanguage(pack=pack, words=words, vocabulary=vocabulary)
    announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=screen)
    voice = VoiceSetup(
        language, announcer, speaker, queue.SimpleQueue[SpokenWords]().put,
        pack_name=pack_name, activation=Activation.PUSH_TO_TALK, device=None, user="anna",
        arbiter_allows_learning=False, with_controllers=False,
    )  # fmt: skip
    try:
        yield voice
    finally:
        voice.close()
        speaker.close()


@pytest.mark.parametrize("is_heard", [True, False])
def test_who_would_not_be_understood_is_told_to_use_the_keys(monkeypatch: pytest.MonkeyPatch, is_heard: bool) -> None:
    monkeypatch.setattr(voice_setup, "is_heard_well", lambda name: is_heard if name == "fr" else not is_heard)
    screen = io.StringIO()
    with a_voice("fr", screen) as voice:
        made = [voice.next(Profile.PRACTICE, None) for _ in range(2)]  # two tasks of a lesson; it is told once
    assert [each is not None for each in made] == [is_heard] * 2
    told = "La commande vocale reste coupée : le français n'est pas encore assez bien compris. Utilisez les touches.\n"
    assert screen.getvalue() == ("" if is_heard else told)
