"""The loop: commands in, decided one after the other, committed to the journal, and only then told.

The way of a command: an input calls `submit`, which stamps it; the session's own thread asks the Laws for the events,
commits them, lets the game evolve, and hands each event to the outputs. Code that wants to know how the game stands
reads `game`, a value that nobody changes.
"""

import contextlib
import queue
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command, StopClocks, StopReason, TimePassed
from access_chess.laws.decide import decide, next_deadline
from access_chess.laws.events import GameSetUp
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.machine_clock import MonotonicClock, WallClock, awake_clock, monotonic_clock, utc_now
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.kept_time import BEAT, STALLED, KeptTime, is_time_running, time_since, undecided_gap
from access_chess.session.ports import EventStore, Gap, Output

#: How much later than its stamp a device's report may come: a sensor board takes 15 ms, more on a busy machine. Only
#: then is a deadline decided, as of its own instant, so that the way of a press costs no player the game.
LATE = timedelta(milliseconds=50)
SECOND = timedelta(seconds=1)
#: So long at most a deadline waits for devices that have not yet told all that happened before it; and after the loop
#: itself was held up, since what hands did meanwhile is still on its way.
AWAITED = timedelta(milliseconds=500)
LOOK = timedelta(milliseconds=20)


def begin_game(journal: EventStore, setup: Setup, *, wall: WallClock = utc_now) -> Record:
    """A new game in the journal. Raises JournalError."""
    event = GameSetUp(setup=setup)
    return Record(number=journal.begin(event, wall()), game=new_game(event), entries=1)


def resume_game(journal: EventStore, number: int, *, wall: WallClock = utc_now) -> Record:
    """A game as the journal tells it. Raises JournalError when there is no such game, or it cannot be read."""
    entries, beat = journal.entries(number), journal.heartbeat(number)
    last = entries[-1]
    known = last if beat is None or beat.at <= last.at else beat
    game = replay(entry.event for entry in entries)
    gone = time_since(last, beat, wall)
    running = game.clock.running if is_time_running(game) else None
    lost = undecided_gap(entries, beat, game) if running is None else Gap(color=running, time=gone)
    return Record(number=number, game=game, entries=len(entries), at=known.at, gap=gone or timedelta(), lost=lost)


def going_on(record: Record) -> Record:
    """The game where its clock has run on: what has passed since the last entry counts, to the microsecond."""
    return replace(record, counts_gap=True, lost=None) if is_time_running(record.game) else record


class Ordered(Struct, frozen=True, kw_only=True):
    """A command that is decided on unless something speaks against it when its turn comes."""

    command: Command
    unless: Callable[[], bool]
    then: Callable[[], None]


#: What waits for the loop, and its instant; None: a sign of life.
Item = tuple[Instant, Command | Ordered | None]


