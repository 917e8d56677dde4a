"""The loop: commands in, decided one after the other, committed to the journal, and only then told.

The way of a command: an input calls `submit`, which stamps it; the session's own thread asks the Laws for the events,
commits them, lets the game evolve, and hands each event to the outputs, which work in threads of their own. Whoever
wants to know how the game stands reads `game`, a value that nobody changes.
"""

import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command, StopClocks, StopReason, TimePassed
from access_chess.laws.decide import decide, next_deadline
from access_chess.laws.events import GameSetUp
from access_chess.laws.evolve import evolve, replay
from access_chess.laws.game import Game, new_game
from access_chess.laws.setup import Setup
from access_chess.machine_clock import MonotonicClock, WallClock, monotonic_clock, utc_now
from access_chess.session.kept_time import STALLED, Gap, KeptTime, is_time_running, time_since, undecided_gap
from access_chess.session.outputs import Beside
from access_chess.session.ports import EventStore, JournalError, Loop, Output, Recorded

#: How much later than its stamp a device's report may come: a sensor board takes 15 ms, more on a busy machine. Only
#: then is a deadline decided, as of its own instant, so that the way of a press costs no player his game.
LATE = timedelta(milliseconds=50)
SECOND = timedelta(seconds=1)
#: Seconds more for the devices where the loop itself was held up: what hands did meanwhile is still on its way.
AFTER_A_STALL = 0.5


@dataclass(frozen=True, kw_only=True)
class Record:
    """A game in the journal, as far as it goes: where the loop takes it up.

    `at` is the last instant that is known, by an entry or a sign of life while a clock ran: what was thought until then
    counts. `gap` is the wall time since, zero for a new game; it is not counted, and the arbiter is told of it.
    Where days are counted by the calendar, the session `counts_gap` as time of the game.
    `lost` is time of a display that nobody has decided on: this gap where a clock ran, or an earlier one.
    """

    number: int
    game: Game
    entries: int
    at: Instant = timedelta()
    gap: timedelta = timedelta()
    lost: Gap | None = None
    counts_gap: bool = False


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


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """A command that is decided on unless something speaks against it when its turn comes."""

    command: Command
    unless: Callable[[], bool]
    then: Callable[[], None]


#: What waits for the loop, and its instant; None: a sign of life.
Item = tuple[Instant, Command | Ordered | None]


@dataclass(frozen=True, kw_only=True)
class Subscription:
    """An output that came while the game is played: the number of the next event, the game before it, the way out."""

    number: int
    game: Game
    leave: Callable[[], None]


