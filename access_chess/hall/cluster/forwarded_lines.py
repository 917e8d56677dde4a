"""Stations that sit at a game of another hall: their lines are carried there by way of the brokers.

What the brokers carry may be lost, so frames are numbered: where one is missing the line ends, and the station, which
comes again, says how far it has the game. Each side is silent for a while only: then the other has gone.
"""

import contextlib
import itertools
import queue
import secrets
import threading
from collections.abc import Callable

import msgspec
from nats.aio.msg import Msg

from access_chess.hall.cluster.broker import Broker
from access_chess.hall.web.relay import GuestLine, StationGuests
from access_chess.session.ports import StorageError

MOST_SOUGHT = 8  # at one time: a guest with wrong codes must not hold up all threads of the pages
KNOWN = 1.5  # seconds for the hall that has the seat to say so
ALIVE = 2.0  # seconds between two signs of life
SILENT = 10.0  # seconds without one, after which the other end has gone


class _Frame(msgspec.Struct, frozen=True, array_like=True):
    """What the hall `of` says on a line, the `place`-th in this direction; an empty text is a sign of life.

    The first one opens the line to a room; `fingerprint` is that of the certificate that the station sees.
    """

    of: str
    line: str
    place: int
    text: str = ""
    is_last: bool = False
    room: str = ""
    fingerprint: bytes = b""


Admit = Callable[[str, "FarLine", bytes], None]


class FarLine:
    """One end of a line between halls. A Line, for threads; what goes wrong with it is an OSError."""

    def __init__(self, say: Callable[[int, str, bool], None]) -> None:
        self._say = say
        self._speaking = threading.Lock()
        self._places = itertools.count(1)
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._expected = 1
        self._ended = threading.Event()
        in_thread(self._live)

    def recv(self, timeout: float | None = None) -> str | bytes:
        """The next frame. Raises TimeoutError."""
        while True:
            try:
                text = self._heard.get(timeout=SILENT if timeout is None else min(timeout, SILENT))
            except queue.Empty:
                if timeout is not None and timeout < SILENT:
                    raise TimeoutError from None
                text = None
            if text is None:
                self.close()
                raise ConnectionResetError
            if text:
                return text

    def send(self, message: str) -> None:
        """Send a frame."""
        with self._speaking:
            if self._ended.is_set():
                raise ConnectionResetError
            self._say(next(self._places), message, False)

    def close(self) -> None:
        """Hang up; nobody waits for a frame any more."""
        with self._speaking:
            if not self._ended.is_set():
                self._ended.set()
                self._say(next(self._places), "", True)
        self._heard.put(None)

    def take(self, place: int, text: str, *, is_last: bool) -> None:
        """A frame has come; where one before it is missing, nothing can be made of those that follow."""
        is_next, self._expected = place == self._expected, self._expected + 1
        self._heard.put(None if is_last or not is_next else text)

    def _live(self) -> None:
        while not self._ended.wait(ALIVE):
            with contextlib.suppress(ConnectionResetError):
                self.send("")


class ForwardedLines:
    """StationGuests of all halls: `own` are those of this one, and at a seat of another a station is led there.

    `admit` lets a station in that another hall has led here; `fingerprint` is that of this hall's certificate.
    """

    def __init__(self, own: StationGuests, admit: Admit, fingerprint: bytes, broker: Broker, event: str) -> None:
        self._own = own
        self._admit = admit
        self._fingerprint = fingerprint
        self._broker = broker
        self._run = secrets.token_hex(8)
        self._begin = f"hall.{event}.seat"
        self._seeking = threading.Semaphore(MOST_SOUGHT)
        self._holders: dict[str, str] = {}
        self._lines: dict[str, FarLine] = {}
        self._leaves = (
            broker.listen(f"{self._begin}.sought", self._hear_sought),
            broker.listen(f"{self._begin}.said.{self._run}", self._hear_said),
        )

    def knows(self, room: str) -> bool:
        """Whether any hall has this seat. Raises StorageError."""
        return self._own.knows(room) or self._holder(room) is not None

    def answer(self, room: str, line: GuestLine) -> None:
        """Talk with a station, or lead it to the hall of its seat, until it goes."""
        holder = None if self._own.knows(room) else self._holder(room)
        if holder is None:
            self._own.answer(room, line)
            return
        name = secrets.token_hex(8)
        far = self._line(name, holder, room)
        in_thread(_carry, far, line)
        _carry(line, far)
        self._forget(name)
        self._holders.pop(room, None)  # that hall may be another one when the station comes again

    def close(self) -> None:
        """Hear no more, and hang up."""
        for leave in self._leaves:
            leave()
        for line in tuple(self._lines.values()):
            line.close()

    def _holder(self, room: str) -> str | None:
        """The hall that has this seat, by the name of its run: it alone answers."""
        if room not in self._holders and self._seeking.acquire(blocking=False):
            try:
                holder = self._broker.ask(f"{self._begin}.sought", room.encode(), KNOWN)
            finally:
                self._seeking.release()
            if holder is not None and (name := holder.decode()) != self._run:
                self._holders[room] = name
        return self._holders.get(room)

    def _hear_sought(self, message: Msg) -> None:
        in_thread(self._tell_whether, message.data.decode(), message.reply)  # the brokers must not wait for a file

    def _tell_whether(self, room: str, reply: str) -> None:
        with contextlib.suppress(StorageError):
            if self._own.knows(room):
                self._broker.send(reply, self._run.encode())

    def _hear_said(self, message: Msg) -> None:
        frame = _FRAME.decode(message.data)
        line = self._lines.get(frame.line)
        if line is None and frame.room and frame.place == 1:
            line = self._line(frame.line, frame.of)
            in_thread(self._enter, frame.line, line, frame.room, frame.fingerprint)
        if line is not None:
            line.take(frame.place, frame.text, is_last=frame.is_last)

    def _enter(self, name: str, line: FarLine, room: str, fingerprint: bytes) -> None:
        try:
            self._admit(room, line, fingerprint)
        finally:
            line.close()
            self._forget(name)

    def _line(self, name: str, to: str, room: str = "") -> FarLine:
        def say(place: int, text: str, is_last: bool) -> None:
            is_first = room and place == 1
            frame = _Frame(
                self._run, name, place, text, is_last, room if is_first else "", self._fingerprint if is_first else b""
            )
            self._broker.send(f"{self._begin}.said.{to}", msgspec.msgpack.encode(frame))

        line = self._lines[name] = FarLine(say)
        return line

    def _forget(self, name: str) -> None:
        self._lines.pop(name, None)


_FRAME = msgspec.msgpack.Decoder(_Frame)


def in_thread(do: Callable[..., None], *what: object) -> None:
    """Do this in a thread of its own, for which nobody waits."""
    threading.Thread(target=do, args=what, name="line between halls", daemon=True).start()


def _carry(source: GuestLine | FarLine, target: GuestLine | FarLine) -> None:
    """Carry what is said on one line to the other, until one of them ends; then both do."""
    try:
        while True:
            target.send(str(source.recv()))
    except OSError:
        source.close()
        target.close()
