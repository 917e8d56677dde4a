"""A board at a station as the hall follows it: what it has reported, folded, and how its clock stands by its own time;
whether what it reports follows from what is kept; and what the station is answered.

For one thread at a time: `HallStations` sees to that. What pages read are values that nobody changes. What the arbiter
has to know of the ways to the boards are notices, counted in the order in which they came.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.edge.storage.damage import DamagedError, next_entry
from access_chess.entry_row import EntryRow
from access_chess.hall.games.boards import Notice, NoticeKind, PublicBoard, Step, steps_of
from access_chess.hall.rules import wire
from access_chess.hall.rules.records import AnyRecord, ConflictError, Noticed
from access_chess.hall.rules.view import ClockView, clock_view
from access_chess.hall.rules.wire import first_chain
from access_chess.hall.stations.store import History, StationStore
from access_chess.laws.clock import Instant
from access_chess.laws.events import MoveSealed
from access_chess.laws.game import Game
from access_chess.session.ports import Entry, StorageError

BEATS = 30  # of which the quickest on its way tells how far the station's time lies from ours
CLOCK_NOTES = 100  # so many changes of what is known of the clock have numbers between two events


class FollowedGame(Struct, frozen=True, kw_only=True):
    """A game as it was reported, folded so far."""

    history: History
    entries: tuple[Entry, ...] = ()
    game: Game | None = None

    def steps(self, rows: Sequence[EntryRow]) -> list[Step]:
        """The entries that these rows tell. Raises DamagedError where one cannot follow."""
        game, steps = self.game, []
        earliest = self.entries[-1].at // timedelta(microseconds=1) if self.entries else 0
        for each in rows:
            entry, after = next_entry(self.history.game, each, game, earliest)
            received = datetime.fromisoformat(each.received)
            steps.append(Step(entry=entry, before=game, after=after, received=received))
            game, earliest = after, each.at
        return steps

    def checked_steps(self, rows: Sequence[EntryRow]) -> list[Step]:
        """The entries that these rows tell. Raises NonsenseError."""
        try:
            steps = self.steps(rows)
        except DamagedError as error:
            raise wire.NonsenseError(str(error)) from error
        if any(
            each.seal and not isinstance(step.entry.event, MoveSealed) for each, step in zip(rows, steps, strict=True)
        ):
            raise wire.NonsenseError("only a sealed move is kept back")
        return steps

    def after(self, history: History, steps: Sequence[Step]) -> "FollowedGame":
        """The game with these entries."""
        entries = (*self.entries, *(step.entry for step in steps))
        return FollowedGame(history=history, entries=entries, game=steps[-1].after if steps else self.game)


class FollowedBoard:
    """A StationBoard of the ports. `clock` is the monotonic one, `reported` the count of earlier entries."""

    def __init__(
        self,
        number: int,
        board: PublicBoard,
        *,
        reported: int,
        wall: Callable[[], datetime],
        clock: Callable[[], Instant],
    ) -> None:
        self.number = number
        self.board = board
        self.is_there = False
        self.since: datetime | None = None
        self.followed: FollowedGame | None = None
        self._wall = wall
        self._clock = clock
        self._distances: deque[timedelta] = deque(maxlen=BEATS)
        self._known_until = timedelta()
        self._shown = reported  # so spectators' numbers go on when the hall has begun anew
        self._notes = 0
        self._last: tuple[Step, ...] = ()

    @property
    def playing(self) -> int | None:
        """The game that was reported last, by its number in the station's journal."""
        return None if self.followed is None else self.followed.history.game

    @property
    def game(self) -> Game | None:
        """How it stands."""
        return None if self.followed is None else self.followed.game

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of it."""
        return () if self.followed is None else self.followed.entries

    def steps(self, after: int) -> tuple[Step, ...]:
        """What has followed on the entry of this number; asked mostly for what came last."""
        last = self._last
        is_known = bool(last) and last[0].entry.number <= after + 1
        return tuple(step for step in (last if is_known else steps_of(self.entries)) if step.entry.number > after)

    def clock(self) -> ClockView | None:
        """Both displays now, by the station's time; as they were known last, and not running, where it is away."""
        game = self.game
        if game is None:
            return None
        if self.is_there and self._distances:
            return clock_view(game, max(self._known_until, self._clock() - min(self._distances)))
        view = clock_view(game, self._known_until)
        return None if view is None else replace(view, runs=None)

    def arrive(self) -> None:
        """The station is there, or there again."""
        self.is_there, self.since = True, self._wall()
        self._distances.clear()

    def leave(self) -> None:
        """The station is away."""
        self.is_there, self.since = False, self._wall()
        self._distances.clear()

    def show_clock(self, position: int = 0, *, is_known: bool) -> None:
        """Have spectators see whether the clock is known; `position` is the one that the news has in a ledger."""
        game = self.game
        if game is not None and game.clock.running is not None and (position or self._notes + 1 < CLOCK_NOTES):
            self._notes += 1
            number = position or self._shown * CLOCK_NOTES + self._notes
            self.board.show_clock(number, self._wall(), game, self._known_until, is_known=is_known)

    def beat(self, now: Instant, running: chess.Color | None) -> None:
        """A sign of life of the station, which says what time it is in its game."""
        if self.game is not None and self.game.clock.running == running:  # else it is ahead of its entries
            self._known_until = max(self._known_until, now)
        self._distances.append(self._clock() - now)

    def hear_by_entry(self) -> None:
        """The last entry, which came by way of another hall, tells what time it is in the game."""
        if self._last:
            step = self._last[-1]
            self._distances.append(self._clock() - step.entry.at - max(timedelta(), self._wall() - step.received))

    def follow(self, followed: FollowedGame, steps: Sequence[Step], position: int = 0) -> None:
        """The game that these entries have led to; spectators see those that are public.

        `position` is the one that the entries have in a ledger, all together; 0: they are counted here.
        """
        if self.followed is None or self.followed.history.history != followed.history.history:
            self._known_until = timedelta()
            self._distances.clear()
        self.followed, self._last = followed, tuple(steps)
        numbered = []
        for step in steps:
            self._shown, self._notes = self._shown + 1, 0
            numbered.append((position or self._shown * CLOCK_NOTES, step))
            self._known_until = max(self._known_until, step.entry.at)
        self.board.show(*numbered)


