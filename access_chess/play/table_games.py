"""The games at one table, one after the other. The thread that plays them runs the loop and owns all that is played.

Lines come from a reader, results from the worker, each with a thread of its own: both only put messages into the inbox.
So do Control-C and the request to end: the player leaves in their turn, and never in the middle of another.
"""

import contextlib
import queue
from collections import deque
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.laws.game import Game
from access_chess.machine_clock import MonotonicClock, awake_clock, monotonic_clock
from access_chess.play.loop import Table
from access_chess.play.messages import (
    HANGS,
    LATE,
    Act,
    BoardReported,
    DistantTable,
    Drop,
    Effect,
    Effects,
    Felt,
    Gone,
    Happened,
    HostDecided,
    IsStopped,
    Key,
    Message,
    OrderCame,
    Posted,
    ReadyCommand,
    ServerTold,
    TablePlace,
    ToSeat,
    Trouble,
    Typed,
    Woken,
    Work,
    Worked,
)
from access_chess.play.time_teller import Watch
from access_chess.play.worker import SECOND, Worker
from access_chess.profile import Profile
from access_chess.requests.words import PlayerLanguage
from access_chess.session.announcer import Announcer
from access_chess.session.inbox import SpokenWords
from access_chess.session.kept_time import was_held_up
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Entered, EventStore, Gap, LineReader, Output
from access_chess.session.record import Record
from access_chess.speech.language.voice_pack import trouble_words

if TYPE_CHECKING:
    from access_chess.play.at_boards import BoardsAwaited  # where there are boards
    from access_chess.play.clock_seat import ClockSeat  # where there is a clock alone
    from access_chess.play.copied import CopiedGame  # of a game that is decided on elsewhere
    from access_chess.play.seat import PlayerSeat
    from access_chess.session.voice_input import VoiceInput  # where somebody speaks

#: What is for nobody when the game has been left.
_OF_THIS_GAME = (
    Worked, SpokenWords, BoardReported, OrderCame, Felt, ServerTold, ReadyCommand, Posted, HostDecided,
)  # fmt: skip
#: The signal of Control-C may reach another thread, and is heeded only by one that is awake.
AWAKE = timedelta(milliseconds=200)


class ReviewerSeat(Struct, frozen=True, kw_only=True):
    """Has a game looked at as soon as it has ended, when nothing else is to be thought of."""

    look: Callable[[Game, IsStopped], None]
    wanted: Work | None = None

    def turn(self, message: ToSeat, game: Game) -> tuple["ReviewerSeat", Effects]:
        """Begin when the game ends; one that goes on after a take-back is looked at again at its new end."""
        if not isinstance(message, Happened):
            return self, ()
        look = self.look
        if game.is_over and self.wanted is None:
            work = Work(job=lambda is_stopped: look(game, is_stopped), is_patient=True)
            return replace(self, wanted=work), (work,)
        if not game.is_over and self.wanted is not None:
            return replace(self, wanted=None), (Drop(work=self.wanted),)
        return self, ()

    def is_due(self, _: Game) -> bool:
        """Nobody types for it."""
        return False


class OnlookerSeat(Struct, frozen=True, kw_only=True):
    """Is told of each event, and does nothing: a window, a voice that follows the game."""

    output: Output

    def turn(self, message: ToSeat, _: Game) -> tuple["OnlookerSeat", Effects]:
        """What has happened is seen at once, one event after the other; one that fails keeps nobody from the rest."""
        failed: list[Effect] = []
        for each in message.events if isinstance(message, Happened) else ():
            try:
                self.output.on_event(each)
            except Exception as error:  # noqa: BLE001  a window that breaks is told of, and the voice goes on
                failed.append(Trouble(error=error))
        return self, tuple(failed)

    def is_due(self, _: Game) -> bool:
        """Nobody types for it."""
        return False


class Furnished(Struct, frozen=True, kw_only=True):
    """Who sits at a table in one game, the player first, and the `voice` that is heard there.

    `watches` do something by time there, and flags wait for what is `awaited`, and for what is that `late`. One that is
    `copied` is decided on elsewhere. `report` is told of the table before it is opened. `close` lets go what they need
    of the machine. What a board has reported when the game is left is the next game's, with `keeps_reports`.
    """

    places: Sequence[TablePlace]
    voice: "VoiceInput | None" = None
    watches: Sequence[Watch] = ()
    awaited: "BoardsAwaited | None" = None
    late: Callable[[Game], timedelta] = lambda game: LATE
    copied: "CopiedGame | None" = None
    report: Callable[[DistantTable], None] = lambda table: None
    close: Act = lambda: None
    keeps_reports: bool = False


