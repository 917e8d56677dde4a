"""What the hall keeps of stations where several halls share a ledger: what each of them writes there, all read.

They read it in the same order, each into a file of its own; so after a restart one goes on from where it was.
"""

import contextlib
import queue
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from access_chess.entry_row import EntryRow
from access_chess.hall.cluster.broker import Kept
from access_chess.hall.cluster.jetstream import JetStreamLedger, Message
from access_chess.hall.cluster.shared_tokens import SharedTokens
from access_chess.hall.rules.orders import Order
from access_chess.hall.rules.records import (
    HOSTED_FROM,
    AnyRecord,
    BoardPresence,
    ConflictError,
    Opened,
    OrderStands,
    Reported,
    board_subject,
    decoded,
    encoded,
    order_subject,
    roster_subject,
)
from access_chess.hall.rules.wire import Joined, first_chain
from access_chess.hall.stations.store import History, StationStore, Take
from access_chess.machine_clock import WallClock, utc_now
from access_chess.session.ports import StorageError

PATIENCE = 5.0  # seconds for what is kept to come back to us
LATER = 3.0  # seconds that other halls have to write again what is theirs
AT_ONCE = 100  # entries in a message that is written again: a broker takes a megabyte
TRIES = 10  # of an order that another hall changes, too
#: The positions in the ledger that the entries of a game had first.
_POSITIONS = """CREATE TABLE IF NOT EXISTS positions (
    history INTEGER NOT NULL, first INTEGER NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (history, first)
)"""


