"""What passes between a table and its seats: messages come in, effects go out. All of them are values.

An instant is the machine's monotonic clock as it stood where the message came in; a seat is told it as the game counts.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.conversation.state import AskAfter, CarryOut, Dialogue, Said
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.laws.events import CommandTaken
from access_chess.laws.game import Game
from access_chess.session.announcer import Announcer, Told
from access_chess.session.inbox import SpokenWords
from access_chess.session.leaving import Leaving
from access_chess.session.ports import Entry as Kept
from access_chess.session.ports import Gap, JournalError, Output, Recorded, ReportedGame

if TYPE_CHECKING:  # a wire is needed only where there is a board, or a server
    from access_chess.board.wire.reports import BoardReport, ControllerReport
    from access_chess.online.calls import Call
    from access_chess.online.lines import GameLine
    from access_chess.play.server_stream import LineNews

IsStopped = Callable[[], bool]
Act = Callable[[], None]


class Typed(Struct, frozen=True, kw_only=True):
    """A line without its end; an empty one presses the clock.

    `question` is the number of the one that was being answered, where it may not be what is asked now. The command that
    follows from it gets its `ticket` for an id, if it bears one.
    """

    line: str
    at: Instant
    seat: int = 0
    question: str | None = None
    ticket: str = ""


class Key(Struct, frozen=True, kw_only=True):
    """A single key that types nothing."""

    key: str
    at: Instant
    seat: int = 0


class Worked(Struct, frozen=True, kw_only=True):
    """What came of a work, or the exception that ended it."""

    work: "Work"
    found: object
    at: Instant
    seat: int


class ReadyCommand(Struct, frozen=True, kw_only=True):
    """A command that comes ready, from a board or another machine."""

    command: Command
    at: Instant


class BoardReported(Struct, frozen=True, kw_only=True):
    """A sensor board has told something; the report bears the instant when it happened, `at` is when it came in.

    Where something waits for the disk, it waits, too.
    """

    board: int
    report: "BoardReport"
    at: Instant
    seat: int = 0


class OrderCame(Struct, frozen=True, kw_only=True):
    """The word of an arbiter who is elsewhere. It is decided unless something speaks against it when its turn comes;
    `then` is called when it is settled.

    Where something waits for the disk, it waits, too.
    """

    command: Command
    unless: IsStopped
    then: Act
    at: Instant
    seat: int = 0

    @property
    def effects(self) -> "Effects":
        """What a seat does with it where nothing speaks against it: a stamp that it bears is its instant."""
        return Give(command=self.command, at=self.command.stamp), Again(message=self)


class Posted(Struct, frozen=True, kw_only=True):
    """What somebody who takes part from elsewhere has to do with the game, in the table's turn."""

    do: Act
    at: Instant


class HostDecided(Struct, frozen=True, kw_only=True):
    """What the host has decided on, who plays this game with somebody else: the entries of one command, not empty.

    Where something waits for the disk, it waits, too.
    """

    entries: tuple[Kept, ...]
    at: Instant
    seat: int = 0


class Felt(Struct, frozen=True, kw_only=True):
    """A game controller has told something, at this instant: its player asks by hand and gets the answer there, too."""

    report: "ControllerReport"
    at: Instant
    seat: int = 0


class ServerTold(Struct, frozen=True, kw_only=True):
    """What the stream of a game on a server has brought, or how it fares."""

    told: "GameLine | LineNews"
    at: Instant
    seat: int = 0


class Woken(Struct, frozen=True, kw_only=True):
    """The table wanted to be woken, and it is that late. What is due comes before any other message, too."""

    at: Instant


class Gone(Struct, frozen=True, kw_only=True):
    """The input has ended, or the program has been told to end."""

    at: Instant


class Happened(Struct, frozen=True, kw_only=True):
    """The events of one command, committed and told: what a seat learns of the game.

    `asked` is the request that this seat had given the command for, and None at the others. `told` are the numbers of
    the events of which something was said to those who listen at this seat. No events: the command changed nothing, or
    the game has just been opened.
    """

    events: tuple[Recorded, ...] = ()
    told: frozenset[int] = frozenset()
    asked: CarryOut | None = None

    @property
    def changes(self) -> bool:
        """Whether anything has followed, beside that the command was taken."""
        return any(not isinstance(each.event, CommandTaken) for each in self.events)


class Slept(Struct, frozen=True, kw_only=True):
    """Nobody was awake while a clock ran. It has been stopped at the last instant that was kept."""

    gap: Gap


class DiskFailed(Struct, frozen=True, kw_only=True):
    """The disk does not take what has happened: somebody has to say whether the game goes on without being kept."""

    error: JournalError


class KeptAfterAll(Struct, frozen=True):
    """All that waited for the disk is there."""


class Offered(Struct, frozen=True):
    """A newcomer has been told of help just now."""


class LookAgain(Struct, frozen=True, kw_only=True):
    """The seat looks at the game when all that it has given is decided: wanted by it, and told it then.

    Perhaps the arbiter has found pieces displaced.
    """

    is_displaced: bool = False


class ToServer(Struct, frozen=True, kw_only=True):
    """Something other than a move that a server is asked for, after what the seat has given before: wanted by the seat,
    and told it then.

    `done` is said when the server has it, and does not tell so itself. Where it `answers_offer`, it is sent only while
    a draw is offered: afterwards the same call would be an offer.
    """

    call: "Call"
    done: str = ""
    answers_offer: bool = False


