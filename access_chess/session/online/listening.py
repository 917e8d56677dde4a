"""A stream that is opened again whenever it breaks: the server's silence, a cut, a restart are waited for and told; and
what a game on a server needs of the wire.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Protocol

from msgspec import Struct

from access_chess.online.calls import Call, Fate, Reply, ServerError


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


class LineListener(Struct, frozen=True, kw_only=True):
    """Who is told how a line fares: `lost` once until it is `found` again, `busy` where the server wants peace.

    `ended` is told when it makes no sense to try again.
    """

    lost: Callable[[], None]
    found: Callable[[], None]
    busy: Callable[[timedelta], None]
    ended: Callable[[Reply], None]


def pause_after(reply: Reply, failures: int) -> float:
    """How many seconds to wait after so many failures in a row."""
    if reply.fate is Fate.TOO_OFTEN:
        return TOO_OFTEN if reply.wait is None else reply.wait
    return PAUSES[min(failures, len(PAUSES) - 1)]


class Listening:
    """Reads one stream in a thread of its own, until it `is_over` or is closed. `take` gets each line with a sense.

    `begin` is called when a stream stands, before its first line.
    """

    def __init__(
        self,
        server: GameServer,
        call: Call,
        take: Callable[[bytes], None],
        told: LineListener,
        *,
        is_over: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] = lambda: None,
        wait: Wait = wait_for,
    ) -> None:
        self._server = server
        self._call = call
        self._take = take
        self._told = told
        self._is_over = is_over
        self._begin = begin
        self._wait = wait
        self._closing = threading.Event()
        self._is_lost = False
        self._failures = 0
        self._thread = threading.Thread(target=self._run, name="online stream", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Listen no more; a read that waits ends with the server's next sign of life, and nobody waits for it."""
        self._closing.set()

    def _run(self) -> None:
        while not self._closing.is_set() and not self._is_over():
            reply = self._read()
            if self._closing.is_set() or self._is_over():
                return
            if reply.fate in (Fate.LOCKED_OUT, Fate.UNKNOWN, Fate.REFUSED):
                self._told.ended(reply)
                return
            self._tell(reply)
            if self._wait(self._closing, pause_after(reply, self._failures)):
                return
            self._failures += 1

    def _read(self) -> Reply:
        """Read until the stream ends, and why it has."""
        try:
            with self._server.stream(self._call) as lines:
                self._begin()
                for line in lines:
                    self._alive()
                    if self._closing.is_set():
                        break
                    if line.strip():
                        self._take(line)
        except ServerError as error:
            return error.reply
        return Reply(status=None, reason="the stream has ended")

    def _alive(self) -> None:
        self._failures = 0
        if self._is_lost:
            self._is_lost = False
            self._told.found()

    def _tell(self, reply: Reply) -> None:
        """A first cut that is mended at once is no news."""
        if reply.fate is Fate.TOO_OFTEN:
            self._is_lost = True
            self._told.busy(timedelta(seconds=pause_after(reply, self._failures)))
        elif self._failures and not self._is_lost:
            self._is_lost = True
            self._told.lost()