class LedgerStore(StationStore):
    """A StationStore of all boards of all halls of an event. `tokens` are those of all their stations."""

    def __init__(
        self, path: Path | None, ledger: JetStreamLedger, tokens: SharedTokens, event: str, *, wall: WallClock = utc_now
    ) -> None:
        super().__init__(path, wall=wall)
        self._ledger = ledger
        self._tokens = tokens
        self._event = event
        self._board_last: Counter[int] = Counter()
        self._last: Counter[str] = Counter()  # the position of each subject's last message
        self._told: queue.Queue[AnyRecord | None] = queue.Queue()
        self._teller = threading.Thread(target=self._tell_all, name="ledger told", daemon=True)
        self._is_closed = threading.Event()
        self.owns: Callable[[int], object] = bool  # which boards' games are written again first
        with self._file.transaction() as database:
            database.execute(_POSITIONS)

    def follow(self, take: Take) -> None:
        """Begin to read, from where it was left off."""
        super().follow(take)
        for history in self._all_histories():
            position = self._last_position(history)
            self._last[self._subject(history)] = self._board_last[history.board] = position
        self._teller.start()
        self._ledger.follow(self, after=self._position)

    def close(self) -> None:
        """Write and read no more, and let the file go."""
        self._is_closed.set()
        if self._teller.ident is not None:
            self._told.put(None)
            self._teller.join()
        self._ledger.close()
        super().close()

    def new_code(self, board: int, *, is_named: bool) -> str:
        """A code for the station of a board to sign in with, at any hall."""
        return self._tokens.new_code(board, is_named=is_named)

    def use_proof(self, shown: str, fingerprint: bytes) -> Joined | None:
        """Lets a station in that has shown that it knows a code, which is used up."""
        return self._tokens.use_proof(shown, fingerprint)

    def board_of(self, token: str) -> int | None:
        """The board whose station has this token."""
        return self._tokens.board_of(token)

    def end_tokens(self, board: int) -> None:
        """No station that has signed in for this board so far may come back without a new code."""
        self._tokens.end_tokens(board)

    def boards(self) -> dict[int, bool]:
        """All boards that have or had a station, and whether spectators may see who plays there."""
        found = dict.fromkeys(super().boards(), False) | self._tokens.boards()
        return dict(sorted(found.items()))

    def is_named(self, board: int) -> bool:
        """Whether spectators may see who plays; names at pages are for everybody."""
        return board >= HOSTED_FROM or super().is_named(board)

    def reports(self, history: History) -> list[tuple[int, tuple[EntryRow, ...]]]:
        """The entries of a game as they came, with the position of each report."""
        query = "SELECT first, position FROM positions WHERE history = ? ORDER BY first"
        places = self._file.rows(query, history.history)
        rows = self.rows(history)
        ends = [first for first, _ in places[1:]] + [len(rows)]
        return [(position, rows[first:end]) for (first, position), end in zip(places, ends, strict=True)]

    def keep_all(self, records: Sequence[AnyRecord]) -> list[Exception | None]:
        """Keep records, and wait until they have come back."""
        with self._writing:
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
            with self._writing:
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
        """A message of the ledger. What cannot be written into the file is shown all the same."""
        record = decoded(kept.body)
        if record is None:
            return
        with self._writing:
            self._last[kept.subject] = kept.position
            if isinstance(record, (Reported, BoardPresence)):
                self._board_last[record.board] = kept.position
            with contextlib.suppress(StorageError):
                match record:
                    case Reported():
                        history = self._keep_report(record, kept.position)
                        if history is None:
                            return
                        rows = record.rows[history.entries - record.first :]
                        record = history.report(rows)
                    case Opened():
                        self._keep_opened(record)
                    case OrderStands(order=order):
                        self.keep_order(order)
                    case _:
                        pass
        with contextlib.suppress(StorageError):  # what a full disk keeps out of the file
            self._take(record, kept.position)

    def begin_anew(self) -> None:
        """The ledger was lost: write all that is known here, while the others do the same.

        What is known of the subjects stays as it was. So nothing new is written on one before it is filled again.
        """
        threading.Thread(target=self.refill, name="ledger refilled", daemon=True).start()

    def refill(self) -> None:
        """Write all games and orders that are not there any more; what another hall has written is passed over.

        First what is owned here; the rest is others', and is left to them for a while.
        """
        histories = self._all_histories()
        for history in histories:
            if self.owns(history.board):
                self._refill(history)
        if self._is_closed.wait(LATER):
            return
        for history in histories:
            self._refill(history)
        for order in self.orders():
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
                history = self.history(record.board, record.head.journal, record.head.game)
                if history is not None:
                    self._ledger.catch_up(self._refill(history), PATIENCE)
            else:
                with self._writing:
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
        rows = self.rows(history, known)
        for first in range(0, len(rows), AT_ONCE):
            yield history.report(rows[first : first + AT_ONCE])

    def _follows(self, record: Reported) -> bool:
        history = self.history(record.board, record.head.journal, record.head.game)
        return history is not None and history.line == record.head.line and history.entries == record.first

    def _subject(self, history: History) -> str:
        return board_subject(self._event, history.head)

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
            return f"{journal}/{game}/{record.first}/{record.rows[-1].link}"
        if isinstance(record, BoardPresence):  # which several halls may tell at the same time
            return f"{record.board}/{record.is_there}/{self._board_last[record.board]}"
        return secrets.token_hex(16)

    def _tell_all(self) -> None:
        while (record := self._told.get()) is not None:
            self.keep_all([record])

    # ---- the file ----

    @property
    def _position(self) -> int:
        """The last position of which entries are kept here; what came after may be taken twice without harm."""
        return int(self._file.row("SELECT coalesce(max(position), 0) FROM positions")[0])

    def _keep_report(self, record: Reported, position: int) -> History | None:
        """Keep entries, but for those that are known; the history before them. None: they do not follow here."""
        head = record.head
        history = self.line(record.board, head)
        while history is None:
            before = self.history(record.board, head.journal, head.game)
            if record.first or (before is not None and before.line >= head.line):
                return None
            begun = self.begin_history(record.board, head.journal, head.game, first_chain(head.journal, head.game))
            history = begun if begun.line == head.line else None
        rows = record.rows[max(0, history.entries - record.first) :]
        if record.first > history.entries or not rows:
            return None
        with self.together(), self._file.transaction(is_lasting=False) as database:
            self.append(history, rows)
            place = (history.history, rows[0].number, position)
            database.execute("INSERT OR IGNORE INTO positions VALUES (?, ?, ?)", place)
        return history

    def _keep_opened(self, record: Opened) -> None:
        """Keep the text of a sealed move."""
        history = self.line(record.board, record.head)
        if history is not None:
            self.unseal(history, record.number, record.event)

    def _last_position(self, history: History) -> int:
        """The position of the last report of a game; 0: there is none."""
        query = "SELECT coalesce(max(position), 0) FROM positions WHERE history = ?"
        return int(self._file.row(query, history.history)[0])

    def _all_histories(self) -> list[History]:
        """All games, the oldest first."""
        boards = sorted(StationStore.boards(self))
        return sorted((each for board in boards for each in self.histories(board)), key=lambda each: each.history)


def _entries_of(kept: Kept | None) -> int:
    """How many entries the ledger has of a game, by the last message of it."""
    record = None if kept is None else decoded(kept.body)
    return record.first + len(record.rows) if isinstance(record, Reported) else 0
