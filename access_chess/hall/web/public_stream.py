"""The stream of a spectator's page: one for all its boards, and nothing on it that is younger than the hall's delay."""

import asyncio
from datetime import datetime, timedelta

import chess
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from access_chess.hall.games.boards import PublicBoard
from access_chess.hall.web.beside_board import next_ply
from access_chess.hall.web.event_stream import NO_NEWS, answer, end, gone, head
from access_chess.hall.web.frames import check_shown, clock_data, encoded, turn_shown
from access_chess.hall.web.pages.watch import (
    MOST_ON_A_WALL,
    WatchedBoard,
    age_of,
    move_words,
    newest_words,
    position_words,
    public_board,
    shown_names,
    state_words,
    written_moves,
)
from access_chess.hall.web.readers import Line, Made
from access_chess.hall.web.visit import Visit, visit


class PublicStream:
    """The endpoint: an ASGI application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what happens on these boards until the reader goes or the server stops."""
        here = visit(Request(scope, receive))
        named = here.request.query_params.get("boards", "").split(",")[:MOST_ON_A_WALL]
        games = [game for each in named if (game := public_board(here, each)) is not None]

        async def begin(receive: Receive, send: Send) -> None:
            await _stream(here, games, receive, send)

        await answer(here, begin if games and len(games) == len(named) else None, scope, receive, send)


async def _stream(here: Visit, games: list[WatchedBoard], receive: Receive, send: Send) -> None:
    after = _after(here.request, games)
    if not await head(send, can_go_on=after is not None) or after is None:
        return
    if here.request.method == "GET":
        reader, readers = ReadersPage(here, games, after), here.hall.readers
        leaving = asyncio.create_task(gone(receive))
        leaving.add_done_callback(lambda task: reader.end())
        readers.join(reader)
        try:
            await reader.over
        finally:
            readers.leave(reader)
            leaving.cancel()
    await end(send)


class ReadersPage:
    """One page with its boards, as `Readers` tells it, and the last event of each that it has."""

    def __init__(self, here: Visit, games: list[WatchedBoard], after: dict[int, int]) -> None:
        self.boards = tuple(game.board for game in games)
        self.line = Line.of(here.request.scope)
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._here = here
        self._wants = (here.look.voices, here.look.form, "wall" in here.request.query_params)
        self._numbers = {game.board: game.number for game in games}
        self._after = after
        self._is_told = True

    def tell(self, board: PublicBoard, made: Made, /) -> datetime | None:
        """All that may be known of a board and has not been sent, in one event; most readers of it get the same.

        When more of what has happened there may be known.
        """
        number = self._numbers[board]
        after, delay = self._after[number], self._here.public_delay
        key = (number, after, delay, self._wants)
        event = made.get(key)
        if event is None:
            event = made[key] = _event(self._here, number, board, after, delay)
        last, body, due = event
        if last != after:
            self._after[number] = last
            ids = "-".join(map(str, self._after.values()))
            self.line.write(b"id: %b\n%b" % (ids.encode(), body))
            self._is_told = True
        return due

    def reassure(self) -> None:
        """Proxies and browsers are told that the line still stands."""
        if not self._is_told:
            self.line.write(NO_NEWS)
        self._is_told = False

    def end(self) -> None:
        """The reader has gone, or the server stops."""
        if not self.over.done():
            self.over.set_result(None)


def _event(
    here: Visit, number: int, board: PublicBoard, after: int, delay: timedelta
) -> tuple[int, bytes, datetime | None]:
    """The number of the last event that may be known, what is told of it, and when more may be known."""
    shown = board.shown(delay, after)
    last = shown[-1].number if shown else after
    due = board.due(delay, last) if delay else None
    if not shown:
        return last, b"", due
    view = shown[-1].view
    names = shown_names(here, number, view)
    data = {
        "board": number,
        "say": [move_words(here, each) for each in shown if each.move is not None],
        "men": view.men,
        "last": [chess.square_name(square) for square in view.last or ()],
        "check": check_shown(view, here.look.manner.language.form),
        "turn": turn_shown(view),
        "moves": written_moves(here, shown),
        "next": next_ply(view),
        "clock": clock_data(view.clock),
        "age": age_of(here, shown[-1]),
        "state": state_words(here, view),
        "names": {"white": names.white, "black": names.black},
        "newest": newest_words(here, shown),
    }
    if "wall" in here.request.query_params:
        data["position"] = position_words(here, view)
    return last, encoded("board", data), due


def _after(request: Request, games: list[WatchedBoard]) -> dict[int, int] | None:
    """The last event of each board that the page has; None where it cannot be gone on from."""
    named = request.headers.get("last-event-id")
    numbers = request.query_params.get("after", "").split(",") if named is None else named.split("-")
    if len(numbers) != len(games) or not all(
        each.isascii() and each.isdecimal() and len(each) < 16 for each in numbers
    ):
        return None
    if not all(game.board.goes_on(int(number)) for game, number in zip(games, numbers, strict=True)):
        return None
    return {game.number: int(number) for game, number in zip(games, numbers, strict=True)}
