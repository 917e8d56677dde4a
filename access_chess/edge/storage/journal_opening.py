"""How the journal's file is opened: to play, or only to be read, wherever it lies and whichever version wrote it."""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

from access_chess.edge.storage.damage import DamagedError, kept_game, read_entries
from access_chess.edge.storage.journal_tables import (
    APPLICATION,
    VERSION,
    bring_up,
    copy_version_1,
    create_tables,
    explained,
    keep_old,
)
from access_chess.edge.storage.private_files import make_private
from access_chess.session.ports import JournalError

BUSY_SECONDS = 5.0  # another process commits within milliseconds; longer means that it hangs
MEMORY = Path(":memory:")

#: What SQLite says where it cannot keep its log beside the file: no right to write, or no room.
_NO_LOG = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR", "SQLITE_FULL")


def open_to_play(path: Path | None) -> tuple[sqlite3.Connection, Path | None]:
    """The file, made or brought up to this version where need be, and where the one of version 1 is kept, if it was.

    None is a journal in memory. Raises JournalError.
    """
    with explained(path or MEMORY):
        if path is not None:
            make_private(path)
        database = _connect(path or MEMORY)
        try:
            old = _prepare(database, path)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
        except BaseException:
            database.close()
            raise
    return database, old


def open_to_read(path: Path) -> sqlite3.Connection:
    """The file as it is, nothing of it changed; of version 1 a copy in memory. Raises JournalError.

    On a medium that is full or cannot be written SQLite can keep no log beside the file, so a copy is read there.
    """
    with explained(path):
        if not path.exists():
            return open_to_play(None)[0]
        try:
            database = _connect(f"{path.resolve().as_uri()}?mode=rw")
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if path.is_dir() or not error.sqlite_errorname.startswith(_NO_LOG):
                raise
            database = _copied(path)
        version = _version(database, path)
        if version == VERSION:
            return database
        with contextlib.closing(database):
            memory = open_to_play(None)[0]
            memory.execute("BEGIN")
            if version == 1:
                copy_version_1(database, memory)
                _mark_whole_games(memory)
            memory.execute("COMMIT")
        return memory


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
    if version not in (1, VERSION):
        raise JournalError("journal_version", path=path, version=version, known=VERSION)
    return version


def _prepare(database: sqlite3.Connection, path: Path | None) -> Path | None:
    """Today's tables, whatever there was; where the file of version 1 is kept."""
    where = path or MEMORY
    if _version(database, where) == VERSION:
        return None
    old = None
    database.execute("BEGIN IMMEDIATE")  # another process may be about to do the same
    try:
        match _version(database, where):
            case 0:
                create_tables(database)
            case 1:
                old = None if path is None else keep_old(database, path)
                bring_up(database)
                _mark_whole_games(database)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return old


def _mark_whole_games(database: sqlite3.Connection) -> None:
    """Whether a game was in order before its entries were chained has to be looked at only once."""
    for (number,) in database.execute("SELECT game FROM games").fetchall():
        with contextlib.suppress(DamagedError):
            if (kept := kept_game(database, number)) is not None:
                read_entries(kept)
                database.execute("UPDATE games SET is_whole = 1 WHERE game = ?", (number,))
