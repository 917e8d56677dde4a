"""What the hall keeps of stations, in `hall.sqlite`: their tokens, what they have reported, and the orders for them.

What they report is a copy: each station's own journal is the truth, and it sends anew what is not here. So these rows
are written without waiting for the disk. Tokens and orders are the only copy, and wait for it.

The writer of a record is told of it like everybody else who reads, and not before it is kept. So it makes no difference
for boards, pages and desks whether another hall has written it.
"""

import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from access_chess.entry_row import EntryRow
from access_chess.hall.people.database import CODE_LASTS
from access_chess.hall.people.hall_file import HallFile
from access_chess.hall.rules.codes import digested, fits, hall_proof, new_code, plain_code, station_proof
from access_chess.hall.rules.orders import Order
from access_chess.hall.rules.records import AnyRecord, ConflictError, Head, Opened, OrderStands, Reported
from access_chess.hall.rules.wire import Joined
from access_chess.machine_clock import WallClock, utc_now
from access_chess.session.ports import StorageError

#: Is told of a record, and of its position in the ledger; 0 where there is no ledger.
Take = Callable[[AnyRecord, int], None]

_TABLES = """
CREATE TABLE IF NOT EXISTS stations (
    digest BLOB PRIMARY KEY, board INTEGER NOT NULL, is_named INTEGER NOT NULL, begun TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS station_codes (
    digest BLOB PRIMARY KEY, board INTEGER NOT NULL, is_named INTEGER NOT NULL, expires TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS histories (
    history INTEGER PRIMARY KEY, board INTEGER NOT NULL, journal TEXT NOT NULL, game INTEGER NOT NULL,
    line INTEGER NOT NULL, entries INTEGER NOT NULL, chain TEXT NOT NULL, UNIQUE (board, journal, game, line)
);
CREATE TABLE IF NOT EXISTS entries (
    position INTEGER PRIMARY KEY, history INTEGER NOT NULL REFERENCES histories, number INTEGER NOT NULL,
    at INTEGER NOT NULL, wall TEXT NOT NULL, author TEXT NOT NULL, command TEXT NOT NULL, form INTEGER NOT NULL,
    event TEXT NOT NULL, chain TEXT NOT NULL, seal TEXT NOT NULL, received TEXT NOT NULL, UNIQUE (history, number)
);
CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, board INTEGER NOT NULL, value TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS orders_of_a_board ON orders (board);
"""
_HISTORY = "SELECT history, board, journal, game, line, entries, chain FROM histories"


class History(Struct, frozen=True, kw_only=True):
    """A game as a station has reported it: `line` counts from 0 how often it has reported another one instead."""

    history: int
    board: int
    journal: str
    game: int
    line: int
    entries: int
    chain: str

    @property
    def head(self) -> Head:
        """Which game it is."""
        return Head(journal=self.journal, game=self.game, line=self.line)

    def report(self, rows: Sequence[EntryRow]) -> Reported:
        """Rows that follow in it, as a record."""
        return Reported(board=self.board, head=self.head, rows=tuple(rows))


