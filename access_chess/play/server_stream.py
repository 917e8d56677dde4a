"""What a game on a server needs of the wire: calls, and a stream that is opened again whenever it breaks. The server's
silence, a cut, a restart are waited for and told.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from enum import Enum, auto
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from access_chess.online.calls import Call, Fate, Reply, ServerError, game_stream
from access_chess.online.lines import GameFull, game_line

T = TypeVar("T")


class GameServer(Protocol):
    """What carries calls to the server. May be used from any thread."""

    @property
    def address(self) -> str:
        """Where it is."""
        ...

    def call(self, call: Call, /) -> Reply:
        """Ask once; that nobody answered is an answer, too."""
        ...

    def stream(self, call: Call, /) -> AbstractContextManager[Iterator[bytes]]:
        """The lines of an answer, as they come. Raises ServerError, also while they are read."""
        ...


#: Seconds before a stream is opened anew: at once, since most cuts are short; then ever later.
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 15.0)
TOO_OFTEN = 60.0  # seconds that the server wants to have peace after 429, where it does not say how many

Wait = Callable[[threading.Event, float], bool]  # until something has happened, or so many seconds; has it?


def wait_for(event: threading.Event, seconds: float) -> bool:
    """Wait as a person would."""
    return event.wait(seconds)


class LineState(Enum):
    """How the line fares: it is lost, which is told once, until it is found again."""

    LOST = auto()
    FOUND = auto()


class Busy(Struct, frozen=True):
    """The server wants peace for so long."""

    time: timedelta


class Ended(Struct, frozen=True):
    """It makes no sense to try again, or nothing more comes of a call; `reply` tells why."""

    reply: Reply


#: What is told of a line beside what comes by it.
LineNews = LineState | Busy | Ended


def pause_after(reply: Reply, failures: int) -> float:
    """How many seconds to wait after so many failures in a row."""
    if reply.fate is Fate.TOO_OFTEN:
        return TOO_OFTEN if reply.wait is None else reply.wait
    return PAUSES[min(failures, len(PAUSES) - 1)]


def first_line(server: GameServer, game: str) -> GameFull | None:
    """How a game stands on the server; None where its stream ends before that. Raises ServerError."""
    with server.stream(game_stream(game)) as lines:
        return next((line for each in lines if isinstance(line := game_line(each), GameFull)), None)


class Listening(Generic[T]):
    """Reads one stream in a thread of its own, until the `is_last` line or until it is closed.

    `put` gets each line that `read` makes sense of, and how the line fares. `begin` is called when a stream stands,
    before its first line.
    """

    def __init__(
        self,
        server: GameServer,
        call: Call,
        put: Callable[[T | LineNews], None],
        read: Callable[[bytes], T | None],
        *,
        is_last: Callable[[T], bool] = lambda line: False,
        begin: Callable[[], None] = lambda: None,
        wait: Wait = wait_for,
    ) -> None:
        self._server = server
        self._call = call
        self._put = put
        self._read = read
        self._is_last = is_last
        self._begin = begin
        self._wait = wait
        self._closing = threading.Event()
        self._is_lost = False
        self._failures = 0
        self._thread = threading.Thread(target=self.run, name="server stream", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Listen no more; a read that waits ends with the server's next sign of life, and nobody waits for it."""
        self._closing.set()

    def run(self) -> None:
        """Listen until the end; what `start` does in its thread."""
        while not self._closing.is_set():
            reply = self._followed()
            if self._closing.is_set():
                return
            if reply.fate in (Fate.LOCKED_OUT, Fate.UNKNOWN, Fate.REFUSED):
                self._put(Ended(reply))
                return
            self._tell(reply)
            if self._wait(self._closing, pause_after(reply, self._failures)):
                return
            self._failures += 1

    def _followed(self) -> Reply:
        """Read until the stream ends, and why it has."""
        try:
            with self._server.stream(self._call) as lines:
                self._begin()
                for line in lines:
                    self._alive()
                    if self._closing.is_set():
                        break
                    self._take(line)
        except ServerError as error:
            return error.reply
        return Reply(status=None, reason="the stream has ended")

    def _take(self, line: bytes) -> None:
        found = self._read(line)
        if found is not None:
            self._put(found)
            if self._is_last(found):
                self._closing.set()

    def _alive(self) -> None:
        self._failures = 0
        if self._is_lost:
            self._is_lost = False
            self._put(LineState.FOUND)

    def _tell(self, reply: Reply) -> None:
        """A first cut that is mended at once is no news."""
        if reply.fate is Fate.TOO_OFTEN:
            self._is_lost = True
            self._put(Busy(timedelta(seconds=pause_after(reply, self._failures))))
        elif self._failures and not self._is_lost:
            self._is_lost = True
            self._put(LineState.LOST)
