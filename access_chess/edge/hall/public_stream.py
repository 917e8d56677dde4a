"""The stream of a spectator's page: one for all its boards, and nothing on it that is younger than the hall's delay."""

import asyncio
import contextlib

import chess
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from access_chess.edge.hall.frames import clock_data, encoded, placement
from access_chess.edge.hall.pages.watch import (
    MOST_ON_A_WALL,
    PublicBoard,
    age_of,
    move_words,
    public_board,
    state_words,
)
from access_chess.edge.hall.stream import HEAD, RELOAD, SLOWEST, STILL_HERE, gone, send_body, wake
from access_chess.edge.hall.visit import Visit, visit
from access_chess.machine_clock import utc_now

SPECTATOR = b""  # who is not signed in counts by his address


class PublicStream:
    """The endpoint: an ASGI application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens on these boards until the reader goes or the server stops."""
        request = Request(scope, receive)
        here = visit(request)
        named = request.query_params.get("boards", "").split(",")[:MOST_ON_A_WALL]
        games = [game for each in named if (game := public_board(here, each)) is not None]
        address = request.client.host if request.client else ""
        if not games or len(games) != len(named):
            await PlainTextResponse(here.text("error_missing"), 404)(scope, receive, send)
        elif not here.hall.streams.enter(address.encode(), address):
            refused = PlainTextResponse(here.text("many_streams"), 503, headers={"retry-after": "30"})
            await refused(scope, receive, send)
        else:
            try:
                await _stream(here, games, receive, send)
            finally:
                here.hall.streams.leave(address.encode(), address)


async def _stream(here: Visit, games: list[PublicBoard], receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]})
    await send_body(send, HEAD)
    after = _after(here.request, games)
    if after is None:
        await send_body(send, RELOAD)
        await send({"type": "http.response.body", "body": b""})
        return
    news, loop = asyncio.Event(), asyncio.get_running_loop()
    leaves = [game.board.listen(lambda: wake(loop, news)) for game in games]
    left = asyncio.create_task(gone(receive))
    try:
        with contextlib.suppress(OSError, asyncio.TimeoutError):
            while not left.done() and not here.hall.closing.is_set():
                for game in games:
                    await _send_board(here, game, after, send)
                await _wait(here, games, after, news, left, send)
            await send({"type": "http.response.body", "body": b""})
    finally:
        left.cancel()
        for leave in leaves:
            leave()


async def _send_board(here: Visit, game: PublicBoard, after: dict[int, int], send: Send) -> None:
    """All that may be known of a board and has not been sent, in one event."""
    shown = game.board.shown(here.public_delay, after[game.number])
    if not shown:
        return
    last = shown[-1]
    after[game.number] = last.number
    data = {
        "board": game.number,
        "say": [move_words(here, each) for each in shown if each.move is not None],
        "men": placement(last.view.fen),
        "last": [chess.square_name(square) for square in last.view.last or ()],
        "clock": clock_data(last.view.clock),
        "age": age_of(here, last),
        "state": state_words(here, last.view),
    }
    number = "-".join(str(after[key]) for key in after)
    await asyncio.wait_for(send_body(send, encoded("board", data, number)), SLOWEST)


async def _wait(
    here: Visit,
    games: list[PublicBoard],
    after: dict[int, int],
    news: asyncio.Event,
    left: "asyncio.Task[None]",
    send: Send,
) -> None:
    """Until something happens, or something that has happened may be known, or a sign of life is due."""
    dues = [due for game in games if (due := game.board.due(here.public_delay, after[game.number])) is not None]
    seconds = min([STILL_HERE, *(max(0.05, (due - utc_now()).total_seconds()) for due in dues)])
    waiting = {asyncio.create_task(news.wait()), asyncio.create_task(here.hall.closing.wait())}
    done, _ = await asyncio.wait({*waiting, left}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    news.clear()
    if not done and seconds == STILL_HERE:
        await asyncio.wait_for(send_body(send, b": still here\n\n"), SLOWEST)


def _after(request: Request, games: list[PublicBoard]) -> dict[int, int] | None:
    """The last event of each board that the page has; None where it cannot be gone on from."""
    named = request.headers.get("last-event-id")
    numbers = request.query_params.get("after", "").split(",") if named is None else named.split("-")
    if len(numbers) != len(games) or not all(
        each.isascii() and each.isdecimal() and len(each) < 16 for each in numbers
    ):
        return None
    return {game.number: int(number) for game, number in zip(games, numbers, strict=True)}
