"""The table of a game that is played here. Whatever comes to it is done in its turn, in the thread that brings it or in
the one that is at the table just now: no two are there at once, and none waits for a game.

Games of days a move stand here, too: their instants are the wall clock's, and go on whether a hall is there or not.
What a hall was closed for longer than a short while is given back to the player who was to move.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from access_chess.hall.games.alarm import Waking
from access_chess.hall.games.floor_news import HallDisk
from access_chess.hall.games.seat_state import Down
from access_chess.laws.clock import Instant
from access_chess.laws.commands import PROGRAM, AddTime, Command, CountGap, Resume
from access_chess.laws.game import Game
from access_chess.machine_clock import MonotonicClock, WallClock, awake_clock, monotonic_clock, utc_now
from access_chess.play.loop import Table
from access_chess.play.messages import (
    Act,
    Again,
    AtOnce,
    DiskFailed,
    Effects,
    Give,
    GoOn,
    Happened,
    KeptAfterAll,
    Message,
    OrderCame,
    ReadyCommand,
    Seat,
    Slept,
    TablePlace,
    ToSeat,
    Woken,
)
from access_chess.play.time_teller import TimesAtPlaces, TimeTeller, Watch
from access_chess.play.worker import SECOND, Worker
from access_chess.session.kept_time import was_held_up
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Entry, EventStore, Gap, JournalError, OnTrouble, Output, Recorded
from access_chess.session.record import Record

#: A hall that is begun anew is back in seconds; only what is longer is given back.
FORGIVEN_FROM = timedelta(minutes=5)
MOST_AT_ONCE = timedelta(hours=99)  # that the Laws let a display show
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
#: The alarm looks again after so long: a wall clock may be set, and a game that is let go is forgotten.
LOOK = timedelta(minutes=1)


def is_by_correspondence(game: Game) -> bool:
    """Whether so many days are given for each move."""
    return game.setup.days_per_move is not None


def _parts(time: timedelta) -> Iterator[timedelta]:
    """What a ruling may give at once."""
    while time > timedelta():
        yield min(time, MOST_AT_ONCE)
        time -= MOST_AT_ONCE


def _days_clock(wall: WallClock) -> MonotonicClock:
    return lambda: wall() - _BEGINNING


class NobodySeat(Struct, frozen=True):
    """A place that nobody has taken."""

    def turn(self, message: ToSeat, game: Game) -> tuple["NobodySeat", Effects]:
        """Nothing follows."""
        return self, ()

    def is_due(self, _: Game) -> bool:
        """Nobody types here."""
        return False


class HostSeat(Struct, frozen=True, kw_only=True):
    """The hall's own place at a table: those who follow the game are told of it here.

    Where the disk fails the game goes on: nobody can wait for it. So does a game in which the machine has slept; `gap`
    is the time of a display that nobody has decided on.
    """

    number: int
    disk: HallDisk
    on_trouble: OnTrouble
    outputs: tuple[Output, ...] = ()
    gap: Gap | None = None

    def turn(self, message: ToSeat, game: Game) -> tuple["HostSeat", Effects]:
        """What the hall does because of it."""
        if isinstance(message, Happened):
            return self, tuple(AtOnce(do=partial(self._tell, each)) for each in message.events)
        match message:
            case DiskFailed(error=error):
                return self, (AtOnce(do=partial(self.disk.fail, self.number, error)), GoOn(is_wanted=True))
            case KeptAfterAll():
                return self, (AtOnce(do=partial(self.disk.be_well, self.number)),)
            case Slept(gap=gap):
                return replace(self, gap=gap), (Give(command=Resume(author=PROGRAM)),)
            case OrderCame() if message.unless():
                return self, (AtOnce(do=message.then),)
            case OrderCame(command=command):
                seat = replace(self, gap=None) if isinstance(command, CountGap) else self
                return seat, message.effects
            case Again(message=OrderCame(then=then)):
                return self, (AtOnce(do=then),)
        return self, ()

    def is_due(self, _: Game) -> bool:
        """Nobody types here."""
        return False

    def _tell(self, recorded: Recorded) -> None:
        for output in self.outputs:
            try:
                output.on_event(recorded)
            except Exception as error:  # noqa: BLE001  part of the loop: an output that fails is told of, and no more
                self.on_trouble(error)


T = TypeVar("T")


IsTime = Callable[[], bool]


def at_once() -> bool:
    """It is time for it."""
    return True


class _Act(Struct, kw_only=True):
    """Something to be done in its turn, when it `is_time` for it, or from `until` on in any case."""

    do: Callable[[], Any]
    found: "Future[Any]" = field(default_factory=Future)
    is_time: IsTime = at_once
    until: Instant = timedelta()


class HostedTable:
    """One game at a table of the hall; a DistantTable for those who take part from elsewhere. From any thread.

    What is called "in its turn" is for what `do` and `post` were given. `on_change` is told there of another state of
    the game. `late` is how much later than its stamp something may come.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        waking: Waking,
        *,
        seats: int,
        disk: HallDisk,
        on_trouble: OnTrouble,
        on_change: Callable[[Game], None],
        late: Callable[[Game], timedelta],
        wall: WallClock = utc_now,
    ) -> None:
        self.number = record.number
        self._journal = journal
        self._waking = waking
        self._on_trouble = on_trouble
        self._on_change = on_change
        is_of_days = is_by_correspondence(record.game)
        self.clock = _days_clock(wall) if is_of_days else monotonic_clock
        self._awake = self.clock if is_of_days else awake_clock
        self._origin = self.clock() - record.at - (record.gap if is_of_days or record.counts_gap else timedelta())
        self._times = TimesAtPlaces(lambda at: self._table.keeping.beat(at))
        self._watches: list[Watch] = [self._times]
        self._worker = Worker(lambda worked: self.post(partial(self.turn, worked)), self.clock)
        self._host = seats
        host = HostSeat(number=record.number, disk=disk, on_trouble=on_trouble, gap=None if is_of_days else record.lost)
        places = [*(TablePlace(seat=NobodySeat()) for _ in range(seats)), TablePlace(seat=host)]
        self._table = Table(
            record, journal, places, work=self._worker.take, drop=self._worker.drop, origin=self._origin,
            watches=self._watches, late=late, on_trouble=on_trouble, wall=wall,
        )  # fmt: skip
        self._acts: deque[_Act] = deque()
        self._ahead: list[_Act] = []  # what came before it was time for it
        self._turning = threading.Lock()  # is tried, and never waited for
        self._turner: int | None = None
        self._alarm: Instant | None = None  # when it wants to be woken
        self._rung: tuple[Instant, Instant] | None = None  # since when it has been waking up, by both clocks
        self._seen = record.game
        self._is_over = False

    # ---- from any thread ----

    @property
    def game(self) -> Game:
        """How it stands."""
        return self._table.game

    def now(self) -> Instant:
        """The instant of the game now."""
        return self.clock() - self._origin

    @property
    def is_kept(self) -> bool:
        """Whether all of the game is on disk."""
        return self._table.keeping.failure is None

    def seat(self, index: int) -> Seat:
        """Who sits there, as they are now."""
        return self._table.seat(index)

    def begin(self, do: Callable[[], T], *, is_time: IsTime = at_once, within: float) -> "Future[T]":
        """Have this done in its turn, by another thread, when it `is_time` or after so many seconds."""
        self._waking.soon(partial(self._put, act := _Act(do=do, is_time=is_time, until=self.clock() + within * SECOND)))
        return act.found

    def do(self, act: Callable[[], T]) -> T:
        """Do this in its turn; what comes of it."""
        assert self._turner != threading.get_ident(), "its own turn waits for nothing"
        return cast(T, self._put(_Act(do=act)).result())

    def post(self, act: Callable[[], object]) -> None:
        """Do this in its turn; nobody waits for it."""
        self._put(_Act(do=act))

    def close(self) -> int | None:
        """Let the game go; it stands in the journal. How many moves do not; None where all of it does."""
        unkept = self.do(self._end)
        self._worker.close()
        return unkept

    # ---- a DistantTable ----

    def submit(self, command: Command) -> None:
        """Have a command decided on; returns at once where somebody else is at the table."""
        self.post(partial(self.give, command, self.now()))

    def order(self, command: Command, *, unless: IsTime, then: Act) -> None:
        """A command from elsewhere, unless something speaks against it; `then` is called when it is settled."""
        at = self.clock()
        ordered = OrderCame(command=command, unless=unless, then=then, at=at, seat=self._host)
        self.post(partial(self.turn, ordered))

    def take_gap(self) -> Gap | None:
        """The time that ran on a display and was not kept, if there was any: it can be counted once."""
        return self.do(self.gap_taken)

    # ---- in its turn ----

    def turn(self, message: Message) -> Leaving | None:
        """All that follows from one message; how somebody leaves by it. After a JournalError it goes no further."""
        if self._is_over:
            return None
        rung, self._rung = self._rung, None
        begun = self.clock(), self._awake()
        if rung is not None and self._is_busy_since(*rung):
            self._table.has_stood(begun[0])
        try:
            self._table.turn(message)
        except JournalError as error:
            self._is_over = True
            self._on_trouble(error)
        if self._is_busy_since(*begun):
            self._table.has_stood(self.clock())
        left, self._table.leaving = self._table.leaving, None
        return left

    def give(self, command: Command, at: Instant | None = None) -> None:
        """Have a command decided on, as of an instant of the game; the stamp of a device counts more."""
        stamp = self.now() if at is None else at
        self.turn(ReadyCommand(command=command, at=self._origin + (command.stamp or stamp)))

    def give_back(self, down: Down, record: Record) -> None:
        """To the player who was to move, as of the instant at which the hall was closed: before a flag could fall."""
        running = record.game.clock.running
        if down.time >= FORGIVEN_FROM and running is not None and not record.game.is_over:
            begun = utc_now() - record.gap  # the wall time of the last entry
            closed = record.at + max(timedelta(), down.since - begun)
            for time in _parts(down.time):
                self.give(AddTime(color=running, time=time, author=PROGRAM), closed)

    def sit(self, index: int, place: TablePlace, teller: TimeTeller | None = None) -> None:
        """Somebody sits there from now on; the `teller` tells them the time."""
        self._times.sit(index, teller, place.voice)
        self._times.look(self.game, self.now())
        self._table.sit(index, place)

    def tell(self, *outputs: Output) -> None:
        """These follow the game from now on, too."""
        host = self._host_seat
        self._table.sit(self._host, TablePlace(seat=replace(host, outputs=(*host.outputs, *outputs))))

    def watch(self, *watches: Watch) -> None:
        """These do something by time from now on, too."""
        self._watches.extend(watches)

    def entries(self) -> tuple[Entry, ...]:
        """All that has happened, kept or not."""
        return self._table.keeping.entries()

    def gap_taken(self) -> Gap | None:
        """The same as `take_gap`."""
        host = self._host_seat
        self._table.sit(self._host, TablePlace(seat=replace(host, gap=None)))
        return host.gap

    @property
    def _host_seat(self) -> HostSeat:
        host = self._table.seat(self._host)
        assert isinstance(host, HostSeat), "the hall sits there"
        return host

    def _end(self) -> int | None:
        self._is_over = True
        with contextlib.suppress(JournalError):
            self._table.close()
        return self._table.keeping.unkept_moves

    # ---- whose turn it is ----

    def _put(self, act: _Act) -> "Future[Any]":
        """Who brings something does all that waits, unless somebody is there who does it."""
        self._acts.append(act)
        while self._acts and self._turning.acquire(blocking=False):
            try:
                self._turner = threading.get_ident()
                while self._acts:
                    self._do(self._acts.popleft())
                    self._look_up()
            finally:
                self._turner = None
                self._turning.release()
        return act.found

    def _do(self, act: _Act) -> None:
        if not (act.is_time() or self._is_over or self.clock() >= act.until):
            self._ahead.append(act)
            return
        try:
            act.found.set_result(act.do())
        except Exception as error:  # noqa: BLE001  part of the loop: who waits for it is told, and nobody else
            act.found.set_exception(error)

    def _look_up(self) -> None:
        """After each act: what came too early may be in time now, and the alarm is set."""
        before, self._seen = self._seen, self.game
        if self._seen is not before:
            self._on_change(self._seen)
        ahead, self._ahead = self._ahead, []
        for act in ahead:
            if not self._ahead:
                self._do(act)
            else:
                self._ahead.append(act)
        if len(self._ahead) < len(ahead):
            self._acts.append(_Act(do=lambda: None))  # look up once more
        self._set_alarm()

    def _set_alarm(self) -> None:
        dues = [act.until for act in self._ahead[:1]]
        if self._table.due is not None and not self._is_over:
            dues.append(self._table.due)
        due = min(dues, default=None)
        if due is not None and (self._alarm is None or due < self._alarm):
            self._alarm = due
            self._waking.after(max(0.0, min(due - self.clock(), LOOK) / SECOND), self._ring)

    def _ring(self) -> None:
        """In the alarm's thread: a thread that is free comes to the table."""
        self._alarm, self._rung = None, (self.clock(), self._awake())
        if not self._is_over:
            self._waking.soon(lambda: self.post(lambda: self.turn(Woken(at=self.clock()))))

    def _is_busy_since(self, clock: Instant, awake: Instant) -> bool:
        return was_held_up(self.clock() - clock, self._awake() - awake)