def forget(inbox: "queue.SimpleQueue[Any]", *kinds: type, ahead: Sequence[object] = ()) -> None:
    """What is of these kinds was for nobody else; the rest waits on, behind what was taken out `ahead`."""
    left = [*ahead]
    with contextlib.suppress(queue.Empty):
        while True:
            left.append(inbox.get_nowait())
    for entry in left:
        if not isinstance(entry, kinds):
            inbox.put(entry)


class TableFromOutside:
    """A DistantTable, from any thread: what others want of the game comes through the inbox of its loop."""

    def __init__(self, table: Table, inbox: "queue.SimpleQueue[Any]", clock: MonotonicClock) -> None:
        self.number = table.number
        self._table = table
        self._inbox = inbox
        self._clock = clock

    @property
    def game(self) -> Game:
        """The game as it stands after the last committed event."""
        return self._table.game

    def now(self) -> Instant:
        """The instant of the game now."""
        return self._clock() - self._table.origin

    def submit(self, command: Command) -> None:
        """Have a command decided on in its turn."""
        self._inbox.put(ReadyCommand(command=command, at=self._clock()))

    def post(self, act: Act) -> None:
        """Have this done in the table's turn."""
        self._inbox.put(Posted(do=act, at=self._clock()))

    def order(self, command: Command, *, unless: IsStopped, then: Act) -> None:
        """A command from elsewhere; see `ReportedGame`."""
        self._inbox.put(OrderCame(command=command, unless=unless, then=then, at=self._clock()))

    def take_gap(self) -> Gap | None:
        """The time that nobody has counted yet; the order by which it is takes it away."""
        return _player(self._table).gap


def _player(table: Table) -> "PlayerSeat | ClockSeat":
    return cast("PlayerSeat | ClockSeat", table.seat(0))  # who types sits first; at drills it is much the same


#: Says who sits there in a game, the engine at this level.
Furnish = Callable[[Record, int], Furnished]


