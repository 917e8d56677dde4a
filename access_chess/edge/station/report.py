"""How far a game has been reported, and what comes next: read from the journal by number, never from a queue.

The arbiter's orders at a station are each decided on once by the session, and answered from the journal.
"""

import threading
from collections.abc import Callable, Sequence
from datetime import timedelta

import msgspec
from msgspec.structs import replace

from access_chess.edge.storage.event_text import FORMAT, WORDS, read_event, write_event
from access_chess.edge.storage.journal import Journal
from access_chess.entry_row import EntryRow
from access_chess.hall.rules import wire
from access_chess.hall.rules.orders import NO_GAP, NOT_HERE, TOO_LATE, OrderState, is_stale, outcome_of
from access_chess.hall.rules.wire import (
    MOST_BYTES,
    MOST_ITEMS,
    Entries,
    GameHead,
    Item,
    KnownHistory,
    StationMessage,
    Unsealed,
    chain_after,
    digest_of,
    first_chain,
    item_of,
    salt_of,
)
from access_chess.laws.commands import ARBITER, CountGap
from access_chess.laws.events import EnvelopeOpened, Event, MoveSealed
from access_chess.machine_clock import WallClock
from access_chess.session.ports import ReportedGame

_BATCH = MOST_BYTES // 2  # bytes of text; what stands beside it takes less than as much again


class GameReport:
    """One game's report. For one thread at a time; its methods raise JournalError.

    Sealed moves are hidden by the station's `secret`; without one nothing is.
    """

    def __init__(self, journal: Journal, name: str, game: int, secret: bytes | None) -> None:
        self.game = game
        self._journal = journal
        self._name = name
        self._secret = secret
        self._compared = 0
        self._sent = 0
        self._chain = first_chain(name, game)
        self._sealed: set[int] = set()  # whose text the hall does not know
        self._opened = -1  # the last entry that tells of an open envelope

    def head(self) -> GameHead:
        """How far the game goes."""
        rows = self._journal.rows(self.game)
        self._compared = len(rows)
        return GameHead(game=self.game, entries=len(rows), chain=self._chain_over(rows))

    def chain_at(self, entries: int) -> str:
        """The chain over so many of its entries, or over all if there are fewer."""
        return self._chain_over(self._journal.rows(self.game, 0, entries))

    def go_on(self, kept: KnownHistory) -> None:
        """Go on from what the hall has; what has been written since `head` it could not compare."""
        rows = self._journal.rows(self.game, 0, min(kept.entries, self._compared))
        self._sent, self._chain, self._sealed = len(rows), self._chain_over(rows), set(kept.sealed)
        self._opened = max((row.number for row in rows if _is(row, EnvelopeOpened)), default=-1)

    @property
    def sent(self) -> int:
        """How many of its entries have been given out."""
        return self._sent

    def next(self) -> StationMessage | None:
        """What is to be sent next; None: nothing now."""
        opened = sorted(number for number in self._sealed if number < self._opened)
        if opened:
            self._sealed.discard(opened[0])
            return self._unsealed(opened[0])
        rows = self._journal.rows(self.game, self._sent, MOST_ITEMS)
        if not rows:
            return None
        rows = rows[: _fitting(rows)]
        items = tuple(self._item(row) for row in rows)
        message = Entries(game=self.game, first=self._sent, before=self._chain, items=items)
        for item in items:
            self._chain = chain_after(self._chain, item)
        self._sent += len(items)
        self._sealed |= {item.number for item in items if item.seal}
        self._opened = max((row.number for row in rows if _is(row, EnvelopeOpened)), default=self._opened)
        return message

    def _chain_over(self, rows: Sequence[EntryRow]) -> str:
        chain = first_chain(self._name, self.game)
        for row in rows:
            chain = chain_after(chain, self._item(row))
        return chain

    def _item(self, row: EntryRow) -> Item:
        """An entry as it may leave the station."""
        if self._secret is None or not _is(row, MoveSealed):
            return item_of(row)
        event = read_event(row.event, row.form)
        assert isinstance(event, MoveSealed), "its kind was looked at"
        hidden = write_event(msgspec.structs.replace(event, text="", moves=()))
        seal = digest_of(item_of(row), self._salt(row.number))
        return msgspec.structs.replace(item_of(row), event=msgspec.Raw(hidden.encode()), form=FORMAT, seal=seal)

    def _unsealed(self, number: int) -> Unsealed:
        (row,) = self._journal.rows(self.game, number, 1)
        return Unsealed(game=self.game, item=item_of(row), salt=self._salt(number))

    def _salt(self, number: int) -> str:
        assert self._secret is not None, "what is hidden is hidden by it"
        return salt_of(self._secret, self._name, self.game, number)


