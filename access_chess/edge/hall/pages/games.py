"""The games of who is signed in: those that wait for him first."""

from collections.abc import Iterator
from datetime import timedelta

import chess
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.hall.visit import Visit, visit
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.machine_clock import utc_now
from access_chess.session.ports import Entry
from access_chess.speech.language.durations import Precision

SHOWN = 50  # games; who has played more finds the rest in the journal


async def games(request: Request) -> Response:
    """Your move, Waiting, Ended."""
    here = visit(request)
    if here.visitor is None:
        return here.refused(403, "error_missing")
    return await run_in_threadpool(_list, here)


def _list(here: Visit) -> Response:
    assert here.visitor is not None, "so it was asked"
    kinds: dict[str, list[tuple[int, str]]] = {"games_your_move": [], "games_waiting": [], "games_ended": []}
    for number, color, entries in (*_own(here, here.visitor.person), *_elsewhere(here, here.visitor.person))[:SHOWN]:
        game = replay(entry.event for entry in entries)
        kind = "games_ended" if game.is_over else "games_your_move" if game.turn is color else "games_waiting"
        kinds[kind].append((number, _line(here, number, game, entries[-1])))
    return here.page("games.html", title=here.text("games_title"), kinds=kinds)


def _own(here: Visit, person: int) -> Iterator[tuple[int, chess.Color | None, tuple[Entry, ...]]]:
    """The games that are played here, with the person's color, or that of the player whom he assists."""
    for number in here.hall.database.games_of(person)[:SHOWN]:
        seated = here.hall.database.seated(number)
        color = None if seated is None else seated.color_of(person)
        assisted = here.hall.database.assisted_by(person, number) if color is None else color
        yield number, assisted, here.hall.entries(number)


def _elsewhere(here: Visit, person: int) -> Iterator[tuple[int, chess.Color | None, tuple[Entry, ...]]]:
    """Those that other halls play, as far as they have reported them."""
    others, stations = here.hall.elsewhere, here.hall.stations
    for number, color in () if others is None else others.games_elsewhere(person)[:SHOWN]:
        board = None if stations is None else stations.board(number)
        if board is not None and board.entries:
            yield number, color, board.entries


def _line(here: Visit, number: int, game: Game, last: Entry) -> str:
    players = game.setup.players
    names = {"white": players.white.name, "black": players.black.name}
    shown = {color: name or here.text("somebody") for color, name in names.items()}
    if game.end is not None:
        return here.text("games_line_ended", number=number, result=game.end.result.value, **shown)
    if game.setup.days_per_move is not None and game.started:
        since = max(timedelta(), utc_now() - last.wall)
        left = max(timedelta(), game.remaining(game.turn, last.at + since))
        time = here.look.manner.language.pack.duration(left, precision=Precision.MINUTES)
        return here.text("games_line_days", number=number, time=time.text, **shown)
    return here.text("games_line", number=number, **shown)
