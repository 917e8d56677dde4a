"""A Book in a ledger that several halls share: each reads all of it, in the same order, into a copy of its own."""

import contextlib
import queue
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from access_chess.edge.hall.books import Take, head_of, received_rows, reported
from access_chess.edge.hall.ledger_copy import LedgerCopy
from access_chess.edge.hall.station_store import History
from access_chess.hall.orders import Order
from access_chess.hall.records import (
    AnyRecord,
    BoardPresence,
    Opened,
    OrderStands,
    Reported,
    board_subject,
    decoded,
    encoded,
    order_subject,
    roster_subject,
)
from access_chess.session.hosting.ledger_ports import ConflictError, Kept, Ledger, Message
from access_chess.session.ports import StorageError

PATIENCE = 5.0  # seconds for what is kept to come back to us
LATER = 3.0  # seconds that other halls have to write again what is theirs
AT_ONCE = 100  # entries in a message that is written again: a broker takes a megabyte
TRIES = 10  # of an order that another hall changes, too


class LedgerBook:
    """A Book of an event. `copy` is where it is read into."""

    def __init__(self, ledger: Ledger, copy: LedgerCopy, event: str) -> None:
        self._ledger = ledger
        self._copy = copy
        self._event = event
        self._takes: Take | None = None
        self._lock = threading.RLock()
        self._board_last: Counter[int] = Counter()
        self._last: Counter[str] = Counter()  # the position of each subject's last message
        self._told: queue.Queue[AnyRecord | None] = queue.Queue()
        self._teller = threading.Thread(target=self._tell_all, name="ledger told", daemon=True)
        self._is_closed = threading.Event()
        self.owns: Callable[[int], object] = bool  # which boards' games are written again first

    def follow(self, take: Take) -> None:
        """Begin to read, from where it was left off."""
        self._takes = take
        for history in self._copy.all_histories():
            position = self._copy.last_position(history)
            self._last[self._subject(history)] = self._board_last[history.board] = position
        self._teller.start()
        self._ledger.follow(self, after=self._copy.position)

    def close(self) -> None:
        """Write no more."""
        self._is_closed.set()
        self._told.put(None)
        self._teller.join()

    def append_all(self, records: Sequence[AnyRecord]) -> list[Exception | None]:
        """Keep records, and wait until they have come back."""
        with self._lock:
            prepared = [self._message(record) for record in records]
        kept = iter(self._ledger.append_all([each for each in prepared if each is not None]))
        outcomes = [ConflictError(0) if each is None else next(kept) for each in prepared]
        return [
            self._settled(record, outcome, None if message is None else message.after)
            for record, outcome, message in zip(records, outcomes, prepared, strict=True)
        ]

    def change_order(self, make: Callable[[], Order | None]) -> None:
        """Keep what is said of an order, by how it stands when nobody else has changed one of this board's."""
        for _ in range(TRIES):
            with self._lock:
                order = make()
                record = None if order is None else OrderStands(order=order)
                message = None if record is None else self._message(record)
            if record is None or message is None:
                return
            (outcome,) = self._ledger.append_all([message])
            error = self._settled(record, outcome, message.after)
            if error is None:
                return
            if not isinstance(error, ConflictError):
                raise error
        raise StorageError("hall_contended")

    def tell(self, record: AnyRecord) -> None:
        """Keep a record soon."""
        self._told.put(record)

    # ---- what the ledger tells ----

    def take(self, kept: Kept) -> None:
        """A message of the ledger. What cannot be written into the copy is shown all the same."""
        record = decoded(kept.body)
        if record is None:
            return
        with self._lock:
            self._last[kept.subject] = kept.position
            if isinstance(record, (Reported, BoardPresence)):
                self._board_last[record.board] = kept.position
            with contextlib.suppress(StorageError):
                match record:
                    case Reported():
                        history = self._copy.take(record, kept.position)
                        if history is None:
                            return
                        rows = received_rows(record)[history.entries - record.first :]
                        record = reported(history, rows)
                    case Opened():
                        self._copy.take_opened(record)
                    case OrderStands(order=order):
                        self._copy.keep_order(order)
                    case _:
                        pass
        assert self._takes is not None, "who follows is known before it begins"
        with contextlib.suppress(StorageError):  # what a full disk keeps out of the copy
            self._takes(record, kept.position)

    def begin_anew(self) -> None:
        """The ledger was lost: write all that is known here, while the others do the same.

        What is known of the subjects stays as it was. So nothing new is written on one before it is filled again.
        """
        threading.Thread(target=self.refill, name="ledger refilled", daemon=True).start()

    def refill(self) -> None:
        """Write all games and orders that are not there any more; what another hall has written is passed over.

        First what is owned here; the rest is others', and is left to them for a while.
        """
        histories = self._copy.all_histories()
        for history in histories:
            if self.owns(history.board):
                self._refill(history)
        if self._is_closed.wait(LATER):
            return
        for history in histories:
            self._refill(history)
        for order in self._copy.orders():
            with contextlib.suppress(StorageError):
                self.change_order(lambda order=order: order)  # type: ignore[misc]

    # ---- writing ----

    def _message(self, record: AnyRecord) -> Message | None:
        """A record as it is sent, after all that is known of its subject; None where its entries do not follow."""
        if isinstance(record, Reported) and not self._follows(record):
            return None
        subject = self._subject_of(record)
        after = self._last[subject] if isinstance(record, (Reported, Opened, OrderStands)) else None
        return Message(subject=subject, body=encoded(record), name=self._name_of(record), after=after)

    def _settled(self, record: AnyRecord, outcome: int | Exception, after: int | None) -> Exception | None:
        """What was wrong with a record, sent `after` this, when it is known here what stands in the ledger now."""
        if isinstance(outcome, int):
            came = self._ledger.catch_up(outcome, PATIENCE)
            return None if came else StorageError("hall_ledger_away")
        if isinstance(outcome, ConflictError) and outcome.position:  # another hall was quicker
            self._ledger.catch_up(outcome.position, PATIENCE)
        elif isinstance(outcome, ConflictError):  # the ledger was lost
            if isinstance(record, (Reported, Opened)):
                history = self._copy.history(record.board, record.head.journal, record.head.game)
                if history is not None:
                    self._ledger.catch_up(self._refill(history), PATIENCE)
            else:
                with self._lock:
                    subject = self._subject_of(record)
                    if self._last[subject] == after:  # else another hall has filled it again meanwhile
                        self._last[subject] = 0
        return outcome

    def _refill(self, history: History) -> int:
        """Write again what the ledger does not have of a game; the position of its last message then."""
        subject, after = self._subject(history), 0
        with contextlib.suppress(StorageError, ConflictError):  # another hall writes it, or it is tried again later
            last = self._ledger.last(subject)
            after = 0 if last is None else last.position
            for part in self._parts(history, _entries_of(last)):
                message = Message(subject=subject, body=encoded(part), name=self._name_of(part), after=after)
                after = self._ledger.append(message)
        return after

    def _parts(self, history: History, known: int) -> Iterator[Reported]:
        rows = self._copy.rows(history, known)
        for first in range(0, len(rows), AT_ONCE):
            yield reported(history, list(rows[first : first + AT_ONCE]))

    def _follows(self, record: Reported) -> bool:
        history = self._copy.history(record.board, record.head.journal, record.head.game)
        return history is not None and history.line == record.head.line and history.entries == record.first

    def _subject(self, history: History) -> str:
        return board_subject(self._event, head_of(history))

    def _subject_of(self, record: AnyRecord) -> str:
        match record:
            case Reported() | Opened():
                return board_subject(self._event, record.head)
            case OrderStands(order=order):
                return order_subject(self._event, order.board)
            case _:
                return roster_subject(self._event)

    def _name_of(self, record: AnyRecord) -> str:
        if isinstance(record, Reported):  # by all that it says: the next try may have more entries from the same one on
            journal, game = self._subject_of(record).split(".")[-2:]
            return f"{journal}/{game}/{record.first}/{record.rows[-1].chain}"
        if isinstance(record, BoardPresence):  # which several halls may tell at the same time
            return f"{record.board}/{record.is_there}/{self._board_last[record.board]}"
        return secrets.token_hex(16)

    def _tell_all(self) -> None:
        while (record := self._told.get()) is not None:
            self.append_all([record])


def _entries_of(kept: Kept | None) -> int:
    """How many entries the ledger has of a game, by the last message of it."""
    record = None if kept is None else decoded(kept.body)
    return record.first + len(record.rows) if isinstance(record, Reported) else 0
