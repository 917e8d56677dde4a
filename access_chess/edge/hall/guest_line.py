"""The line of a station that sits at a game of the hall: a WebSocket of the server, for a thread that talks on it."""

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from access_chess.hall import remote

MOST_LINES = 200  # of stations at games of one hall, at one time: each has a thread
WAITS = 5.0  # seconds for a frame to be sent, or for a goodbye
T = TypeVar("T")


class GuestLine:
    """A line to a station, for threads. What goes wrong with it is an OSError."""

    def __init__(self, socket: WebSocket, loop: asyncio.AbstractEventLoop) -> None:
        self._socket = socket
        self._loop = loop
        self._closed = asyncio.Event()

    def recv(self, timeout: float | None = None) -> str | bytes:
        """The next frame. Raises TimeoutError."""
        return self._do(self._receive(), timeout)

    def send(self, message: str) -> None:
        """Send a frame."""
        self._do(self._socket.send_text(message), WAITS)

    def close(self) -> None:
        """Hang up; nobody waits for a frame any more."""
        with contextlib.suppress(RuntimeError):  # the server has stopped
            self._loop.call_soon_threadsafe(self._closed.set)

    async def until_closed(self) -> None:
        """Wait until it is hung up from here."""
        await self._closed.wait()

    async def _receive(self) -> str:
        tasks = {
            reading := asyncio.ensure_future(self._socket.receive_text()), asyncio.ensure_future(self._closed.wait()),
        }  # fmt: skip
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                raise ConnectionResetError
            return reading.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _do(self, act: Coroutine[Any, Any, T], timeout: float | None) -> T:
        try:
            future = asyncio.run_coroutine_threadsafe(act, self._loop)
        except RuntimeError as error:
            act.close()
            raise ConnectionResetError from error
        try:
            return future.result(timeout)
        except TimeoutError:
            future.cancel()
            raise
        except (WebSocketDisconnect, RuntimeError, KeyError, concurrent.futures.CancelledError) as error:
            raise ConnectionResetError from error  # KeyError: a frame of bytes


class StationGuests(Protocol):
    """The stations that sit at games of the hall. May be used from any thread."""

    def knows(self, room: str, /) -> bool:
        """Whether there is a seat behind this room. Raises StorageError."""
        ...

    def answer(self, room: str, line: GuestLine, /) -> None:
        """Talk with the guest of this room, who may go at any time."""
        ...


_lines = threading.BoundedSemaphore(MOST_LINES)


async def talk(websocket: WebSocket, answer: Callable[[GuestLine], None], closing: asyncio.Event) -> None:
    """Let somebody in, and answer them in a thread of its own."""
    if not _lines.acquire(blocking=False):
        await websocket.close()
        return
    loop, answered = asyncio.get_running_loop(), asyncio.Event()
    line = GuestLine(websocket, loop)

    def run() -> None:
        try:
            answer(line)
        finally:
            _lines.release()
            with contextlib.suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(answered.set)

    try:
        await websocket.accept(subprotocol=remote.SUBPROTOCOL)
    except BaseException:
        _lines.release()
        raise
    threading.Thread(target=run, name="guest of the hall", daemon=True).start()
    waits = [asyncio.ensure_future(each) for each in (answered.wait(), line.until_closed(), closing.wait())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waits:
            each.cancel()
        line.close()
        with contextlib.suppress(RuntimeError, OSError):
            await websocket.close()