class Session(GameInPlay):
    """A game that is decided on here: commands in, events out.

    `on_gap` is told when the machine has slept while a clock ran: both displays stand then as they were last kept.
    `late` tells how much later than its stamp a report may come as the game stands.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        *,
        outputs: Sequence[Output] = (),
        on_trouble: Callable[[Exception], None] = lambda error: None,
        on_gap: Callable[[GameInPlay, Gap], None] = lambda session, gap: None,
        late: Callable[[Game], timedelta] = lambda game: LATE,
        clock: MonotonicClock = monotonic_clock,
        awake: MonotonicClock | None = None,
        wall: WallClock = utc_now,
    ) -> None:
        """`awake` is a clock that stands while the machine sleeps; without one no sleep is told from a slow disk."""
        super().__init__(record, journal, outputs=outputs, on_trouble=on_trouble, clock=clock, wall=wall)
        self._awake = awake or (awake_clock if clock is monotonic_clock else clock)
        self._last = record.at
        self._kept = KeptTime(journal, record.number, record.at, wall)
        self._on_gap = on_gap
        self._late = late
        self._gap = record.lost
        self._passed: Instant | None = None
        self._awaiting: tuple[Instant, Instant, bool] | None = None
        self._inbox: queue.SimpleQueue[Item | None] = queue.SimpleQueue()

    def take_gap(self) -> Gap | None:
        """The time that ran on a display and was not kept, if there was any: it can be counted once."""
        with self._lock:
            gap, self._gap = self._gap, None
        return gap

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Commands for the loop, which follow each other with nothing between; returns at once.

        They are stamped here, or bear the stamp of a device whose own clock counts.
        """
        now = self.now() if at is None else at
        with self._lock:
            self._pending += len(commands)
            for command in commands:
                self._inbox.put((now if command.stamp is None else command.stamp, command))

    def order(self, command: Command, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """A command from elsewhere; see `ReportedGame`."""
        with self._lock:
            self._pending += 1
            stamp = self.now() if command.stamp is None else command.stamp
            self._inbox.put((stamp, Ordered(command=command, unless=unless, then=then)))

    def keep_time(self, seconds: float | None = None) -> None:
        """Have the time on disk before it is told to anybody; waits no longer than so many seconds."""
        if is_time_running(self._game) and self.is_alive:
            with self._lock:
                self._pending += 1
                self._inbox.put((self.now(), None))
            self.wait_until_decided(seconds)

    def close(self) -> None:
        """Decide what was submitted, tell it, and stop."""
        if self.is_alive:
            self._inbox.put(None)
            self._thread.join()
        self._close_outputs()

    def handle(self, command: Command, at: Instant) -> None:
        """Decide on one command at an instant, commit, evolve and tell: one turn of the loop.

        Raises JournalError; then nothing has happened.
        """
        at = max(at, self._last)  # a device's stamp may lie a little before what has been decided already
        deadline = next_deadline(self._game)
        if isinstance(command, TimePassed) and deadline is not None and at >= deadline:
            self._passed = deadline  # if nothing follows from it, or it fails, it is not waited for again
        self._happen(command, at)

    def _deadline(self) -> Instant | None:
        deadline = next_deadline(self._game)
        return None if deadline == self._passed else deadline

    def _happen(self, command: Command, at: Instant) -> None:
        events = decide(self._game, command, at=at)
        if events:
            with self._written(at):
                self._commit(events, at=at, wall=self._wall(), author=command.given_by, command=command.id)
            self._last = at

    @contextlib.contextmanager
    def _written(self, at: Instant) -> Iterator[None]:
        """The time until `at` is on disk after this; where the disk takes long, or somebody's answer, time runs on.

        What the machine sleeps meanwhile is no such time: then the clocks stand still as of `at`.
        """
        begun, awake = self.now(), self._awake()
        yield
        now = self.now()
        has_slept = now - begun - (self._awake() - awake) > STALLED
        self._kept.enter(now if now - begun > BEAT and not has_slept else at)

    def _turn(self) -> bool:
        item = self._next()
        if item is not None:
            self._do(lambda: self._take(*item))
        return item is not None

    def _take(self, at: Instant, command: Command | Ordered | None) -> None:
        match command:
            case None:
                with self._written(at):
                    self._kept.beat(at)
            case Ordered():
                if not command.unless():
                    self.handle(command.command, at)
                command.then()
            case _:
                self.handle(command, at)

    def _next(self) -> Item | None:
        """The next command, the passing of time at the next deadline, or a sign of life (no command); None at the end.

        After a sleep of the machine nothing is decided before the clocks stand.
        """
        deadline, beat = self._deadline(), self._kept.due(self._game)
        late = None if deadline is None else deadline + self._late(self._game)
        waking = min((each for each in (late, beat) if each is not None), default=None)
        item: Item | None
        try:
            item = self._inbox.get(timeout=None if waking is None else max(0.0, (waking - self.now()) / SECOND))
        except queue.Empty:
            item = self._overdue(deadline) if deadline is not None and waking is late else self._beat()
        if waking is not None and self.now() - waking > STALLED and is_time_running(self._game):
            self._stand_still()
        return item

    def _beat(self) -> Item:
        with self._lock:
            self._pending += 1
        return self.now(), None

    def _overdue(self, deadline: Instant) -> Item | None:
        """The passing of time at a deadline; first what was reported late.

        That is waited for until the devices have vouched for the deadline's instant, and where the program was stopped.
        """
        if self._awaiting is None or self._awaiting[0] != deadline:
            now = self.now()
            is_stalled = now - deadline > self._late(self._game) + LATE
            self._awaiting = deadline, (now if is_stalled else deadline) + AWAITED, is_stalled
        _, until, is_stalled = self._awaiting
        while (left := until - self.now()) > timedelta() and (is_stalled or not self._has_told_all(deadline)):
            with contextlib.suppress(queue.Empty):
                return self._inbox.get(timeout=min(left, LOOK) / SECOND)
        with contextlib.suppress(queue.Empty):
            return self._inbox.get_nowait()
        with self._lock:
            self._pending += 1
        return deadline, TimePassed()

    def _stand_still(self) -> None:
        """Nobody knows what became of the time while the machine slept: the clocks are stopped as they were kept."""
        color = self._game.clock.running
        gap = self.now() - self._kept.at
        self.handle(StopClocks(reason=StopReason.POWER), self._kept.at)
        if color is not None:
            with self._lock:
                self._gap = found = Gap(color=color, time=gap)
            self._on_gap(self, found)
