"""Keeps what users' corrections taught, one file a user, on this machine only: it can be read, copied and forgotten."""

from pathlib import Path
from types import MappingProxyType

import msgspec

from access_chess.edge.storage.places import user_folder
from access_chess.edge.storage.private_files import make_private_folder
from access_chess.edge.storage.whole_file import write_private
from access_chess.listening.learning import Learned, nothing_learned

ENROLLED = ".mllr"  # a user's enrolment stands beside his corrections (edge/storage/enrolments.py)
HABITS = ".names"  # and so do the words of his last moves (edge/storage/own_names.py)
RECORDINGS = ".said"  # and how he said them (edge/storage/own_recordings.py)

AS_TYPED = "surrogateescape"  # bytes of the command line that are no UTF-8 are a name as well

Count = tuple[str, str, int]  # the word that was heard, the word that was meant, how often


def learned_folder() -> Path:
    """Where the files are."""
    return user_folder() / "learned"


def user_file(user: str, suffix: str, folder: Path | None = None) -> Path:
    """The place of a user's file. Any name makes a safe one: its bytes in hexadecimal."""
    return (folder or learned_folder()) / f"{user.encode(errors=AS_TYPED).hex()}{suffix}"


def users(folder: Path | None = None) -> tuple[str, ...]:
    """Of whom something is known, in alphabetical order."""
    place = folder or learned_folder()
    files = {path for suffix in (".json", ENROLLED, HABITS, RECORDINGS) for path in place.glob(f"*{suffix}")}
    return tuple(sorted({name for path in files if (name := _user(path)) is not None}))


def load(user: str, folder: Path | None = None) -> Learned:
    """What is known of the user; nothing when the file cannot be read as expected, since it can be learned again."""
    try:
        counts = msgspec.json.decode(_path(user, folder).read_bytes(), type=list[Count])
    except (OSError, msgspec.DecodeError):
        return nothing_learned(user)
    return Learned(user=user, counts=MappingProxyType({(heard, meant): count for heard, meant, count in counts}))


def save(learned: Learned, folder: Path | None = None) -> Path:
    """Writes the file, the export of what was learned as well; returns its place."""
    path = _path(learned.user, folder)
    counts = [(heard, meant, count) for (heard, meant), count in sorted(learned.counts.items())]
    make_private_folder(path.parent)
    write_private(path, msgspec.json.format(msgspec.json.encode(counts)))
    return path


def forget(user: str, folder: Path | None = None) -> None:
    """Removes all that is known of the user."""
    _path(user, folder).unlink(missing_ok=True)


def _user(path: Path) -> str | None:
    try:
        return bytes.fromhex(path.name.partition(".")[0]).decode(errors=AS_TYPED)
    except ValueError:  # somebody else's file
        return None


def _path(user: str, folder: Path | None) -> Path:
    return user_file(user, ".json", folder)
