"""A visitor's own place at a game: found by his session, or not at all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import chess
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from access_chess.edge.hall.database import Seated
from access_chess.edge.hall.visit import Endpoint, Visit, done_by, read_by
from access_chess.session.hosting.ports import HostedGame, Seat
from access_chess.speech.utterance import Priority, Utterance, spoken_part


@dataclass(frozen=True, kw_only=True)
class Place:
    """A game, the visitor's color and his seat there."""

    game: HostedGame
    seated: Seated
    color: chess.Color
    seat: Seat


def read_at_place(answer: Callable[[Visit, Place], Awaitable[Response]]) -> Endpoint:
    """The endpoint of what only the player of the game in the path may read."""
    return read_by(place_of, answer)


def done_at_place(do: Callable[[Visit, Place, dict[str, str]], Awaitable[Response]]) -> Endpoint:
    """The endpoint of a form that only the player of the game in the path may send; `do` gets its fields."""
    return done_by(place_of, do)


async def place_of(here: Visit) -> Place | None:
    """The visitor's place at the game of this path; None where there is no such game or he does not play there."""
    number = int(here.request.path_params["game"])
    visitor = here.visitor
    seated = None if visitor is None else here.hall.database.seated(number)
    color = None if seated is None or visitor is None else seated.color_of(visitor.person)
    if seated is None or color is None:
        return None
    return await run_in_threadpool(_opened, here, seated, color)


def _opened(here: Visit, seated: Seated, color: chess.Color) -> Place:
    game = here.hall.games.game(seated.game, seated.level)
    return Place(game=game, seated=seated, color=color, seat=game.seat(color, here.look.manner))


def player_name(here: Visit, place: Place, color: chess.Color) -> str:
    """How a player is called on the other's page."""
    if place.game.game.setup.players[color].is_program:
        return place.game.game.setup.players[color].name
    seated = here.hall.database.seated(place.game.number)
    person = None if seated is None else seated.person_of(color)
    if person is None:
        return here.text("nobody")
    paired = place.game.game.setup.players[color].name
    return here.hall.database.name_of(person) or paired or here.text("somebody")


def is_open(here: Visit, place: Place) -> bool:
    """Whether the opponent has still to come."""
    seated = here.hall.database.seated(place.game.number)
    return robot_of(place) is None and seated is not None and seated.person_of(not place.color) is None


def heading(here: Visit, place: Place) -> str:
    """What the page of this place is called; the opponent may have come since it was opened."""
    color = here.text(chess.COLOR_NAMES[place.color])
    opponent = player_name(here, place, not place.color)
    return here.text("play_title", number=place.game.number, color=color, opponent=opponent)


def robot_of(place: Place) -> chess.Color | None:
    """The color that the program plays, if it does."""
    players = place.game.game.setup.players
    return next((color for color in chess.COLORS if players[color].is_program), None)


def tell_aside(seat: Seat, text: str, language: str) -> None:
    """Say a text of the pages at a place, aside."""
    seat.tell(Utterance(parts=(spoken_part(text, language=language),), priority=Priority.NORMAL))
