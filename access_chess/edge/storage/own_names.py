"""Keeps the words of a user's last moves, one file a user, on this machine only: in noise they come first."""

from pathlib import Path

import msgspec

from access_chess.edge.storage.corrections import HABITS, user_file
from access_chess.edge.storage.private_files import make_private_folder
from access_chess.edge.storage.whole_file import write_private
from access_chess.listening.own_names import REMEMBERED, Habits


def load_habits(user: str, folder: Path | None = None) -> Habits:
    """What the user said last; nothing when the file cannot be read as expected, since it can be learned again."""
    try:
        said = msgspec.json.decode(user_file(user, HABITS, folder).read_bytes(), type=tuple[str, ...])
    except (OSError, msgspec.DecodeError):
        return Habits()
    return Habits(sentences=said[-REMEMBERED:])


def save_habits(user: str, habits: Habits, folder: Path | None = None) -> Path:
    """Writes the file whole or not at all; returns its place. Raises OSError."""
    path = user_file(user, HABITS, folder)
    make_private_folder(path.parent)
    write_private(path, msgspec.json.encode(habits.sentences))
    return path


def forget_habits(user: str, folder: Path | None = None) -> None:
    """Removes the file; then no word comes first."""
    user_file(user, HABITS, folder).unlink(missing_ok=True)
