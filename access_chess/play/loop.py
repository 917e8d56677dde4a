"""The loop of a table: one message in, and all that follows from it is done before the next. Nobody waits for anybody.

The way of a command: a seat gives it, the Laws decide it once, its events are committed to the journal, the game
evolves, the events are told; they go back to the seat that gave it, which may still owe the player a word, and then to
the other seats. What is not on disk is not heard, unless somebody has said that the game goes on without.
"""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import reduce
from typing import TYPE_CHECKING

from msgspec.structs import replace

from access_chess.conversation.state import AskAfter, CarryOut
from access_chess.laws.clock import Instant
from access_chess.laws.commands import StartClock, StopClocks, StopReason, TimePassed
from access_chess.laws.decide import decide, next_deadline
from access_chess.laws.events import Event
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.play.keeping import RETRY, Keeping, Parked, Unkept
from access_chess.play.messages import (
    LATE,
    AtOnce,
    BoardReported,
    Done,
    Drop,
    Effect,
    Felt,
    Give,
    Gone,
    GoOn,
    Happened,
    HostDecided,
    InTurn,
    KeepTime,
    Key,
    LeaveGame,
    LookAgain,
    Message,
    Offered,
    OfferHelp,
    OrderCame,
    Posted,
    ReadyCommand,
    Seat,
    ServerTold,
    Slept,
    TablePlace,
    ToSeat,
    Trouble,
    Typed,
    Work,
    Worked,
)
from access_chess.session.inbox import SpokenWords
from access_chess.session.kept_time import BEAT, STALLED, is_time_running
from access_chess.session.leaving import Leaving
from access_chess.session.ports import EventStore, Gap, JournalError, OnTrouble, Recorded
from access_chess.session.record import Record

if TYPE_CHECKING:
    from access_chess.play.at_boards import BoardsAwaited
    from access_chess.play.copied import CopiedGame
    from access_chess.play.time_teller import Watch

NOBODY = -1  # the seat of a command that came ready


