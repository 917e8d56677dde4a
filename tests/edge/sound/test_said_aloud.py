"""Utterances as sound files, by the real engine."""

import io
import wave
from contextlib import closing

import pytest

from access_chess.edge.sound.said_aloud import SaidAloud
from access_chess.edge.sound.synthesiser import Synthesiser, SynthesisError
from access_chess.speech.utterance import Earcon, Utterance, spoken_part


def frames(wav: bytes | None) -> bytes:
    assert wav is not None
    with wave.open(io.BytesIO(wav)) as file:
        return bytes(file.readframes(file.getnframes()))


def test_words_and_earcon_are_in_the_file() -> None:
    word = Utterance(parts=(spoken_part("Springer", language="de"),))
    both = Utterance(parts=word.parts, earcon=Earcon.CHECK)
    with closing(SaidAloud()) as aloud:
        said, with_sound = frames(aloud(word)), frames(aloud(both))
    assert any(said)
    assert with_sound.endswith(said)
    assert len(with_sound) > len(said)


def test_a_voice_that_fails_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object, **how: object) -> None:
        raise SynthesisError("it is broken")

    monkeypatch.setattr(Synthesiser, "clip", fail)
    with closing(SaidAloud()) as aloud:
        assert aloud(Utterance(parts=(spoken_part("Springer", language="de"),))) is None
