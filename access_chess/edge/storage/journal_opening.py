"""How the journal's file is opened: to play, or only to be read, wherever it lies and whichever version wrote it."""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

from access_chess.edge.storage.journal_tables import (
    APPLICATION,
    VERSION,
    create_tables,
    explained,
)
from access_chess.edge.storage.private_files import make_private
from access_chess.session.ports import JournalError

BUSY_SECONDS = 5.0  # another process commits within milliseconds; longer means that it hangs
MEMORY = Path(":memory:")

#: What SQLite says where it cannot keep its log beside the file: no right to write, or no room.
_NO_LOG = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR", "SQLITE_FULL")


def open_to_play(path: Path | None) -> sqlite3.Connection:
    """The file, made where there is none; None is a journal in memory. Raises JournalError."""
    with explained(path or MEMORY):
        if path is not None:
            make_private(path)
        database = _connect(path or MEMORY)
        try:
            _prepare(database, path or MEMORY)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
        except BaseException:
            database.close()
            raise
    return database


def open_to_read(path: Path) -> sqlite3.Connection:
    """The file as it is, nothing of it changed. Raises JournalError.

    On a medium that is full or cannot be written SQLite can keep no log beside the file, so a copy is read there.
    """
    with explained(path):
        if not path.exists():
            return open_to_play(None)
        try:
            database = _connect(f"{path.resolve().as_uri()}?mode=rw")
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if path.is_dir() or not error.sqlite_errorname.startswith(_NO_LOG):
                raise
            database = _copied(path)
        if _version(database, path) == VERSION:
            return database
        database.close()
        return open_to_play(None)


def _connect(address: Path | str) -> sqlite3.Connection:
    database = sqlite3.connect(
        address, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=isinstance(address, str)
    )
    database.text_factory = lambda raw: raw.decode("utf-8", "backslashreplace")  # a damaged byte must not end a reading
    return database


def _copied(path: Path) -> sqlite3.Connection:
    """The file, with what its log holds, in memory."""
    memory = _connect(MEMORY)
    log = path.with_name(f"{path.name}-wal")
    if not log.exists() or not log.stat().st_size:
        with contextlib.closing(_connect(f"{path.resolve().as_uri()}?immutable=1")) as database:
            database.backup(memory)
        return memory
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name(log.name))
        with contextlib.closing(_connect(copy)) as database:
            database.backup(memory)
    return memory


def _version(database: sqlite3.Connection, path: Path) -> int:
    """The version of a journal's file, 0 of an empty one. Raises JournalError for any other file."""
    application = database.execute("PRAGMA application_id").fetchone()[0]
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    if application == 0 and not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return 0
    if application != APPLICATION:
        raise JournalError("journal_foreign", path=path)
    if version != VERSION:
        raise JournalError("journal_version", path=path, version=version, known=VERSION)
    return version


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    """The tables, where there are none yet."""
    if _version(database, path) == VERSION:
        return
    database.execute("BEGIN IMMEDIATE")  # another process may be about to do the same
    try:
        if _version(database, path) == 0:
            create_tables(database)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