class TableGames:
    """Plays games of a journal; lines and results come through `inbox`, from any thread.

    `furnish` says who sits there in a game, the engine at this level. `is_taken` tells whether another program has
    taken the game over. `color` is the player's, None where two share the place. Where `keys_silence`, a person who
    types wants silence first.
    """

    def __init__(
        self,
        journal: EventStore,
        announcer: Announcer,
        language: PlayerLanguage,
        furnish: Furnish,
        *,
        inbox: "queue.SimpleQueue[Any]",
        reader: LineReader,
        color: chess.Color | None,
        level: int,
        is_taken: IsStopped = lambda: False,
        keys_silence: bool = True,
        clock: MonotonicClock = monotonic_clock,
        awake: MonotonicClock = awake_clock,
    ) -> None:
        self._journal = journal
        self._announcer = announcer
        self._language = language
        self._furnish = furnish
        self._inbox = inbox
        self._reader = reader
        self._color = color
        self._is_taken = is_taken
        self._keys_silence = keys_silence and reader.is_typed
        self._clock = clock
        self._awake = awake
        self._is_asked = True  # a line has been asked for, and has not come yet
        self._ahead: deque[Entered | SpokenWords] = deque()  # what was piped in, or said beside it, too early
        self._busy: tuple[Table, Instant] | None = None  # with which table, and since when
        self._told_hanging: Instant | None = None
        #: That of the program as an opponent in the next game.
        self.level = level
        #: The table of the last game, as it was when it was left.
        self.left: Table | None = None
        #: Whether all of the last game is on disk.
        self.is_kept = True
        #: Whether another program has taken the game over.
        self.is_taken_over = False

    def play(self, record: Record) -> Leaving:
        """Play one game until the player leaves it. Raises JournalError when the journal can be written no more."""
        worker = Worker(self._inbox.put, self._clock)
        furnished = self._furnish(record, self.level)
        origin = self._clock() - record.at - (record.gap if record.counts_gap else timedelta())
        table = Table(
            record, self._journal, furnished.places,
            work=worker.take, drop=worker.drop, on_trouble=self.trouble,
            watches=furnished.watches, awaited=furnished.awaited, late=furnished.late, copied=furnished.copied,
            origin=origin,
        )  # fmt: skip
        furnished.report(TableFromOutside(table, self._inbox, self._clock))
        self._announcer.ask_by(lambda: _player(table).waits_since(table.game))
        here = _player(table).dialogue.here
        goes_on = record.counts_gap or (here.profile is Profile.PRACTICE and not here.is_clock)
        voice = furnished.voice
        if voice is not None:
            voice.sit(lambda: (_player(table).dialogue, table.game))
            voice.join()
        try:
            stands = record.game.is_clock_on and not goes_on and furnished.copied is None
            leaving = self._run(table, voice, stands=stands)  # the arbiter starts it
        finally:
            if voice is not None:
                voice.close()
            worker.close()
            furnished.close()
            self._forget_works(keeps_reports=furnished.keeps_reports)
        self.is_kept = table.close()
        self.level = _player(table).level
        self.left = table
        self._journal.confirm()
        return leaving

    def speak(self, language: PlayerLanguage) -> None:
        """Say what goes wrong in another language from now on."""
        self._language = language

    def leave(self) -> None:
        """The player leaves in their turn; from any thread."""
        self._inbox.put(None)

    def trouble(self, error: Exception) -> None:
        """Say what went wrong."""
        self._announcer.reply(trouble_words(error, self._language.pack), None)

    def look_for_hanging(self) -> None:
        """Tell, once, that the disk hangs, where it has kept the table for so long; for the reader's thread."""
        if self._busy is None:
            return
        table, since = self._busy
        is_long = table.keeping.is_writing and self._clock() - since >= HANGS
        if is_long and since != self._told_hanging:
            self._told_hanging = since
            self._announcer.reply(self._language.pack.phrase("disk_hangs"), None)

    def _run(self, table: Table, voice: "VoiceInput | None", *, stands: bool) -> Leaving:
        self._do(table, partial(table.open, self._clock(), stands=stands))
        while table.leaving is None:
            self._ask_for_line(table)
            message = self._next(table)
            self._do(table, partial(table.turn, message))
            if isinstance(message, SpokenWords) and voice is not None:
                voice.heed(message, is_asked=_player(table).dialogue.is_asked(table.game))
        leaving = table.leaving
        if leaving not in (Leaving.QUIT, Leaving.LANGUAGE) and not self._is_asked:
            self._proceed(table)
        return leaving

    def _do(self, table: Table, turn: Act) -> None:
        """One turn; however long the disk takes, that is no sleep of the machine."""
        begun = self._clock()
        self._busy = table, begun
        awake = self._awake()
        try:
            turn()
        finally:
            self._busy = None
        now = self._clock()
        if was_held_up(now - begun, self._awake() - awake):
            table.has_stood(now)

    def _ask_for_line(self, table: Table) -> None:
        """What is piped in was written in advance, and each line waits for its turn; what is typed is heard at once."""
        if not self._is_asked and (self._reader.is_typed or table.wants_line):
            self._proceed(table)

    def _proceed(self, table: Table) -> None:
        self._is_asked = True
        self._reader.proceed(with_line=not _player(table).wants_key)

    def _next(self, table: Table) -> Message:
        """What has come in, or else the alarm when it is due. A person who types wants silence first."""
        while True:
            if self._ahead and table.wants_line:
                return self._message(self._ahead.popleft())
            due = table.due
            left = AWAKE if due is None else min(AWAKE, due - self._clock())
            with contextlib.suppress(queue.Empty):
                entry = self._inbox.get(timeout=max(0.0, left / SECOND))
                if self._reader.is_typed or table.wants_line or not isinstance(entry, Entered | SpokenWords):
                    return self._message(entry)
                self._ahead.append(entry)
                continue
            if due is not None and self._clock() >= due:
                return Woken(at=self._clock())
            if self._is_taken():
                return self._given_up()

    def _message(self, entry: object) -> Message:
        match entry:
            case Entered(text=text, at=at, is_key=is_key):
                self._is_asked = False
                if self._keys_silence:
                    self._announcer.silence(self._color)
                return Key(key=text, at=at) if is_key else Typed(line=text, at=at)
            case SpokenWords() if self._reader.is_typed:
                self._announcer.silence(self._color)
                self._is_asked = False  # perhaps a key is wanted now
                return entry
            case SpokenWords() | Worked() | BoardReported() | Felt() | ServerTold():
                return entry
            case OrderCame() | ReadyCommand() | Posted() | HostDecided():
                return entry
            case None:
                self._inbox.put(None)  # nothing will be entered in the next game either
        return Gone(at=self._clock())

    def _given_up(self) -> Message:
        """Another program goes on with the game: that is said, and it ends here."""
        self.is_taken_over = True
        self._announcer.reply(self._language.pack.phrase("game_taken_over"), None)
        return Gone(at=self._clock())

    def _forget_works(self, *, keeps_reports: bool) -> None:
        """What came of a work, a voice, a board when the game was left is for nobody; lines typed ahead are kept."""
        kinds = [kind for kind in _OF_THIS_GAME if not (keeps_reports and kind is BoardReported)]
        forget(self._inbox, *kinds, ahead=self._ahead)
        self._ahead.clear()
