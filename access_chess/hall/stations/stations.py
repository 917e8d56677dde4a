"""All boards at stations: who is there, what they have reported, and the orders for them.

What a station says is answered here; the way of the frames is `station_door`'s. May be used from any thread.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from msgspec.structs import replace

from access_chess.edge.storage.damage import DamagedError
from access_chess.edge.storage.event_text import LONGEST
from access_chess.entry_row import EntryRow
from access_chess.hall.games.alarm import Alarm
from access_chess.hall.games.boards import Listeners, Notice, NoticeKind, PublicBoard, Step
from access_chess.hall.rules import wire
from access_chess.hall.rules.orders import ArbiterCommand, Order
from access_chess.hall.rules.records import AnyRecord, BoardPresence, Head, Noticed, Opened, OrderStands, Reported
from access_chess.hall.rules.wire import chains_after, digest_of, first_chain
from access_chess.hall.stations.followed_board import (
    Answered,
    FollowedBoard,
    FollowedGame,
    Heard,
    Link,
    Notices,
    answered,
    folded,
    joins_on,
    other_from,
)
from access_chess.hall.stations.order_book import OrderBook
from access_chess.hall.stations.store import History, StationStore
from access_chess.machine_clock import MonotonicClock, WallClock, monotonic_clock, utc_now
from access_chess.session.ports import StorageError

AWAY = 10.0  # seconds after which the arbiter hears of it: a network that is back by then was never missed


class HallStations:
    """Stations of the ports, and what a connected station asks of the hall. `name` is the hall's.

    What a station reports is written in the `store`, and read from there. No record is written while the lock is held:
    it may be told of by another thread at the same time.
    """

    def __init__(
        self,
        store: StationStore,
        *,
        name: str = "",
        wall: WallClock = utc_now,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self.store = store
        self._name = name
        self._wall = wall
        self._clock = clock
        self._begun = wall()
        self._lock = threading.RLock()
        self._boards: dict[int, FollowedBoard] = {}
        self._links: dict[int, Link] = {}
        self._notices = Notices()
        self._elsewhere: frozenset[int] = frozenset()  # boards whose stations are connected to other halls
        self._listeners: Listeners[int] = Listeners()
        self._alarm = Alarm()
        self._prepared: dict[tuple[int, Head, int, str], tuple[FollowedGame, list[Step]]] = {}
        self._orders = OrderBook(store, self._alarm, wall, way=self.way, tell=self._listeners.tell)
        store.follow(self.take)

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

    def issue(
        self, board: int, command: ArbiterCommand, *, seen: int, by: str, words: str = "", ticket: str = ""
    ) -> Order | None:
        """Keep an order, then send it."""
        if (found := self.board(board)) is None or found.playing is None:
            return None
        return self._orders.issue(board, found.playing, command, seen=seen, by=by, words=words, ticket=ticket)

    def insist(self, order: str) -> Order | None:
        """Send an overdue order after all."""
        return self._orders.insist(order)

    def recall(self, order: str) -> Order | None:
        """Take an order back."""
        return self._orders.recall(order)

    def orders(self, board: int | None = None) -> tuple[Order, ...]:
        """The orders as they stand now."""
        return self._orders.orders(board)

    def notices(self, after: int = 0) -> tuple[Notice, ...]:
        """What the arbiter has to know."""
        return self._notices.after(after)

    def listen(self, on_change: Callable[[int], None]) -> Callable[[], None]:
        """Be called with the number of a board where something has changed."""
        return self._listeners.add(on_change)

    def welcome(self, link: Link, hello: wire.StationHello) -> wire.Welcome:
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
                self._tell_presence(board)
            self._alarm.after(0, lambda: self._orders.send_waiting(link.board))  # after the welcome
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

    def connected(self) -> tuple[int, ...]:
        """The boards whose stations are connected here."""
        with self._lock:
            return tuple(self._links)

    def hear_of_others(self, boards: frozenset[int]) -> None:
        """The boards whose stations are connected to other halls."""
        for number in boards ^ self._elsewhere:
            with self._changing(number):
                board, link = self._opened_board(number), self._links.get(number)
                if link is not None and number in boards:  # it has gone there, and has not said goodbye
                    link.send(wire.Bye(reason=wire.REPLACED))
                elif number in boards:
                    board.arrive()
                    board.hear_by_entry()
                elif link is None:
                    board.leave()
                    self._alarm.after(AWAY, lambda number=number: self._missed(number))  # type: ignore[misc]
        self._elsewhere = boards

    def take(self, record: AnyRecord, position: int) -> None:
        """What is written in the store from now on, no matter who has written it."""
        match record:
            case Reported(board=board):
                with self._changing(board):
                    self._take_report(record, position)
            case Opened(board=board):
                with self._changing(board):
                    self._take_opened(record)
            case OrderStands(order=order):
                with self._changing(order.board):
                    self._orders.take(order)
            case BoardPresence(board=number):
                with self._changing(number):
                    self._opened_board(number).show_clock(position, is_known=record.is_there)
            case Noticed(board=board):
                with self._changing(board):
                    self._notices.add(record)

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
        heard = []
        with self._lock:
            for link, message in said:
                try:
                    heard.append(self._heard(link, message))
                except (wire.NonsenseError, StorageError) as error:
                    heard.append(Heard(error))
        outcomes = iter(self.store.keep_all([each.record for each in heard if each.record is not None]))
        answers = [answered(each, None if each.record is None else next(outcomes)) for each in heard]
        for each in heard:
            if isinstance(each.record, Reported):
                self._prepared.pop(each.record.identity, None)
        return answers

    def _heard(self, link: Link, message: wire.FromStation) -> Heard:
        """The answer, and what is to be written for it."""
        match message:
            case wire.Entries():
                return self._take(link, message)
            case wire.Unsealed():
                return Heard(None, self._opening(link, message))
            case wire.Beat():
                if not timedelta() <= message.now <= LONGEST:
                    raise wire.NonsenseError("no game lasts so long")
                if self.store.board_of(link.token) != link.board:
                    return Heard(wire.Bye(reason=wire.SHUT_OUT))
                board = self._opened_board(link.board)
                if board.playing == message.game and board.followed is not None:
                    board.beat(message.now, message.running)
                return Heard(None)
            case wire.OrderAnswer():
                return Heard(None, then=lambda: self._orders.answer(link.board, message))
            case wire.StationHello():
                raise wire.NonsenseError("hello is said once")

    def nonsense(self, link: Link) -> None:
        """A station was sent away because of what it said."""
        with self._changing(link.board):
            self._notice(link.board, NoticeKind.NONSENSE)

    def _kept(self, link: Link, head: wire.GameHead) -> wire.KnownHistory:
        first = first_chain(link.journal, head.game)
        history = self.store.history(link.board, link.journal, head.game)
        if history is None:
            return wire.KnownHistory(game=head.game, entries=0, chain=first)
        if head.entries <= history.entries and self.store.chain_at(history, head.entries, first) != head.chain:
            history = self.store.begin_history(link.board, link.journal, head.game, first)
        return wire.KnownHistory(
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
            return Heard(wire.Bye(reason=wire.GAP))
        chains = chains_after(message.before, message.items)
        if not joins_on(self.store, history, message, chains):
            self.store.begin_history(link.board, link.journal, message.game, first_chain(link.journal, message.game))
            link.histories.pop(message.game, None)
            return Heard(wire.Bye(reason=wire.HISTORY))
        known = history.entries - message.first
        received = self._wall().isoformat()
        new = zip(message.items[known:], chains[known:], strict=True)
        rows = [replace(wire.row_of(item), link=chain, received=received) for item, chain in new]
        have = wire.Have(game=message.game, entries=max(history.entries, message.first + len(message.items)))
        return self._kept_soon(have, followed, rows) if rows else Heard(have)

    def _kept_soon(self, have: wire.Have, followed: FollowedGame, rows: list[EntryRow]) -> Heard:
        """New entries, that are folded before they are written: nothing is written that cannot be."""
        steps = followed.checked_steps(rows)
        record = followed.history.report(rows)
        self._prepared[record.identity] = (followed, steps)
        other = other_from(self.store, followed.history, rows)
        if other is None:
            return Heard(have, record)
        return Heard(have, record, lambda: self._notice(record.board, NoticeKind.OTHER_HISTORY, other))

    def _take_report(self, record: Reported, position: int) -> None:
        head, link = record.head, self._links.get(record.board)
        history = self.store.line(record.board, head)
        if history is None:
            return
        is_open = record.board in self._boards
        board = self._opened_board(record.board)
        if is_open:
            before, steps = self._prepared.get(record.identity) or self._steps_of(board, history, record)
            board.follow(before.after(history, steps), steps, position)
            if link is None:
                board.hear_by_entry()
        if link is not None and link.journal == head.journal and board.followed is not None:
            link.histories[head.game] = board.followed
        self._orders.follow(record.board, head.game, board.entries, {row.command for row in record.rows})

    def _steps_of(self, board: FollowedBoard, history: History, record: Reported) -> tuple[FollowedGame, list[Step]]:
        """What another hall has written, which has looked whether it can be so."""
        before = board.followed
        if before is None or before.history.head != record.head or len(before.entries) != record.first:
            before = folded(self.store, history, record.first)
        with contextlib.suppress(DamagedError):
            return before, before.steps(record.rows)
        return before, []

    def _take_opened(self, record: Opened) -> None:
        head, link = record.head, self._links.get(record.board)
        history = self.store.line(record.board, head)
        if history is None:
            return
        anew = folded(self.store, history)
        if link is not None and link.journal == head.journal:
            link.histories[head.game] = anew
        board = self._opened_board(record.board)
        if board.followed is not None and board.followed.history.history == history.history:
            board.follow(anew, ())

    def _opening(self, link: Link, message: wire.Unsealed) -> Opened | None:
        """The text of a sealed move: it has to be the one that was sealed."""
        history = self.store.history(link.board, link.journal, message.game)
        number = message.item.number
        kept = () if history is None else self.store.rows(history, number)[:1]
        if history is None or not kept:
            raise wire.NonsenseError("no such entry was sealed")
        if not kept[0].seal:
            return None
        if digest_of(message.item, message.salt) != kept[0].seal:
            raise wire.NonsenseError("this is not what was sealed")
        return Opened(board=link.board, head=history.head, number=number, event=wire.row_of(message.item).event)

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
        named = self.store.is_named(number)
        reported = self.store.count(number) - (0 if history is None else history.entries)
        board = self._boards[number] = FollowedBoard(
            number, PublicBoard(named=named), reported=reported, wall=self._wall, clock=self._clock
        )
        if history is not None:
            found = FollowedGame(history=history)
            for position, rows in self.store.reports(history):
                steps = found.steps(rows)
                found = found.after(history, steps)
                board.follow(found, steps, position)
            if board.game is not None and not board.game.is_over:
                board.since = self._begun  # it was there before, and is missed until it is there again
        return board

    def _missed(self, number: int) -> None:
        with self._changing(number):
            board = self._opened_board(number)
            if not board.is_there:
                self._tell_presence(board)

    def way(self, board: int) -> Callable[[wire.FromHall], None] | None:
        """The way to a board's station; None where it is not connected here."""
        link = self._links.get(board)
        return None if link is None else link.send

    def _tell_presence(self, board: FollowedBoard) -> None:
        self.store.tell(BoardPresence(board=board.number, is_there=board.is_there))

    def _notice(self, board: int, kind: NoticeKind, number: int = 0) -> None:
        self.store.tell(Noticed(board=board, notice=kind.value, wall=self._wall(), number=number))

    @contextlib.contextmanager
    def _changing(self, board: int) -> Iterator[None]:
        """What changes something at a board; the listener is told when it is done."""
        with self._lock:
            yield
        self._listeners.tell(board)
