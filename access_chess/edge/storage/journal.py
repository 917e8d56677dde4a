"""The journal: every event of every game, on disk before anyone hears of it. Append-only; the game is what it tells.

SQLite in write-ahead mode with `synchronous=FULL`: what `append` has returned from survives a power cut.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from access_chess.edge.finding import Finding
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Result
from access_chess.laws.events import Event, GameEnded, GameSetUp, MovesTakenBack
from access_chess.laws.setup import Setup
from access_chess.session.ports import Entry, Heartbeat, JournalError

APPLICATION = 0x61636373  # "accs" in the SQLite header tells our file from a foreign one
VERSION = 1
MICROSECOND = timedelta(microseconds=1)
BUSY_SECONDS = 5.0  # another process commits within milliseconds; longer means that it hangs

_TABLES = """
CREATE TABLE games (game INTEGER PRIMARY KEY, begun TEXT NOT NULL, result TEXT NOT NULL DEFAULT 'none') STRICT;
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games, number INTEGER NOT NULL, at INTEGER NOT NULL, wall TEXT NOT NULL,
    event TEXT NOT NULL, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
"""

#: The last sign of life of each game: not history, and so not among the entries.
_HEARTBEATS = """
CREATE TABLE IF NOT EXISTS heartbeats (
    game INTEGER PRIMARY KEY REFERENCES games, at INTEGER NOT NULL, wall TEXT NOT NULL
) STRICT;
"""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode
_decode_first = msgspec.json.Decoder(GameSetUp).decode


@dataclass(frozen=True, kw_only=True)
class GameListed:
    """One game of the list: its number, when it began (UTC), what was agreed, its result so far, its moves."""

    game: int
    begun: datetime
    setup: Setup
    result: Result


class Journal:
    """All games in one file. Each method raises JournalError.

    Used by one thread at a time; the file may be open in several processes, as long as each plays its own game.
    """

    def __init__(self, path: Path | None) -> None:
        """Opens the file, or creates it; None: in memory only, for a demonstration."""
        self._path = path or Path(":memory:")
        with self._explained():
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._open()

    def begin(self, event: GameSetUp, wall: datetime) -> int:
        """A new game with its first event; the game's number."""
        with self._transaction() as database:
            game = database.execute("INSERT INTO games (begun) VALUES (?)", (wall.isoformat(),)).lastrowid
            assert game is not None
            self._insert(database, game, 0, (event,), timedelta(), wall)
        return game

    def append(self, game: int, number: int, events: Sequence[Event], *, at: Instant, wall: datetime) -> None:
        """Events that followed from one command, all or none; the first gets this number."""
        with self._transaction() as database:
            self._insert(database, game, number, events, at, wall)
            for event in events:
                if isinstance(event, (GameEnded, MovesTakenBack)):
                    result = event.result if isinstance(event, GameEnded) else Result.NONE
                    database.execute("UPDATE games SET result = ? WHERE game = ?", (result.value, game))

    def entries(self, game: int) -> tuple[Entry, ...]:
        """All events of a game in their order."""
        with self._explained():
            rows = self._database.execute(
                "SELECT number, at, wall, event FROM events WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
            if not rows:
                raise JournalError(f"There is no game {game} in the journal.")
            return tuple(
                Entry(number=number, at=at * MICROSECOND, wall=datetime.fromisoformat(wall), event=_decode(event))
                for number, at, wall, event in rows
            )

    def beat(self, game: int, /, *, at: Instant, wall: datetime) -> None:
        """A sign of life while a clock runs: the last instant of the game that is known, beside its entries."""
        with self._transaction() as database:
            database.execute(
                "INSERT OR REPLACE INTO heartbeats VALUES (?, ?, ?)", (game, at // MICROSECOND, wall.isoformat())
            )

    def heartbeat(self, game: int, /) -> Heartbeat | None:
        """The last sign of life of a game, if there is one."""
        with self._explained():
            row = self._database.execute("SELECT at, wall FROM heartbeats WHERE game = ?", (game,)).fetchone()
            return None if row is None else Heartbeat(at=row[0] * MICROSECOND, wall=datetime.fromisoformat(row[1]))

    def games(self) -> tuple[GameListed, ...]:
        """Every game, the oldest first."""
        with self._explained():
            rows = self._database.execute(
                "SELECT game, begun, result, event FROM games JOIN events USING (game) WHERE number = 0 ORDER BY game"
            ).fetchall()
            return tuple(
                GameListed(
                    game=game,
                    begun=datetime.fromisoformat(begun),
                    setup=_decode_first(event).setup,
                    result=Result(result),
                )
                for game, begun, result, event in rows
            )

    def last_unfinished(self, *, is_clock_alone: bool = False) -> int | None:
        """The game that was begun last and has no result, or None; of a clock alone, if that is asked for."""
        for listed in reversed(self.games()):
            if listed.result is Result.NONE and listed.setup.is_clock_alone is is_clock_alone:
                return listed.game
        return None

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def _open(self) -> None:
        database = self._database
        application = database.execute("PRAGMA application_id").fetchone()[0]
        if application == 0 and not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            with self._transaction():
                if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in filter(str.strip, _TABLES.split(";")):
                        database.execute(statement)
                    database.execute(f"PRAGMA application_id = {APPLICATION}")
                    database.execute(f"PRAGMA user_version = {VERSION}")
        elif application != APPLICATION:
            raise JournalError(f"The file {self._path} is not a journal of access-chess; nothing was changed in it.")
        elif (version := database.execute("PRAGMA user_version").fetchone()[0]) != VERSION:
            raise JournalError(f"The journal {self._path} has version {version}, this program reads version {VERSION}.")
        database.execute(_HEARTBEATS)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")

    def _insert(
        self, database: sqlite3.Connection, game: int, number: int, events: Sequence[Event], at: Instant, wall: datetime
    ) -> None:
        database.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
            [
                (game, number + index, at // MICROSECOND, wall.isoformat(), _encode(event).decode())
                for index, event in enumerate(events)
            ],
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, msgspec.DecodeError) as error:
            raise JournalError(_sentence(self._path, error)) from error


def examine() -> list[Finding]:
    """Can games be kept? For `access-chess doctor`."""
    try:
        journal = Journal(journal_file())
        count = len(journal.games())
        journal.close()
    except JournalError as error:
        mend = f"Move that file away, or name another folder in the environment variable {HOME_VARIABLE}."
        return [Finding(part="journal", works=False, seen=str(error), mend=mend)]
    return [Finding(part="journal", works=True, seen=f"Games kept in {journal_file()}: {count}.")]


def _sentence(path: Path, error: Exception) -> str:
    """What went wrong, and what the player can do about it."""
    reason = str(error).casefold()
    if "full" in reason or "no space" in reason:
        return f"The disk is full: nothing more can be written to the journal {path}."
    if "locked" in reason or "busy" in reason:
        return f"The journal {path} is held by another program; close that one and try again."
    if "not a database" in reason or "malformed" in reason or isinstance(error, msgspec.DecodeError):
        return f"The file {path} is not a journal of access-chess, or it is damaged: {error}."
    if isinstance(error, sqlite3.IntegrityError):
        return f"Another program is playing the same game in the journal {path}; only one can."
    return f"The journal {path} cannot be used: {error}."
