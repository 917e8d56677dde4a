"""A seat's stream of server-sent events, as a bare ASGI answer: what was said is sent once, and can be taken up again.

The id of an event is the seat's birth and the number of its last line. Whoever comes back with an id that cannot be
gone on from is told to load the page anew, where all lines stand.
"""

import asyncio
import contextlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from access_chess.edge.hall.frames import encoded, seat_frame
from access_chess.edge.hall.place import Place, heading, is_open, place_of, player_name, tell_aside
from access_chess.edge.hall.visit import Visit, visit
from access_chess.edge.packs.web_texts import load_web_texts
from access_chess.session.hosting.ports import Seat

STILL_HERE = 15.0  # seconds without news, after which proxies and browsers are told that the line still stands
HEAD = b"retry: 1000\n\n"  # milliseconds until a browser tries again
RELOAD = b"event: reload\ndata: {}\n\n"
AWAY = 10.0  # seconds without a stream after which the opponent hears of it
#: A reader that takes nothing for so long is let go; it comes back by its id. The frame that it gets then holds all.
SLOWEST = 20.0


class SeatStream:
    """The endpoint: an ASGI application, since a framework's stream costs a task group a reader."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens at the visitor's place until he goes, his session ends or the server stops."""
        request = Request(scope, receive)
        here = visit(request)
        place = await place_of(here)
        if place is None or here.visitor is None:
            await PlainTextResponse(here.text("error_missing"), 404)(scope, receive, send)
            return
        session, address = here.visitor.session, request.client.host if request.client else ""
        if not here.hall.streams.enter(session, address):
            refused = PlainTextResponse(here.text("many_streams"), 503, headers={"retry-after": "30"})
            await refused(scope, receive, send)
            return
        try:
            await self._stream(here, place, receive, send)
        finally:
            here.hall.streams.leave(session, address)

    async def _stream(self, here: Visit, place: Place, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send_body(send, HEAD)
        after = _after(here.request, place.seat)
        if after is None:
            await send_body(send, RELOAD)
            await send({"type": "http.response.body", "body": b""})
            return
        assert here.visitor is not None, "so it was asked"
        news = News(receive, here.hall.closing)
        of_session = here.hall.streams.news.setdefault(here.visitor.session, [])
        of_session.append(news)
        leave = place.seat.listen(news.wake)
        _arrived(here, place)
        try:
            with contextlib.suppress(OSError):
                await self._send_news(here, place, after, news, send)
        finally:
            leave()
            of_session.remove(news)
            news.close()
            _left(here, place)

    async def _send_news(self, here: Visit, place: Place, after: int, news: "News", send: Send) -> None:
        seen: object = None
        while not news.is_over:
            if not _is_still_his(here, place):  # or another language was chosen on another page
                await send_body(send, RELOAD)
                break
            number, data = seat_frame(place.seat, here.texts, after)
            data |= {"heading": heading(here, place), "open": is_open(here, place)}
            standing = {key: value for key, value in data.items() if key != "clock"}
            shown = (number, standing, data["clock"] and data["clock"]["runs"])
            if shown != seen:
                after, seen = int(number.rpartition(".")[2]), shown
                await send_soon(send, encoded("said", data, number))
            if not await news.come(STILL_HERE):
                await send_soon(send, b": still here\n\n")
        with contextlib.suppress(OSError):
            await send({"type": "http.response.body", "body": b""})


def _is_still_his(here: Visit, place: Place) -> bool:
    """Whether the visitor is still signed in, sits here, and this is his seat as it is now."""
    visitor, database = here.visitor, here.hall.database
    if visitor is None or not database.has_session(visitor.session):
        return False
    seated = database.seated(place.game.number)
    is_his = seated is not None and seated.person_of(place.color) == visitor.person
    return is_his and place.game.seat_at(place.color) is place.seat


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


async def send_soon(send: Send, body: bytes) -> None:
    """Send a part of an answer to a reader that takes it; another is let go, by a TimeoutError."""
    async with asyncio.timeout(SLOWEST):
        await send_body(send, body)


def _after(request: Request, seat: Seat) -> int | None:
    """The last line that the page has; None where it cannot be gone on from."""
    named = request.headers.get("last-event-id") or request.query_params.get("after", "")
    birth, _, number = named.rpartition(".")
    if birth != seat.birth or not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    lines = seat.lines()
    newest = lines[-1].number if lines else 0
    oldest = lines[0].number if lines else 1
    return int(number) if oldest - 1 <= int(number) <= newest else None


async def gone(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _closed(closing: asyncio.Event) -> None:
    await closing.wait()


async def send_body(send: Send, body: bytes) -> None:
    """Send a part of an answer."""
    await send({"type": "http.response.body", "body": body, "more_body": True})


def _arrived(here: Visit, place: Place) -> None:
    """The opponent hears of somebody who comes back, if he has heard of his going."""
    key = (place.game.number, place.color)
    presence = here.hall.presence
    presence.streams[key] += 1
    if key in presence.missed:
        presence.missed.discard(key)
        _tell_opponent(here, place, "person_back")


def _left(here: Visit, place: Place) -> None:
    key = (place.game.number, place.color)
    here.hall.presence.streams[key] -= 1
    if not here.hall.closing.is_set():
        asyncio.get_running_loop().call_later(AWAY, _missed, here, place)


def _missed(here: Visit, place: Place) -> None:
    key = (place.game.number, place.color)
    presence = here.hall.presence
    if not presence.streams[key] and key not in presence.missed and not place.game.game.is_over:
        presence.missed.add(key)
        _tell_opponent(here, place, "person_away")


def _tell_opponent(here: Visit, place: Place, key: str) -> None:
    other = place.game.seat_at(not place.color)
    if other is not None:
        texts = load_web_texts(other.manner.language.pack.name)
        tell_aside(other, texts.text(key, name=player_name(here, place, place.color)), texts.language)
