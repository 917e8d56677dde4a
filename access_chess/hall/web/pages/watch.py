"""What spectators see: the list of boards, one board with its moves, several on a wall, as late as the hall has it."""

from collections.abc import Sequence
from datetime import timedelta
from math import ceil
from typing import Any

import chess
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.hall.games.boards import BESIDE_STATIONS, PublicBoard, StationBoard
from access_chess.hall.games.seat_state import Published
from access_chess.hall.rules.view import BoardView, PublicPhase
from access_chess.hall.web.beside_board import Pair, Strip, WrittenMove, next_ply, pairs_of, strips_of, written
from access_chess.hall.web.frames import Rank, clock_data, piece_words, rows_of
from access_chess.hall.web.visit import Visit, visit
from access_chess.laws.by_color import ByColor
from access_chess.machine_clock import utc_now
from access_chess.requests.row import blindfold
from access_chess.speech.announcement import announce
from access_chess.speech.answers.position import men_of

LISTED = 100  # boards
MOST_ON_A_WALL = 9


class Watched(Struct, frozen=True, kw_only=True):
    """A board on a page; `after` is the number of the last event that it shows, `age` its age in milliseconds.

    `moves` are those of the game in words, `pairs` in short notation; `newest` is the last one in words, with its
    number. `position` tells where all men stand.
    """

    number: int
    title: str
    state: str
    after: int
    rows: tuple[Rank, ...]
    strips: tuple[Strip, Strip]
    clock: dict[str, Any] | None
    age: int
    moves: tuple[str, ...]
    pairs: tuple[Pair, ...]
    newest: str
    position: str


async def boards(request: Request) -> Response:
    """The games that may be watched."""
    here = visit(request)
    return await run_in_threadpool(_list, here)


async def board(request: Request) -> Response:
    """One board, with its moves."""
    here = visit(request)
    return await run_in_threadpool(_spectator, here, str(request.path_params["board"]))


async def moves(request: Request) -> Response:
    """The moves of one board and nothing else, for reading them again."""
    here = visit(request)
    return await run_in_threadpool(_moves, here, str(request.path_params["board"]))


async def wall(request: Request) -> Response:
    """Demonstration boards on a large screen."""
    here = visit(request)
    return await run_in_threadpool(_wall, here, boards_named(request.query_params.get("boards", "")[:200]))


def boards_named(text: str) -> tuple[str, ...]:
    """The boards that are asked for, one by one or from one to another, and not more than fit on a wall.

    >>> boards_named("2,7-9")
    ('2', '7', '8', '9')
    """
    found: list[str] = []
    for part in text.split(",")[:MOST_ON_A_WALL]:
        first, dash, last = part.strip().partition("-")
        if dash and all(end.isascii() and end.isdecimal() and len(end) < 10 for end in (first, last)):
            found += map(str, range(int(first), min(int(last), int(first) + MOST_ON_A_WALL) + 1))
        else:
            found.append(part.strip())
    return tuple(dict.fromkeys(found))[:MOST_ON_A_WALL]


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
            view = shown[-1].view
            title = _title(here, number, shown_names(here, number, view))
            lines.append((number, f"{title}, {state_words(here, view)}"))
    delay = ceil(here.public_delay / timedelta(minutes=1))
    walls = [lines[at : at + MOST_ON_A_WALL] for at in range(0, len(lines), MOST_ON_A_WALL)]
    return here.page("boards.html", title=here.text("boards_title"), lines=lines, delay=delay, walls=walls)


def _spectator(here: Visit, named: str) -> Response:
    game = public_board(here, named)
    watched = None if game is None else _board(here, game)
    if watched is None:
        return here.refused(404, "error_missing")
    words = piece_words(here.look.manner.language.pack, here.texts)
    return here.page("spectator.html", title=f"{watched.state} - {watched.title}", board=watched, words=words)


