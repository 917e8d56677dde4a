"""The orders for boards at stations, kept before they are sent: each change of their state is on disk first."""

import contextlib
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Set
from datetime import datetime, timedelta

from access_chess.hall.games.alarm import Alarm
from access_chess.hall.rules import orders, wire
from access_chess.hall.rules.orders import ArbiterCommand, Order, OrderState, due
from access_chess.hall.stations.store import StationStore
from access_chess.session.ports import Entry, StorageError

#: A station that was away for longer than a day is not told any more what was taken back before.
RECALLS = timedelta(days=1)

#: Puts a message to a station on its way, from any thread.
Way = Callable[[wire.FromHall], None]


class OrderBook:
    """All orders of a hall. May be used from any thread. Raises StorageError."""

    def __init__(
        self,
        store: StationStore,
        alarm: Alarm,
        wall: Callable[[], datetime],
        *,
        way: Callable[[int], Way | None],
        tell: Callable[[int], None],
    ) -> None:
        """`way` is the way to a board's station, None where it is not connected here; the listeners are `tell`ed."""
        self._store = store
        self._alarm = alarm
        self._wall = wall
        self._way = way
        self._tell = tell
        self._given: set[str] = set()  # what is being written, and sent by its writer
        self._lock = threading.RLock()
        self._orders = {order.id: order for order in store.orders()}
        for order in self._orders.values():
            if order.is_open:
                self._await(order)

    def order(self, name: str) -> Order | None:
        """An order as it stands now."""
        with self._lock:
            found = self._orders.get(name)
        return None if found is None else orders.aged(found, self._wall())

    def orders(self, board: int | None = None) -> tuple[Order, ...]:
        """The orders of a board, or all, the oldest first."""
        with self._lock:
            found = tuple(self._orders.values())
        now = self._wall()
        return tuple(orders.aged(each, now) for each in found if board is None or each.board == board)

    def recalled(self, board: int) -> tuple[str, ...]:
        """Those that the station of a board is to forget, should it have them."""
        now = self._wall()
        taken_back = (each for each in self.orders(board) if each.state is OrderState.RECALLED)
        return tuple(each.id for each in taken_back if now - each.issued < RECALLS)

    def take(self, order: Order) -> None:
        """An order as it is kept now. Where its station is, it is sent on or taken back, no matter who has given it."""
        with self._lock:
            self._orders[order.id] = order
        way = self._way(order.board)
        if way is not None and order.state is OrderState.RECALLED:
            way(wire.Recall(order=order.id))
        elif order.state is OrderState.ISSUED:
            self._await(order)
            if order.id not in self._given:
                self._alarm.after(0, lambda: self._send_soon(order.id))

    def issue(
        self, board: int, game: int, command: ArbiterCommand, *, seen: int, by: str, words: str, ticket: str = ""
    ) -> Order:
        """A new order, kept and then sent; where the `ticket` has brought one to this board before, that one."""
        name = f"order-{ticket}-{board}" if ticket else f"order-{secrets.token_hex(8)}"
        if (given := self.order(name)) is not None:
            return given
        order = Order(
            id=name, board=board, game=game, seen=seen, by=by, command=command, words=words, issued=self._wall()
        )
        with self._giving(order.id):
            self._store.change_order(lambda: order)
        return self._sent(order)

    def insist(self, name: str) -> Order | None:
        """An overdue order is to be sent after all; how it stands then, None where there is none."""
        order = self.order(name)
        if order is None:
            return None
        with self._giving(name):
            standing = self._change(order, lambda each: orders.insisted(each, self._wall()))
        return self._sent(standing)

    def recall(self, name: str) -> Order | None:
        """An order is taken back; how it stands then."""
        order = self.order(name)
        return None if order is None else self._change(order, orders.recalled)

    def send_waiting(self, board: int) -> None:
        """A station is there, to which these orders have not come."""
        for order in self.orders(board):
            if order.is_open:
                self._send_soon(order.id)

    def answer(self, board: int, answer: wire.OrderAnswer) -> None:
        """What a station says of an order of its board."""
        order = self.order(answer.order)
        outcome = next((each for each in orders.OUTCOMES if each.value == answer.outcome), None)
        if outcome is None:
            raise wire.NonsenseError(f"no order ends so: {answer.outcome[:20]!r}")
        if order is not None and order.board == board:
            reason = answer.reason[:60]
            self._change(
                order, lambda each: orders.answered(each, outcome, numbers=answer.numbers, reason=reason)
            )  # fmt: skip

    def follow(self, board: int, game: int, entries: Iterable[Entry], commands: Set[str]) -> None:
        """Some entries have come, which follow from these commands: what the journal tells of an order counts.

        A reader of the entries knows it from them, so nobody has to be told.
        """
        for order in self.orders(board):
            if order.id in commands and order.game == game:
                events = [(entry.number, entry.event) for entry in entries if entry.command == order.id]
                outcome, numbers, reason = orders.outcome_of(events)
                after = orders.answered(order, outcome, numbers=numbers, reason=reason)
                if after != order:
                    self._store.keep_order(after)
                    self.take(after)

    def _send_soon(self, name: str) -> None:
        order = self.order(name)
        if order is not None:
            with contextlib.suppress(StorageError):  # an order not sent now is asked about
                self._sent(order)

    def _sent(self, order: Order) -> Order:
        """An order on its way, if its station is there."""
        given = wire.OrderGiven(
            order=order.id, game=order.game, seen=order.seen, by=order.by, command=order.command, until=due(order)
        )  # fmt: skip
        way = self._way(order.board)
        if way is None or not order.is_open:
            return order
        standing = self._change(order, orders.sent)
        way(given)
        return standing

    def _await(self, order: Order) -> None:
        """Those who look at the board are told when an order is overdue."""
        left = (due(order) - self._wall()).total_seconds()
        self._alarm.after(max(0.0, left), lambda: self._tell(order.board))

    @contextlib.contextmanager
    def _giving(self, order: str) -> Iterator[None]:
        """While an order is written that is sent when it is."""
        self._given.add(order)
        try:
            yield
        finally:
            self._given.discard(order)

    def _change(self, order: Order, to: Callable[[Order], Order]) -> Order:
        """Keep an order in another state, by how it stands then; a state that it has aged into stays as it was kept."""
        after = order

        def make() -> Order | None:
            nonlocal after
            with self._lock:
                kept = self._orders.get(order.id, order)
            after = to(orders.aged(kept, self._wall()))
            return None if after == kept else after

        self._store.change_order(make)
        return after