class StationStore:
    """The file, used from several threads. Raises StorageError."""

    def __init__(self, path: Path | None, *, wall: WallClock = utc_now) -> None:
        """Opens the file or creates it; None: in memory."""
        self._wall = wall
        self._file = HallFile(path, _TABLES)
        self._take: Take = _ignore
        self._writing = threading.RLock()

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def new_code(self, board: int, *, is_named: bool) -> str:
        """A code for the station of a board to sign in with, once and within ten minutes.

        `is_named`: spectators may see who plays there.
        """
        code, now = new_code(), self._wall()
        with self._file.transaction() as database:
            database.execute("DELETE FROM station_codes WHERE expires <= ?", (now.isoformat(),))
            row = (digested(plain_code(code)), board, is_named, (now + CODE_LASTS).isoformat())
            database.execute("INSERT INTO station_codes VALUES (?, ?, ?, ?)", row)
        return code

    def use_proof(self, shown: str, fingerprint: bytes) -> Joined | None:
        """Lets a station in that has shown that it knows a code, which is used up; None: there is none that it knows.

        `fingerprint` is that of our certificate: where somebody stands between, the station saw another one.
        """
        now = self._wall().isoformat()
        with self._file.transaction() as database:
            query = "SELECT digest, board, is_named FROM station_codes WHERE expires > ?"
            for digest, board, is_named in database.execute(query, (now,)).fetchall():
                if fits(shown, station_proof(digest, fingerprint)):
                    token = secrets.token_urlsafe(32)
                    database.execute("DELETE FROM station_codes WHERE digest = ?", (digest,))
                    database.execute(
                        "INSERT INTO stations VALUES (?, ?, ?, ?)", (digested(token), board, is_named, now)
                    )
                    return Joined(token=token, board=board, proof=hall_proof(digest, fingerprint, token))
        return None

    def board_of(self, token: str) -> int | None:
        """The board whose station has this token."""
        row = self._file.row("SELECT board FROM stations WHERE digest = ?", digested(token))
        return None if row is None else int(row[0])

    def end_tokens(self, board: int) -> None:
        """No station that has signed in for this board so far may come back without a new code."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM stations WHERE board = ?", (board,))

    def boards(self) -> dict[int, bool]:
        """All boards that have or had a station, and whether spectators may see who plays there."""
        query = (
            "SELECT board, coalesce(max(is_named), 0) FROM (SELECT board FROM stations UNION SELECT board FROM "
            "histories) LEFT JOIN stations USING (board) GROUP BY board ORDER BY board"
        )
        return {board: bool(is_named) for board, is_named in self._file.rows(query)}

    def is_named(self, board: int) -> bool:
        """Whether spectators may see who plays on a board."""
        return self.boards().get(board, False)

    def history(self, board: int, journal: str, game: int) -> History | None:
        """A game as it was reported last, if it was."""
        query = f"{_HISTORY} WHERE board = ? AND journal = ? AND game = ? ORDER BY line DESC LIMIT 1"
        return self._one(query, board, journal, game)

    def line(self, board: int, head: Head) -> History | None:
        """A game as far as it is kept, in this line of it."""
        found = self.history(board, head.journal, head.game)
        return found if found is not None and found.line == head.line else None

    def last_history(self, board: int) -> History | None:
        """The game of which a board has reported last."""
        query = f"{_HISTORY} WHERE board = ? AND entries ORDER BY (SELECT max(position) FROM entries WHERE "
        return self._one(f"{query} entries.history = histories.history) DESC LIMIT 1", board)

    def histories(self, board: int) -> tuple[History, ...]:
        """All that a board has reported, the oldest first."""
        rows = self._file.rows(f"{_HISTORY} WHERE board = ? ORDER BY history", board)
        return tuple(_history(row) for row in rows)

    def count(self, board: int) -> int:
        """How many entries a board has reported in all."""
        query = "SELECT coalesce(sum(entries), 0) FROM histories WHERE board = ?"
        return int(self._file.row(query, board)[0])

    def begin_history(self, board: int, journal: str, game: int, chain: str) -> History:
        """A game of which nothing is kept yet, or another one than was reported before; `chain` is its first."""
        with self._file.transaction(is_lasting=False) as database:
            query = "SELECT count(*) FROM histories WHERE board = ? AND journal = ? AND game = ?"
            line = database.execute(query, (board, journal, game)).fetchone()[0]
            new = "INSERT INTO histories (board, journal, game, line, entries, chain) VALUES (?, ?, ?, ?, 0, ?)"
            number = database.execute(new, (board, journal, game, line, chain)).lastrowid
        assert number is not None, "SQLite numbers the rows"
        return History(
            history=number, board=board, journal=journal, game=game, line=line, entries=0, chain=chain
        )  # fmt: skip

    def together(self) -> AbstractContextManager[object]:
        """What is reported within is written in one go, or not at all."""
        return self._file.transaction(is_lasting=False)

    def append(self, history: History, rows: Sequence[EntryRow]) -> History:
        """The next entries of a game, all or none; the game with them."""
        new = "INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        with self._file.transaction(is_lasting=False) as database:
            for row in rows:
                database.execute(
                    new,
                    (history.history, row.number, row.at, row.wall, row.author, row.command, row.form, row.event,
                     row.link, row.seal, row.received),
                )  # fmt: skip
            count, chain = rows[-1].number + 1, rows[-1].link
            head = (count, chain, history.history)
            database.execute("UPDATE histories SET entries = ?, chain = ? WHERE history = ?", head)
        return replace(history, entries=count, chain=chain)

    def unseal(self, history: History, number: int, event: str) -> None:
        """The text of a sealed move is known now."""
        with self._file.transaction(is_lasting=False) as database:
            change = "UPDATE entries SET event = ?, seal = '' WHERE history = ? AND number = ?"
            database.execute(change, (event, history.history, number))

    def rows(self, history: History, first: int = 0) -> tuple[EntryRow, ...]:
        """What was reported of a game from this entry on."""
        query = (
            "SELECT number, at, wall, author, command, form, event, x'', chain, seal, received FROM entries "
            "WHERE history = ? AND number >= ? ORDER BY number"
        )
        found = self._file.rows(query, history.history, first)
        return tuple(EntryRow(*each) for each in found)

    def reports(self, history: History) -> list[tuple[int, tuple[EntryRow, ...]]]:
        """The entries of a game as far as they came together, with the position in a ledger that others read, too."""
        return [(0, self.rows(history))]

    def sealed(self, history: History) -> tuple[int, ...]:
        """The entries whose text is not known."""
        query = "SELECT number FROM entries WHERE history = ? AND seal != '' ORDER BY number"
        return tuple(row[0] for row in self._file.rows(query, history.history))

    def chain_at(self, history: History, count: int, first: str) -> str | None:
        """The chain over so many entries (`first`: over none); None where there are not so many."""
        if count == 0:
            return first
        query = "SELECT chain FROM entries WHERE history = ? AND number = ?"
        row = self._file.row(query, history.history, count - 1)
        return None if row is None else str(row[0])

    def keep_order(self, order: Order) -> None:
        """An order as it stands now."""
        with self._file.transaction() as database:
            row = (order.id, order.board, msgspec.json.encode(order).decode())
            database.execute("INSERT OR REPLACE INTO orders VALUES (?, ?, ?)", row)

    def orders(self) -> tuple[Order, ...]:
        """All orders, the oldest first."""
        rows = self._file.rows("SELECT value FROM orders")
        return tuple(sorted((msgspec.json.decode(row[0], type=Order) for row in rows), key=lambda each: each.issued))

    # ---- records ----

    def follow(self, take: Take) -> None:
        """Have this called with each record, in their order, when it is kept."""
        self._take = take

    def keep_all(self, records: Sequence[AnyRecord]) -> list[Exception | None]:
        """Keep records; they were taken when this returns. For each what was wrong with it: a ConflictError where its
        entries do not follow, a StorageError.
        """
        try:
            with self._writing, self.together():
                outcomes = [self._keep(record) for record in records]
        except StorageError as error:
            return [error] * len(records)
        for record, outcome in zip(records, outcomes, strict=True):
            if outcome is None:
                self._take(record, 0)
        return outcomes

    def change_order(self, make: Callable[[], Order | None]) -> None:
        """Keep what `make` says of an order, by how it stands then; None: nothing."""
        with self._writing:
            order = make()
            if order is not None:
                self.keep_order(order)
                self._take(OrderStands(order=order), 0)

    def tell(self, record: AnyRecord) -> None:
        """Keep a record soon, if it can be kept; nobody waits for it. Here it is only told: the file has no place."""
        self._take(record, 0)

    def _keep(self, record: AnyRecord) -> Exception | None:
        if isinstance(record, (Reported, Opened)):
            history = self.line(record.board, record.head)
            if history is None or (isinstance(record, Reported) and history.entries != record.first):
                return ConflictError(0)
            if isinstance(record, Reported):
                self.append(history, record.rows)
            else:
                self.unseal(history, record.number, record.event)
        return None

    def _one(self, query: str, *values: object) -> History | None:
        row = self._file.row(query, *values)
        return None if row is None else _history(row)


def _history(row: tuple[int, int, str, int, int, int, str]) -> History:
    history, board, journal, game, line, entries, chain = row
    return History(
        history=history, board=board, journal=journal, game=game, line=line, entries=entries, chain=chain
    )  # fmt: skip


def _ignore(record: AnyRecord, position: int) -> None:
    """Nobody reads yet."""
