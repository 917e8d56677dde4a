"""All boards at stations: who is there, what they have reported, and the orders for them.

What a station says is answered here; the way of the frames is `station_port`'s. May be used from any thread.
"""

import contextlib
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Protocol

from access_chess.edge.hall.alarm import Alarm
from access_chess.edge.hall.connected import Answered, Heard, Link
from access_chess.edge.hall.followed_board import FollowedBoard, FollowedGame
from access_chess.edge.hall.order_book import OrderBook
from access_chess.edge.hall.reported import folded, joins_on, other_from, received_row
from access_chess.edge.hall.station_store import ReceivedRow, StationStore
from access_chess.edge.storage.damage import DamagedError
from access_chess.edge.storage.event_text import LONGEST
from access_chess.hall import wire
from access_chess.hall.histories import chains_after, digest_of, first_chain
from access_chess.hall.orders import OVERDUE_AFTER, ArbiterCommand, Order, due
from access_chess.laws.events import MoveSealed
from access_chess.machine_clock import MonotonicClock, WallClock, monotonic_clock, utc_now
from access_chess.session.hosting.station_ports import Demonstration, Notice, NoticeKind
from access_chess.session.ports import StorageError

AWAY = 10.0  # seconds after which the arbiter hears of it: a network that is back by then was never missed
NOTICES = 1000  # the oldest are forgotten


class Demonstrating(Protocol):
    """Makes demonstration boards."""

    def __call__(self, *, named: bool) -> Demonstration:
        """A new one, with the players' names or without."""
        ...


