"""The journal's file: its tables, what its failures mean to a player, and how it is opened, to play or only to be read,
wherever it lies and whichever version wrote it.

Over the entries of a game goes a chain of hashes: an entry that is deleted, changed or exchanged breaks it at that
place. Each link is BLAKE2b over the link before it and the digest of the entry. The first hangs on the number of the
game, so that no entry fits into another one.
"""

import contextlib
import hashlib
import itertools
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from access_chess.edge.storage.places import make_private
from access_chess.entry_row import EntryRow
from access_chess.laws.commands import Result
from access_chess.session.ports import JournalError

SIZE = 16  # bytes; nobody has to be kept from forging by chance, and a page of 4 KiB holds more entries


def first_link(game: int) -> bytes:
    """What the first entry of a game hangs on."""
    return _digest(msgspec.json.encode([game]))


def link(before: bytes, row: EntryRow) -> bytes:
    """The link of an entry, given that of the one before it. Raises ValueError for text that is no Unicode."""
    text = msgspec.json.encode([row.number, row.at, row.wall, row.author, row.command, row.form, row.event])
    return _digest(before + _digest(text))


def heartbeat_seal(game: int, at: int, wall: str) -> bytes:
    """The digest of a sign of life, which stands beside the chain: no damaged one may cost a player time."""
    return _digest(msgspec.json.encode([game, at, wall]))


def _digest(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=SIZE).digest()


APPLICATION = 0x61636373  # "accs" in the SQLite header tells our file from a foreign one
VERSION = 2

#: What SQLite raises at damaged pages; what it then says is not always text.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)

_TABLES = """
CREATE TABLE journal (name TEXT NOT NULL) STRICT;
CREATE TABLE games (
    game INTEGER PRIMARY KEY, result TEXT NOT NULL, entries INTEGER NOT NULL, chain BLOB NOT NULL
) STRICT;
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, at INTEGER NOT NULL, wall TEXT NOT NULL,
    author TEXT NOT NULL, command TEXT NOT NULL, form INTEGER NOT NULL, event TEXT NOT NULL, chain BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE heartbeats (
    game INTEGER PRIMARY KEY REFERENCES games, at INTEGER NOT NULL, wall TEXT NOT NULL, seal BLOB NOT NULL
) STRICT;
"""

#: Beside the heartbeats; a file without it is as good, and only told by its dates.
MACHINE_TIMES = """
CREATE TABLE IF NOT EXISTS machine_times (
    game INTEGER PRIMARY KEY REFERENCES games, boot TEXT NOT NULL, time INTEGER NOT NULL, seal BLOB NOT NULL
) STRICT
"""


def create_tables(database: sqlite3.Connection) -> None:
    """The tables of a new journal, in the transaction in hand."""
    for statement in filter(str.strip, _TABLES.split(";")):
        database.execute(statement)
    database.execute("INSERT INTO journal VALUES (?)", (secrets.token_hex(16),))
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {VERSION}")


def journal_name(database: sqlite3.Connection) -> str:
    """The random name that the journal got when it was made. Raises sqlite3.DatabaseError where it is lost."""
    row = database.execute("SELECT name FROM journal").fetchone()
    if row is None:
        raise sqlite3.DatabaseError("the journal has no name")
    return str(row[0])


def insert(database: sqlite3.Connection, game: int, row: EntryRow) -> None:
    """Write one entry."""
    database.execute(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game, row.number, row.at, row.wall, row.author, row.command, row.form, row.event, row.chain),
    )


def add_game(database: sqlite3.Connection, game: int, result: Result, *, count: int, chain: bytes) -> None:
    """A game whose entries were found in order: so many, the last with this link."""
    new = "INSERT INTO games (game, result, entries, chain) VALUES (?, ?, ?, ?)"
    database.execute(new, (game, result.value, count, chain))


def heartbeat(database: sqlite3.Connection, game: int) -> tuple[int, str] | None:
    """The last sign of life of a game, in microseconds of its time, if there is one that is as it was written."""
    for at, wall, seal in readable_rows(database, "SELECT at, wall, seal FROM heartbeats WHERE game = ?", game):
        with contextlib.suppress(ValueError, TypeError):
            if heartbeat_seal(game, at, wall) == seal:
                return at, wall
    return None


def keep_heartbeat(database: sqlite3.Connection, game: int, at: int, wall: str) -> None:
    """The last sign of life of a game, in microseconds of its time, in the place of the one before."""
    seal = heartbeat_seal(game, at, wall)
    database.execute("INSERT OR REPLACE INTO heartbeats VALUES (?, ?, ?, ?)", (game, at, wall, seal))


def machine_time(database: sqlite3.Connection, game: int) -> tuple[str, int] | None:
    """Which start of the machine, and how many microseconds after it, the last sign of life was kept."""
    for boot, time, seal in readable_rows(database, "SELECT boot, time, seal FROM machine_times WHERE game = ?", game):
        with contextlib.suppress(ValueError, TypeError):
            if heartbeat_seal(game, time, boot) == seal:
                return boot, time
    return None


def keep_machine_time(database: sqlite3.Connection, game: int, found: tuple[str, int] | None) -> None:
    """Beside the sign of life that is being kept: the start of the machine and the microseconds since, if known."""
    database.execute(MACHINE_TIMES)  # files of earlier programs do not have it
    database.execute("DELETE FROM machine_times WHERE game = ?", (game,))
    if found is not None:
        seal = heartbeat_seal(game, found[1], found[0])
        database.execute("INSERT INTO machine_times VALUES (?, ?, ?, ?)", (game, *found, seal))


def numbered_games(database: sqlite3.Connection) -> list[tuple[int, str]]:
    """All games with their results, in their order, and those of which only entries can be read.

    Where a page of the file is damaged, the games behind it are found from the other end.
    """
    found = {
        game: Result.NONE.value
        for order in ("ASC", "DESC")
        for (game,) in readable_rows(database, f"SELECT DISTINCT game FROM entries ORDER BY game {order}")
    }
    for order in ("ASC", "DESC"):
        found |= dict(readable_rows(database, f"SELECT game, result FROM games ORDER BY game {order}"))
    return sorted((game, str(result)) for game, result in found.items() if isinstance(game, int))


def readable_rows(database: sqlite3.Connection, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    """The rows of a query in their order, up to a page of the file that is damaged."""
    rows: list[tuple[Any, ...]] = []
    with contextlib.suppress(*UNREADABLE, OverflowError):  # no row has a number that SQLite cannot hold
        rows.extend(database.execute(query, arguments))
    return rows


def free_place(path: Path, mark: str) -> Path:
    """A name beside the file, with this mark, that no file bears yet."""
    return next(place for place in _places(path, mark) if not place.exists())


def _places(path: Path, mark: str) -> Iterator[Path]:
    yield path.with_name(f"{path.stem}{mark}{path.suffix}")
    for number in itertools.count(2):
        yield path.with_name(f"{path.stem}{mark}-{number}{path.suffix}")


def save_copy(database: sqlite3.Connection, place: Path) -> None:
    """All that a database holds in a new file, whole or not at all. Raises sqlite3.Error and OSError."""
    unfinished = place.with_name(f"{place.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        make_private(unfinished)
        with contextlib.closing(sqlite3.connect(unfinished)) as copy:
            database.backup(copy)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.rename(place)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(place.parent)


def sync_folder(folder: Path) -> None:
    """Let a file's new name survive a power cut, where the system can do that."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


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
