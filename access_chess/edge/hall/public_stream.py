"""The stream of a spectator's page: one for all its boards, and nothing on it that is younger than the hall's delay."""

import contextlib
import time

import chess
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from access_chess.edge.hall.event_stream import NO_NEWS, STILL_HERE, News, answer, end, head, news_of, send_soon
from access_chess.edge.hall.frames import clock_data, encoded, placement
from access_chess.edge.hall.pages.watch import (
    MOST_ON_A_WALL,
    PublicBoard,
    age_of,
    move_words,
    public_board,
    state_words,
)
from access_chess.edge.hall.visit import Visit, visit
from access_chess.machine_clock import utc_now
from access_chess.session.hosting.ports import Published

MADE_ANEW = 0.25  # seconds: an event tells how old its clocks are
MOST_KEPT = 1_000  # events that are held for other readers


class PublicStream:
    """The endpoint: an ASGI application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens on these boards until the reader goes or the server stops."""
        here = visit(Request(scope, receive))
        named = here.request.query_params.get("boards", "").split(",")[:MOST_ON_A_WALL]
        games = [game for each in named if (game := public_board(here, each)) is not None]
        address = here.request.client.host if here.request.client else ""
        reader = address.encode() if games and len(games) == len(named) else None

        async def begin(receive: Receive, send: Send) -> None:
            await _stream(here, games, receive, send)

        await answer(here, reader, begin, scope, receive, send)


async def _stream(here: Visit, games: list[PublicBoard], receive: Receive, send: Send) -> None:
    after = _after(here.request, games)
    if not await head(send, can_go_on=after is not None) or after is None:
        return
    with news_of(here, receive, [game.board.listen for game in games]) as news, contextlib.suppress(OSError):
        while not news.is_over:
            for game in games:
                await _send_board(here, game, after, send)
            await _wait(here, games, after, news, send)
        await end(send)


async def _send_board(here: Visit, game: PublicBoard, after: dict[int, int], send: Send) -> None:
    """All that may be known of a board and has not been sent, in one event."""
    shown = game.board.shown(here.public_delay, after[game.number])
    if not shown:
        return
    body = _event(here, game.number, after[game.number], shown)
    after[game.number] = shown[-1].number
    number = "-".join(str(after[key]) for key in after)
    await send_soon(send, b"id: " + number.encode() + b"\n" + body)


def _event(here: Visit, number: int, after: int, shown: tuple[Published, ...]) -> bytes:
    """The event but for its id, which is another one for each set of boards; most readers of a board get the same."""
    last, kept = shown[-1], here.hall.shown_boards
    key = (number, after, last.number, here.public_delay, here.look.voices, here.look.form)
    at, body = kept.get(key, (-MADE_ANEW, b""))
    if time.monotonic() - at > MADE_ANEW:
        data = {
            "board": number,
            "say": [move_words(here, each) for each in shown if each.move is not None],
            "men": placement(last.view.fen),
            "last": [chess.square_name(square) for square in last.view.last or ()],
            "clock": clock_data(last.view.clock),
            "age": age_of(here, last),
            "state": state_words(here, last.view),
        }
        body = encoded("board", data)
        kept[key] = (time.monotonic(), body)
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
    return body


async def _wait(here: Visit, games: list[PublicBoard], after: dict[int, int], news: News, send: Send) -> None:
    """Until something happens, or something that has happened may be known, or a sign of life is due."""
    dues = [due for game in games if (due := game.board.due(here.public_delay, after[game.number])) is not None]
    seconds = min([STILL_HERE, *(max(0.05, (due - utc_now()).total_seconds()) for due in dues)])
    if not await news.come(seconds) and seconds == STILL_HERE:
        await send_soon(send, NO_NEWS)


def _after(request: Request, games: list[PublicBoard]) -> dict[int, int] | None:
    """The last event of each board that the page has; None where it cannot be gone on from."""
    named = request.headers.get("last-event-id")
    numbers = request.query_params.get("after", "").split(",") if named is None else named.split("-")
    if len(numbers) != len(games) or not all(
        each.isascii() and each.isdecimal() and len(each) < 16 for each in numbers
    ):
        return None
    return {game.number: int(number) for game, number in zip(games, numbers, strict=True)}