class Session:
    """One game being played. `submit`, `game` and `now` may be used from any thread.

    `on_trouble` is told, in a sentence's worth of exception, of what went wrong where nobody else can be asked: an
    output that failed, a journal that cannot be written. After a JournalError the session plays no further: what is
    not on disk is not heard. `on_gap` is told when the machine has slept while a clock ran: both displays stand then as
    they were last kept.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        *,
        outputs: Sequence[Output] = (),
        on_trouble: Callable[[Exception], None] = lambda error: None,
        on_gap: Callable[[Loop, Gap], None] = lambda session, gap: None,
        clock: MonotonicClock = monotonic_clock,
        wall: WallClock = utc_now,
    ) -> None:
        self.number = record.number
        self._game = record.game
        self._entries = record.entries
        self._journal = journal
        self._on_trouble = on_trouble
        self._clock = clock
        self._wall = wall
        self._origin = clock() - record.at - (record.gap if record.counts_gap else timedelta())
        self._last = record.at
        self._kept = KeptTime(journal, record.number, record.at, wall)
        self._on_gap = on_gap
        self._gap = record.lost
        self._idle_deadline: Instant | None = None
        self._inbox: queue.SimpleQueue[Item | None] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._pending = 0
        self._ended = False
        self._outputs = tuple(Beside(output, on_trouble) for output in outputs)
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)

    @property
    def game(self) -> Game:
        """The game as it stands after the last committed event."""
        return self._game

    @property
    def is_alive(self) -> bool:
        """Whether commands are still decided on."""
        return self._thread.is_alive() and not self._ended

    def now(self) -> Instant:
        """The instant of the game now."""
        return self._clock() - self._origin

    def take_gap(self) -> Gap | None:
        """The time that ran on a display and was not kept, if there was any: it can be counted once."""
        with self._changed:
            gap, self._gap = self._gap, None
        return gap

    def start(self) -> None:
        """Begin to decide on commands."""
        self._thread.start()

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Commands for the loop, which follow each other with nothing between; returns at once.

        They are stamped here, or bear the stamp of a device whose own clock counts.
        """
        now = self.now() if at is None else at
        with self._changed:
            self._pending += len(commands)
            for command in commands:
                self._inbox.put((now if command.stamp is None else command.stamp, command))

    def order(self, command: Command, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """A command from elsewhere; see `Loop`."""
        with self._changed:
            self._pending += 1
            self._inbox.put((self.now(), Ordered(command=command, unless=unless, then=then)))

    def subscribe(self, output: Output) -> Subscription:
        """Tell this output of every event from now on; the first that it is told follows `Subscription.game`."""
        beside = Beside(output, self._on_trouble)
        with self._changed:
            self._outputs = (*self._outputs, beside)
            return Subscription(number=self._entries, game=self._game, leave=lambda: self._leave(beside))

    def keep_time(self, seconds: float | None = None) -> None:
        """Have the time on disk before it is told to anybody; waits no longer than so many seconds."""
        if is_time_running(self._game) and self.is_alive:
            with self._changed:
                self._pending += 1
                self._inbox.put((self.now(), None))
            self.wait_until_decided(seconds)

    def once_told(self, output: Output, act: Callable[[], None]) -> None:
        """Do this in its turn among what that output is told: after all that has been committed so far."""
        with self._changed:
            beside = next((each for each in self._outputs if each.output is output), None)
        if beside is None:
            act()
        else:
            beside.do(act)

    def settle(self, seconds: float | None = None) -> bool:
        """Wait until all that was submitted is decided, committed and told, or so many seconds; was it?"""
        while self.wait_until_decided(seconds) and all(output.settle(seconds) for output in self._outputs):
            if self._pending == 0:  # what was told may have led to further commands
                return True
        return False

    def wait_until_decided(self, seconds: float | None = None) -> bool:
        """Wait until all that was submitted is decided and committed, or so many seconds; was it?"""
        with self._changed:
            return self._changed.wait_for(lambda: self._pending == 0 or self._ended, seconds)

    def wait_for(self, condition: Callable[[Game], bool], seconds: float | None = None) -> bool:
        """Wait until the game is as asked for, or so many seconds; is it? False as well when the session has ended."""
        with self._changed:
            return self._changed.wait_for(lambda: condition(self._game) or self._ended, seconds) and condition(
                self._game
            )

    def close(self) -> None:
        """Decide what was submitted, tell it, and stop."""
        if self.is_alive:
            self._inbox.put(None)
            self._thread.join()
        for output in self._outputs:
            output.close()

    def handle(self, command: Command, at: Instant) -> None:
        """Decide on one command at an instant, commit, evolve and tell: one turn of the loop.

        Raises JournalError; then nothing has happened.
        """
        at = max(at, self._last)  # a device's stamp may lie a little before what has been decided already
        deadline = next_deadline(self._game)
        if not self._happen(command, at):
            self._idle_deadline = deadline  # nothing followed: it is not waited for again

    def _leave(self, beside: Beside) -> None:
        with self._changed:
            self._outputs = tuple(each for each in self._outputs if each is not beside)
        beside.close()

    def _deadline(self) -> Instant | None:
        deadline = next_deadline(self._game)
        return None if deadline == self._idle_deadline else deadline

    def _happen(self, command: Command, at: Instant) -> bool:
        events = decide(self._game, command, at=at)
        if not events:
            return False
        self._journal.append(
            self.number, self._entries, events, at=at, wall=self._wall(), author=command.given_by, command=command.id
        )
        self._last = at
        self._kept.enter(at)
        for event in events:
            before, after = self._game, evolve(self._game, event)
            with self._changed:  # whoever subscribes meanwhile sees the game before it all, or is told of it
                recorded = Recorded(number=self._entries, at=at, before=before, event=event, after=after)
                self._entries += 1
                self._game = after
                for output in self._outputs:
                    output.on_event(recorded)
                self._changed.notify_all()
        return True

    def _run(self) -> None:
        try:
            while (item := self._next()) is not None:
                self._handle_and_count(*item)
        except JournalError as error:
            self._on_trouble(error)
        finally:
            with self._changed:
                self._pending, self._ended = 0, True
                self._changed.notify_all()

    def _handle_and_count(self, at: Instant, command: Command | Ordered | None) -> None:
        try:
            match command:
                case None:
                    self._kept.beat(at)
                case Ordered():
                    if not command.unless():
                        self.handle(command.command, at)
                    command.then()
                case _:
                    self.handle(command, at)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  the one place that may: a defect must not end a game in silence
            self._on_trouble(error)
        with self._changed:
            self._pending -= 1
            self._changed.notify_all()

    def _next(self) -> Item | None:
        """The next command, the passing of time at the next deadline, or a sign of life (no command); None at the end.

        After a sleep of the machine nothing is decided before the clocks stand.
        """
        deadline, beat = self._deadline(), self._kept.due(self._game)
        late = None if deadline is None else deadline + LATE
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
        with self._changed:
            self._pending += 1
        return self.now(), None

    def _overdue(self, deadline: Instant) -> Item | None:
        """The passing of time at a deadline; first what was reported late, where the program had been stopped."""
        if self.now() - deadline > 2 * LATE:
            with contextlib.suppress(queue.Empty):
                return self._inbox.get(timeout=AFTER_A_STALL)
        with self._changed:
            self._pending += 1
        return deadline, TimePassed()

    def _stand_still(self) -> None:
        """Nobody knows what became of the time while the machine slept: the clocks are stopped as they were kept."""
        color = self._game.clock.running
        gap = self.now() - self._kept.at
        self.handle(StopClocks(reason=StopReason.POWER), self._kept.at)
        if color is not None:
            with self._changed:
                self._gap = found = Gap(color=color, time=gap)
            self._on_gap(self, found)
