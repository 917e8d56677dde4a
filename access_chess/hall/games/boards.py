"""Boards as arbiters and spectators see them: a demonstration board (6.14 of 2009), which shows nothing that is younger
than the delay, what pages need of boards that stand elsewhere, at stations, and who is told that something has changed.

What a station has reported is known here as far as it has come; the truth stands in the station's own journal. So a
ruling is not done here: it is ordered (`hall.orders`), and what became of it is told.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from typing import Generic, ParamSpec, Protocol

from msgspec import Struct
from msgspec.structs import replace

from access_chess.hall.games.seat_state import Published
from access_chess.hall.rules.orders import ArbiterCommand, Order
from access_chess.hall.rules.view import BoardView, ClockView, Publication, publication_of, view_of
from access_chess.laws.clock import Instant
from access_chess.laws.events import GameSetUp, MoveMade
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.play.messages import Act
from access_chess.session.ports import Entry, Recorded

#: A game at pages whose number a board of the playing hall has is called so many more.
BESIDE_STATIONS = 1_000


class NoticeKind(Enum):
    """What the arbiter has to know of the way to a board, and not of its game."""

    OTHER_HISTORY = "other_history"  # from entry `number` on it reports what does not follow from what it had reported
    OTHER_MACHINE = "other_machine"  # another journal reports for it: a spare machine stands there
    REPLACED = "replaced"  # a second station has signed in with the same token
    NONSENSE = "nonsense"  # it sends what nobody understands, and was sent away


class Notice(Struct, frozen=True, kw_only=True):
    """A notice of a board, counted from 1 over all boards; `wall` is when (UTC), `number` the entry it is about."""

    count: int
    board: int
    kind: NoticeKind
    wall: datetime
    number: int = 0


class Step(Struct, frozen=True, kw_only=True):
    """An entry that follows; `before` is None for the first. `received` is when it was known here (UTC)."""

    entry: Entry
    before: Game | None
    after: Game
    received: datetime


class StationBoard(Protocol):
    """A board at a station, as far as it is known here. May be used from any thread."""

    @property
    def number(self) -> int:
        """Its number in the playing hall."""
        ...

    @property
    def is_there(self) -> bool:
        """Whether its station is connected now."""
        ...

    @property
    def since(self) -> datetime | None:
        """Since when it is connected, or is not (UTC); None: it has never been since the hall was started."""
        ...

    @property
    def playing(self) -> int | None:
        """The number, in the station's journal, of the game that it reported last; None: of none yet."""
        ...

    @property
    def game(self) -> Game | None:
        """How that game stands."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of that game, for the arbiter's page; a sealed move has no text here before its envelope is opened."""
        ...

    def steps(self, after: int, /) -> tuple[Step, ...]:
        """What has followed in it on the entry of this number."""
        ...

    @property
    def board(self) -> "PublicBoard":
        """The board as spectators see it, game after game; its numbers go on over all of them."""
        ...

    def clock(self) -> ClockView | None:
        """Both displays now, by the station's own time; while it is away, as they were known last, and not running."""
        ...


class Stations(Protocol):
    """All boards at stations, and the way of orders to them. May be used from any thread. Raises StorageError."""

    def boards(self) -> tuple[int, ...]:
        """The numbers of all boards that have a station, in their order."""
        ...

    def board(self, number: int, /) -> StationBoard | None:
        """The board of this number, if it has a station."""
        ...

    def issue(
        self, board: int, command: ArbiterCommand, /, *, seen: int, by: str, words: str = "", ticket: str = ""
    ) -> Order | None:
        """Keep an order for the game that is played there, and send it; None: there is no such board, or no game.

        `seen` is the number of the last of `entries` that stood on the arbiter's page, `by` the name,
        `words` what was said; its id is the `ticket`, if there is one.
        """
        ...

    def insist(self, order: str, /) -> Order | None:
        """Send an overdue order after all; how it stands then, None where there is no such order."""
        ...

    def recall(self, order: str, /) -> Order | None:
        """Take an order back, unless it is done; how it stands then."""
        ...

    def orders(self, board: int | None = None, /) -> tuple[Order, ...]:
        """The orders of a board, or of all, the oldest first, as they stand now."""
        ...

    def notices(self, after: int = 0, /) -> tuple[Notice, ...]:
        """What the arbiter has to know, after the one of this count."""
        ...

    def listen(self, on_change: Callable[[int], None], /) -> Callable[[], None]:
        """Be called with the number of a board, from any thread, when anything has changed there; the result takes
        that back.
        """
        ...


