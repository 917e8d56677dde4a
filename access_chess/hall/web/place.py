"""A visitor's own place at a game, as its player or their assistant, and an arbiter's own desk: found by the session of
the visitor, or not at all; and what is said there while somebody is missing.
"""

from collections.abc import Awaitable, Callable, Iterator

import chess
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.running_games import RunningGame
from access_chess.hall.games.seat import HostedSeat
from access_chess.hall.people.database import CODE_LASTS, Role, Seated
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.visit import Endpoint, Visit, done_by, read_by, visit
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode
from access_chess.machine_clock import utc_now
from access_chess.requests.typed_line import typed_answer, typed_request
from access_chess.speech.utterance import Priority, Utterance, spoken_part


class Place(Struct, frozen=True, kw_only=True):
    """A game, the visitor's color and their seat there. `is_assistants`: they assist the player of that color."""

    game: RunningGame
    seated: Seated
    color: chess.Color
    seat: HostedSeat
    is_assistants: bool = False


def read_at_place(answer: Callable[[Visit, Place], Awaitable[Response]]) -> Endpoint:
    """The endpoint of what only a player of the game in the path may read, or the player's assistant."""
    return read_by(place_of, answer)


def done_at_place(do: Callable[[Visit, Place, dict[str, str]], Awaitable[Response]]) -> Endpoint:
    """The endpoint of a form that only a player of the game in the path may send, or the assistant, for whom the Laws
    refuse what is no duty; `do` gets its fields.
    """
    return done_by(place_of, do)


def read_by_player(answer: Callable[[Visit, Place], Awaitable[Response]]) -> Endpoint:
    """The endpoint of what only a player of the game in the path may read."""
    return read_by(_players_place_of, answer)


def done_by_player(do: Callable[[Visit, Place, dict[str, str]], Awaitable[Response]]) -> Endpoint:
    """The endpoint of a form that is the player's alone."""
    return done_by(_players_place_of, do)


async def place_of(here: Visit) -> Place | None:
    """The visitor's place at the game of this path; None where there is no such game or the visitor plays elsewhere."""
    number = int(here.request.path_params["game"])
    visitor, database = here.visitor, here.hall.database
    seated = None if visitor is None else database.seated(number)
    if visitor is None or seated is None:
        return None
    played = seated.color_of(visitor.person)
    color = database.assisted_by(visitor.person, number) if played is None else played
    if color is None:
        return None
    return await run_in_threadpool(_opened, here, seated, color, is_assistants=played is None)


async def _players_place_of(here: Visit) -> Place | None:
    place = await place_of(here)
    return None if place is None or place.is_assistants else place


async def visit_beside_games(request: Request) -> Visit:
    """Who asks for what nobody may read while they play a tournament game, or assist in one: there the arbiter explains
    the Laws, and all other advice is forbidden (12.3.a of 2009, 11.3.1 since 2018). Raises HTTPException.
    """
    here = visit(request)
    if here.visitor is not None and await run_in_threadpool(_is_at_tournament_game, here, here.visitor.person):
        raise HTTPException(403)
    return here


def _is_at_tournament_game(here: Visit, person: int) -> bool:
    hall, database = here.hall, here.hall.database
    numbers = set(database.games_of(person)).intersection(database.ruled_games())
    seated = [found for number in numbers if (found := database.seated(number)) is not None]
    return any(not hall.games.game(each.game, each.level).game.is_over for each in seated) or any(
        game.setup.arbiter is ArbiterMode.HUMAN and not game.is_over for game in _games_elsewhere(hall, person)
    )


def _games_elsewhere(hall: Hall, person: int) -> Iterator[Game]:
    """How a person's games at other halls stand, as far as these have reported them."""
    if hall.elsewhere is not None and hall.stations is not None:
        for number, _ in hall.elsewhere.games_elsewhere(person):
            board = hall.stations.board(number)
            if board is not None and board.game is not None:
                yield board.game


def _opened(here: Visit, seated: Seated, color: chess.Color, *, is_assistants: bool) -> Place:
    game, manner = here.hall.games.game(seated.game, seated.level), here.look.manner
    seat = game.assistants_seat(color, manner) if is_assistants else game.seat(color, manner)
    return Place(game=game, seated=seated, color=color, seat=seat, is_assistants=is_assistants)