class Table:
    """One game and who plays it. For one thread; it has no clock and no thread of its own, instants come in messages.

    `work` hands a seat's work to the worker, and `drop` takes it back. `origin` is the machine's instant at which the
    game's time was zero. `watches` do something by time; a flag falls when those that are `awaited` have told all that
    happened before it, and `late` is how much later than its stamp a message may come. One that is `copied` is decided
    on elsewhere. `on_trouble` hears of a defect, which never ends the game.
    """

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        places: Sequence[TablePlace],
        *,
        work: Callable[[int, Work], None],
        drop: Callable[[Work], None] = lambda work: None,
        origin: Instant = timedelta(),
        watches: "Sequence[Watch]" = (),
        awaited: "BoardsAwaited | None" = None,
        late: Callable[[Game], timedelta] = lambda game: LATE,
        copied: "CopiedGame | None" = None,
        on_trouble: OnTrouble = lambda error: None,
        wall: WallClock = utc_now,
    ) -> None:
        self.number = record.number
        self.game = record.game
        self.leaving: Leaving | None = None
        self.keeping = Keeping(journal, record.number, record.at, wall)
        self._entries = record.entries
        self._places = list(places)
        self._work, self._drop = work, drop
        self._began = origin
        self._watches = watches
        self._awaited, self._copied, self._late = awaited, copied, late
        self._on_trouble, self._wall = on_trouble, wall
        self._at = self._last = record.at  # the instant of the message; the last that was decided
        self._idle_deadline: Instant | None = None
        self._waiting: deque[tuple[int, Effect]] = deque()
        self._held: Parked | None = None
        self._retry: Instant | None = None

    def open(self, at: Instant, *, stands: bool = False) -> None:
        """The game begins, or goes on; where it `stands`, with the clocks stopped as they were kept, until somebody
        starts them. With boards it begins when they are right, and a clock alone by a press. Raises JournalError.
        """
        if stands:
            self._decide(Give(command=StopClocks(reason=StopReason.POWER)), self._last)
        self._at = max(at - self.origin, self._last)
        for watch in self._watches:
            watch.look(self.game, self._at)
        if self.game.started or self._awaited or self._copied or self.game.setup.is_clock_alone:
            self._tell_seats(Happened())
        else:
            self._decide(Give(command=StartClock()), self._at)
        self._do_all()

    def turn(self, message: Message) -> None:
        """Do all that follows from one message. Raises JournalError: then nothing of the command has happened."""
        try:
            self._take(message)
            self._do_all()
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  the one place that may
            self._waiting.clear()
            self._on_trouble(error)

    def sit(self, index: int, place: TablePlace) -> None:
        """Somebody else sits there from now on, and sees how the game stands."""
        self._places[index] = place
        self._ask(index, Happened())
        self._do_all()

    def seat(self, index: int) -> Seat:
        """Who sits there, as they are now."""
        return self._places[index].seat

    @property
    def origin(self) -> Instant:
        """The machine's instant at which the game's time was zero. May be asked for from any thread."""
        return self._began if self._copied is None else self._copied.origin

    @property
    def due(self) -> Instant | None:
        """When the table is to be woken by an `Woken`; None: not before something comes in."""
        deadline = self._deadline
        late = None if deadline is None else deadline + self._late(self.game)
        if deadline is not None and self._awaited is not None:
            late = self._awaited.due(deadline)
        others = (watch.due for watch in self._watches)
        dues = [each for each in (late, self._beat_due, self._retry, *others) if each is not None]
        return min(dues) + self.origin if dues else None

    @property
    def wants_line(self) -> bool:
        """Whether the game waits for a line that somebody types."""
        is_awaited = self._copied is not None and bool(self._copied.unanswered())
        is_due = not is_awaited and any(place.seat.is_due(self.game) for place in self._places)
        return self.keeping.is_asking or is_due

    def has_stood(self, at: Instant) -> None:
        """The table itself was busy until now, with a slow disk perhaps: that is no sleep, and the time has run on."""
        self.keeping.at = max(self.keeping.at, at - self.origin)

    def close(self) -> bool:
        """Nobody goes on here: what waits is tried once more; is all of the game on disk? Raises JournalError."""
        is_kept = self.keeping.is_kept_after_all()
        if not is_kept and self._held is not None and self.keeping.failure is not None:
            raise self.keeping.failure  # nobody has heard of it, and nobody will
        return is_kept

    @property
    def _deadline(self) -> Instant | None:
        game = self.game if self._held is None else reduce(evolve, self._held.events, self.game)
        deadline = next_deadline(game) if self._copied is None else None
        return None if deadline == self._idle_deadline else deadline

    @property
    def _loses_time(self) -> bool:
        return self._copied is None and is_time_running(self.game)

    @property
    def _beat_due(self) -> Instant | None:
        return self.keeping.at + BEAT if self._retry is None and self._loses_time else None

    def _take(self, message: Message) -> None:
        at = message.at - self.origin
        if self._retry is None and self._loses_time and at - self.keeping.at > STALLED:
            self._stand_still(at)
        self._at = max(at, self._last)
        self._ring()  # whatever comes: so nobody's lines keep a flag from falling
        self._do_all()
        match message:
            case ReadyCommand(command=command):
                self._waiting.append((NOBODY, Give(command=command)))
            case Gone():
                self.leaving = Leaving.QUIT
                self._tell_seats(message)
            case BoardReported():
                assert self._awaited is not None, "there are boards"
                self._waiting.append((message.seat, self._awaited.heard(message, self.origin)))
            case Posted(do=do):
                do()
            case OrderCame() | HostDecided():
                self._waiting.append((message.seat, replace(message, at=self._at)))
            case Felt():
                self._ask(message.seat, replace(message, at=max(timedelta(), at)))
            case Typed() | Key() | SpokenWords() | Worked() | ServerTold():
                if isinstance(message, Worked) and isinstance(message.found, Exception):
                    self._on_trouble(message.found)
                if isinstance(message, Typed | Key) and (voice := self._places[message.seat].voice) is not None:
                    voice.make_up()
                self._ask(message.seat, replace(message, at=self._at))

    def _ring(self) -> None:
        """What is due by now: a flag may have fallen, the time is to be kept, or told; the disk may be well again."""
        if self._retry is not None and self._at >= self._retry:
            self._look_at_disk()
        deadline, awaited = self._deadline, self._awaited
        is_due = deadline is not None and self._at >= deadline + self._late(self.game)
        if deadline is not None and is_due and not (awaited and awaited.is_behind(deadline, self._at)):
            self._let_go()  # time waits for no answer
            self._do_all()
            if self._held is not None:
                self._ring()
            else:
                self._idle_deadline = deadline  # if nothing follows, or it fails, it is not waited for again
                self._decide(Give(command=TimePassed()), max(deadline, self._last))
        if self._beat_due is not None and self._at >= self._beat_due:
            self._beat()
        for watch in self._watches:
            if (utterance := watch.ring(self.game, self._at)) is not None:
                self._beat()
                for voice in (place.voice for place in self._places if place.voice is not None):
                    voice.tell_time(utterance)

    def _beat(self) -> None:
        if self._loses_time:
            self.keeping.beat(self._at)
            self._note_disk()

    def _look_at_disk(self) -> None:
        is_kept = self.keeping.is_kept_after_all()
        if is_kept and self._held is not None:
            self._let_go()
        elif is_kept and self._loses_time:
            self.keeping.beat(self._at)
        elif is_kept:
            self.keeping.failure = None
        self._note_disk()

    def _note_disk(self) -> None:
        if (news := self.keeping.news()) is not None:
            self._tell_seats(news)
        self._retry = None if self.keeping.failure is None else self._at + RETRY

    def _let_go(self) -> None:
        """What has waited for the disk is told, kept or not."""
        held, self._held = self._held, None
        if held is not None:
            self._waiting = held.rest + self._waiting
            self.keeping.at = max(self.keeping.at, self._at)
            self._follow(held.asked, held.giver, held.events, held.at)

    def _stand_still(self, at: Instant) -> None:
        """The machine has slept: the clocks are stopped as they were kept, and the seats say how it goes on."""
        color, gap = self.game.clock.running, at - self.keeping.at
        assert color is not None, "it runs on somebody's display"
        self._decide(Give(command=StopClocks(reason=StopReason.POWER)), self.keeping.at)
        self._at = at
        self._tell_seats(Slept(gap=Gap(color=color, time=gap)))

    def _ask(self, index: int, message: ToSeat, *, at_once: bool = False) -> None:
        """A seat's turn; what it wants done comes after all that waits, or before it."""
        seat, effects = self._places[index].seat.turn(message, self.game)
        self._places[index] = replace(self._places[index], seat=seat)
        if at_once:
            self._waiting.extendleft((index, effect) for effect in reversed(effects))
        else:
            self._waiting.extend((index, effect) for effect in effects)

    def _tell_seats(self, message: ToSeat) -> None:
        for index in range(len(self._places)):
            self._ask(index, message)

    def _do_all(self) -> None:
        self._waiting.extend(() if self._copied is None else self._copied.take_up())
        while self._waiting:
            index, effect = self._waiting.popleft()
            if self._held is not None and isinstance(effect, Give | InTurn):
                self._held.rest.append((index, effect.as_of(self._at) if isinstance(effect, Give) else effect))
            elif isinstance(effect, Give):
                self._decide(effect, self._at if effect.at is None else effect.at, giver=index if index >= 0 else None)
            elif self._copied is not None and self._copied.puts_off(index, effect):
                pass  # until the host has answered
            elif isinstance(effect, HostDecided):
                assert self._copied is not None, "a host decides"
                self._enter(*self._copied.decided(effect.entries))
            elif isinstance(effect, LookAgain) and any(i == index and isinstance(e, Give) for i, e in self._waiting):
                self._waiting.append((index, effect))  # after those
            elif isinstance(effect, InTurn | AskAfter):
                self._ask(index, effect, at_once=True)
            else:
                self._do(index, effect)

    def _do(self, index: int, effect: Done) -> None:
        match effect:
            case KeepTime():
                self._beat()
            case Work():
                self._work(index, effect)
            case Drop(work=work):
                self._drop(work)
            case Trouble(error=error):
                self._on_trouble(error)
            case GoOn(is_wanted=is_wanted):
                self._go_on(is_wanted)
            case LeaveGame(how=how):
                self.leaving = how
            case AtOnce(do=do):
                self.leaving = do() or self.leaving
            case OfferHelp():
                if self._places[index].offer(effect):
                    self._ask(index, Offered(), at_once=True)
            case _:
                self._places[index].say(effect)

    def _go_on(self, is_wanted: bool) -> None:
        """Somebody has said whether to go on without the disk. Raises JournalError where they do not."""
        if self.keeping.is_asking:
            self.keeping.goes_on = is_wanted
            if not is_wanted and self.keeping.failure is not None:
                raise self.keeping.failure
            self._let_go()

    def _decide(self, give: Give, at: Instant, *, giver: int | None = None) -> None:
        """Decide once, commit, evolve, tell. A host is asked instead."""
        if self._copied is not None:
            self._copied.ask(give, giver, at)
            return
        at = max(at, self._last)
        command = give.command
        events = decide(self.game, command, at=at)
        made = Unkept(
            number=self._entries, events=events, at=at, wall=self._wall(), author=command.given_by, command=command.id
        )
        self._enter(made, give.asked, giver)

    def _enter(self, made: Unkept, asked: CarryOut | None, giver: int | None) -> None:
        """What was decided is kept, and then it happens."""
        may_be_told = not made.events or self.keeping.keep(made)
        if not may_be_told:
            self._held = Parked(asked=asked, giver=giver, events=made.events, at=made.at, rest=self._waiting)
            self._waiting = deque()
        if made.events:
            self._note_disk()
        if may_be_told:
            self._follow(asked, giver, made.events, made.at)

    def _follow(self, asked: CarryOut | None, giver: int | None, events: Sequence[Event], at: Instant) -> None:
        """What is kept happens: the giver hears what followed at once, the others after what waits."""
        recorded = self._evolved(events, at)
        told = [self._told(place, recorded) for place in self._places]
        if giver is not None:
            self._ask(giver, Happened(events=recorded, told=told[giver], asked=asked), at_once=True)
        for index in range(len(self._places)) if recorded else ():
            if index != giver:
                self._ask(index, Happened(events=recorded, told=told[index]))

    def _evolved(self, events: Sequence[Event], at: Instant) -> tuple[Recorded, ...]:
        recorded, clock = [], self.game.clock
        for event in events:
            before, self.game = self.game, evolve(self.game, event)
            recorded.append(Recorded(number=self._entries, at=at, before=before, event=event, after=self.game))
            self._entries += 1
        self._last = at if recorded else self._last
        for watch in self._watches if self.game.clock is not clock else ():
            watch.look(self.game, at)
        return tuple(recorded)

    def _told(self, place: TablePlace, recorded: Sequence[Recorded]) -> frozenset[int]:
        """The numbers of the events that were said here. Where saying fails the seats hear of them nevertheless."""
        try:
            return frozenset(each.number for each in recorded if place.voice is not None and place.voice.announce(each))
        except Exception as error:  # noqa: BLE001  part of the same: an engine must not wait for ever for its turn
            self._on_trouble(error)
            return frozenset()
