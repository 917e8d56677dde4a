"""What a failure of the journal means to a player."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from access_chess.session.ports import JournalError

SCARCE = 1 << 16  # bytes; with less than that left SQLite's failures to write are those of a full disk

_DENIED = ("SQLITE_PERM", "SQLITE_AUTH", "SQLITE_CANTOPEN", "SQLITE_READONLY")
_DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")
_HELD = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say of the file into a JournalError."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise failure(path, error) from error


def failure(path: Path, error: Exception) -> JournalError:
    """What went wrong, and what the player can do about it."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL" or getattr(error, "errno", None) == 28 or _is_disk_full(path, name):
        return JournalError("journal_disk_full", path=str(path))
    if name.startswith(_HELD):
        return JournalError("journal_held", path=str(path))
    if name.startswith(_DAMAGED) or (isinstance(error, sqlite3.DatabaseError) and not name):
        return JournalError("journal_unreadable", path=str(path))
    if path.is_dir():
        return JournalError("journal_is_folder", path=str(path))
    if name.startswith(_DENIED) or isinstance(error, PermissionError):
        return JournalError("journal_denied", path=str(path))
    return JournalError("journal_unusable", path=str(path), error=_reason(error))


def _is_disk_full(path: Path, name: str) -> bool:
    """A full disk also shows as a failure to make the room that the write-ahead log needs."""
    if not name.startswith("SQLITE_IOERR") and name != "SQLITE_CANTOPEN":
        return False
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < SCARCE
    return False


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")
