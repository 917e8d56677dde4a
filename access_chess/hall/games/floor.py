"""All boards that an arbiter rules on, those of games at pages and those at stations, as one floor.

Arbiters and spectators ask here: what has happened, event by event in one order over all boards; what needs
an arbiter; who is at which board already. A ruling on a hosted game is done at once; one for a station is ordered.
"""

import itertools
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec.structs import replace

from access_chess.hall.games.boards import BESIDE_STATIONS, Listeners, Notice, StationBoard, Stations, Step, steps_of
from access_chess.hall.games.floor_news import HallDisk, News, Ruled, Seen
from access_chess.hall.games.table import HostedTable
from access_chess.hall.rules.attention import TOLD, Need, NeedKind, needs_after
from access_chess.hall.rules.orders import ArbiterCommand, Order, OrderState, is_stale
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Adjourn, Command, CountGap
from access_chess.laws.events import Event
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.session.ports import Entry, Recorded

KEPT = 5_000  # events, of all boards: a page that has seen none of them is loaded anew
GONE = timedelta(seconds=10)  # without its station before the arbiter hears of it; most come back within that


@dataclass
class _Board:
    """What is known of one board: `last` is the number of its last event, `game` None before the first."""

    number: int
    game: Game | None = None
    last: int = -1
    at: Instant = timedelta()
    needs: tuple[Need, ...] = ()
    table: HostedTable | None = None
    may_seal: Callable[[], bool] = lambda: True
    playing: int | None = None
    raising: dict[int, News] = field(default_factory=dict)


class _Follower:
    """The output of a hosted game that tells the floor."""

    def __init__(self, tell: Callable[[Recorded], None]) -> None:
        self._tell = tell

    def on_event(self, recorded: Recorded) -> None:
        """Something has happened on this board."""
        self._tell(recorded)


