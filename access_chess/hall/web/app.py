"""The hall as an ASGI application: which path leads to which page."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from access_chess.hall.rules.wire import PATH
from access_chess.hall.web.desk_stream import DeskStream
from access_chess.hall.web.guards import Guard, Rate
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.pages import (
    arbiter,
    clock,
    feed,
    files,
    games,
    laws,
    learn,
    play,
    settings,
    sign_in,
    simul,
    start,
    watch,
)
from access_chess.hall.web.public_stream import PublicStream
from access_chess.hall.web.relay import Relay, StationGuests, carry
from access_chess.hall.web.seat_stream import SeatStream
from access_chess.hall.web.simul import must_wait
from access_chess.hall.web.static_files import static_file
from access_chess.hall.web.station_door import Door, station
from access_chess.hall.web.visit import visit
from access_chess.session.ports import StorageError

if TYPE_CHECKING:
    from access_chess.hall.cluster.forwarding import Forwarding

#: Why a page is not shown, by the status; else there is no such page.
WHY = {400: "error_form", 403: "error_at_game"}
POSTS_AT_ONCE, POSTS_A_SECOND = 40, 10  # of one address; a fast player sends two a second

BOTH = ["GET", "POST"]
POST = ["POST"]


class Number(Convertor[int]):
    """A number in a path: there are no games, boards, lines or people with more digits."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """From the path."""
        return int(value)

    def to_string(self, value: int) -> str:
        """To the path."""
        return str(value)


register_url_convertor("number", Number())
#: Packed, as nothing in it is anybody's secret.
PACKED = (Middleware(GZipMiddleware, minimum_size=500),)
STATIC = Route("/static/{name}", static_file)
#: What anybody may read who is not even asked for a cookie.
PUBLIC_ROUTES = (
    Route("/boards", watch.boards),
    Route("/board/{board:number}", watch.board),
    Route("/board/{board:number}/moves", watch.moves),
    Route("/wall", watch.wall),
    Route("/stream", PublicStream()),
    Route("/clock", clock.clock, middleware=PACKED),
    Route("/clock/worker.js", clock.worker),
    Route("/manifest.webmanifest", clock.manifest),
)
ROUTES = (
    Route("/", start.start),
    Route("/new", start.new, methods=BOTH),
    Route("/games", games.games),
    Route("/games/feed", feed.address, methods=POST),
    Route("/feed/{token}", feed.feed),
    Route("/game/{game:number}", play.game),
    Route("/game/{game:number}/line", play.line, methods=POST),
    Route("/game/{game:number}/square", play.square, methods=POST),
    Route("/game/{game:number}/again", play.again, methods=POST),
    Route("/game/{game:number}/invite", play.invite, methods=POST),
    Route("/game/{game:number}/watched", start.watched, methods=BOTH),
    Route("/game/{game:number}/stream", SeatStream()),
    Route("/game/{game:number}/game.pgn", files.pgn),
    Route("/game/{game:number}/game.brf", files.brf),
    Route("/game/{game:number}/said/{line:number}.wav", files.sound),
    Route("/simul", simul.begin, methods=BOTH),
    Route("/simul/{simul:number}", simul.overview),
    Route("/simul/{simul:number}/line", simul.line, methods=POST),
    *PUBLIC_ROUTES,
    Route("/settings", settings.settings, methods=BOTH),
    Route("/help", settings.help_page),
    Route("/guide", settings.guide),
    Route("/guide/{topic}", settings.topic),
    Route("/learn", learn.index),
    Route("/learn/{lesson}", learn.lesson),
    Route("/learn/{lesson}/stream", learn.LessonStream()),
    Route("/learn/{lesson}/said/{line:number}.wav", learn.sound),
    Route("/learn/{lesson}/{act}", learn.act, methods=POST),
    Route("/laws", laws.index, middleware=PACKED),
    Route("/laws/{edition}", laws.edition, middleware=PACKED),
    Route("/laws/{edition}/{word}", laws.topic, middleware=PACKED),
    Route("/in", sign_in.sign_in, methods=BOTH),
    Route("/out", sign_in.sign_out, methods=POST),
    Route("/arbiter", arbiter.arbiter),
    Route("/arbiter/line", arbiter.line, methods=POST),
    Route("/arbiter/board/{board:number}", arbiter.board),
    Route("/arbiter/log", arbiter.log),
    Route("/arbiter/orders/{order}/recall", arbiter.recall, methods=POST),
    Route("/arbiter/codes", arbiter.codes, methods=POST),
    Route("/arbiter/pairing", arbiter.pairing, methods=POST),
    Route("/arbiter/sessions/{person:number}/end", arbiter.end, methods=POST),
    Route("/arbiter/stream", DeskStream()),
    Route("/health", files.health),
    WebSocketRoute(PATH, station),
    WebSocketRoute("/remote", carry),
    STATIC,
)


def hall_app(
    hall: Hall,
    *,
    hosts: Iterable[str],
    posts: Rate | None = None,
    hsts: bool = False,
    door: Door | None = None,
    guests: StationGuests | None = None,
    forwarding: "Forwarding | None" = None,
) -> ASGIApp:
    """The application; `hosts` are the names under which it may be asked for, `door` is where stations come in,
    and `guests` are those that sit at games of the hall.

    With `forwarding` pages of other halls are asked for there.
    """
    pages = _app(ROUTES, hall)
    pages.state.door = door
    pages.state.relay = Relay()
    pages.state.guests = guests
    hall.games.must_wait = partial(must_wait, hall)
    away = _app((Route("/{path:path}", _away, methods=BOTH),), hall)
    app = pages if forwarding is None else forwarding.lead(pages, away)
    return Guard(app, hosts=hosts, posts=posts or Rate(burst=POSTS_AT_ONCE, a_second=POSTS_A_SECOND), hsts=hsts)


def public_app(hall: Hall, *, hosts: Iterable[str]) -> ASGIApp:
    """The pages of spectators alone, to be read without TLS: a hall of `for_public`."""
    start_page = Route("/", watch.boards)
    return Guard(_app((start_page, *PUBLIC_ROUTES, STATIC), hall), hosts=hosts, posts=Rate(burst=0, a_second=0))


def _app(routes: Iterable[BaseRoute], hall: Hall) -> Starlette:
    handlers = {
        HTTPException: _not_there, StorageError: _not_kept, TimeoutError: _not_sent, Exception: _failed
    }  # fmt: skip
    app = Starlette(routes=list(routes), exception_handlers=handlers)
    app.state.hall = hall
    return app


async def _away(request: Request) -> Response:
    return visit(request).refused(503, "error_busy", after=5)


async def _not_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return visit(request).refused(status, WHY.get(status, "error_missing"))


async def _failed(request: Request, error: Exception) -> Response:
    return visit(request).refused(500, "error_failed")


async def _not_sent(request: Request, error: Exception) -> Response:
    response = visit(request).refused(408, "error_form")
    response.headers["connection"] = "close"
    return response


async def _not_kept(request: Request, error: Exception) -> Response:
    return visit(request).refused(503, "error_busy", after=5)