def _wall(here: Visit, named: tuple[str, ...]) -> Response:
    """`?turned=on`: Black sits below. `?names=off`: the players are shown as White and Black."""
    query = here.request.query_params
    seen_by = chess.BLACK if query.get("turned") == "on" else chess.WHITE
    is_named = query.get("names") != "off"
    games = (game for each in named if (game := public_board(here, each)) is not None)
    watched = [board for game in games if (board := _board(here, game, seen_by=seen_by, is_named=is_named)) is not None]
    if not watched:
        return here.refused(404, "error_missing")
    return here.page("wall.html", title=here.text("wall_title"), boards=watched, is_named=is_named)


def _moves(here: Visit, named: str) -> Response:
    game = public_board(here, named)
    watched = None if game is None else _board(here, game)
    if watched is None:
        return here.refused(404, "error_missing")
    return here.page("moves.html", title=f"{here.text('moves')} - {watched.title}", board=watched)


def _board(
    here: Visit, game: WatchedBoard, *, seen_by: chess.Color = chess.WHITE, is_named: bool = True
) -> Watched | None:
    """None where nothing of it may be known yet."""
    shown = game.board.shown(here.public_delay)
    if not shown:
        return None
    view, language = shown[-1].view, here.look.manner.language
    words = piece_words(language.pack, here.texts)
    names = shown_names(here, game.number, view) if is_named else colors(here)
    return Watched(
        number=game.number,
        title=_title(here, game.number, names),
        state=state_words(here, view),
        after=shown[-1].number,
        rows=rows_of(view, words, language, seen_by=seen_by),
        strips=strips_of(view, names, seen_by=seen_by),
        clock=clock_data(view.clock),
        age=age_of(here, shown[-1]),
        moves=tuple(move_words(here, each) for each in shown if each.move is not None),
        pairs=pairs_of(move for move in written_moves(here, shown) if move.ply < next_ply(view)),
        newest=newest_words(here, shown),
        position=position_words(here, view),
    )


def written_moves(here: Visit, shown: Sequence[Published]) -> list[WrittenMove]:
    """The moves among what was published, in short notation."""
    pack = here.look.manner.language.pack
    made = ((each.before, each.move) for each in shown)
    return [written(before, move, pack) for before, move in made if before is not None and move is not None]


def newest_words(here: Visit, shown: Sequence[Published]) -> str:
    """The last move with its number, as it is announced; empty before the first."""
    for each in reversed(shown):
        if each.move is not None and each.before is not None:
            return f"{each.before.fullmove_number}{'.' if each.before.turn else '…'} {move_words(here, each)}"
    return ""


def position_words(here: Visit, view: BoardView) -> str:
    """Where all men stand."""
    board = chess.Board(None)
    board.set_piece_map(
        {
            chess.square_mirror(at): chess.Piece.from_symbol(letter)
            for at, letter in enumerate(view.men)
            if letter != "."
        }
    )
    pack = here.look.manner.language.pack
    return " ".join(part.text for color in (chess.WHITE, chess.BLACK) for part in men_of(board, color, pack))


def shown_names(here: Visit, number: int, view: BoardView) -> ByColor[str]:
    """How the players of a board are called; White and Black where they do not want to be named."""
    seated = here.hall.database.seated(number - BESIDE_STATIONS) or here.hall.database.seated(number)
    names = view.names
    if seated is not None and (here.hall.stations is None or here.hall.stations.board(number) is None):
        joined = here.hall.database.names_at(seated.game)
        names = ByColor(names.white or joined.white, names.black or joined.black)
        if not seated.is_named:
            names = colors(here)
    white, black = (here.shown_name(names[color]) or here.text("somebody") for color in (chess.WHITE, chess.BLACK))
    return ByColor(white, black)


def colors(here: Visit) -> ByColor[str]:
    """The players, called by their colors."""
    return ByColor(here.text("white"), here.text("black"))


def _title(here: Visit, number: int, names: ByColor[str]) -> str:
    return here.text("board_title", number=number, white=names.white, black=names.black)
