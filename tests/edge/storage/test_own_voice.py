"""A voice and the sentences that it was learned from are kept as files that its owner can hear, and forgotten."""

import wave
from pathlib import Path

import pytest
import speech_recognition

from access_chess.edge.storage.own_voice import (
    BrokenEnrolmentError,
    enrolled,
    forget,
    keep_enrolment,
    own_recordings,
    recordings_of,
    users,
    voice_file,
    words_of,
)
from tests.support.adaptation import UNCHANGED

KNIGHT, PAWN = ("springer", "felix", "drei"), ("e.de", "vier")


def sound(value: int = 1, rate: int = 16_000) -> speech_recognition.AudioData:
    """A tenth of a second of one value."""
    return speech_recognition.AudioData(value.to_bytes(2, "little") * (rate // 10), rate, 2)


def enrol(user: str, folder: Path) -> Path:
    """The file of a voice that was learned."""
    keep_enrolment(user, [(KNIGHT, sound())], UNCHANGED, folder)
    return voice_file(user, folder)


@pytest.mark.parametrize("user", ["anna", "Jörg/../x", "", "J\udcf6rg"])
def test_all_is_kept_and_forgotten(tmp_path: Path, user: str) -> None:
    assert enrolled(user, tmp_path) is None
    keep_enrolment(user, [(KNIGHT, sound(3)), (PAWN, sound(2))], UNCHANGED, tmp_path)
    assert enrolled(user, tmp_path) == UNCHANGED
    kept = [(words, audio.frame_data[:1]) for words, audio in own_recordings(user, tmp_path)]
    assert kept == [(KNIGHT, b"\3"), (PAWN, b"\2")]
    assert users(tmp_path) == (user,)
    forget(user, tmp_path)
    forget(user, tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_a_new_enrolment_takes_the_place_of_the_old(tmp_path: Path) -> None:
    keep_enrolment("anna", [(KNIGHT, sound(1)), (PAWN, sound(2))], UNCHANGED, tmp_path)
    keep_enrolment("anna", [(PAWN, sound(3))], UNCHANGED, tmp_path)
    assert [words_of(path) for path in recordings_of("anna", tmp_path)] == [PAWN]


def test_what_a_killed_enrolment_left_is_forgotten_too(tmp_path: Path) -> None:
    enrol("anna", tmp_path)
    left = recordings_of("anna", tmp_path)[0].parent.parent
    left.replace(left.with_name(f"{left.name}.part"))
    assert recordings_of("anna", tmp_path) == []
    forget("anna", tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_anybody_can_hear_the_sentences(tmp_path: Path) -> None:
    """A telephone's 8 kHz are kept as 16 kHz, as all others."""
    keep_enrolment("anna", [(PAWN, sound(rate=8_000))], UNCHANGED, tmp_path)
    (path,) = recordings_of("anna", tmp_path)
    assert path.name == "000001 e.de vier.wav"
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getsampwidth(), file.getnchannels()) == (16_000, 2, 1)


@pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all"])
def test_what_is_no_recording_is_left_out(tmp_path: Path, content: bytes) -> None:
    keep_enrolment("anna", [(PAWN, sound()), (KNIGHT, sound())], UNCHANGED, tmp_path)
    recordings_of("anna", tmp_path)[1].write_bytes(content)
    (recordings_of("anna", tmp_path)[0].parent / "notes.wav").write_bytes(b"mine")
    assert [words for words, _ in own_recordings("anna", tmp_path)] == [PAWN]


@pytest.mark.parametrize("kept", [0, 1, 100, 1000, 5000], ids=["empty", "a byte", "100", "1000", "before the scales"])
def test_a_voice_that_was_cut_off_is_refused(tmp_path: Path, kept: int) -> None:
    path = enrol("anna", tmp_path)
    path.write_bytes(path.read_bytes()[:kept].rstrip(b"\n0123456789."))
    with pytest.raises(BrokenEnrolmentError, match=path.name):
        enrolled("anna", tmp_path)


@pytest.mark.parametrize(
    ("before", "after"),
    [("network ", "net "), (" 1.0000\n", " 2.1\n"), (" 1.0000\n", " nan\n"), (" 1.0000\n", " x\n"), (" 1.0000", "")],
    ids=["no network", "too great", "no number", "a word", "no scales"],
)
def test_scales_that_are_none_are_refused(tmp_path: Path, before: str, after: str) -> None:
    path = enrol("anna", tmp_path)
    path.write_text(path.read_text().replace(before, after))
    with pytest.raises(BrokenEnrolmentError, match=r"expected|could not convert"):
        enrolled("anna", tmp_path)


def test_noise_is_refused(tmp_path: Path) -> None:
    enrol("anna", tmp_path).write_bytes(bytes(range(256)))
    with pytest.raises(BrokenEnrolmentError):
        enrolled("anna", tmp_path)


def test_users_are_those_with_a_voice(tmp_path: Path) -> None:
    assert users(tmp_path / "not there") == ()
    for user in ("zoë", "anna", ""):
        enrol(user, tmp_path)
    (tmp_path / "letter.mllr").write_text("from somebody else")
    assert users(tmp_path) == ("", "anna", "zoë")