MOST = 1000  # the oldest are forgotten


class Notices:
    """May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notices: list[Notice] = []
        self._count = 0

    def add(self, record: Noticed) -> None:
        """One more."""
        with self._lock:
            self._count += 1
            kind = NoticeKind(record.notice)
            notice = Notice(count=self._count, board=record.board, kind=kind, wall=record.wall, number=record.number)
            self._notices = [*self._notices[-MOST + 1 :], notice]

    def after(self, count: int) -> tuple[Notice, ...]:
        """Those after the one of this count."""
        with self._lock:
            return tuple(notice for notice in self._notices if notice.count > count)


def folded(store: StationStore, history: History, count: int | None = None) -> FollowedGame:
    """A game as far as it is kept, or its first `count` entries."""
    begun = FollowedGame(history=history)
    return begun.after(history, begun.steps(store.rows(history)[:count]))


def joins_on(store: StationStore, history: History, sent: wire.Entries, chains: Sequence[str]) -> bool:
    """Whether what was sent, with these chains, follows from what is kept and is the same where both are there."""
    if sent.first == history.entries:
        return sent.before == history.chain
    first = first_chain(history.journal, history.game)
    if store.chain_at(history, sent.first, first) != sent.before:
        return False
    both = min(history.entries - sent.first, len(chains))
    return store.chain_at(history, sent.first + both, first) == chains[both - 1]


def other_from(store: StationStore, history: History, rows: Sequence[EntryRow]) -> int | None:
    """The first of these new entries that is another one than in the line before; None where it is none of them."""
    if not history.line:
        return None
    lines = store.histories(history.board)
    same_game = [each for each in lines if (each.journal, each.game) == (history.journal, history.game)]
    earlier = next((each for each in same_game if each.line == history.line - 1), None)
    if earlier is None:
        return None
    first, number = first_chain(history.journal, history.game), rows[0].number
    if store.chain_at(earlier, number, first) != store.chain_at(history, number, first):
        return None  # it had begun before
    for each in rows:
        kept = store.chain_at(earlier, each.number + 1, first)
        if kept is not None and kept != each.link:
            return each.number
    return None


#: What a station is answered: a message, nothing, or what is wrong with what it has said.
Answered = wire.FromHall | Exception | None


class Heard(Struct, frozen=True):
    """What a station is answered when the `record` is written that its word has led to, and what is done `then`."""

    answer: Answered
    record: AnyRecord | None = None
    then: Callable[[], None] | None = None


@dataclass(eq=False, kw_only=True)
class Link:
    """A station that is connected: `run` names its process, `send` puts a message on its way from any thread."""

    token: str
    board: int
    journal: str
    run: str
    send: Callable[[wire.FromHall], None]
    histories: dict[int, FollowedGame] = field(default_factory=dict)


def answered(heard: Heard, error: Exception | None) -> Answered:
    """What a station is answered when what it has said was written, or was not."""
    if isinstance(error, ConflictError):  # it was reported to another hall, or by another line to us
        return wire.Bye(reason=wire.GAP)
    if error is None and heard.then is not None:
        try:
            heard.then()
        except (wire.NonsenseError, StorageError) as failure:
            return failure
    return heard.answer if error is None else error
