"""Keeps what fits a user's voice, one file a user, on this machine only; a file that is not sound is never used."""

from pathlib import Path

from access_chess.edge.storage.corrections import ENROLLED, user_file
from access_chess.edge.storage.private_files import make_private_folder
from access_chess.edge.storage.whole_file import write_private
from access_chess.recognition.adaptation.speaker_adaptation import (
    SpeakerAdaptation,
    adaptation_text,
    read_adaptation,
)


class BrokenEnrolmentError(Exception):
    """The file of an enrolment cannot be used; the message says what was wrong with it."""


def enrolled(user: str, folder: Path | None = None) -> SpeakerAdaptation | None:
    """What fits the recogniser to the user; None when he is not enrolled. Raises BrokenEnrolmentError."""
    path = user_file(user, ENROLLED, folder)
    try:
        return read_adaptation(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BrokenEnrolmentError(f"{path}: {error}") from error


def save_enrolment(user: str, adaptation: SpeakerAdaptation, folder: Path | None = None) -> Path:
    """Writes the file whole or not at all; returns its place. Raises OSError."""
    path = user_file(user, ENROLLED, folder)
    make_private_folder(path.parent)
    write_private(path, adaptation_text(adaptation).encode("ascii"))
    return path


def forget_enrolment(user: str, folder: Path | None = None) -> None:
    """Removes the file; without it the user is heard as everybody is."""
    user_file(user, ENROLLED, folder).unlink(missing_ok=True)
