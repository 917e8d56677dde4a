"""A voice is kept, and a file that is not sound is refused with what is wrong."""

from pathlib import Path

import pytest

from access_chess.edge.storage.corrections import save, users
from access_chess.edge.storage.voice_transforms import BrokenEnrolmentError, enrolled, forget_enrolment, save_enrolment
from access_chess.listening.learning import nothing_learned
from access_chess.recognition.adaptation.mean_transform import (
    DIMENSIONS,
    STREAMS,
    MeanTransform,
    StreamTransform,
    read_transform,
)

UNCHANGED = MeanTransform(
    streams=(
        StreamTransform(
            matrix=tuple(tuple(float(row == column) for column in range(DIMENSIONS)) for row in range(DIMENSIONS)),
            shift=(0.0,) * DIMENSIONS,
        ),
    )
    * STREAMS
)


@pytest.mark.parametrize("user", ["anna", "Jörg/../x", ""])
def test_it_is_kept_and_forgotten(tmp_path: Path, user: str) -> None:
    assert enrolled(user, tmp_path) is None
    path = save_enrolment(user, UNCHANGED, tmp_path)
    assert enrolled(user, tmp_path) == path
    assert list(tmp_path.iterdir()) == [path]
    assert read_transform(path.read_text()) == UNCHANGED
    forget_enrolment(user, tmp_path)
    assert enrolled(user, tmp_path) is None


@pytest.mark.parametrize("kept", [0, 1, 100, 1000, -2], ids=["empty", "a byte", "100", "1000", "all but two"])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, kept: int) -> None:
    path = save_enrolment("anna", UNCHANGED, tmp_path)
    path.write_bytes(path.read_bytes()[:kept].rstrip(b"\n0123456789."))
    with pytest.raises(BrokenEnrolmentError, match=path.name):
        enrolled("anna", tmp_path)


def test_noise_is_refused(tmp_path: Path) -> None:
    save_enrolment("anna", UNCHANGED, tmp_path).write_bytes(bytes(range(256)))
    with pytest.raises(BrokenEnrolmentError):
        enrolled("anna", tmp_path)


def test_users_are_those_with_a_voice_or_words(tmp_path: Path) -> None:
    assert users(tmp_path / "not there") == ()
    save_enrolment("zoë", UNCHANGED, tmp_path)
    save(nothing_learned("anna"), tmp_path)
    save_enrolment("anna", UNCHANGED, tmp_path)
    save(nothing_learned(""), tmp_path)
    (tmp_path / "letter.json").write_text("from somebody else")
    assert users(tmp_path) == ("", "anna", "zoë")
