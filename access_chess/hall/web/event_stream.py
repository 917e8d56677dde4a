"""What all streams of server-sent events share: how one begins and ends, what wakes it, a reader that is too slow."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Iterator

from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from access_chess.hall.web.visit import Visit

STILL_HERE = 5.0  # seconds without news, after which proxies and pages are told that the line still stands
#: An event, since a script hears of no comment: a page that hears nothing for some of these takes its line for lost.
NO_NEWS = b"event: here\ndata: {}\n\n"
RELOAD = b"event: reload\ndata: {}\n\n"
#: A reader that takes nothing for so long is let go; it comes back by its id. The frame that it gets then holds all.
SLOWEST = 20.0
_AGAIN = b"retry: 1000\n\n"  # milliseconds until a browser tries again
_HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
_Begin = Callable[[Receive, Send], Awaitable[None]]
_Listen = Callable[[Callable[[], None]], Callable[[], None]]


async def answer(here: Visit, begin: _Begin | None, scope: Scope, receive: Receive, send: Send) -> None:
    """Let `begin` write the stream, if there is one, and neither its reader nor that address has too many."""
    address = here.request.client.host if here.request.client else ""
    session = None if here.visitor is None else here.visitor.session
    if begin is None:
        await PlainTextResponse(here.text("error_missing"), 404)(scope, receive, send)
    elif not here.hall.streams.enter(session, address):
        refused = PlainTextResponse(here.text("many_streams"), 503, headers={"retry-after": "30"})
        await refused(scope, receive, send)
    else:
        try:
            await begin(receive, send)
        finally:
            here.hall.streams.leave(session, address)


async def head(send: Send, *, can_go_on: bool) -> bool:
    """Begin the stream; where it cannot go on from what the page has, tell it to load anew, and end."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send_body(send, _AGAIN)
    if not can_go_on:
        await send_body(send, RELOAD)
        await end(send)
    return can_go_on


async def end(send: Send) -> None:
    """End the stream, if somebody still reads."""
    with contextlib.suppress(OSError):
        await send({"type": "http.response.body", "body": b""})


class News:
    """What wakes a stream: something new, the reader's going, the server's end."""

    def __init__(self, receive: Receive, closing: asyncio.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self._is_there = asyncio.Event()
        self._ends = (asyncio.create_task(gone(receive)), asyncio.create_task(_closed(closing)))
        for end in self._ends:
            end.add_done_callback(lambda task: self._is_there.set())

    @property
    def is_over(self) -> bool:
        """Whether nobody reads any more, or nobody sends."""
        return any(end.done() for end in self._ends)

    def wake(self) -> None:
        """Something is new; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
            self._loop.call_soon_threadsafe(self._is_there.set)

    async def come(self, seconds: float) -> bool:
        """Wait for news or the end, so many seconds at most; did any come?"""
        try:
            async with asyncio.timeout(seconds):
                await self._is_there.wait()
        except TimeoutError:
            return False
        self._is_there.clear()
        return True

    def close(self) -> None:
        """Wait for nothing any more."""
        for end in self._ends:
            end.cancel()


@contextlib.contextmanager
def news_of(here: Visit, receive: Receive, listens: Iterable[_Listen]) -> Iterator[News]:
    """News of all that is listened to, and of the end of the reader's session, if they are signed in."""
    news, streams = News(receive, here.hall.closing), here.hall.streams
    session = None if here.visitor is None else here.visitor.session
    if session is not None:
        streams.news.setdefault(session, []).append(news)
    leaves = [listen(news.wake) for listen in listens]
    try:
        yield news
    finally:
        for leave in leaves:
            leave()
        if session is not None:
            streams.news[session].remove(news)
        news.close()


async def send_soon(send: Send, body: bytes) -> None:
    """Send a part of an answer to a reader that takes it; another is let go, by a TimeoutError."""
    async with asyncio.timeout(SLOWEST):
        await send_body(send, body)


async def send_body(send: Send, body: bytes) -> None:
    """Send a part of an answer."""
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def gone(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _closed(closing: asyncio.Event) -> None:
    await closing.wait()
