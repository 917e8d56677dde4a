"""The tables of the journal's file, and how a file of an earlier version gets them."""

import contextlib
import os
import secrets
import sqlite3
from dataclasses import replace
from pathlib import Path

from access_chess.edge.storage.entry_chain import Row, first_link, link

APPLICATION = 0x61636373  # "accs" in the SQLite header tells our file from a foreign one
VERSION = 2

NO_INSTANT = -1  # what is kept where an earlier file has no number; it is told as a damage

#: Games whose first row is lost are known by their events.
_GAMES_1 = """
SELECT game, result FROM games_1 UNION
SELECT DISTINCT game, 'none' FROM events WHERE game NOT IN (SELECT game FROM games_1) ORDER BY game
"""

_TABLES = """
CREATE TABLE journal (name TEXT NOT NULL) STRICT;
CREATE TABLE games (
    game INTEGER PRIMARY KEY, result TEXT NOT NULL, entries INTEGER NOT NULL, chain BLOB NOT NULL,
    is_whole INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, at INTEGER NOT NULL, wall TEXT NOT NULL,
    author TEXT NOT NULL, command TEXT NOT NULL, form INTEGER NOT NULL, event TEXT NOT NULL, chain BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE heartbeats (game INTEGER PRIMARY KEY REFERENCES games, at INTEGER NOT NULL, wall TEXT NOT NULL) STRICT;
"""


def create_tables(database: sqlite3.Connection) -> None:
    """The tables of a new journal, in the transaction in hand."""
    for statement in filter(str.strip, _TABLES.split(";")):
        database.execute(statement)
    database.execute("INSERT INTO journal VALUES (?)", (secrets.token_hex(16),))
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {VERSION}")


def journal_name(database: sqlite3.Connection) -> str:
    """The random name that the journal got when it was made."""
    return str(database.execute("SELECT name FROM journal").fetchone()[0])


def insert(database: sqlite3.Connection, game: int, row: Row) -> None:
    """Write one entry."""
    database.execute(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game, row.number, row.at, row.wall, row.author, row.command, row.form, row.event, row.chain),
    )


def bring_up(database: sqlite3.Connection) -> None:
    """Give a file of version 1 today's tables, in the transaction in hand.

    Each entry keeps its text, and with it its format, so that even one that nobody can read any more is not lost.
    """
    beats = _heartbeats_1(database)
    database.execute("ALTER TABLE games RENAME TO games_1")
    create_tables(database)
    name = journal_name(database)
    for game, result in database.execute(_GAMES_1).fetchall():
        chain = first_link(name, game)
        database.execute("INSERT INTO games VALUES (?, ?, 0, ?, 0)", (game, str(result), chain))
        rows = database.execute("SELECT number, at, wall, event FROM events WHERE game = ? ORDER BY number", (game,))
        count = 0
        for count, (number, at, wall, event) in enumerate(rows.fetchall(), 1):  # noqa: B007  how many there were
            row = Row(
                number=number, at=at if isinstance(at, int) else NO_INSTANT, wall=str(wall),
                author="", command="", form=1, event=str(event),
            )  # fmt: skip
            chain = link(chain, row)
            insert(database, game, replace(row, chain=chain))
        database.execute("UPDATE games SET entries = ?, chain = ? WHERE game = ?", (count, chain, game))
    database.executemany("INSERT INTO heartbeats VALUES (?, ?, ?)", beats)
    database.execute("DROP TABLE events")
    database.execute("DROP TABLE games_1")


def _heartbeats_1(database: sqlite3.Connection) -> list[tuple[int, int, str]]:
    """The signs of life, which the last programs of version 1 kept already; their table is taken away."""
    if not database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'heartbeats'").fetchone()[0]:
        return []
    beats = database.execute("SELECT game, at, wall FROM heartbeats").fetchall()
    database.execute("DROP TABLE heartbeats")
    return beats


def keep_old(database: sqlite3.Connection, path: Path) -> Path:
    """A copy of the file of version 1, beside it; its place. One kept by an attempt that broke off is found again.

    Raises sqlite3.Error and OSError.
    """
    number = 1
    while (place := path.with_name(f"{path.stem}.v1{f'-{number}' if number > 1 else ''}{path.suffix}")).exists():
        if _has_same_rows(database, place):
            return place
        number += 1
    with contextlib.closing(sqlite3.connect(path)) as reader:  # SQLite copies nothing out of a transaction
        save_copy(reader, place)
    return place


def save_copy(database: sqlite3.Connection, place: Path) -> None:
    """All that a database holds in a new file, whole or not at all. Raises sqlite3.Error and OSError."""
    unfinished = place.with_name(f"{place.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
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


def _has_same_rows(database: sqlite3.Connection, place: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)) as other:
            other.text_factory = database.text_factory
            return all(
                database.execute(query).fetchall() == other.execute(query).fetchall()
                for query in ("SELECT * FROM games ORDER BY game", "SELECT * FROM events ORDER BY game, number")
            )
    except sqlite3.Error:
        return False
