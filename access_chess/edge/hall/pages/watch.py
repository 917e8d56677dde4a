"""What spectators see: the list of boards, one board with its moves, several on a wall, as late as the hall has it."""

from datetime import timedelta
from math import ceil
from typing import Any

import chess
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.hall.frames import Square, clock_data, piece_words, rows_of, shown_time
from access_chess.edge.hall.visit import Visit, visit
from access_chess.hall.view import BoardView, PublicPhase
from access_chess.laws.by_color import ByColor
from access_chess.machine_clock import utc_now
from access_chess.requests.phases import blindfold
from access_chess.session.hosting.ports import Published
from access_chess.session.hosting.public_board import PublicBoard
from access_chess.session.hosting.station_ports import BESIDE_STATIONS, StationBoard
from access_chess.speech.announcement import announce

LISTED = 100  # boards
MOST_ON_A_WALL = 8


class Watched(Struct, frozen=True, kw_only=True):
    """A board on a page; `after` is the number of the last event that it shows, `age` its age in milliseconds."""

    number: int
    title: str
    state: str
    after: int
    rows: tuple[tuple[Square, ...], ...]
    clocks: tuple[tuple[str, str, str], ...]
    clock: dict[str, Any] | None
    age: int
    moves: tuple[str, ...]


async def boards(request: Request) -> Response:
    """The games that may be watched."""
    here = visit(request)
    return await run_in_threadpool(_list, here)


async def board(request: Request) -> Response:
    """One board, with its moves."""
    here = visit(request)
    return await run_in_threadpool(_watched, here, (str(request.path_params["board"]),), is_wall=False)


async def moves(request: Request) -> Response:
    """The moves of one board and nothing else, for reading them again."""
    here = visit(request)
    return await run_in_threadpool(_moves, here, str(request.path_params["board"]))


async def wall(request: Request) -> Response:
    """Demonstration boards on a large screen."""
    here = visit(request)
    named = tuple(request.query_params.get("boards", "")[:200].split(","))[:MOST_ON_A_WALL]
    return await run_in_threadpool(_watched, here, named, is_wall=True)


class WatchedBoard(Struct, frozen=True, kw_only=True):
    """A board that may be watched: one at a station, or a game at pages."""

    number: int
    board: PublicBoard


def public_board(here: Visit, named: str) -> WatchedBoard | None:
    """The board of this number; None where there is none, or where its players do not want it to be watched.

    A player who plays blindfold does not see their own game there.
    """
    if not (named.isascii() and named.isdecimal() and len(named) < 10):
        return None
    number, stations = int(named), here.hall.stations
    at_station = None if stations is None else stations.board(number)
    if at_station is not None:
        return WatchedBoard(number=number, board=at_station.board) if _is_for(here, at_station) else None
    beside = number - BESIDE_STATIONS
    hosted = beside if called(here, beside) == number else number
    seated = here.hall.database.seated(hosted)
    if seated is None or not seated.is_public:
        return None
    game = here.hall.games.game(hosted, seated.level)
    is_player = here.visitor is not None and seated.color_of(here.visitor.person) is not None
    return None if is_player and blindfold(game.game) else WatchedBoard(number=number, board=game.board)


def _is_for(here: Visit, board: StationBoard) -> bool:
    """Whether a board that reports may be watched by the one who asks."""
    elsewhere, visitor, game = here.hall.elsewhere, here.visitor, board.game
    if elsewhere is None:
        return True
    is_player = visitor is not None and elsewhere.plays_at(board.number, visitor.person)
    return elsewhere.may_be_watched(board.number) and not (is_player and game is not None and blindfold(game))


def called(here: Visit, game: int) -> int:
    """The number under which a game at pages is watched: that of a board of the playing hall is not it."""
    stations = here.hall.stations
    is_taken = stations is not None and stations.board(game) is not None
    return game + BESIDE_STATIONS if is_taken else game


