"""The echo, the gate against the own voice, what is learned, and how loud it is."""

import math
from datetime import timedelta

import chess
import numpy as np
import pytest

from access_chess.listening.gate import Activation, Gate, pressed, speech_began, speech_ended
from access_chess.listening.heard import Asked, Echo, HeardChoice, HeardMove, HeardNothing, Nothing, compared
from access_chess.recognition.loudness import (
    RATE,
    UNKNOWN_ROOM,
    RoomLoudness,
    calibration,
    frame_levels,
    room_with,
    speech_within,
)

E4, D4 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")
ECHOES: list[tuple[Asked, Echo]] = [
    (HeardMove(move=E4, confidence=0.9, heard=""), Echo.SAME),
    (HeardMove(move=D4, confidence=0.9, heard=""), Echo.DIFFERENT),
    (HeardChoice(moves=(D4, E4), confidence=0.9, heard=""), Echo.SAME),
    (HeardChoice(moves=(D4,), confidence=0.9, heard=""), Echo.UNCLEAR),
    (HeardNothing(reason=Nothing.UNSURE), Echo.UNCLEAR),
]


@pytest.mark.parametrize(("repeated", "echo"), ECHOES)
def test_e_2_1_the_echo_is_compared(repeated: Asked, echo: Echo) -> None:
    assert compared(E4, repeated) is echo


def at(milliseconds: int) -> timedelta:
    return timedelta(milliseconds=milliseconds)


def test_the_own_voice_is_never_heard() -> None:
    gate = speech_began(Gate(activation=Activation.WAKE_WORD))
    assert not gate.hears(at(100))
    gate = speech_ended(gate, at=at(1000))
    assert not gate.hears(at(1199)), "it still sounds in the room"
    assert gate.hears(at(1200))


def test_push_to_talk_hears_only_while_it_is_held() -> None:
    gate = Gate(activation=Activation.PUSH_TO_TALK)
    assert not gate.hears(at(0))
    assert pressed(gate, held=True).hears(at(0))


def tone(seconds: float, amplitude: float) -> bytes:
    values = amplitude * np.sin(np.arange(int(seconds * RATE)) * 0.1)
    return bytes(values.astype("<i2"))


def test_speech_is_found_between_silences() -> None:
    found = speech_within(tone(1, 5) + tone(0.5, 8000) + tone(1, 5))
    assert 0.5 <= len(found) / 2 / RATE <= 1.1


def test_speech_that_starts_at_once_gets_a_quiet_room_around_it() -> None:
    found = speech_within(tone(0.5, 8000))
    assert len(found) > len(tone(0.5, 8000))
    assert 0.02 < frame_levels(found)[0] / (8000 / math.sqrt(2)) < 0.05  # 30 decibels below


@pytest.mark.parametrize("seconds", [0, 1], ids=["nothing", "a quiet room"])
def test_silence_has_no_speech(seconds: int) -> None:
    assert speech_within(tone(seconds, 5)) == b""


def test_calibration_lies_between_the_room_and_the_voice() -> None:
    measured = calibration(tone(1, 100), tone(1, 10_000))
    assert frame_levels(tone(1, 100))[0] < measured.energy_threshold < 7000
    assert measured.decibels == pytest.approx(40, abs=1)


CHUNK = 1024  # bytes: 32 ms


def room_after(*sounds: bytes) -> RoomLoudness:
    room, heard = RoomLoudness(), b"".join(sounds)
    for start in range(0, len(heard) - CHUNK + 1, CHUNK):
        room = room_with(room, heard[start : start + CHUNK])
    return room


SPEECH = tone(0.7, 8000) + tone(0.2, 50)  # a word and the breath after it


@pytest.mark.parametrize(
    ("sounds", "lowest", "highest"),
    [
        pytest.param([tone(0.5, 2000)], UNKNOWN_ROOM, UNKNOWN_ROOM, id="half a second tells nothing"),
        pytest.param([bytes(4 * RATE)], 100, 100, id="a dead line is not endlessly sensitive"),
        pytest.param([tone(2, 40)], 200, 400, id="a quiet room"),
        pytest.param([tone(2, 1500)], 1500, 2200, id="a fan"),
        pytest.param([tone(20, 20_000)], 4000, 4000, id="no room makes it deaf"),
        pytest.param([SPEECH * 12], 100, 400, id="ten seconds of speech are not the room"),
        pytest.param([tone(10, 40), tone(5, 1500)], 200, 400, id="a lorry that passes"),
        pytest.param([tone(10, 40), tone(10, 1500)], 1500, 2200, id="a fan that is switched on"),
        pytest.param([tone(10, 1500), tone(2, 40)], 200, 400, id="a fan that is switched off"),
    ],
)
def test_the_level_of_a_room(sounds: list[bytes], lowest: float, highest: float) -> None:
    assert lowest <= room_after(*sounds).energy_threshold <= highest


def test_a_room_that_is_too_loud_is_known() -> None:
    assert room_after(tone(2, 6000)).is_too_loud
    assert not room_after(tone(2, 1500)).is_too_loud
    assert not RoomLoudness().is_too_loud