class HallStations:
    """Stations of the ports, and what a connected station asks of the hall. `name` is the hall's."""

    def __init__(
        self,
        store: StationStore,
        demonstrating: Demonstrating,
        *,
        name: str = "",
        wall: WallClock = utc_now,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self.store = store
        self._demonstrating = demonstrating
        self._name = name
        self._wall = wall
        self._clock = clock
        self._begun = wall()
        self._lock = threading.RLock()
        self._boards: dict[int, FollowedBoard] = {}
        self._links: dict[int, Link] = {}
        self._notices: list[Notice] = []
        self._noticed = 0
        self._listeners: dict[object, Callable[[int], None]] = {}
        self._alarm = Alarm()
        self._orders = OrderBook(store, wall)
        for order in self._orders.orders():
            if order.is_open:
                self._alarm.after(max(0.0, (due(order) - wall()).total_seconds()), self._overdue(order))

    def close(self) -> None:
        """Say goodbye to all stations, and let go of what was opened here."""
        with self._lock:
            for link in self._links.values():
                link.send(wire.Bye(reason=wire.CLOSING))
        self._alarm.close()

    def boards(self) -> tuple[int, ...]:
        """The numbers of all boards that have a station."""
        return tuple(self.store.boards())

    def board(self, number: int) -> FollowedBoard | None:
        """The board of this number, if it has a station."""
        with self._lock:
            board = self._boards.get(number)
            return board if board is not None or number not in self.store.boards() else self._opened(number)

    def issue(self, board: int, command: ArbiterCommand, *, seen: int, by: str) -> Order | None:
        """Keep an order, then send it."""
        with self._changing(board):
            found = self.board(board)
            if found is None or found.playing is None:
                return None
            order = Order(
                id=f"order-{secrets.token_hex(8)}", board=board, game=found.playing, seen=seen, by=by,
                command=command, issued=self._wall(),
            )  # fmt: skip
            self._orders.keep(order)
            self._alarm.after(OVERDUE_AFTER.total_seconds(), self._overdue(order))
            return self._sent(order)

    def insist(self, order: str) -> Order | None:
        """Send an overdue order after all."""
        found = self._orders.order(order)
        if found is None:
            return None
        with self._changing(found.board):
            standing = self._orders.insist(found)
            self._alarm.after(OVERDUE_AFTER.total_seconds(), self._overdue(standing))
            return self._sent(standing)

    def recall(self, order: str) -> Order | None:
        """Take an order back."""
        found = self._orders.order(order)
        if found is None:
            return None
        with self._changing(found.board):
            link = self._links.get(found.board)
            if link is not None:
                link.send(wire.Recall(order=order))
            return self._orders.recall(found)

    def orders(self, board: int | None = None) -> tuple[Order, ...]:
        """The orders as they stand now."""
        return self._orders.orders(board)

    def notices(self, after: int = 0) -> tuple[Notice, ...]:
        """What the arbiter has to know."""
        with self._lock:
            return tuple(notice for notice in self._notices if notice.count > after)

    def listen(self, on_change: Callable[[int], None]) -> Callable[[], None]:
        """Be called with the number of a board where something has changed."""
        key = object()
        with self._lock:
            self._listeners[key] = on_change
        return lambda: self._forget(key)

    def welcome(self, link: Link, hello: wire.Hello) -> wire.Welcome:
        """A station has come: what the hall has of its games, and then the orders that wait for it."""
        with self._changing(link.board):
            former = self._links.get(link.board)
            if former is not None and former.run != link.run:
                former.send(wire.Bye(reason=wire.REPLACED))
                kind = NoticeKind.REPLACED if former.token == link.token else NoticeKind.OTHER_MACHINE
                self._notice(link.board, kind)
            board = self._opened_board(link.board)
            if former is None and board.followed is not None and board.followed.history.journal != link.journal:
                self._notice(link.board, NoticeKind.OTHER_MACHINE)
            self._links[link.board] = link
            kept = tuple(self._kept(link, head) for head in hello.games)
            was_away = not board.is_there
            board.arrive()
            if was_away:
                board.show_clock()
            waiting = [order for order in self._orders.orders(link.board) if order.is_open]
            self._alarm.after(0, lambda: self._send_all(link, waiting))  # after the welcome
            return wire.Welcome(
                time=self._wall(), board=link.board, name=self._name, have=kept,
                recall=self._orders.recalled(link.board),
            )  # fmt: skip

    def leave(self, link: Link) -> None:
        """A station has gone, or is not heard any more."""
        with self._changing(link.board):
            if self._links.get(link.board) is link:
                del self._links[link.board]
                self._opened_board(link.board).leave()
                self._alarm.after(AWAY, lambda: self._missed(link.board))

    def hear(self, link: Link, message: wire.FromStation) -> wire.FromHall | None:
        """What a connected station says, and what it is answered. Raises NonsenseError, StorageError."""
        (answer,) = self.hear_all(((link, message),))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def hear_all(self, said: Sequence[tuple[Link, wire.FromStation]]) -> list[Answered]:
        """What stations have said at the same time, and what each is answered; its error, where it cannot be heard.

        All that they report is written in one go, and known to nobody before.
        """
        answers: list[Answered] = []
        known: list[tuple[int, Callable[[], None]]] = []
        try:
            with self._lock, self.store.together():
                for link, message in said:
                    try:
                        answer, then = self._heard(link, message)
                        known += [] if then is None else [(len(answers), then)]
                    except wire.NonsenseError as error:
                        answer = error
                    answers.append(answer)
        except StorageError as error:
            return [error] * len(said)
        for place, then in known:
            try:
                with self._changing(said[place][0].board):
                    then()
            except (wire.NonsenseError, StorageError) as error:
                answers[place] = error
        return answers

    def _heard(self, link: Link, message: wire.FromStation) -> Heard:
        """The answer, and what follows when all is written."""
        match message:
            case wire.Entries():
                return self._take(link, message)
            case wire.Unsealed():
                return None, self._unseal(link, message)
            case wire.Beat():
                if not timedelta() <= message.now <= LONGEST:
                    raise wire.NonsenseError("no game lasts so long")
                if self.store.board_of(link.token) != link.board:
                    return wire.Bye(reason=wire.SHUT_OUT), None
                board = self._opened_board(link.board)
                if board.playing == message.game and board.followed is not None:
                    board.beat(message.now, message.running)
                return None, None
            case wire.Answer():
                return None, lambda: self._orders.answer(link.board, message)
            case wire.Hello():
                raise wire.NonsenseError("hello is said once")

    def nonsense(self, link: Link) -> None:
        """A station was sent away because of what it said."""
        with self._changing(link.board):
            self._notice(link.board, NoticeKind.NONSENSE)

    def _kept(self, link: Link, head: wire.GameHead) -> wire.Kept:
        first = first_chain(link.journal, head.game)
        history = self.store.history(link.board, link.journal, head.game)
        if history is None:
            return wire.Kept(game=head.game, entries=0, chain=first)
        if head.entries <= history.entries and self.store.chain_at(history, head.entries, first) != head.chain:
            history = self.store.begin_history(link.board, link.journal, head.game, first)
        return wire.Kept(
            game=head.game, entries=history.entries, chain=history.chain, sealed=self.store.sealed(history)
        )  # fmt: skip

    def _take(self, link: Link, message: wire.Entries) -> Heard:
        """Entries of a game: those that are new are kept, if they follow from what is there."""
        if [item.number for item in message.items] != list(range(message.first, message.first + len(message.items))):
            raise wire.NonsenseError("entries are numbered one after the other")
        if not message.items or len(message.items) > wire.MOST_ITEMS:
            raise wire.NonsenseError("so many entries are not sent at once")
        followed = self._followed(link, message.game)
        history = followed.history
        if message.first > history.entries:
            return wire.Bye(reason=wire.GAP), None
        chains = chains_after(message.before, message.items)
        if not joins_on(self.store, history, message, chains):
            self.store.begin_history(link.board, link.journal, message.game, first_chain(link.journal, message.game))
            link.histories.pop(message.game, None)
            return wire.Bye(reason=wire.HISTORY), None
        known = history.entries - message.first
        received = self._wall().isoformat()
        rows = [
            received_row(item, chain, received)
            for item, chain in zip(message.items[known:], chains[known:], strict=True)
        ]
        have = wire.Have(game=message.game, entries=max(history.entries, message.first + len(message.items)))
        return have, self._keep(link, followed, rows) if rows else None

    def _keep(self, link: Link, followed: FollowedGame, rows: list[ReceivedRow]) -> Callable[[], None]:
        try:
            steps = followed.steps(rows)
        except DamagedError as error:
            raise wire.NonsenseError(str(error)) from error
        if any(
            each.seal and not isinstance(step.entry.event, MoveSealed) for each, step in zip(rows, steps, strict=True)
        ):
            raise wire.NonsenseError("only a sealed move is kept back")
        history = self.store.append(followed.history, rows)
        other = other_from(self.store, followed.history, rows)
        after = followed.after(history, steps)

        def follow() -> None:
            if other is not None:
                self._notice(link.board, NoticeKind.OTHER_HISTORY, other)
            link.histories[history.game] = after
            self._opened_board(link.board).follow(after, steps)
            self._orders.follow(link.board, history.game, after.entries, {step.entry.command for step in steps})

        return follow

    def _unseal(self, link: Link, message: wire.Unsealed) -> Callable[[], None] | None:
        """The text of a sealed move: it has to be the one that was sealed, and the game is folded anew."""
        history = self.store.history(link.board, link.journal, message.game)
        number = message.item.number
        kept = () if history is None else self.store.rows(history, number)[:1]
        if history is None or not kept:
            raise wire.NonsenseError("no such entry was sealed")
        if not kept[0].seal:
            return None
        if digest_of(message.item, message.salt) != kept[0].seal:
            raise wire.NonsenseError("this is not what was sealed")
        self.store.unseal(history, number, bytes(message.item.event).decode())
        anew = folded(self.store, history)

        def follow() -> None:
            link.histories[message.game] = anew
            board = self._opened_board(link.board)
            if board.followed is not None and board.followed.history.history == history.history:
                board.follow(anew, ())

        return follow

    def _followed(self, link: Link, game: int) -> FollowedGame:
        """A game of a connected station, folded as far as it is kept."""
        if game not in link.histories:
            history = self.store.history(link.board, link.journal, game) or self.store.begin_history(
                link.board, link.journal, game, first_chain(link.journal, game)
            )
            link.histories.clear()  # it is fed one game at a time
            shown = self._opened_board(link.board).followed
            is_shown = shown is not None and shown.history == history and not self.store.sealed(history)
            link.histories[game] = shown if shown is not None and is_shown else folded(self.store, history)
        return link.histories[game]

    def _opened_board(self, number: int) -> FollowedBoard:
        return self._boards.get(number) or self._opened(number)

    def _opened(self, number: int) -> FollowedBoard:
        history = self.store.last_history(number)
        named = self.store.boards().get(number, False)
        reported = self.store.count(number) - (0 if history is None else history.entries)
        board = self._boards[number] = FollowedBoard(
            number, self._demonstrating(named=named), reported=reported, wall=self._wall, clock=self._clock
        )
        if history is not None:
            begun = FollowedGame(history=history)
            steps = begun.steps(self.store.rows(history))
            board.follow(begun.after(history, steps), steps)
            if board.game is not None and not board.game.is_over:
                board.since = self._begun  # it was there before, and is missed until it is there again
        return board

    def _sent(self, order: Order) -> Order:
        link = self._links.get(order.board)
        if link is None or not order.is_open:
            return order
        standing = self._orders.send(order)
        link.send(_given(standing))
        return standing

    def _send_all(self, link: Link, orders: list[Order]) -> None:
        with self._changing(link.board), contextlib.suppress(StorageError):  # an order not sent now is asked about
            if self._links.get(link.board) is link:
                for order in orders:
                    standing = self._orders.order(order.id)
                    if standing is not None:
                        self._sent(standing)

    def _overdue(self, order: Order) -> Callable[[], None]:
        return lambda: self._tell(order.board)

    def _missed(self, number: int) -> None:
        with self._changing(number):
            board = self._opened_board(number)
            if not board.is_there:
                board.show_clock()

    def _notice(self, board: int, kind: NoticeKind, number: int = 0) -> None:
        self._noticed += 1
        notice = Notice(count=self._noticed, board=board, kind=kind, wall=self._wall(), number=number)
        self._notices = [*self._notices[-NOTICES + 1 :], notice]

    @contextlib.contextmanager
    def _changing(self, board: int) -> Iterator[None]:
        """What changes something at a board; who listens is told when it is done."""
        with self._lock:
            yield
        self._tell(board)

    def _tell(self, board: int) -> None:
        with self._lock:
            listeners = tuple(self._listeners.values())
        for listener in listeners:
            listener(board)

    def _forget(self, key: object) -> None:
        with self._lock:
            self._listeners.pop(key, None)


def _given(order: Order) -> wire.OrderGiven:
    return wire.OrderGiven(
        order=order.id, game=order.game, seen=order.seen, by=order.by, command=order.command, until=due(order)
    )  # fmt: skip
