"""A game that is being played, as each place has it: how it stands, and who is told what happens in it.

The one that decides (`session`) and the one that follows what is decided elsewhere (`remote.copied_game`) do so in a
thread of their own; what they have committed to the journal is told to outputs. Each output is told of events in a
thread of its own, in order, and may come and go.
"""

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Command
from access_chess.laws.events import Event
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game
from access_chess.machine_clock import MonotonicClock, WallClock, monotonic_clock, utc_now
from access_chess.session.ports import EventStore, Gap, JournalError, Output, Recorded


class Beside:
    """An output with a thread of its own, so that it never holds the loop up."""

    def __init__(self, output: Output, on_trouble: Callable[[Exception], None]) -> None:
        self.output = output
        self._on_trouble = on_trouble
        self._waiting: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._lock = threading.RLock()  # locked itself: Control-C within a condition's own lock would leave it shut
        self._changed = threading.Condition(self._lock)
        self._pending = 0
        self._thread = threading.Thread(target=self._run, name=type(output).__name__, daemon=True)
        self._thread.start()

    def on_event(self, recorded: Recorded) -> None:
        """One more event for the output; returns at once."""
        self.do(lambda: self.output.on_event(recorded))

    def do(self, act: Callable[[], None]) -> None:
        """Something that is to follow what the output has been told so far; returns at once."""
        with self._lock:
            self._pending += 1
        self._waiting.put(act)

    def settle(self, seconds: float | None) -> bool:
        """Wait until the output has dealt with all that it was told, or so many seconds; has it?"""
        with self._lock:
            return self._changed.wait_for(lambda: self._pending == 0, seconds)

    def close(self) -> None:
        """Let the output deal with what it was told, and end the thread."""
        self._waiting.put(None)
        if self._thread is not threading.current_thread():  # an output may leave when it is told that the game is over
            self._thread.join()

    def _run(self) -> None:
        while (act := self._waiting.get()) is not None:
            try:
                act()
            except Exception as error:  # noqa: BLE001  part of the loop: an output that fails is told of, the game goes on
                self._on_trouble(error)
            with self._lock:
                self._pending -= 1
                self._changed.notify_all()


class Record(Struct, frozen=True, kw_only=True):
    """A game in the journal, as far as it goes: where the loop takes it up.

    `at` is the last instant that is known, by an entry or a sign of life while a clock ran: what was thought until then
    counts. `gap` is the wall time since, zero for a new game; it is not counted, and the arbiter is told of it.
    Where days are counted by the calendar, and where a clock has run on, the session `counts_gap` as time of the game.
    `lost` is time of a display that nobody has decided on: this gap where a clock ran, or an earlier one.
    """

    number: int
    game: Game
    entries: int
    at: Instant = timedelta()
    gap: timedelta = timedelta()
    lost: Gap | None = None
    counts_gap: bool = False


class Subscription(Struct, frozen=True, kw_only=True):
    """An output that came while the game is played: the number of the next event, the game before it, the way out."""

    number: int
    game: Game
    leave: Callable[[], None]