class Again(Struct, frozen=True, kw_only=True):
    """The seat hears this when what it has given before is decided: wanted by it, and told it then."""

    message: Typed | Key | SpokenWords | OrderCame


#: What comes in and is a seat's.
Entry = Typed | Key | SpokenWords | Worked | BoardReported | OrderCame | Felt | ServerTold | Gone
#: What comes in.
Message = Entry | ReadyCommand | Posted | HostDecided | Woken
#: What comes back to the seat that wants it.
Back = AskAfter | LookAgain | Again | ToServer
#: What waits for its turn where something waits for the disk.
InTurn = BoardReported | OrderCame | HostDecided | LookAgain | Again | ToServer
#: What a seat is told.
ToSeat = Entry | Back | Happened | Slept | DiskFailed | KeptAfterAll | Offered


class Give(Struct, frozen=True, kw_only=True):
    """Put a command to the Laws. Its events come back to the seat at once, with the request that it was `asked` by.

    `at` is the instant of a device's own clock, where that counts.
    """

    command: Command
    asked: CarryOut | None = None
    at: Instant | None = None

    def as_of(self, at: Instant) -> "Give":
        """The same, given at this instant where it bears none: it does not count as of a later one."""
        return replace(self, at=at) if self.at is None else self


class Repeat(Struct, frozen=True, kw_only=True):
    """Say again what was said last."""

    color: chess.Color | None = None
    slower: bool = False


class Silence(Struct, frozen=True, kw_only=True):
    """Say nothing more for now."""

    color: chess.Color | None = None


class SetSound(Struct, frozen=True, kw_only=True):
    """Speak, or only write."""

    is_on: bool


class OfferHelp(Struct, frozen=True, kw_only=True):
    """Offer help to a newcomer who has said this, if they were not told before."""

    said: Said
    dialogue: Dialogue


class KeepTime(Struct, frozen=True):
    """Have the time on disk before it is told to anybody."""


class GoOn(Struct, frozen=True, kw_only=True):
    """Somebody has said whether the game goes on although the disk does not keep it."""

    is_wanted: bool


class Work(Struct, frozen=True, kw_only=True):
    """Something that takes its time, for the worker's thread: a value that is called there.

    The job asks now and then whether it shall stop. The result comes back as `Worked` with this very work in it:
    another may be equal, and of another game. One that `is_patient` makes room for what else is to be done, and is
    begun again after it. It is begun `after` so long. Nobody waits for the end of one that `may_be_left`.
    """

    job: Callable[[IsStopped], object]
    is_patient: bool = False
    after: timedelta = timedelta()
    may_be_left: bool = False


class Drop(Struct, frozen=True, kw_only=True):
    """This work is wanted no more."""

    work: Work


class AtOnce(Struct, frozen=True, kw_only=True):
    """Something of the machine's that takes no time, such as keeping a setting; the player may leave by it."""

    do: Callable[[], Leaving | None]


class Trouble(Struct, frozen=True, kw_only=True):
    """Tell what went wrong."""

    error: Exception


class LeaveGame(Struct, frozen=True, kw_only=True):
    """LeaveGame this game."""

    how: Leaving


#: What is said, or not said, where somebody listens.
Speech = Told | Repeat | Silence | SetSound
#: What is done at once, whatever waits for the disk.
Done = Speech | OfferHelp | KeepTime | GoOn | Work | Drop | AtOnce | Trouble | LeaveGame
Effect = Give | InTurn | AskAfter | Done
Effects = tuple[Effect, ...]


class Seat(Protocol):
    """One who takes part in a game: a player, an engine. A value, whose every turn makes the next."""

    def turn(self, message: ToSeat, game: Game, /) -> tuple["Seat", Effects]:
        """The next seat, and what is to be done."""
        ...

    def is_due(self, game: Game, /) -> bool:
        """Whether the game waits for a line that is typed here."""
        ...


class DistantTable(ReportedGame, Protocol):
    """What those who take part from another machine need of a table. From any thread; nothing here waits."""

    def submit(self, command: Command, /) -> None:
        """Have a command decided on in its turn."""
        ...

    def post(self, act: Act, /) -> None:
        """Have this done in the table's turn."""
        ...


class Participant(Output, Protocol):
    """One that hears of the game and acts in it, from another machine."""

    def join(self, table: DistantTable, /) -> None:
        """Take part in this game."""
        ...

    def close(self) -> None:
        """Take part no more."""
        ...


class TablePlace(Struct, frozen=True, kw_only=True):
    """A seat at the table, and who speaks there, if anybody listens."""

    seat: Seat
    voice: Announcer | None = None

    def say(self, effect: Speech) -> None:
        """Tell it here, or be silent."""
        assert self.voice is not None, "who answers has a voice"
        match effect:
            case Repeat(color=color, slower=slower):
                self.voice.repeat(color, slower=slower)
            case Silence(color=color):
                self.voice.silence(color)
            case SetSound(is_on=is_on):
                self.voice.set_sound(is_on)
            case _:
                self.voice.tell(effect)

    def offer(self, help_: OfferHelp) -> bool:
        """Offer what would help here, if anything would and was not told before; was it?"""
        if self.voice is None or self.voice.offers is None:
            return False
        parts = tuple(self.voice.offers.after_line(help_.said, help_.dialogue))
        for part in parts:
            self.voice.reply(part, help_.dialogue.color)
        return bool(parts)


#: How much later than its stamp a message may come. Only then is a deadline decided, as of its own instant.
LATE = timedelta(milliseconds=50)
#: How long the table may be busy with one message before a key is told that the disk hangs.
HANGS = timedelta(seconds=2)