def _is(row: EntryRow, kind: type[Event]) -> bool:
    if row.form == FORMAT:
        return row.event.startswith(f'{{"event":"{WORDS[kind]}"')
    return isinstance(read_event(row.event, row.form), kind)


def _fitting(rows: Sequence[EntryRow]) -> int:
    """How many of these rows one frame holds; one at least."""
    size = 0
    for count, row in enumerate(rows):
        size += len(row.event.encode()) + len(row.wall) + len(row.command)
        if size > _BATCH and count:
            return count
    return len(rows)


class OrderTaker:
    """Carries orders out; `say` puts an answer on its way.

    An order that is in the journal is answered from there, however often it comes. One that comes before the game has
    been taken up again waits for it.
    """

    def __init__(
        self, journal: Journal, say: Callable[[wire.OrderAnswer], None], *, wall: WallClock, takes_orders: bool
    ) -> None:
        self._seat = threading.Lock()  # orders come in a thread of their own, while the game is begun
        self._session: ReportedGame | None = None
        self._early: tuple[wire.OrderGiven, ...] | None = ()  # None: a game has been played here
        self._journal = journal
        self._say = say
        self._wall = wall
        self._takes_orders = takes_orders
        self._ahead = timedelta()  # of the hall's clock before ours
        self._recalled: frozenset[str] = frozenset()

    def sit(self, session: ReportedGame) -> None:
        """This game is played now."""
        with self._seat:
            self._session = session
            early, self._early = self._early or (), None
        for order in early:
            self._take(order)

    def rise(self) -> None:
        """No game is played any more."""
        self._session = None

    def welcome(self, welcome: wire.Welcome) -> None:
        """The hall tells its time, and what was taken back meanwhile."""
        self._ahead = welcome.time - self._wall()
        self._recalled |= frozenset(welcome.recall)

    def hear(self, message: wire.FromHall) -> None:
        """An order, or that one is taken back; whatever else the hall says is not for us. Raises JournalError."""
        match message:
            case wire.OrderGiven():
                self._take(message)
            case wire.Recall():
                self._recalled |= {message.order}
            case _:
                pass

    def _take(self, order: wire.OrderGiven) -> None:
        if self._answer(order):
            return
        with self._seat:
            session = self._session
            if session is None and self._early is not None:
                self._early = (*self._early, order)
                return
        if session is None or session.number != order.game or not self._takes_orders:
            self._say(wire.OrderAnswer(order=order.order, outcome=OrderState.REFUSED.value, reason=NOT_HERE))
            return
        why_not: list[str] = []

        def unless() -> bool:
            if self._wall() + self._ahead > order.until:
                why_not.append(TOO_LATE)
            elif order.order in self._recalled or self._is_stale(order):
                why_not.append("")
            return bool(why_not)

        def then() -> None:
            if why_not:
                self._say(wire.OrderAnswer(order=order.order, outcome=OrderState.STALE.value, reason=why_not[0]))
            else:
                self._answer(order)

        if unless():
            then()
            return
        command = self._counting(session) if isinstance(order.command, CountGap) else order.command
        if command is None:
            self._say(wire.OrderAnswer(order=order.order, outcome=OrderState.REFUSED.value, reason=NO_GAP))
            return
        # no matter who gives it: at this board it is the arbiter's word, and its time is that of its arrival
        session.order(replace(command, id=order.order, author=ARBITER, stamp=None), unless=unless, then=then)

    def _counting(self, session: ReportedGame) -> CountGap | None:
        """The time that nothing kept stands in our journal; None where nothing is left to count."""
        gap = session.take_gap()
        return None if gap is None or gap.time is None else CountGap(color=gap.color, time=gap.time)

    def _is_stale(self, order: wire.OrderGiven) -> bool:
        rows = self._journal.rows(order.game, order.seen + 1)
        return is_stale(order.command, (read_event(row.event, row.form) for row in rows))

    def _answer(self, order: wire.OrderGiven) -> bool:
        """Tell what became of an order that was decided on; False: it was not."""
        rows = self._journal.rows_after(order.game, order.order)
        if rows:
            outcome, numbers, reason = outcome_of((row.number, read_event(row.event, row.form)) for row in rows)
            self._say(wire.OrderAnswer(order=order.order, outcome=outcome.value, numbers=numbers, reason=reason))
        return bool(rows)