class GameInPlay(ABC):
    """One game being played. May be used from any thread.

    `on_trouble` is told, in a sentence's worth of exception, of what went wrong where nobody else can be asked: an
    output that failed, a journal that cannot be written. After a JournalError the game goes no further: what is not on
    disk is not heard.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        *,
        outputs: Sequence[Output] = (),
        on_trouble: Callable[[Exception], None] = lambda error: None,
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
        self._lock = threading.RLock()  # locked itself: Control-C within a condition's own lock would leave it shut
        self._changed = threading.Condition(self._lock)
        self._pending = 0
        self._ended = False
        self._told_until: tuple[Callable[[Instant], bool], ...] = ()
        self._outputs = tuple(Beside(output, on_trouble) for output in outputs)
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)

    @property
    def game(self) -> Game:
        """The game as it stands after the last committed event."""
        return self._game

    @property
    def is_alive(self) -> bool:
        """Whether the game still goes on here."""
        return self._thread.is_alive() and not self._ended

    def now(self) -> Instant:
        """The instant of the game now."""
        return self._clock() - self._origin

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @abstractmethod
    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Commands that follow each other with nothing between, stamped now or by a device; returns at once."""

    @abstractmethod
    def order(self, command: Command, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """A command from elsewhere; see `ReportedGame`."""

    @abstractmethod
    def keep_time(self, seconds: float | None = None) -> None:
        """Have the time on disk before it is told to anybody; waits no longer than so many seconds."""

    @abstractmethod
    def take_gap(self) -> Gap | None:
        """The time that ran on a display and was not kept, if there was any: it can be counted once."""

    @abstractmethod
    def close(self) -> None:
        """Go no further, and let the outputs end with what they were told."""

    def await_reports(self, is_told: Callable[[Instant], bool]) -> None:
        """Before time alone decides, ask whether all was reported that happened up to then."""
        self._told_until += (is_told,)

    def _has_told_all(self, until: Instant) -> bool:
        return all(is_told(until) for is_told in self._told_until)

    def subscribe(self, output: Output) -> Subscription:
        """Tell this output of every event from now on; the first that it is told follows `Subscription.game`."""
        beside = Beside(output, self._on_trouble)
        with self._lock:
            self._outputs = (*self._outputs, beside)
            return Subscription(number=self._entries, game=self._game, leave=lambda: self._leave(beside))

    def once_told(self, output: Output, act: Callable[[], None]) -> None:
        """Do this in its turn among what that output is told: after all that has been committed so far."""
        with self._lock:
            beside = next((each for each in self._outputs if each.output is output), None)
        if beside is None:
            act()
        else:
            beside.do(act)

    def settle(self, seconds: float | None = None) -> bool:
        """Wait until all that was submitted is decided, committed and told, or so many seconds; was it?"""
        while self.wait_until_decided(seconds) and all(output.settle(seconds) for output in self._outputs):
            # what was told may have led to further commands, and to something that another output is to say
            if self._pending == 0 and all(output.settle(0) for output in self._outputs):
                return True
        return False

    def wait_until_decided(self, seconds: float | None = None) -> bool:
        """Wait until all that was submitted is decided and committed, or so many seconds; was it?"""
        with self._lock:
            return self._changed.wait_for(lambda: self._pending == 0 or self._ended, seconds)

    def wait_for(self, condition: Callable[[Game], bool], seconds: float | None = None) -> bool:
        """Wait until the game is as asked for, or so many seconds; is it? False as well when the session has ended."""
        with self._lock:
            return self._changed.wait_for(lambda: condition(self._game) or self._ended, seconds) and condition(
                self._game
            )

    @abstractmethod
    def _turn(self) -> bool:
        """One turn of the loop: wait for what comes next, and do it; False at the end. Raises JournalError."""

    def _do(self, act: Callable[[], None]) -> None:
        """Do what waits no longer. Raises JournalError; a defect must not end a game in silence."""
        try:
            act()
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  the one place that may
            self._on_trouble(error)
        with self._lock:
            self._pending -= 1
            self._changed.notify_all()

    def _commit(
        self, events: Sequence[Event], *, at: Instant, wall: datetime, author: Author | None, command: str
    ) -> None:
        """Write events that followed from one command, and only then tell of them. Raises JournalError."""
        self._journal.append(self.number, self._entries, events, at=at, wall=wall, author=author, command=command)
        for event in events:
            before, after = self._game, evolve(self._game, event)
            with self._lock:  # a new listener sees the game before it all, or is told of it
                recorded = Recorded(number=self._entries, at=at, before=before, event=event, after=after)
                self._entries += 1
                self._game = after
                for output in self._outputs:
                    output.on_event(recorded)
                self._changed.notify_all()

    def _close_outputs(self) -> None:
        for output in self._outputs:
            output.close()

    def _leave(self, beside: Beside) -> None:
        with self._lock:
            self._outputs = tuple(each for each in self._outputs if each is not beside)
        beside.close()

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except JournalError as error:
            self._on_trouble(error)
        finally:
            with self._lock:
                self._pending, self._ended = 0, True
                self._changed.notify_all()
