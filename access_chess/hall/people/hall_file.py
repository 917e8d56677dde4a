"""The file of the hall, `hall.sqlite`, beside the journal: opened, asked, and changed all at once or not at all.

Beside what `database` and `stations/store` keep in it, the rooms of guests, simultaneous exhibitions and
the stars of lessons stand here.
A guest's station finds its game by the room that is made of the code of a seat (`codes.room_of`), proves that it knows
the code, and comes again with a token.
"""

import secrets
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import chess
import msgspec
from msgspec import Struct

from access_chess.edge.storage.places import make_private
from access_chess.hall.rules.codes import Digest, digested, plain_code, room_of
from access_chess.hall.rules.simul import Giver, Style
from access_chess.laws.commands import Command
from access_chess.machine_clock import WallClock
from access_chess.session.ports import StorageError

WAITS = 5  # seconds for another process that writes: `serve code`


class HallFile:
    """A connection to the file, used from several threads. Raises StorageError."""

    def __init__(self, path: Path | None, tables: str) -> None:
        """Opens the file or creates it, and whatever of these tables is missing; None: in memory."""
        self._lock = threading.RLock()
        with _explained():
            if path is not None:
                make_private(path)  # the digests and names are nobody else's business
            self._database = sqlite3.connect(
                str(path or ":memory:"), check_same_thread=False, isolation_level=None, timeout=WAITS
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA foreign_keys = ON")
            self._database.executescript(tables)

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def rows(self, query: str, *values: object) -> list[Any]:
        """All that a query finds."""
        with self._lock, _explained():
            return self._database.execute(query, values).fetchall()

    def row(self, query: str, *values: object) -> Any:
        """The first that a query finds; None where it finds nothing."""
        with self._lock, _explained():
            return self._database.execute(query, values).fetchone()

    @contextmanager
    def transaction(self, *, is_lasting: bool = True) -> Iterator[sqlite3.Connection]:
        """What is done within is done whole or not at all; it waits for the disk where it `is_lasting`.

        One that need not wait may stand within another, and is done with that.
        """
        with self._lock, _explained():
            if not is_lasting and self._database.in_transaction:
                yield self._database
                return
            self._database.execute(f"PRAGMA synchronous = {'FULL' if is_lasting else 'NORMAL'}")
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


@contextmanager
def _explained() -> Iterator[None]:
    """Raises StorageError for what SQLite and the system raise."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StorageError("hall_unkept", error=error) from error


GUEST_TABLES = """
CREATE TABLE IF NOT EXISTS guest_rooms (
    room TEXT PRIMARY KEY, code BLOB NOT NULL, game INTEGER NOT NULL, color INTEGER NOT NULL,
    takes_over INTEGER NOT NULL, expires TEXT NOT NULL, token BLOB, person INTEGER
);
"""


class GuestRoom(Struct, frozen=True, kw_only=True):
    """A seat that a station may take, or has taken: `code` and `token` are digests.

    The token's is None before the first knock. `person` is who sits there, None as long as nobody has come.
    """

    name: str
    code: Digest
    game: int
    color: chess.Color
    takes_over: bool
    is_fresh: bool
    token: Digest | None = None
    person: int | None = None


class GuestRooms:
    """The rooms in the file of a hall. Raises StorageError."""

    def __init__(self, file: HallFile, wall: WallClock) -> None:
        self._file = file
        self._wall = wall

    def open(self, code: str, game: int, color: chess.Color, *, takes_over: bool, expires: str) -> None:
        """A code has been made for a seat; a station may come with it until it `expires` (ISO 8601, UTC)."""
        digest = digested(plain_code(code))
        row = (room_of(code), digest, game, int(color), takes_over, expires)
        with self._file.transaction() as database:
            now = self._wall().isoformat()
            database.execute("DELETE FROM guest_rooms WHERE person IS NULL AND expires <= ?", (now,))
            database.execute("INSERT INTO guest_rooms VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)", row)

    def room(self, name: str) -> GuestRoom | None:
        """A room by its name; None where there is none, or where its code has run out before anybody came."""
        query = "SELECT code, game, color, takes_over, expires, token, person FROM guest_rooms WHERE room = ?"
        row = self._file.row(query, name)
        if row is None:
            return None
        is_fresh = row[4] > self._wall().isoformat()
        found = GuestRoom(
            name=name, code=row[0], game=row[1], color=bool(row[2]), takes_over=bool(row[3]), is_fresh=is_fresh,
            token=row[5], person=row[6],
        )  # fmt: skip
        return found if is_fresh or found.person is not None else None

    def let_in(self, name: str) -> str:
        """Somebody knows the code: the token with which they come from now on."""
        token = secrets.token_urlsafe(32)
        with self._file.transaction() as database:
            database.execute("UPDATE guest_rooms SET token = ? WHERE room = ?", (digested(token), name))
        return token

    def sit(self, name: str, person: int) -> None:
        """The guest has come, and this is who it is."""
        with self._file.transaction() as database:
            database.execute("UPDATE guest_rooms SET person = ? WHERE room = ?", (person, name))


SIMUL_TABLES = """
CREATE TABLE IF NOT EXISTS simuls (
    simul INTEGER PRIMARY KEY, giver INTEGER NOT NULL REFERENCES people, color INTEGER NOT NULL, style TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS simul_boards (
    simul INTEGER NOT NULL REFERENCES simuls, board INTEGER NOT NULL, game INTEGER NOT NULL UNIQUE REFERENCES games,
    PRIMARY KEY (simul, board)
);
CREATE TABLE IF NOT EXISTS simul_givers (simul INTEGER PRIMARY KEY REFERENCES simuls, current INTEGER, before INTEGER);
CREATE TABLE IF NOT EXISTS simul_kept (
    game INTEGER PRIMARY KEY REFERENCES games, asked TEXT NOT NULL, wall TEXT NOT NULL
);
"""
_COMMANDS = msgspec.json.Decoder(tuple[Command, ...])


class Simul(Struct, frozen=True, kw_only=True):
    """A simultaneous exhibition: who gives it, with which color, how they come to the boards; their games in order."""

    number: int
    giver: int
    color: chess.Color
    style: Style
    games: tuple[int, ...]


class SimulBook:
    """The exhibitions in the file of a hall, numbered above `after`. Raises StorageError."""

    def __init__(self, file: HallFile) -> None:
        self._file = file
        self.after = 0

    def begin(self, giver: int, color: chess.Color, style: Style, games: Sequence[int]) -> int:
        """An exhibition with these games as its boards; its number."""
        with self._file.transaction() as database:
            last = database.execute("SELECT max(simul) FROM simuls").fetchone()[0] or 0
            number = 1 + max(last, self.after)
            database.execute("INSERT INTO simuls VALUES (?, ?, ?, ?)", (number, giver, int(color), style.value))
            for board, game in enumerate(games, 1):
                database.execute("INSERT INTO simul_boards VALUES (?, ?, ?)", (number, board, game))
            return number

    def simul(self, number: int) -> Simul | None:
        """An exhibition by its number; None where there is none."""
        row = self._file.row("SELECT giver, color, style FROM simuls WHERE simul = ?", number)
        if row is None:
            return None
        boards = self._file.rows("SELECT game FROM simul_boards WHERE simul = ? ORDER BY board", number)
        games = tuple(each[0] for each in boards)
        return Simul(number=number, giver=row[0], color=bool(row[1]), style=Style(row[2]), games=games)

    def of_game(self, game: int) -> Simul | None:
        """The exhibition that a game belongs to; None where it belongs to none."""
        row = self._file.row("SELECT simul FROM simul_boards WHERE game = ?", game)
        return None if row is None else self.simul(row[0])

    def giver(self, simul: int) -> Giver:
        """Where the giver stands."""
        row = self._file.row("SELECT current, before FROM simul_givers WHERE simul = ?", simul)
        return Giver() if row is None else Giver(current=row[0], before=row[1])

    def go(self, simul: int, giver: Giver) -> None:
        """The giver stands elsewhere now."""
        with self._file.transaction() as database:
            database.execute(
                "INSERT OR REPLACE INTO simul_givers VALUES (?, ?, ?)", (simul, giver.current, giver.before)
            )

    def keep(self, game: int, move: Sequence[Command], since: datetime) -> None:
        """A move waits at a board, in the place of what did."""
        with self._file.transaction() as database:
            row = (game, msgspec.json.encode(move).decode(), since.isoformat())
            database.execute("INSERT OR REPLACE INTO simul_kept VALUES (?, ?, ?)", row)

    def kept(self, game: int) -> tuple[Command, ...]:
        """The move that waits at a board; empty where none does."""
        row = self._file.row("SELECT asked FROM simul_kept WHERE game = ?", game)
        return () if row is None else _COMMANDS.decode(row[0])

    def waits_since(self, simul: int) -> dict[int, datetime]:
        """Since when moves wait, by game."""
        query = "SELECT game, wall FROM simul_kept JOIN simul_boards USING (game) WHERE simul = ?"
        return {game: datetime.fromisoformat(wall) for game, wall in self._file.rows(query, simul)}

    def forget(self, game: int) -> None:
        """Nothing waits at this board any more."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM simul_kept WHERE game = ?", (game,))


STAR_TABLES = """
CREATE TABLE IF NOT EXISTS stars (
    name TEXT NOT NULL, task TEXT NOT NULL, stars TEXT NOT NULL, PRIMARY KEY (name, task)
);
"""


class StarBook:
    """The stars of lessons in the file of a hall, by the names of those who have signed in. Raises StorageError."""

    def __init__(self, file: HallFile) -> None:
        self._file = file

    def stars(self, name: str) -> dict[str, str]:
        """All that somebody of this name has, by task."""
        return dict(self._file.rows("SELECT task, stars FROM stars WHERE name = ?", name.casefold()))

    def keep(self, name: str, stars: Mapping[str, str]) -> None:
        """These are theirs now."""
        with self._file.transaction(is_lasting=False) as database:
            rows = [(name.casefold(), task, text) for task, text in stars.items()]
            database.executemany("INSERT OR REPLACE INTO stars VALUES (?, ?, ?)", rows)
