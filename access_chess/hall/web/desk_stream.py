"""The stream of the arbiter's page: one for all boards, and one thing said at a time.

What the arbiter has asked for is said at once. What comes by itself waits for its turn: one announcement, then some
seconds of silence; what needs a ruling meanwhile is gathered into one sentence that names the boards.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.web.desk_frames import board_data, desk_title, lists_data, need_data
from access_chess.hall.web.event_stream import NO_NEWS, RELOAD, News, answer, end, head, news_of, send_body, send_soon
from access_chess.hall.web.frames import encoded
from access_chess.hall.web.place import desk_of
from access_chess.hall.web.visit import Visit, visit

APART = 3.0  # seconds between two things that nobody has asked for
LOOKED = 5.0  # seconds after which the boards are looked at without news: a connection may have gone
AT_LEAST = 0.25  # seconds between two looks at many boards that are all played


class DeskStream:
    """The endpoint: an ASGI application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens on the floor until the arbiter goes, the session ends or the server stops."""
        here = visit(Request(scope, receive))
        desk = desk_of(here)

        async def begin(receive: Receive, send: Send) -> None:
            if desk is not None:
                await _stream(here, desk, receive, send)

        await answer(here, None if desk is None else begin, scope, receive, send)


class _Sent:
    """What one page has been told: the last line, what waits to be said, and the boards as it shows them."""

    def __init__(self, desk: ArbiterDesk, after: int, heard: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._desk, self._clock = desk, clock
        self._after = after
        self._waiting = [line for line in desk.lines(heard) if line.is_aside and line.number <= after]
        self._free_at = 0.0
        self._shown: dict[str, Any] = {}

    @property
    def number(self) -> str:
        """The id of what has been sent, and of what has been said: one who comes back hears what still waited."""
        heard = self._waiting[0].number - 1 if self._waiting else self._after
        return f"{self._desk.birth}.{self._after}.{heard}"

    @property
    def pause(self) -> float | None:
        """Seconds until what waits may be said; None where nothing waits."""
        return max(0.0, self._free_at - self._clock()) if self._waiting else None

    def frame(self, here: Visit) -> dict[str, Any] | None:
        """What the page is to be told now; None where it has all."""
        lines = self._desk.lines(self._after)
        self._after = lines[-1].number if lines else self._after
        self._waiting += [line for line in lines if line.is_aside]
        now = [line.text for line in lines if not line.is_aside]
        if now:  # an answer is heard to its end
            self._free_at = self._clock() + APART
        aside = self._said_aside()
        boards = {str(each.number): board_data(here, each) for each in self._desk.boards()}
        changed = [row for key, row in boards.items() if _without_times(row) != self._shown.get(key)]
        needs = [need_data(here, need) for need in self._desk.needs()]
        lists = {"needs": needs, **lists_data(here)}
        if not (lines or aside or changed) and all(self._shown.get(key) == each for key, each in lists.items()):
            return None
        self._shown = {key: _without_times(row) for key, row in boards.items()} | lists
        return {
            "now": now,
            "aside": aside,
            "log": [line.text for line in lines],
            **lists,
            "boards": changed,
            "title": desk_title(here, self._desk),
            "seen": self._desk.seen,
        }

    def _said_aside(self) -> str:
        """What comes by itself: one line, or all boards that need a ruling in one sentence, and not too soon."""
        if not self._waiting or self._clock() < self._free_at:
            return ""
        self._free_at = self._clock() + APART
        boards = tuple(dict.fromkeys(line.need for line in self._waiting if line.need is not None))
        if len(boards) > 1:
            self._waiting = [line for line in self._waiting if line.need is None]
            return self._desk.gathered(boards)
        return self._waiting.pop(0).text


def _without_times(row: dict[str, Any]) -> dict[str, Any]:
    """A board's line but for the times, which run on by themselves at the page."""
    return {key: value for key, value in row.items() if key not in ("clocks", "clock")} | {
        "runs": row["clock"] and row["clock"]["runs"]
    }


async def _stream(here: Visit, desk: ArbiterDesk, receive: Receive, send: Send) -> None:
    after = _after(here.request, desk)
    if not await head(send, can_go_on=after is not None) or after is None:
        return
    with news_of(here, receive, [desk.listen]) as news, contextlib.suppress(OSError):
        await _send_news(here, _Sent(desk, *after), news, send)


async def _send_news(here: Visit, sent: _Sent, news: News, send: Send) -> None:
    while not news.is_over:
        if here.visitor is None or not here.hall.database.is_arbiter(here.visitor.session):
            await send_body(send, RELOAD)
            break
        frame = await run_in_threadpool(sent.frame, here)
        await send_soon(send, NO_NEWS if frame is None else encoded("desk", frame, sent.number))
        await asyncio.sleep(AT_LEAST)
        pause = sent.pause
        await news.come(LOOKED if pause is None else min(LOOKED, pause))
    await end(send)


def _after(request: Request, desk: ArbiterDesk) -> tuple[int, int] | None:
    """The last line that the page has, and the last that it has heard; None where it cannot be gone on from."""
    named = request.headers.get("last-event-id") or request.query_params.get("after", "")
    birth, *numbers = named.split(".")
    if birth != desk.birth or len(numbers) != 2:
        return None
    if not all(number.isascii() and number.isdecimal() and len(number) < 10 for number in numbers):
        return None
    after, heard = map(int, numbers)
    lines = desk.lines()
    oldest = lines[0].number if lines else 1
    newest = lines[-1].number if lines else 0
    return (after, heard) if oldest - 1 <= heard <= after <= newest else None