def move_words(here: Visit, published: Published) -> str:
    """A move as it is announced."""
    assert published.move is not None and published.before is not None, "it is a move"
    language = here.look.manner.language
    return announce(published.before, published.move, language.pack, form=language.form).text


def age_of(here: Visit, published: Published) -> int:
    """How long it has been known, in milliseconds; clocks that run have gone on since."""
    known = published.wall + here.public_delay
    return max(0, round((utc_now() - known) / timedelta(milliseconds=1)))


def state_words(here: Visit, view: BoardView) -> str:
    """Where a game stands, for everybody."""
    if view.phase is PublicPhase.FINISHED:
        return here.text("title_over", result=view.result.value)
    color = here.text(chess.COLOR_NAMES[view.turn])
    return here.text(f"watch_{view.phase.value}", number=view.move_number, color=color)


def _list(here: Visit) -> Response:
    lines = []
    at_stations = () if here.hall.stations is None else here.hall.stations.boards()
    hosted = (called(here, number) for number in here.hall.database.public_games())
    for number in (*at_stations, *hosted)[:LISTED]:
        game = public_board(here, str(number))
        shown = () if game is None else game.board.shown(here.public_delay)
        if shown:
            lines.append((number, f"{_title(here, number, shown[-1].view)}, {state_words(here, shown[-1].view)}"))
    delay = ceil(here.public_delay / timedelta(minutes=1))
    return here.page("boards.html", title=here.text("boards_title"), lines=lines, delay=delay)


def _watched(here: Visit, named: tuple[str, ...], *, is_wall: bool) -> Response:
    found = [_board(here, game) for each in named if (game := public_board(here, each)) is not None]
    watched = [each for each in found if each is not None]
    if not watched:
        return here.refused(404, "error_missing")
    title = here.text("wall_title") if is_wall else f"{watched[0].state} - {watched[0].title}"
    words = piece_words(here.look.manner.language.pack, here.texts)
    return here.page("watch.html", title=title, boards=watched, is_wall=is_wall, words=words)


def _moves(here: Visit, named: str) -> Response:
    game = public_board(here, named)
    watched = None if game is None else _board(here, game)
    if watched is None:
        return here.refused(404, "error_missing")
    return here.page("moves.html", title=f"{here.text('moves')} - {watched.title}", board=watched)


def _board(here: Visit, game: WatchedBoard) -> Watched | None:
    """None where nothing of it may be known yet."""
    shown = game.board.shown(here.public_delay)
    if not shown:
        return None
    view = shown[-1].view
    words = piece_words(here.look.manner.language.pack, here.texts)
    return Watched(
        number=game.number,
        title=_title(here, game.number, view),
        state=state_words(here, view),
        after=shown[-1].number,
        rows=rows_of(view.men, words, here.look.manner.language, last=view.last or ()),
        clocks=tuple(
            (chess.COLOR_NAMES[color], here.text(chess.COLOR_NAMES[color]), shown_time(view, color))
            for color in (chess.BLACK, chess.WHITE)
            if view.clock is not None
        ),
        clock=clock_data(view.clock),
        age=age_of(here, shown[-1]),
        moves=tuple(move_words(here, each) for each in shown if each.move is not None),
    )


def _title(here: Visit, number: int, view: BoardView) -> str:
    seated = here.hall.database.seated(number - BESIDE_STATIONS) or here.hall.database.seated(number)
    names = view.names
    if seated is not None and (here.hall.stations is None or here.hall.stations.board(number) is None):
        joined = here.hall.database.names_at(seated.game)
        names = ByColor(names.white or joined.white, names.black or joined.black)
        if not seated.is_named:
            names = ByColor(here.text("white"), here.text("black"))
    shown = {chess.COLOR_NAMES[color]: here.shown_name(names[color]) or here.text("somebody") for color in chess.COLORS}
    return here.text("board_title", number=number, **shown)
