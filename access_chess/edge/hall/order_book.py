"""The orders for boards at stations, kept before they are sent: each change of their state is on disk first."""

import threading
from collections.abc import Callable, Iterable, Set
from datetime import datetime, timedelta

from access_chess.edge.hall.station_store import StationStore
from access_chess.hall import orders, wire
from access_chess.hall.orders import Order, OrderState
from access_chess.session.ports import Entry

#: A station that was away for longer than a day is not told any more what was taken back before.
RECALLS = timedelta(days=1)


class OrderBook:
    """All orders of a hall. May be used from any thread. Raises StorageError."""

    def __init__(self, store: StationStore, wall: Callable[[], datetime]) -> None:
        self._store = store
        self._wall = wall
        self._lock = threading.RLock()
        self._orders = {order.id: order for order in store.orders()}

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

    def keep(self, order: Order) -> Order:
        """An order as it stands from now on."""
        with self._lock:
            if self._orders.get(order.id) != order:
                self._store.keep_order(order)
                self._orders[order.id] = order
        return order

    def send(self, order: Order) -> Order:
        """It is on its way."""
        return self.keep(orders.sent(order))

    def insist(self, order: Order) -> Order:
        """It is to be sent after all."""
        return self.keep(orders.insisted(order, self._wall()))

    def recall(self, order: Order) -> Order:
        """It is taken back."""
        return self.keep(orders.recalled(order))

    def answer(self, board: int, answer: wire.Answer) -> None:
        """What a station says of an order of its board."""
        order = self.order(answer.order)
        outcome = next((each for each in orders.OUTCOMES if each.value == answer.outcome), None)
        if outcome is None:
            raise wire.NonsenseError(f"no order ends so: {answer.outcome[:20]!r}")
        if order is not None and order.board == board:
            self.keep(orders.answered(order, outcome, numbers=answer.numbers, reason=answer.reason[:60]))

    def follow(self, board: int, game: int, entries: Iterable[Entry], commands: Set[str]) -> None:
        """Some entries have come, which follow from these commands: what the journal tells of an order counts."""
        for order in self.orders(board):
            if order.id in commands and order.game == game:
                events = [(entry.number, entry.event) for entry in entries if entry.command == order.id]
                outcome, numbers, reason = orders.outcome_of(events)
                self.keep(orders.answered(order, outcome, numbers=numbers, reason=reason))
