"""How a user said his sentences is kept as files that he can hear, and forgotten."""

import os
import wave
from pathlib import Path

import pytest
import speech_recognition

from access_chess.edge.storage.corrections import users
from access_chess.edge.storage.enrolments import save_enrolment
from access_chess.edge.storage.own_recordings import (
    MOST,
    MOST_ANSWERS,
    forget_recordings,
    is_answer,
    keep_answer,
    keep_enrolment,
    keep_move,
    new_moves,
    own_recordings,
    recordings_of,
    words_of,
)
from tests.support.adaptation import UNCHANGED

KNIGHT, PAWN = ("springer", "felix", "drei"), ("e.de", "vier")


def sound(value: int = 1, rate: int = 16_000) -> speech_recognition.AudioData:
    """A tenth of a second of one value."""
    return speech_recognition.AudioData(value.to_bytes(2, "little") * (rate // 10), rate, 2)


@pytest.mark.parametrize("user", ["anna", "Jörg/../x", "", "J\udcf6rg"])
def test_they_are_kept_and_forgotten(tmp_path: Path, user: str) -> None:
    keep_enrolment(user, [(KNIGHT, sound(3))], tmp_path)
    keep_move(user, PAWN, sound(2), tmp_path)
    keep_move(user, KNIGHT, sound(4), tmp_path)
    kept = [(words, audio.frame_data[:1]) for words, audio in own_recordings(user, tmp_path)]
    assert kept == [(KNIGHT, b"\3"), (PAWN, b"\2"), (KNIGHT, b"\4")]
    assert users(tmp_path) == (user,)
    forget_recordings(user, tmp_path)
    forget_recordings(user, tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_a_new_enrolment_takes_the_place_of_all_that_was_there(tmp_path: Path) -> None:
    keep_enrolment("anna", [(KNIGHT, sound(1)), (PAWN, sound(2))], tmp_path)
    keep_move("anna", KNIGHT, sound(), tmp_path)
    keep_enrolment("anna", [(PAWN, sound(3))], tmp_path)
    assert [words_of(path) for path in recordings_of("anna", tmp_path)] == [PAWN]


def test_what_a_killed_enrolment_left_is_forgotten_too(tmp_path: Path) -> None:
    keep_enrolment("anna", [(KNIGHT, sound())], tmp_path)
    left = recordings_of("anna", tmp_path)[0].parent.parent
    left.replace(left.with_name(f"{left.name}.part"))
    assert recordings_of("anna", tmp_path) == []
    forget_recordings("anna", tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_the_oldest_moves_make_room(tmp_path: Path) -> None:
    for number in range(MOST + 3):
        keep_move("anna", (f"move{number}",), sound(), tmp_path)
    kept = [words_of(path) for path in recordings_of("anna", tmp_path)]
    assert kept == [(f"move{number}",) for number in range(3, MOST + 3)]


def test_answers_come_last_are_no_moves_and_make_room_for_each_other(tmp_path: Path) -> None:
    for number in range(MOST_ANSWERS + 2):
        keep_answer("anna", (f"answer{number}",), sound(), tmp_path)
    keep_move("anna", KNIGHT, sound(), tmp_path)
    kept = [words_of(path) for path in recordings_of("anna", tmp_path)]
    assert kept == [KNIGHT, *((f"answer{number}",) for number in range(2, MOST_ANSWERS + 2))]
    assert new_moves("anna", tmp_path) == 1
    assert [is_answer(words) for words in kept] == [False, *[True] * MOST_ANSWERS]


def test_anybody_can_hear_them(tmp_path: Path) -> None:
    """A telephone's 8 kHz are kept as 16 kHz, as all others."""
    path = keep_move("anna", PAWN, sound(rate=8_000), tmp_path)
    assert path.name == "000001 e.de vier.wav"
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getsampwidth(), file.getnchannels()) == (16_000, 2, 1)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all"])
def test_what_is_no_recording_is_left_out(tmp_path: Path, content: bytes) -> None:
    keep_move("anna", PAWN, sound(), tmp_path)
    keep_move("anna", KNIGHT, sound(), tmp_path).write_bytes(content)
    (recordings_of("anna", tmp_path)[0].parent / "notes.wav").write_bytes(b"mine")
    assert [words for words, _ in own_recordings("anna", tmp_path)] == [PAWN]


def test_moves_are_new_until_the_voice_is_learned(tmp_path: Path) -> None:
    for _ in range(3):
        path = keep_move("anna", PAWN, sound(), tmp_path)
    assert new_moves("anna", tmp_path) == 3
    learned = save_enrolment("anna", UNCHANGED, tmp_path).stat().st_mtime
    os.utime(path, (learned + 1, learned + 1))
    assert new_moves("anna", tmp_path) == 1