class Floor:
    """The boards under an arbiter. May be used from any thread; stations are asked without its lock held."""

    def __init__(
        self,
        entries: Callable[[int], tuple[Entry, ...]],
        stations: Stations | None = None,
        *,
        wall: WallClock = utc_now,
    ) -> None:
        self._entries = entries
        self._stations = stations
        self._wall = wall
        self._changing = threading.RLock()
        self._one_ruling = threading.Lock()
        self._boards: dict[int, _Board] = {}
        self._news: deque[News] = deque(maxlen=KEPT)
        self._earlier: deque[News] = deque(maxlen=KEPT)  # what had to be told before the hall was started
        self._counts = itertools.count(1)
        self._listeners: Listeners[[]] = Listeners()
        self._at: dict[int, tuple[str, str]] = {}
        self.disk = HallDisk(self._listeners.tell)
        if stations is not None:
            stations.listen(self._reported)
            for number in stations.boards():
                self._reported(number)

    # ---- what there is ----

    @property
    def count(self) -> int:
        """The number of the last news."""
        with self._changing:
            return self._news[-1].count if self._news else 0

    def boards(self) -> tuple[int, ...]:
        """The numbers of all boards on which a game is known, in their order."""
        with self._changing:
            return tuple(sorted(number for number, board in self._boards.items() if board.game is not None))

    def game(self, number: int) -> tuple[Game, Instant] | None:
        """How the game on this board stands now; None where there is none."""
        with self._changing:
            board = self._boards.get(number)
            if board is None or board.game is None:
                return None
            found, at, table = board.game, board.at, board.table
        if table is not None:
            return table.game, table.now()
        station = self._station(number)
        clock = None if station is None else station.clock()
        return found, at if clock is None else clock.at

    def entries(self, number: int) -> tuple[Entry, ...]:
        """All that has happened on a board."""
        with self._changing:
            board = self._boards.get(number)
        station = self._station(number)
        if board is None or board.playing is None:
            return ()
        return self._entries(board.playing) if station is None else station.entries

    def is_there(self, number: int) -> bool:
        """Whether the board can be reached now; those of pages always can."""
        station = self._station(number)
        return station is None or station.is_there

    def needs(self) -> tuple[tuple[int, Need], ...]:
        """What needs the arbiter, with the boards' numbers: what has waited longest first."""
        now = self._wall()
        with self._changing:
            found = [(number, need) for number, board in self._boards.items() for need in board.needs]
            numbers = tuple(self._boards)
        found += [(number, need) for number in numbers for need in self._outside(number, now)]
        return tuple(sorted(found, key=lambda each: (each[1].since, each[0])))

    def news(self, after: int) -> tuple[News, ...]:
        """What has happened since the news of this count, as far as it is kept."""
        with self._changing:
            return tuple(itertools.takewhile(lambda each: each.count > after, reversed(self._news)))[::-1]

    def log(self) -> tuple[News, ...]:
        """All that is kept, the newest first: what was before the hall was started, too."""
        with self._changing:
            return tuple(sorted((*self._earlier, *self._news), key=lambda each: each.wall, reverse=True))

    def raised_by(self, number: int, need: Need) -> News | None:
        """The event that brought a need; None where none did."""
        with self._changing:
            board = self._boards.get(number)
            return None if board is None else board.raising.get(need.number)

    def orders(self, number: int | None = None) -> tuple[Order, ...]:
        """The orders to the station of a board, or to all, the oldest first."""
        return () if self._stations is None else self._stations.orders(number)

    def notices(self, after: int) -> tuple[Notice, ...]:
        """What the stations have to be known for beside their games, after the one of this count."""
        return () if self._stations is None else self._stations.notices(after)

    # ---- who is where ----

    def go_to(self, number: int, who: str, name: str) -> None:
        """An arbiter goes to a board, and leaves the former one; `who` tells those apart who are called alike."""
        self.leave(who)
        with self._changing:
            self._at.setdefault(number, (who, name))
        self._listeners.tell()

    def leave(self, who: str) -> None:
        """An arbiter is at no board any more."""
        with self._changing:
            self._at = {number: at for number, at in self._at.items() if at[0] != who}

    def other_at(self, number: int, who: str) -> str | None:
        """The name of the other arbiter who is at this board."""
        with self._changing:
            at = self._at.get(number)
            return at[1] if at is not None and at[0] != who else None

    # ---- ruling ----

    def rule(
        self,
        number: int,
        command: ArbiterCommand,
        *,
        seen: Seen,
        by: str,
        words: str,
        ticket: str = "",
    ) -> Ruled:
        """Do what an arbiter rules who knows of what they have `seen`.

        `by` is their name, `words` what they said; one `ticket` rules on a board once.
        One ruling after the other, over all arbiters: the second on one claim has not seen the first.
        """
        with self._one_ruling:
            with self._changing:
                board = self._boards.get(number)
            if board is None or board.game is None:
                return Ruled(refused="not_now")
            table = board.table
            if table is None:
                return self._order(board, command, seen, by=by, words=words, ticket=ticket)
            if isinstance(command, Adjourn) and not board.may_seal():
                return Ruled(refused="desk_no_sealing")
            command = replace(command, id=ticket or secrets.token_hex(8))
            return table.do(lambda: self._decide(board, table, command, seen))

    # ---- being told ----

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called, from any thread, when anything has changed; the result takes that back."""
        return self._listeners.add(on_change)

    def follow(self, table: HostedTable, may_seal: Callable[[], bool]) -> _Follower:
        """A hosted game comes under the arbiter: what follows it there. What was before it is no news.

        `may_seal`: whether its players can seal a move where they sit. In the table's turn.
        """
        number, game = self._number_of(table.number), table.number
        with self._changing:
            board = self._boards[number] = _Board(number=number, playing=game, table=table, may_seal=may_seal)
            self._take(board, steps_of(table.entries()), is_news=False)
            return _Follower(lambda recorded: self._happened(board, recorded))

    def _number_of(self, game: int) -> int:
        taken = () if self._stations is None else self._stations.boards()
        return game + BESIDE_STATIONS if game in taken else game

    def _happened(self, board: _Board, recorded: Recorded) -> None:
        now = self._wall()
        entry = Entry(number=recorded.number, at=recorded.at, wall=now, event=recorded.event)
        step = Step(entry=entry, before=recorded.before, after=recorded.after, received=now)
        with self._changing:
            self._take(board, (step,), is_news=True)
        self._listeners.tell()

    def _take(self, board: _Board, steps: Iterable[Step], *, is_news: bool) -> None:
        for step in steps:
            entry, event, after = step.entry, step.entry.event, step.after
            if entry.number <= board.last:
                continue
            needs = needs_after(board.needs, event, after, number=entry.number, wall=entry.wall)
            recorded = Recorded(number=entry.number, at=entry.at, before=step.before or after, event=event, after=after)
            news = News(
                count=next(self._counts) if is_news else 0,
                board=board.number,
                wall=entry.wall,
                recorded=recorded,
                raised=tuple(need for need in needs if need.number == entry.number),
            )
            board.game, board.last, board.at, board.needs = after, entry.number, entry.at, needs
            if news.raised:
                board.raising[entry.number] = news
            board.raising = {need.number: board.raising[need.number] for need in needs if need.number in board.raising}
            if is_news:
                self._news.append(news)
            elif news.raised or isinstance(event, TOLD):
                self._earlier.append(news)

    def _missed(self, board: _Board, seen: Seen) -> tuple[News, ...]:
        """What has happened on a board that an arbiter does not know of."""
        return tuple(each for each in self.news(seen.count) if each.board == board.number and not seen.has(each))

    def _decide(self, board: _Board, table: HostedTable, command: Command, seen: Seen) -> Ruled:
        """Rule on a hosted board, unless something speaks against it. In its turn: all that has happened is known."""
        if command.id in table.game.taken:
            return Ruled(refused="desk_was_done")
        with self._changing:
            before, missed = self.count, self._missed(board, seen)
            since: Iterable[Event] = (each.event for each in missed)
            if not self._is_kept(seen):  # what was seen is not known: all of the game may be news
                known = {each.recorded.number for each in self._news if each.board == board.number and seen.has(each)}
                since = (each.event for each in table.entries() if each.number not in known)
        if is_stale(command, since):
            return Ruled(news=missed, is_stale=True)
        if isinstance(command, CountGap):  # how much that is stands with the game alone
            gap = table.gap_taken()
            if gap is None or gap.time is None:
                return Ruled(refused="clock_no_gap")
            command = replace(command, color=gap.color, time=gap.time)
        table.give(command)
        return Ruled(news=self._missed(board, Seen(count=before)))

    def _is_kept(self, seen: Seen) -> bool:
        """Whether all that has happened since is still known."""
        with self._changing:
            return not self._news or seen.count >= self._news[0].count - 1

    # ---- stations ----

    def _station(self, number: int) -> StationBoard | None:
        return None if self._stations is None else self._stations.board(number)

    def _reported(self, number: int) -> None:
        """A station has reported something, has come or has gone."""
        station = self._station(number)
        if station is None:
            return
        with self._changing:
            board = self._boards.setdefault(number, _Board(number=number))
            known, last = board.playing, board.last
        playing = station.playing
        steps = station.steps(last if known == playing else -1)
        with self._changing:
            board = self._boards[number]
            if station.playing != playing:
                return  # another game has begun meanwhile, which is told by itself
            is_known = board.game is not None
            if board.playing != playing:
                board = self._boards[number] = _Board(number=number, playing=playing)
            self._take(board, steps, is_news=is_known)
        self._listeners.tell()

    def _order(self, board: _Board, command: ArbiterCommand, seen: Seen, **given: str) -> Ruled:
        missed = self._missed(board, seen)
        if is_stale(command, (each.event for each in missed)):
            return Ruled(news=missed, is_stale=True)
        assert self._stations is not None, "the board is elsewhere"
        order = self._stations.issue(board.number, command, seen=board.last, **given)
        return Ruled(refused="not_now") if order is None else Ruled(order=order)

    def settle_order(self, order: str, *, is_sent: bool) -> Order | None:
        """What the arbiter says of an order that was not done in time: send it after all, or take it back."""
        if self._stations is None:
            return None
        return self._stations.insist(order) if is_sent else self._stations.recall(order)

    def _outside(self, number: int, now: datetime) -> Iterable[Need]:
        """What stands in the way to a board, as long as there is a game on it."""
        station = self._station(number)
        if station is None:
            return
        is_over = station.game is not None and station.game.is_over
        if not (station.is_there or is_over) and station.since is not None and now - station.since >= GONE:
            yield Need(kind=NeedKind.AWAY, number=-1, since=station.since)
        assert self._stations is not None, "it has a station"
        for order in self._stations.orders(number):
            if order.state is OrderState.OVERDUE:
                yield Need(kind=NeedKind.ORDER, number=-1, since=order.issued)
