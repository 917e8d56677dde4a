"""Where the hall carries a game between two stations that cannot reach each other: a room for each, and lines in pairs.

The host, a station that is signed in, keeps one line open for the room and hears on it of each guest, for whom the host
opens a second one, and from then on each frame of the one goes out on the other, unread. Whether a guest knows the code
is the host's to judge: the room's name says nothing of it (`codes.room_of`). Where the code is that of a seat at a game
of the hall, the hall itself is the host, and a thread talks on the line of the guest.
"""

import asyncio
import concurrent.futures
import contextlib
import itertools
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from access_chess.hall.rules import remote, wire
from access_chess.hall.web.station_door import Door
from access_chess.session.ports import StorageError

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


MOST_ROOMS = 1000
MOST_GUESTS = 4  # at the door of a room at one time: one of them is let in, whose former line may not be missed yet
ANSWERED = 5.0  # seconds that a host has to answer a guest


@dataclass(eq=False)
class _Guest:
    """A guest at the door of a room: the guest's line, and the host's when it is there."""

    line: WebSocket
    answer: "asyncio.Future[WebSocket]"
    gone: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class _Room:
    """A room that a host has opened with this token."""

    token: str
    news: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    guests: dict[str, _Guest] = field(default_factory=dict)


@dataclass
class Relay:
    """All rooms of the hall. For its own event loop."""

    rooms: dict[str, _Room] = field(default_factory=dict)
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)


async def carry(websocket: WebSocket) -> None:
    """Somebody who wants a game carried: a host or a guest."""
    door: Door | None = websocket.app.state.door
    relay: Relay = websocket.app.state.relay
    closing: asyncio.Event = websocket.app.state.hall.closing
    guests: StationGuests | None = websocket.app.state.guests
    is_page = "origin" in websocket.headers or remote.SUBPROTOCOL not in websocket.scope["subprotocols"]
    name, line = websocket.headers.get("room", ""), websocket.headers.get("line", "")
    token = "" if is_page or door is None else await _token(websocket, door)
    room = relay.rooms.get(name)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError, asyncio.TimeoutError):  # however it goes
        if is_page or not name or (token and len(relay.rooms) >= MOST_ROOMS):
            await websocket.close()
        elif token and line and room is not None and room.token == token:
            await _answer(websocket, room, line)
        elif token and not line:
            await _open(websocket, relay, name, token, closing)
        elif "authorization" in websocket.headers:
            await websocket.close()
        elif room is not None and len(room.guests) < MOST_GUESTS:
            await _visit(websocket, room, str(next(relay.numbers)), closing)
        elif room is None and guests is not None and await _has_seat(guests, name):
            await talk(websocket, partial(guests.answer, name), closing)
        else:
            await websocket.close()


async def _has_seat(guests: StationGuests, name: str) -> bool:
    with contextlib.suppress(StorageError):
        return await run_in_threadpool(guests.knows, name)
    return False


async def _token(websocket: WebSocket, door: Door) -> str:
    """The token of a station that is signed in; empty where it is none."""
    scheme, _, token = websocket.headers.get("authorization", "").partition(" ")
    with contextlib.suppress(StorageError):
        if scheme == wire.TOKEN and await run_in_threadpool(door.stations.store.board_of, token) is not None:
            return token
    return ""


async def _open(host: WebSocket, relay: Relay, name: str, token: str, closing: asyncio.Event) -> None:
    """A host's room is open as long as the host's line stands; nobody else opens it meanwhile."""
    former = relay.rooms.get(name)
    if former is not None and former.token != token:
        await host.close()
        return
    await host.accept(subprotocol=remote.SUBPROTOCOL)
    room = relay.rooms[name] = _Room(token=token)
    ended = {asyncio.create_task(host.receive_text()), asyncio.create_task(closing.wait())}
    try:
        while True:
            told = asyncio.create_task(room.news.get())
            done, _ = await asyncio.wait({*ended, told}, return_when=asyncio.FIRST_COMPLETED)
            if told not in done:
                told.cancel()
                return
            await host.send_text(remote.encoded(remote.GuestWaiting(line=told.result())))
    finally:
        for task in ended:
            task.cancel()
        await asyncio.gather(*ended, return_exceptions=True)
        if relay.rooms.get(name) is room:
            del relay.rooms[name]
        for guest in room.guests.values():
            if not guest.answer.done():
                guest.answer.set_exception(ConnectionError("the host has gone"))


async def _visit(guest: WebSocket, room: _Room, number: str, closing: asyncio.Event) -> None:
    """A guest waits for the host's answer, and then their frames are carried until one of them goes."""
    await guest.accept(subprotocol=remote.SUBPROTOCOL)
    visit = room.guests[number] = _Guest(line=guest, answer=asyncio.get_running_loop().create_future())
    room.news.put_nowait(number)
    try:
        host = await asyncio.wait_for(visit.answer, ANSWERED)
        ways = _carry(guest, host), _carry(host, guest), closing.wait()
        tasks = {asyncio.ensure_future(each) for each in ways}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        del room.guests[number]
        visit.gone.set()
        with contextlib.suppress(RuntimeError, OSError):  # it is gone already
            await guest.close()


async def _answer(host: WebSocket, room: _Room, number: str) -> None:
    """The host's line for a guest, which stands as long as the guest's."""
    visit = room.guests.get(number)
    if visit is None or visit.answer.done():
        await host.close()
        return
    await host.accept(subprotocol=remote.SUBPROTOCOL)
    visit.answer.set_result(host)
    await visit.gone.wait()
    with contextlib.suppress(RuntimeError, OSError):
        await host.close()


async def _carry(source: WebSocket, target: WebSocket) -> None:
    while True:
        await target.send_text(await source.receive_text())
