"""The arbiter's orders at a station: each decided on once by the session, and answered from the journal."""

import threading
from collections.abc import Callable
from datetime import timedelta

from msgspec.structs import replace

from access_chess.edge.storage.event_text import read_event
from access_chess.edge.storage.journal import Journal
from access_chess.hall import wire
from access_chess.hall.orders import NO_GAP, NOT_HERE, TOO_LATE, OrderState, is_stale, outcome_of
from access_chess.laws.commands import ARBITER, CountGap
from access_chess.machine_clock import WallClock
from access_chess.session.ports import Loop


class OrderTaker:
    """Carries orders out; `say` puts an answer on its way.

    An order that is in the journal is answered from there, however often it comes. One that comes before the game has
    been taken up again waits for it.
    """

    def __init__(
        self, journal: Journal, say: Callable[[wire.Answer], None], *, wall: WallClock, takes_orders: bool
    ) -> None:
        self._seat = threading.Lock()  # orders come in a thread of their own, while the game is begun
        self._session: Loop | None = None
        self._early: tuple[wire.OrderGiven, ...] | None = ()  # None: a game has been played here
        self._journal = journal
        self._say = say
        self._wall = wall
        self._takes_orders = takes_orders
        self._ahead = timedelta()  # of the hall's clock before ours
        self._recalled: frozenset[str] = frozenset()

    def sit(self, session: Loop) -> None:
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
            self._say(wire.Answer(order=order.order, outcome=OrderState.REFUSED.value, reason=NOT_HERE))
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
                self._say(wire.Answer(order=order.order, outcome=OrderState.STALE.value, reason=why_not[0]))
            else:
                self._answer(order)

        if unless():
            then()
            return
        command = self._counting(session) if isinstance(order.command, CountGap) else order.command
        if command is None:
            self._say(wire.Answer(order=order.order, outcome=OrderState.REFUSED.value, reason=NO_GAP))
            return
        # whoever gives it: at this board it is the arbiter's word, and its time is that of its arrival
        session.order(replace(command, id=order.order, author=ARBITER, stamp=None), unless=unless, then=then)

    def _counting(self, session: Loop) -> CountGap | None:
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
            self._say(wire.Answer(order=order.order, outcome=outcome.value, numbers=numbers, reason=reason))
        return bool(rows)
