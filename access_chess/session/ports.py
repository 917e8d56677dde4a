"""What a session needs of the world, as protocols: stores, ears, voices, screens, boards, opponents.

The rooms of `edge` fulfil them and import nothing else of this room; `wiring` brings the two together. So a
recogniser, an opponent or a board is something that the loop has never heard of.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

import chess
from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Command
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.game import Game
from access_chess.machine_clock import Up
from access_chess.phrased_error import PhrasedError
from access_chess.speech.utterance import Channel, Utterance

if TYPE_CHECKING:  # they take their time to load, and are needed only where one listens or has a board
    import speech_recognition

    from access_chess.board.clock_unit.clock_servos import Calibration
    from access_chess.listening.short_answers import Expected, HeardAnswer

OnTrouble = Callable[[Exception], None]


class NoRecogniserError(PhrasedError):
    """A recogniser's package or model cannot be used."""


class StorageError(PhrasedError):
    """What is to be kept cannot be read or written."""


class JournalError(StorageError):
    """The journal cannot be read or written; then no game goes on."""


class NoBoardError(PhrasedError):
    """No such board can be meant."""


class MicrophoneError(PhrasedError):
    """The microphone cannot be opened or has gone."""


class Entry(Struct, frozen=True, kw_only=True):
    """One event as it was written: its number in the game from 0, its instant, and the wall time beside it (UTC).

    `author` gave the command that it followed from, whose id is `command` (empty: it had none); None where it is not
    known, as in games of earlier versions.
    """

    number: int
    at: Instant
    wall: datetime
    event: Event
    author: Author | None = None
    command: str = ""


class Heartbeat(Struct, frozen=True, kw_only=True):
    """The last that is known of a running clock beside the entries: an instant of the game, and the wall time (UTC).

    `up` is how long the machine had been up, where it tells: nobody sets that clock.
    """

    at: Instant
    wall: datetime
    up: Up | None = None


class EventStore(Protocol):
    """Keeps the events of every game before anybody hears of them. Each method raises JournalError."""

    def begin(self, event: GameSetUp, wall: datetime, /) -> int:
        """A new game with its first event; the game's number."""
        ...

    def append(
        self,
        game: int,
        number: int,
        events: Sequence[Event],
        /,
        *,
        at: Instant,
        wall: datetime,
        author: Author | None = None,
        command: str = "",
    ) -> None:
        """Events that followed from one command, all or none; the first gets this number."""
        ...

    def entries(self, game: int, /) -> tuple[Entry, ...]:
        """All events of a game in their order."""
        ...

    def beat(self, game: int, /, *, at: Instant, wall: datetime, up: Up | None = None) -> None:
        """A sign of life while a clock runs, beside the entries: the game has come to this instant."""
        ...

    def heartbeat(self, game: int, /) -> Heartbeat | None:
        """The last sign of life of a game, if there is one."""
        ...

    def confirm(self) -> None:
        """Whether what was kept is still where it was. Raises JournalError, after it was saved elsewhere."""
        ...


class Recorded(Struct, frozen=True, kw_only=True):
    """One event, with its number in the journal, its instant, and the game before and after it."""

    number: int
    at: Instant
    before: Game
    event: Event
    after: Game


class Output(Protocol):
    """What is told of events, in a thread of its own: speech, the screen, the engine, a board's lights."""

    def on_event(self, recorded: Recorded, /) -> None:
        """Be told of one event, in the order in which they happened."""
        ...


class Gap(Struct, frozen=True, kw_only=True):
    """Time that passed and was not counted, on whose display it would have run.

    `time` is None where nobody knows it: the machine's date was set back meanwhile.
    """

    color: chess.Color
    time: timedelta | None

    @property
    def known(self) -> timedelta:
        """The time that is known to have passed."""
        return self.time or timedelta()


