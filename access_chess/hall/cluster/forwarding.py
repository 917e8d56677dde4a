"""Pages of games and exhibitions of another hall: what a browser asks here is asked there, and answered this way.

The two halls speak by way of the brokers, so they need no address and no certificate of each other. What a guard has to
refuse was refused here; the asker is known there as here, since sessions are shared.
"""

import asyncio
import contextlib
import itertools
import re
import secrets
from collections.abc import Callable
from urllib.parse import parse_qs

import msgspec
from nats.aio.msg import Msg
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from access_chess.hall.cluster.broker import Broker
from access_chess.hall.cluster.other_halls import OtherHalls
from access_chess.hall.cluster.shared_people import SharedPeople
from access_chess.hall.rules.records import HOSTED_FROM

BEGINS = 6.0  # seconds until the other hall begins to answer
NOT_HEARD = 1.2  # and where it was not heard of: each tells of itself every second
#: Seconds without a part of an answer: a stream gives a sign of life every fifteen.
SILENT = 20.0
#: A game, or an exhibition, whose numbers tell of which hall they are.
_HOSTED = re.compile(r"/(?:game|simul)/([0-9]{1,9})(?:/|$)")
Headers = tuple[tuple[bytes, bytes], ...]


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A request as the other hall gets it. It is known by the subject on which its answer is awaited."""

    method: str
    path: str
    query: bytes
    headers: Headers
    client: str
    body: bytes


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A part of an answer: its head with a `status`, or some of its body; `is_last`: nothing follows."""

    status: int = 0
    headers: Headers = ()
    body: bytes = b""
    is_last: bool = False


_ASKED = msgspec.msgpack.Decoder(Asked)
_PART = msgspec.msgpack.Decoder(Part)


class Forwarding:
    """The pages of all halls: an ASGI application when it leads to those of this one."""

    def __init__(self, people: SharedPeople, others: OtherHalls, broker: Broker, event: str) -> None:
        self._people = people
        self._others = others
        self._broker = broker
        self._begin = f"hall.{event}"
        self._awaited = f"{self._begin}.answer.{secrets.token_hex(8)}"
        self._numbers = itertools.count()
        self._answers: dict[str, asyncio.Queue[Part | None]] = {}
        self._answering: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._leaves = (
            broker.listen(f"{self._begin}.page.{people.hall}", lambda message: self._call(self._take_asked, message)),
            broker.listen(f"{self._begin}.left.{people.hall}", lambda message: self._call(self._take_left, message)),
            broker.listen(f"{self._awaited}.*", lambda message: self._call(self._take_part, message)),
        )

    def lead(self, app: ASGIApp, away: ASGIApp) -> ASGIApp:
        """Lead to the pages of this hall; `away` tells that another is not there."""
        self._app = app
        self._away = away
        return self

    def start(self) -> None:
        """The server runs, in the present loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Hear no more."""
        for leave in self._leaves:
            leave()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request here or there."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        hall, body = None, None
        if scope["path"] == "/in" and scope["method"] == "POST":
            body = await _body(receive)
            hall = self._hall_of_code(body)
        elif (found := _HOSTED.match(scope["path"])) is not None:
            hall = int(found[1]) // HOSTED_FROM
        if not hall or hall == self._people.hall:
            await self._app(scope, receive if body is None else _again(body, receive), send)
            return
        await self._forward(hall, scope, await _body(receive) if body is None else body, receive, send)

    def _hall_of_code(self, body: bytes) -> int | None:
        """The hall that plays the game for which a code is, if it is for one."""
        codes = parse_qs(body.decode(errors="replace")).get("code", [""])
        game = self._people.game_of_code(codes[0][:40])
        return None if game is None else game // HOSTED_FROM

    # ---- who asks ----

    async def _forward(self, hall: int, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        awaited = f"{self._awaited}.{next(self._numbers)}"
        parts = self._answers[awaited] = asyncio.Queue()
        client = scope.get("client")
        asked = Asked(
            scope["method"], scope["path"], scope["query_string"], tuple(scope["headers"]), client[0] if client else "",
            body,
        )  # fmt: skip
        self._broker.send(f"{self._begin}.page.{hall}", msgspec.msgpack.encode(asked), awaited)
        try:
            patience = BEGINS if self._others.is_there(hall) else NOT_HEARD
            head = await asyncio.wait_for(parts.get(), patience)
        except TimeoutError:
            head = None
        try:
            if head is None:
                await self._away(scope, _again(b"", receive), send)
            else:
                await _copy(head, parts, receive, send)
        finally:
            del self._answers[awaited]
            self._broker.send(f"{self._begin}.left.{hall}", awaited.encode())

    def _take_part(self, message: Msg) -> None:
        """A part of an answer, or the brokers' word that nobody is there to answer."""
        parts = self._answers.get(message.subject)
        if parts is not None:
            parts.put_nowait(_PART.decode(message.data) if message.data else None)

    # ---- who is asked ----

    def _take_asked(self, message: Msg) -> None:
        task = asyncio.ensure_future(self._answer(_ASKED.decode(message.data), message.reply))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take_left(self, message: Msg) -> None:
        """The asker is not there any more."""
        gone = self._answering.get(message.data.decode())
        if gone is not None:
            gone.set()

    async def _answer(self, asked: Asked, awaited: str) -> None:
        gone = self._answering[awaited] = asyncio.Event()

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                part = Part(message["status"], tuple(message.get("headers", ())))
            else:
                part = Part(body=message.get("body", b""), is_last=not message.get("more_body", False))
            self._broker.send(awaited, msgspec.msgpack.encode(part))

        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": asked.method, "scheme": "http",
            "path": asked.path, "raw_path": asked.path.encode(), "query_string": asked.query, "root_path": "",
            "headers": list(asked.headers), "client": (asked.client, 0), "server": None,
        }  # fmt: skip
        try:
            await self._app(scope, _again(asked.body, receive), send)
        finally:
            del self._answering[awaited]

    def _call(self, take: Callable[[Msg], None], message: Msg) -> None:
        """Take a message in the server's own thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(take, message)


async def _copy(head: Part, parts: "asyncio.Queue[Part | None]", receive: Receive, send: Send) -> None:
    """Send on what comes, until it ends or the reader goes."""
    leaving = asyncio.create_task(_gone(receive))
    copying = asyncio.create_task(_copied(head, parts, send))
    try:
        await asyncio.wait({copying, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if copying.done():
            copying.result()
    finally:
        copying.cancel()
        leaving.cancel()


async def _copied(head: Part, parts: "asyncio.Queue[Part | None]", send: Send) -> None:
    await send({"type": "http.response.start", "status": head.status, "headers": list(head.headers)})
    is_last = False
    while not is_last:
        try:
            part = await asyncio.wait_for(parts.get(), SILENT)
        except TimeoutError:  # the other hall has gone; who reads a stream comes back
            part = None
        part = part or Part(is_last=True)
        is_last = part.is_last
        with contextlib.suppress(OSError):
            await send({"type": "http.response.body", "body": part.body, "more_body": not is_last})


async def _body(receive: Receive) -> bytes:
    """The whole body of a request, which the guard has found short."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if not message.get("more_body", False):
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read, and then what follows."""
    waiting = [body]

    async def again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return again


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
