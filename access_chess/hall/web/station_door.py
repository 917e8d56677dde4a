"""The door for stations: one WebSocket each, opened by a token, or the first time by a code. No page may come in here.

A frame is answered before the next is read, so a station that sends more than can be kept waits for us. A station that
sends nonsense again and again is sent away, and the arbiter is told once.

What stations say is gathered for a moment, so that the disk is asked once for all that came meanwhile. A station that
waits for its answer loses nothing: its own journal has what it reports. So a few milliseconds cost nobody anything, and
spare the hall most of the work of writing where many boards play.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from access_chess.hall.rules import wire
from access_chess.hall.stations.followed_board import Answered, Link
from access_chess.hall.stations.stations import HallStations
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.pages.sign_in import may_try
from access_chess.session.ports import StorageError

GATHERED = 0.01  # seconds: as long as a write takes on a busy disk


class Intake:
    """Where all stations of a server are heard, by its loop; one thread at a time writes for all of them."""

    def __init__(self, stations: HallStations) -> None:
        self._stations = stations
        self._waiting: list[tuple[Link, wire.FromStation, asyncio.Future[wire.FromHall | None]]] = []
        self._is_busy = False

    async def hear(self, link: Link, message: wire.FromStation) -> wire.FromHall | None:
        """What a station says, and what it is answered. Raises NonsenseError, StorageError."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[wire.FromHall | None] = loop.create_future()
        self._waiting.append((link, message, answer))
        if not self._is_busy:
            self._is_busy = True
            loop.call_later(GATHERED, self._hand_on)
        return await answer

    def _hand_on(self) -> None:
        heard, self._waiting = self._waiting, []
        said = [(link, message) for link, message, _ in heard]
        done = asyncio.get_running_loop().run_in_executor(None, self._stations.hear_all, said)
        done.add_done_callback(lambda done: self._answer([answer for _, _, answer in heard], done))

    def _answer(self, answers: "list[asyncio.Future[wire.FromHall | None]]", done: "asyncio.Future[Any]") -> None:
        error = done.exception()
        found: list[Answered] = [error] * len(answers) if isinstance(error, Exception) else done.result()
        for answer, what in zip(answers, found, strict=True):
            if answer.cancelled():
                continue
            if isinstance(what, Exception):
                answer.set_exception(what)
            else:
                answer.set_result(what)
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            asyncio.get_running_loop().call_later(GATHERED, self._hand_on)


GREETED = 5.0  # seconds that a station has to say who it is
BAD_FRAMES = 20  # and a station is sent away
#: Messages that wait for a station that takes none; its next hello asks for what it needs again.
WAITING = 256


@dataclass
class Door:
    """Who comes in here: `fingerprint` is that of our certificate, empty without one."""

    stations: HallStations
    fingerprint: bytes = b""
    intake: Intake = field(init=False)

    def __post_init__(self) -> None:
        self.intake = Intake(self.stations)


class _LetIn(Struct, frozen=True, kw_only=True):
    """A station at the door that may come in; `joined` is what its code has brought, if it came with one."""

    token: str
    board: int
    joined: wire.Joined | None = None


async def station(websocket: WebSocket) -> None:
    """Let a station in, and talk with it until it goes."""
    hall: Hall = websocket.app.state.hall
    door: Door | None = websocket.app.state.door
    is_page = "origin" in websocket.headers or wire.SUBPROTOCOL not in websocket.scope["subprotocols"]
    let_in = None if door is None or is_page else await _let_in(websocket, hall, door)
    if door is None or let_in is None:
        await websocket.close()  # which is 403, before it is accepted
        return
    await websocket.accept(subprotocol=wire.SUBPROTOCOL)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # however it goes, it is gone
        if let_in.joined is not None:
            await websocket.send_text(wire.encoded(let_in.joined))
        await _greeted(websocket, door, let_in, hall.closing)


async def _let_in(websocket: WebSocket, hall: Hall, door: Door) -> _LetIn | None:
    """Who is at the door, by its token or a code; None: nobody who may come in."""
    scheme, _, secret = websocket.headers.get("authorization", "").partition(" ")
    store = door.stations.store
    with contextlib.suppress(StorageError):
        if scheme == wire.TOKEN:
            board = await run_in_threadpool(store.board_of, secret)
            return None if board is None else _LetIn(token=secret, board=board)
        address = websocket.client.host if websocket.client else ""
        if scheme == wire.CODE and await may_try(hall, address):
            joined = await run_in_threadpool(store.use_proof, secret, door.fingerprint)
            if joined is not None:
                hall.codes_by_address.give_back(address)
                return _LetIn(token=joined.token, board=joined.board, joined=joined)
    return None


async def _greeted(websocket: WebSocket, door: Door, let_in: _LetIn, closing: asyncio.Event) -> None:
    hello = None
    with contextlib.suppress(wire.NonsenseError, asyncio.TimeoutError):
        hello = wire.from_station(await asyncio.wait_for(websocket.receive_text(), GREETED))
    if not isinstance(hello, wire.StationHello):
        await _hang_up(websocket, wire.NONSENSE)
        return
    outbox: asyncio.Queue[wire.FromHall] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def send(message: wire.FromHall) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(outbox.put_nowait, message)

    link = Link(token=let_in.token, board=let_in.board, journal=hello.journal, run=hello.run, send=send)
    try:
        welcome = await run_in_threadpool(door.stations.welcome, link, hello)
    except StorageError:
        await _hang_up(websocket, wire.UNKEPT)
        return
    try:
        await websocket.send_text(wire.encoded(welcome))
        await _talk(websocket, door, link, outbox, closing)
    finally:
        await run_in_threadpool(door.stations.leave, link)


async def _talk(
    websocket: WebSocket,
    door: Door,
    link: Link,
    outbox: "asyncio.Queue[wire.FromHall]",
    closing: asyncio.Event,
) -> None:
    tasks = {
        asyncio.create_task(_listen(websocket, door, link)),
        asyncio.create_task(_send_on(websocket, outbox)),
        asyncio.create_task(_close_with(websocket, closing)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(websocket: WebSocket, door: Door, link: Link) -> None:
    bad = 0
    while True:
        try:
            async with asyncio.timeout(wire.SILENT):
                text = await websocket.receive_text()
            answer = await door.intake.hear(link, wire.from_station(text))
        except (wire.NonsenseError, KeyError):  # KeyError: a frame of bytes
            bad += 1
            answer = wire.Bye(reason=wire.NONSENSE) if bad > BAD_FRAMES else None
            if answer is not None:
                await run_in_threadpool(door.stations.nonsense, link)
        except StorageError:
            answer = wire.Bye(reason=wire.UNKEPT)
        except TimeoutError:
            return
        if answer is not None:
            await websocket.send_text(wire.encoded(answer))
        if isinstance(answer, wire.Bye):
            await websocket.close()
            return


async def _send_on(websocket: WebSocket, outbox: "asyncio.Queue[wire.FromHall]") -> None:
    while True:
        message = await outbox.get()
        await websocket.send_text(wire.encoded(message))
        if isinstance(message, wire.Bye) or outbox.qsize() > WAITING:
            await websocket.close()
            return


async def _close_with(websocket: WebSocket, closing: asyncio.Event) -> None:
    await closing.wait()
    await _hang_up(websocket, wire.CLOSING)


async def _hang_up(websocket: WebSocket, reason: str) -> None:
    await websocket.send_text(wire.encoded(wire.Bye(reason=reason)))
    await websocket.close()
