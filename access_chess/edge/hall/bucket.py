"""Values by their keys that all halls share: each has all of them in memory, and a change counts when it is kept.

To change a value is to say which one was seen (its revision, which is a position of the ledger); of two who change the
same one, the second is refused. So a code is used once, at whichever hall.
"""

import contextlib
import secrets
import threading
from collections.abc import Callable, Iterator

from access_chess.session.hosting.ledger_ports import ConflictError, Kept, Ledger, Message
from access_chess.session.ports import StorageError

PATIENCE = 5.0  # seconds for a change to come back to us


class Bucket:
    """A Followed of the ports, under the subjects that begin with `prefix`. May be used from any thread."""

    def __init__(self, ledger: Ledger, prefix: str) -> None:
        self._ledger = ledger
        self._prefix = prefix
        self._lock = threading.Lock()
        self._values: dict[str, bytes] = {}
        self._revisions: dict[str, int] = {}
        self._on_change: Callable[[str], None] = _ignore
        ledger.follow(self, after=0)

    def listen(self, on_change: Callable[[str], None]) -> None:
        """Have this called with a key whose value has changed or gone."""
        self._on_change = on_change

    def get(self, key: str) -> bytes | None:
        """The value of a key."""
        with self._lock:
            return self._values.get(key)

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """All keys that begin so, with their values."""
        with self._lock:
            found = tuple(self._values.items())
        return ((key, value) for key, value in found if key.startswith(kind))

    def change(self, key: str, to: Callable[[bytes | None], bytes | None]) -> bytes | None:
        """Make another value of the one that is there, until nobody has changed it meanwhile; None: none any more.

        What was there before. Raises StorageError.
        """
        while True:
            with self._lock:
                before, revision = self._values.get(key), self._revisions.get(key, 0)
            if not revision and self._is_late(key):
                continue
            after = to(before)
            if after == before:
                return before
            try:
                self._put(key, after, revision)
            except ConflictError as conflict:
                self._ledger.catch_up(conflict.position, PATIENCE)
                if not conflict.position:
                    self._forget(key)
            else:
                return before

    def take(self, kept: Kept) -> None:
        """A value of the ledger."""
        key = kept.subject.removeprefix(self._prefix)
        with self._lock:
            self._revisions[key] = kept.position
            if kept.body:
                self._values[key] = kept.body
            else:
                self._values.pop(key, None)
        self._on_change(key)

    def begin_anew(self) -> None:
        """All was lost: what is known here is written again, unless another hall was quicker."""
        with self._lock:
            self._revisions.clear()
        threading.Thread(target=self._refill, name="bucket refilled", daemon=True).start()

    def _refill(self) -> None:
        for key, value in tuple(self.items("")):
            with contextlib.suppress(ConflictError, StorageError):
                self._put(key, value, 0)

    def _is_late(self, key: str) -> bool:
        """Whether another hall has just made a value that had not come here; it has now."""
        kept = self._ledger.last(f"{self._prefix}{key}")
        if kept is not None and not self._ledger.catch_up(kept.position, PATIENCE):
            raise StorageError("hall_no_brokers")
        return kept is not None

    def _put(self, key: str, value: bytes | None, revision: int) -> None:
        name = secrets.token_hex(16)
        message = Message(subject=f"{self._prefix}{key}", body=value or b"", name=name, after=revision)
        position = self._ledger.append(message)
        if not self._ledger.catch_up(position, PATIENCE):
            raise StorageError("hall_no_brokers")

    def _forget(self, key: str) -> None:
        with self._lock:
            self._revisions.pop(key, None)


def _ignore(key: str) -> None:
    """Nobody listens yet."""
