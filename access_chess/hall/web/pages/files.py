"""What a page fetches beside HTML: scoresheets, sounds, the state of the hall."""

from typing import TYPE_CHECKING

import chess
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from access_chess.hall.web.guards import LOOPBACK
from access_chess.hall.web.place import Place, read_at_place
from access_chess.hall.web.visit import Visit, visit
from access_chess.laws.by_color import ByColor
from access_chess.laws.events import GameSetUp
from access_chess.notation.braille import braille_code
from access_chess.requests.row import blindfold

if TYPE_CHECKING:
    from access_chess.hall.games.seat import HostedSeat
    from access_chess.wiring.lessons import PageLesson


@read_at_place
async def pgn(here: Visit, place: Place) -> Response:
    """The scoresheet as PGN."""
    return await _sheet(here, place, "pgn", "application/vnd.chess-pgn; charset=utf-8")


@read_at_place
async def brf(here: Visit, place: Place) -> Response:
    """The scoresheet for a braille embosser."""
    return await _sheet(here, place, "brf", "application/x-brf")


@read_at_place
async def sound(here: Visit, place: Place) -> Response:
    """A line of the seat in the program's own voice."""
    return await spoken_line(here, place.seat)


async def spoken_line(here: Visit, seat: "HostedSeat | PageLesson") -> Response:
    """The line that the path names, as a sound."""
    aloud = here.hall.aloud
    number = int(here.request.path_params["line"])
    line = next((line for line in seat.lines(number - 1) if line.number == number), None) if number else None
    wav = None if line is None or aloud is None else await run_in_threadpool(aloud, line.utterance)
    return here.refused(404, "error_not_sound") if wav is None else Response(wav, media_type="audio/wav")


async def health(request: Request) -> Response:
    """For who watches over the machine, and only on it."""
    here = visit(request)
    client = request.client
    if client is None or client.host not in LOOPBACK:
        return here.refused(404, "error_missing")
    found = {"ok": True, "games": here.hall.games.running, "streams": here.hall.streams.total}
    return JSONResponse(found | await run_in_threadpool(_stations, here))


def _stations(here: Visit) -> dict[str, int]:
    """How many boards have stations, how many of these are connected, and how many orders are still on their way."""
    stations = here.hall.stations
    if stations is None:
        return {}
    boards = [stations.board(number) for number in stations.boards()]
    return {
        "boards": len(boards),
        "boards_there": sum(board is not None and board.is_there for board in boards),
        "orders_open": sum(order.is_open for order in stations.orders()),
    }


async def _sheet(here: Visit, place: Place, form: str, media_type: str) -> Response:
    if blindfold(place.game.game):
        return here.refused(409, "error_not_over")
    text = await run_in_threadpool(_written, here, place, form)
    headers = {"content-disposition": f'attachment; filename="game-{place.game.number}.{form}"'}
    return Response(text, media_type=media_type, headers=headers)


def _written(here: Visit, place: Place, form: str) -> str:
    # imported when it is asked for: a hall that begins again is missed by all its pages
    from access_chess.scoresheets.braille_text import BrailleStyle, braille_pages, brf_text
    from access_chess.scoresheets.of_game import noted, sheet_of
    from access_chess.scoresheets.pgn_text import pgn_text
    from access_chess.scoresheets.sheet import Whose

    pack = here.look.manner.language.pack
    entries = here.hall.entries(place.game.number)
    day = entries[0].wall.astimezone().date()
    begun, *rest = (entry.event for entry in entries)
    assert isinstance(begun, GameSetUp), "every game begins so"
    begun = _with_names(begun, here.hall.database.names_at(place.game.number))
    sheet = sheet_of((begun, *rest), day, whose=Whose.RECORD, note=noted(pack))
    if form == "pgn":
        return pgn_text(sheet)
    style = BrailleStyle(code=braille_code(pack.language, pack.letters))
    return brf_text(braille_pages(sheet, pack, style))


def _with_names(begun: GameSetUp, names: ByColor[str]) -> GameSetUp:
    """The game with the name of a player who has come since, too."""
    players = begun.setup.players
    for color in chess.COLORS:
        players = players.put(color, replace(players[color], name=players[color].name or names[color]))
    return replace(begun, setup=replace(begun.setup, players=players))
