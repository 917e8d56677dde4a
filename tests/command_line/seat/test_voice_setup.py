"""Voice at a place: languages that are not understood well enough are left to the keys, and that is said; and what is
learned of a user there.
"""

import contextlib
import io
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import pytest
import speech_recognition

from access_chess.command_line.seat import voice_setup
from access_chess.command_line.seat.voice_setup import Voice
from access_chess.edge.packs.typed_words import load_typed_words
from access_chess.edge.packs.voice_packs import load_voice_pack, reading_vocabulary
from access_chess.edge.recognisers import voice_learning
from access_chess.edge.sound.speaker import Speaker
from access_chess.edge.storage.own_recordings import recordings_of
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.listening.gate import Activation
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session import voice_input
from access_chess.session.announcer import Announcer
from access_chess.session.console import Deed
from access_chess.session.seat_setup import SeatSetup
from access_chess.speech.telling.narration import NarrationSettings


@contextlib.contextmanager
def a_voice(pack_name: str, screen: io.StringIO, *, allowed: bool = False) -> Iterator[Voice]:
    """That of the user anna."""
    speaker, pack = Speaker(voice=None, outputs=()), load_voice_pack(pack_name)
    words, vocabulary = load_typed_words(pack_name), reading_vocabulary(pack_name)
    language = PlayerLanguage(pack=pack, words=words, vocabulary=vocabulary)
    announcer = Announcer(speaker, NarrationSettings(pack=pack), screen=screen)
    voice = Voice(
        language, announcer, speaker, queue.SimpleQueue[Deed]().put,
        pack_name=pack_name, activation=Activation.PUSH_TO_TALK, device=None, user="anna",
        arbiter_allows_learning=allowed, with_controllers=False,
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
        inputs = voice.inputs(SeatSetup(profile=Profile.PRACTICE, color=None))()
    assert len(inputs) == is_heard
    told = "La commande vocale reste coupée : le français n'est pas encore assez bien compris. Utilisez les touches.\n"
    assert screen.getvalue() == ("" if is_heard else told)


MOVE = ("eva", "vier")
SOUND = speech_recognition.AudioData(bytes(3200), 16_000, 2)


@pytest.mark.parametrize(
    ("profile", "color", "allowed", "is_learned"),
    [
        (Profile.PRACTICE, chess.WHITE, False, True),
        (Profile.ASSISTED, chess.BLACK, False, True),
        (Profile.PRACTICE, None, False, False),
        (Profile.TOURNAMENT, chess.WHITE, False, False),
        (Profile.TOURNAMENT, chess.WHITE, True, True),
    ],
    ids=["at home", "assisted", "two at one place", "in competition", "in competition, allowed"],
)
def test_confirmed_moves_are_kept_and_learned_from_where_that_is_allowed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    profile: Profile,
    color: chess.Color | None,
    allowed: bool,
    is_learned: bool,
) -> None:
    given: dict[str, Any] = {}
    begun: list[str] = []

    class Learning:
        def __init__(self, user: str, languages: tuple[str, ...], then: object) -> None:
            begun.append(f"{user}, {', '.join(languages)}")

        is_over = False

        def close(self) -> None:
            pass

    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(voice_input, "VoiceInput", lambda *args, **named: given.update(named))
    monkeypatch.setattr(voice_learning, "VoiceLearning", Learning)
    with a_voice("de", io.StringIO(), allowed=allowed) as voice:
        inputs = voice.inputs(SeatSetup(profile=profile, color=color))
        inputs()
        for number in range(1, voice_learning.LEAST + 1):
            given["keep"](MOVE, SOUND)
            assert len(recordings_of("anna")) == (number if is_learned else 0)
        assert begun == []
        inputs()
        inputs()
    assert begun == (["anna, de, fide, en"] if is_learned else [])
