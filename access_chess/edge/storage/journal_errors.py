"""What a failure of the journal means to a player, in one plain sentence."""

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
        raise JournalError(sentence(path, error)) from error


def sentence(path: Path, error: Exception) -> str:
    """What went wrong, and what the player can do about it."""
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL" or getattr(error, "errno", None) == 28 or _is_disk_full(path, name):
        return f"The disk is full: nothing more can be written to the journal {path}."
    if name.startswith(_HELD):
        return f"The journal {path} is held by another program; close that one and try again."
    if name.startswith(_DAMAGED) or (isinstance(error, sqlite3.DatabaseError) and not name):
        return damaged(path)
    if path.is_dir():
        return f"The journal cannot be kept in {path}: that is a folder; move it away."
    if name.startswith(_DENIED) or isinstance(error, PermissionError):
        return f"The journal {path} cannot be opened for writing; see that you may write into its folder."
    return f"The journal {path} cannot be used: {_reason(error)}."


def damaged(path: Path) -> str:
    """What is said of a file that SQLite cannot read as a whole."""
    return (
        f"The file {path} is not a journal of access-chess, or it is damaged; "
        "access-chess doctor --save-journal FILE saves what can be read."
    )


def _is_disk_full(path: Path, name: str) -> bool:
    """A full disk also shows as a failure to make the room that the write-ahead log needs."""
    if not name.startswith("SQLITE_IOERR") and name != "SQLITE_CANTOPEN":
        return False
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < SCARCE
    return False


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")