class ReportedGame(Protocol):
    """What a hall needs of a game: how it stands, its time, and a way for orders. Fulfilled by tables."""

    @property
    def number(self) -> int:
        """The game's number in the journal."""
        ...

    @property
    def game(self) -> Game:
        """The game as it stands after the last committed event."""
        ...

    def now(self) -> Instant:
        """The instant of the game now."""
        ...

    def order(self, command: Command, /, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """A command from elsewhere, unless something speaks against it when its turn comes; returns at once.

        Both are called by the loop itself: `unless` when all that came before is decided, `then` when it is settled.
        """
        ...

    def take_gap(self) -> Gap | None:
        """The time that ran on a display and was not kept, if there was any: it can be counted once."""
        ...


class TactileClock(Protocol):
    """The hands and flags of a tactile clock. `calibration` may be changed at any time."""

    calibration: "Calibration"

    def forget(self) -> None:
        """The board was reset or came back: nothing is known of its hands."""
        ...

    def hold(self, channel: int, microseconds: int, /) -> None:
        """For calibration: turn one servo, and show no time until `release`."""
        ...

    def release(self) -> None:
        """Show the time again."""
        ...


class SpeechOut(Protocol):
    """Says utterances, in the ears that they are for."""

    def say(self, utterance: Utterance, /) -> None:
        """Say it in its turn. Returns at once."""
        ...

    def repeat(self, channel: Channel, /, *, slower: bool = False) -> None:
        """Say again what was said last there."""
        ...

    def silence(self, channel: Channel, /) -> tuple[Utterance, ...]:
        """Be silent there at once; what was cut or dropped by that."""
        ...

    def set_sound(self, is_on: bool, /) -> None:
        """Speak, or only keep the transcript."""
        ...


class Screen(Protocol):
    """Where lines are read: a terminal, a window."""

    def write(self, text: str, /) -> object:
        """Show a text."""
        ...

    def flush(self) -> None:
        """Show at once what was written."""
        ...


class Pointing(Protocol):
    """Who sees what is asked about: a window, a page."""

    def look_at(self, square: chess.Square | None, targets: frozenset[chess.Square] = frozenset(), /) -> None:
        """Show the square that is explored, and where the man on it may go; None: none is any more."""
        ...

    def show_hint(self, move: chess.Move, /) -> None:
        """Show a move that is only thought of."""
        ...


class LineReader(Protocol):
    """What puts lines into an inbox: the terminal, a window."""

    @property
    def is_typed(self) -> bool:
        """Whether a person types, and not a file or a pipe is read."""
        ...

    def proceed(self, *, with_line: bool = True) -> None:
        """The last entry has been dealt with: read the next line, or the next key."""
        ...


class Entered(Struct, frozen=True, kw_only=True):
    """One key, or one line without its end, and when it came, on the machine's monotonic clock."""

    text: str
    at: Instant
    is_key: bool


class Recogniser(Protocol):
    """Understands recordings, of what may be said now. For one thread at a time.

    One that `is_quick` may be asked while somebody still speaks; to be told the same again costs it nothing. What it
    followed while it was said is heard all the sooner, and as if it had not been followed.
    """

    is_quick: bool

    def expect(self, expected: "Expected", /) -> None:
        """Switch to what may be said now."""
        ...

    def follow(self, audio: "speech_recognition.AudioData", /) -> None:
        """What was said so far, from its beginning; `expect` comes first."""
        ...

    def hear(self, audio: "speech_recognition.AudioData", /) -> "HeardAnswer":
        """What was asked in the sound; `expect` comes first."""
        ...


class Ear(Protocol):
    """Hears one utterance after the other, and reads it."""

    def open(self) -> None:
        """Begin to hear. Raises MicrophoneError."""
        ...

    def listen(self, expected: "Callable[[], Expected]", /) -> "speech_recognition.AudioData | None":
        """The next utterance, of what may be said then; None when there is none any more. Raises MicrophoneError."""
        ...

    def read(self, audio: "speech_recognition.AudioData", expected: "Expected", /) -> "HeardAnswer":
        """What was asked, of what may be said now."""
        ...

    def hold(self, held: bool, /) -> None:
        """With push-to-talk: hear, or hear no more."""
        ...

    @property
    def is_too_loud(self) -> bool:
        """Does speech hardly stand above the room?"""
        ...

    def close(self) -> None:
        """Hear no more, and let the device go."""
        ...


class Engine(Protocol):
    """What finds a move. `notes` are what the player should know before the first one."""

    name: str
    notes: tuple[PhrasedError, ...]

    def move(self, game: Game, is_stopped: Callable[[], bool], /) -> chess.Move:
        """A move of this position; soon after `is_stopped` tells that nobody needs it any more, any.

        Raises PhrasedError where it fails, whose phrase also tells at which {level} another plays on.
        """
        ...

    def close(self) -> None:
        """Let the engine go."""
        ...
