"""Keeps a user's transform, one file a user, on this machine only; a file that is not sound is never used."""

import os
from pathlib import Path

from access_chess.edge.storage.corrections import ENROLLED, user_file
from access_chess.recognition.adaptation.mean_transform import MeanTransform, read_transform, transform_text


class BrokenEnrolmentError(Exception):
    """The file of an enrolment cannot be used; the message says what was wrong with it."""


def enrolled(user: str, folder: Path | None = None) -> Path | None:
    """The file of the user's transform, for the recogniser; None when he is not enrolled. BrokenEnrolmentError."""
    path = user_file(user, ENROLLED, folder)
    try:
        read_transform(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BrokenEnrolmentError(f"{path}: {error}") from error
    return path


def save_enrolment(user: str, transform: MeanTransform, folder: Path | None = None) -> Path:
    """Writes the file whole or not at all; returns its place. Raises OSError."""
    path = user_file(user, ENROLLED, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    with partial.open("w", encoding="ascii") as file:
        file.write(transform_text(transform))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return path


def forget_enrolment(user: str, folder: Path | None = None) -> None:
    """Removes the file; without it the user is heard as everybody is."""
    user_file(user, ENROLLED, folder).unlink(missing_ok=True)
