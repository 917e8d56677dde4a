"""Where it is written what pages show of boards elsewhere: in the hall's own file, or in a ledger that halls share.

The writer is told of the record like everybody else who reads, and not before it is kept. So it makes no difference
for boards, pages and desks whether another hall has written it.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from access_chess.edge.hall.station_store import History, ReceivedRow, StationStore
from access_chess.edge.storage.journal_tables import EntryRow
from access_chess.hall.orders import Order
from access_chess.hall.records import AnyRecord, Head, Opened, OrderStands, Reported, ReportedRow
from access_chess.session.hosting.ledger_ports import ConflictError
from access_chess.session.ports import StorageError

#: Is told of a record, and of its position in the ledger; 0 where there is no ledger.
Take = Callable[[AnyRecord, int], None]


class Book(Protocol):
    """Where records are written and read. May be used from any thread. Its methods raise StorageError."""

    def follow(self, take: Take, /) -> None:
        """Have this called with each record, in their order, when it is kept."""
        ...

    def append_all(self, records: Sequence[AnyRecord], /) -> list[Exception | None]:
        """Keep records; they were taken when this returns. For each what was wrong with it: a ConflictError where its
        entries do not follow, a StorageError.
        """
        ...

    def change_order(self, make: Callable[[], Order | None], /) -> None:
        """Keep what `make` says of an order, by how it stands then; None: nothing."""
        ...

    def tell(self, record: AnyRecord, /) -> None:
        """Keep a record soon, if it can be kept; nobody waits for it."""
        ...


class OwnBook:
    """A Book in the file of a hall that is alone."""

    def __init__(self, store: StationStore) -> None:
        self._store = store
        self._take: Take = _ignore
        self._writing = threading.RLock()

    def follow(self, take: Take) -> None:
        """Have this called with each record."""
        self._take = take

    def append_all(self, records: Sequence[AnyRecord]) -> list[Exception | None]:
        """Keep records, all or none; but for those that do not follow."""
        try:
            with self._writing, self._store.together():
                outcomes = [self._keep(record) for record in records]
        except StorageError as error:
            return [error] * len(records)
        for record, outcome in zip(records, outcomes, strict=True):
            if outcome is None:
                self._take(record, 0)
        return outcomes

    def change_order(self, make: Callable[[], Order | None]) -> None:
        """Keep what is said of an order."""
        with self._writing:
            order = make()
            if order is not None:
                self._store.keep_order(order)
                self._take(OrderStands(order=order), 0)

    def tell(self, record: AnyRecord) -> None:
        """What the file has no place for is told at once."""
        self._take(record, 0)

    def _keep(self, record: AnyRecord) -> Exception | None:
        if isinstance(record, (Reported, Opened)):
            history = line_of(self._store, record.board, record.head)
            if history is None or (isinstance(record, Reported) and history.entries != record.first):
                return ConflictError(0)
            if isinstance(record, Reported):
                self._store.append(history, received_rows(record))
            else:
                self._store.unseal(history, record.number, record.event)
        return None


def line_of(store: StationStore, board: int, head: Head) -> History | None:
    """A game as far as it is kept, in this line of it."""
    found = store.history(board, head.journal, head.game)
    return found if found is not None and found.line == head.line else None


def head_of(history: History) -> Head:
    """Which game a history is of."""
    return Head(journal=history.journal, game=history.game, line=history.line)


def reported(history: History, rows: list[ReceivedRow]) -> Reported:
    """Rows that follow in a history, as a record."""
    return Reported(
        board=history.board, head=head_of(history), first=rows[0].row.number, received=rows[0].received,
        rows=tuple(
            ReportedRow(
                at=each.row.at, wall=each.row.wall, author=each.row.author, command=each.row.command,
                form=each.row.form, event=each.row.event, chain=each.chain, seal=each.seal,
            )
            for each in rows
        ),
    )  # fmt: skip


def received_rows(record: Reported) -> list[ReceivedRow]:
    """The rows of a record."""
    return [
        ReceivedRow(
            row=EntryRow(
                number=number, at=each.at, wall=each.wall, author=each.author, command=each.command, form=each.form,
                event=each.event,
            ),
            chain=each.chain, seal=each.seal, received=record.received,
        )
        for number, each in enumerate(record.rows, record.first)
    ]  # fmt: skip


def _ignore(record: AnyRecord, position: int) -> None:
    """Nobody reads yet."""