def steps_of(entries: Iterable[Entry]) -> Iterator[Step]:
    """A game from its first entry on."""
    game: Game | None = None
    for entry in entries:
        before = game
        if isinstance(entry.event, GameSetUp):
            game = new_game(entry.event)
        else:
            assert before is not None, "a game begins by being set up"
            game = evolve(before, entry.event)
        yield Step(entry=entry, before=before, after=game, received=entry.wall)


P = ParamSpec("P")


class Listeners(Generic[P]):
    """Who is called when something has changed, and with what. May be used from any thread."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._calls: dict[object, Callable[P, None]] = {}

    def __bool__(self) -> bool:
        return bool(self._calls)

    def add(self, call: Callable[P, None]) -> Act:
        """Call this, too; the result takes that back."""
        key = object()
        with self._changing:
            self._calls[key] = call
        return lambda: self._drop(key)

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them."""
        with self._changing:
            calls = tuple(self._calls.values())
        for call in calls:
            call(*args, **kwargs)

    def _drop(self, key: object) -> None:
        with self._changing:
            self._calls.pop(key, None)


class PublicBoard:
    """Follows a board from its first event, as an output of its session or as a station tells it; may be read from any
    thread. Where the players are not `named`, their names are not shown.
    """

    def __init__(self, entries: Iterable[Entry] = (), *, wall: WallClock = utc_now, named: bool = True) -> None:
        self._wall = wall
        self._named = named
        self._changing = threading.Lock()
        self._published: list[Published] = []
        self._listeners: Listeners[[]] = Listeners()
        self._publish((step.entry.number, step) for step in steps_of(entries))

    def on_event(self, recorded: Recorded) -> None:
        """Keep what is public, and tell all who watch."""
        now = self._wall()
        entry = Entry(number=recorded.number, at=recorded.at, wall=now, event=recorded.event)
        self.show((entry.number, Step(entry=entry, before=recorded.before, after=recorded.after, received=now)))

    def show(self, *steps: tuple[int, Step]) -> None:
        """Keep the public ones of these, and tell all who watch when all are there, if there are any."""
        if self._publish(steps):
            self._listeners.tell()

    def show_clock(self, number: int, wall: datetime, game: Game, at: Instant, *, is_known: bool) -> None:
        """Nothing has happened on the board, but its clock is not known any more, or is known again."""
        look = partial(view_of if is_known else _with_unknown_clock, game, at, with_names=self._named)
        with self._changing:
            self._published.append(Published(number=number, wall=wall, look=look))
        self._listeners.tell()

    def shown(self, delay: timedelta, after: int = -1) -> tuple[Published, ...]:
        """What may be known by now of what came after the event of this number, oldest first; of the last game."""
        latest = self._wall() - delay
        found: list[Published] = []
        with self._changing:
            for each in reversed(self._published):
                if each.number <= after:
                    break
                if each.wall <= latest:
                    found.append(each)
                    if each.is_first:
                        break
        return tuple(reversed(found))

    def goes_on(self, after: int) -> bool:
        """Whether what came after the event of this number (0: the first) is known, without a gap."""
        with self._changing:
            return after == 0 or not self._published or after >= self._published[0].number

    def due(self, delay: timedelta, after: int) -> datetime | None:
        """When the next thing after this number may be known; None where nothing waits."""
        found: Published | None = None
        with self._changing:
            for each in reversed(self._published):
                if each.number <= after:
                    break
                found = each
        return None if found is None else found.wall + delay

    @property
    def is_watched(self) -> bool:
        """Whether somebody wants to be told of it."""
        return bool(self._listeners)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when something public has happened; the result takes that back."""
        return self._listeners.add(on_change)

    def _publish(self, steps: Iterable[tuple[int, Step]]) -> bool:
        with self._changing:
            last = self._published[-1].number if self._published else -1
            new = [
                _published(number, step, is_named=self._named)
                for number, step in steps
                if number > last and publication_of(step.entry.event) is Publication.PUBLIC
            ]
            self._published += new
        return bool(new)


def _published(number: int, step: Step, *, is_named: bool) -> Published:
    event = step.entry.event
    move = event.move if isinstance(event, MoveMade) and event.legal else None
    return Published(
        number=number,
        wall=step.received,
        look=partial(view_of, step.after, step.entry.at, with_names=is_named),
        move=move,
        before=None if move is None or step.before is None else step.before.board,
        is_first=isinstance(event, GameSetUp),
    )


def _with_unknown_clock(game: Game, at: Instant, *, with_names: bool) -> BoardView:
    view = view_of(game, at, with_names=with_names)
    return view if view.clock is None else replace(view, clock=replace(view.clock, runs=None))