def is_still_his(here: Visit, place: Place) -> bool:
    """Whether the visitor is still signed in, sits here, and this is still the seat."""
    visitor, database, number = here.visitor, here.hall.database, place.game.number
    if visitor is None or not database.has_session(visitor.session):
        return False
    if place.is_assistants:
        is_his = database.assisted_by(visitor.person, number) is place.color
        return is_his and place.game.assistants_seat_at(place.color) is place.seat
    seated = database.seated(number)
    is_his = seated is not None and seated.person_of(place.color) == visitor.person
    return is_his and place.game.seat_at(place.color) is place.seat


def player_name(here: Visit, place: Place, color: chess.Color) -> str:
    """How a player is called on the other's page."""
    if place.game.game.setup.players[color].is_program:
        return here.shown_name(place.game.game.setup.players[color].name)
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
    simul = here.hall.database.simuls.of_game(place.game.number)
    if simul is not None and not place.is_assistants:
        board = simul.games.index(place.game.number) + 1
        return here.text("simul_play_title", number=board, color=color, opponent=opponent)
    key = "assist_title" if place.is_assistants else "play_title"
    return here.text(key, number=place.game.number, color=color, opponent=opponent)


def robot_of(place: Place) -> chess.Color | None:
    """The color that the program plays, if it does."""
    players = place.game.game.setup.players
    return next((color for color in chess.COLORS if players[color].is_program), None)


def tell_aside(seat: HostedSeat, text: str, language: str) -> None:
    """Say a text of the pages at a place, aside."""
    seat.tell(Utterance(parts=(spoken_part(text, language=language),), priority=Priority.NORMAL))


def desk_of(here: Visit) -> ArbiterDesk | None:
    """The desk of the arbiter who asks, in the language that is chosen now; None for anybody else."""
    visitor, desks = here.visitor, here.hall.at_desks
    if visitor is None or visitor.role is not Role.ARBITER:
        return None
    desk = desks.get(visitor.session)
    if desk is None or desk.manner != here.look.manner:
        if desk is not None:
            desk.close()
        desk = desks[visitor.session] = here.hall.games.desk(here.look.manner, visitor.name)
        _clear_away(here)
    return desk


def _clear_away(here: Visit) -> None:
    """The desks of sessions that have ended are taken away."""
    for session in tuple(here.hall.at_desks):
        if not here.hall.database.has_session(session):
            here.hall.at_desks.pop(session).close()


def read_by_arbiter(answer: Callable[[Visit, ArbiterDesk], Awaitable[Response]]) -> Endpoint:
    """The endpoint of what only an arbiter may read."""
    return read_by(_desk_of, answer)


def done_by_arbiter(do: Callable[[Visit, ArbiterDesk, dict[str, str]], Awaitable[Response]]) -> Endpoint:
    """The endpoint of a form that only an arbiter may send."""
    return done_by(_desk_of, do)


async def _desk_of(here: Visit) -> ArbiterDesk | None:
    return desk_of(here)


def missing_words(here: Visit, place: Place) -> str:
    """Whom the game waits for; empty where it waits for nobody."""
    if not place.game.awaited:
        return ""
    color = next(iter(place.game.awaited - {place.color}), place.color)
    if color is not place.color and is_open(here, place):
        return here.text("waiting_for_opponent", code=invitation(here, place))
    key = "waiting_till_back" if place.game.game.started else "waiting_for_person"
    return here.text(key, name=player_name(here, place, color))


def waits_with(here: Visit, place: Place, entry: str) -> str:
    """Why a line cannot be done now: it is a move, or no request at all, and somebody is missing; else empty."""
    language, game = here.look.manner.language, place.game.game
    is_for_nobody = typed_answer(entry, language.words) is not None or typed_request(entry, game, language) is not None
    return "" if is_for_nobody or not entry.strip() else missing_words(here, place)


def invitation(here: Visit, place: Place) -> str:
    """A code for the opponent, the same as long as half of its time is left."""
    kept, number, now = here.hall.invitations, place.game.number, utc_now()
    code, made = kept.get(number, ("", now))
    if not code or now - made > CODE_LASTS / 2:
        code = here.hall.database.new_code(Role.PLAYER, game=number, color=not place.color)
        for old in [each for each, (_, at) in kept.items() if now - at > CODE_LASTS]:
            del kept[old]
        kept[number] = code, now
    return code
