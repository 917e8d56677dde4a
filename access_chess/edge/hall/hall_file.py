"""The file of the hall, `hall.sqlite`, beside the journal: opened, asked, and changed all at once or not at all."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from access_chess.edge.storage.private_files import make_private
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
