"""A voice is kept, and a file that is not sound is refused with what is wrong."""

from pathlib import Path

import pytest

from access_chess.edge.storage.corrections import save, users
from access_chess.edge.storage.enrolments import BrokenEnrolmentError, enrolled, forget_enrolment, save_enrolment
from access_chess.listening.learning import nothing_learned
from tests.support.adaptation import UNCHANGED


@pytest.mark.parametrize("user", ["anna", "Jörg/../x", ""])
def test_it_is_kept_and_forgotten(tmp_path: Path, user: str) -> None:
    assert enrolled(user, tmp_path) is None
    path = save_enrolment(user, UNCHANGED, tmp_path)
    assert list(tmp_path.iterdir()) == [path]
    assert enrolled(user, tmp_path) == UNCHANGED
    forget_enrolment(user, tmp_path)
    assert enrolled(user, tmp_path) is None


@pytest.mark.parametrize("kept", [0, 1, 100, 1000, 5000], ids=["empty", "a byte", "100", "1000", "before the scales"])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, kept: int) -> None:
    path = save_enrolment("anna", UNCHANGED, tmp_path)
    path.write_bytes(path.read_bytes()[:kept].rstrip(b"\n0123456789."))
    with pytest.raises(BrokenEnrolmentError, match=path.name):
        enrolled("anna", tmp_path)


@pytest.mark.parametrize(
    ("before", "after"),
    [("network ", "net "), (" 1.0000\n", " 2.1\n"), (" 1.0000\n", " nan\n"), (" 1.0000\n", " x\n"), (" 1.0000", "")],
    ids=["no network", "too great", "no number", "a word", "no scales"],
)
def test_scales_that_are_none_are_refused(tmp_path: Path, before: str, after: str) -> None:
    path = save_enrolment("anna", UNCHANGED, tmp_path)
    path.write_text(path.read_text().replace(before, after))
    with pytest.raises(BrokenEnrolmentError, match=r"expected|could not convert"):
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
