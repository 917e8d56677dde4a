"""A game at a page: what is done with what comes back."""

from collections.abc import Awaitable, Callable
from functools import partial

import chess
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response

from access_chess.edge.packs.texts import load_web_texts
from access_chess.hall.games.seat_state import Leaving, Outcome, Terms
from access_chess.hall.people.database import Role, Seated
from access_chess.hall.people.hall_file import Simul
from access_chess.hall.rules.simul import Going, asked
from access_chess.hall.web.pages.play_page import play_page
from access_chess.hall.web.pages.simul import go
from access_chess.hall.web.place import (
    Place,
    done_at_place,
    done_by_player,
    is_open,
    read_at_place,
    robot_of,
    tell_aside,
    waits_with,
)
from access_chess.hall.web.simul import simul_of, simul_words, tell_giver, waiting_text
from access_chess.hall.web.tickets import form_key, ticket_of
from access_chess.hall.web.visit import Visit
from access_chess.laws.events import MoveMade
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.request import Request as Asked
from access_chess.requests.row import blindfold
from access_chess.requests.typed_line import typed_move, typed_request
from access_chess.speech.answers.position import last_moves

LONGEST_LINE = 500
LONGEST_KEY = 12
#: What buttons and keys may ask for; what a key of exploring asks for is seen at the seat.
ASKED = frozenset(
    {
        RequestName.YES, RequestName.NO, *NUMBERS, RequestName.OFFER_DRAW, RequestName.ACCEPT_DRAW,
        RequestName.DECLINE_DRAW, RequestName.RESIGN, RequestName.TAKE_BACK, RequestName.LAST_MOVE,
        RequestName.BOTH_CLOCKS, RequestName.MATERIAL, RequestName.REPEAT, RequestName.SOUND_ON, RequestName.SOUND_OFF,
        RequestName.CALL_ARBITER, RequestName.BOARD,
    }
)  # fmt: skip


@read_at_place
async def game(here: Visit, place: Place) -> Response:
    """The page of a game, for its player."""
    return play_page(here, place)


@done_at_place
async def line(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    """A typed line, or what a button asks for: the same console as at a terminal."""
    return await _once(here, place, fields, lambda: _line(here, place, fields))


async def _once(here: Visit, place: Place, fields: dict[str, str], do: Callable[[], Awaitable[Response]]) -> Response:
    """Do what bears a ticket once. Our script sends a line again that was not answered, and after its page was loaded
    anew it asks (`doubt`) what became of it.
    """
    ticket, book = ticket_of(fields), here.hall.tickets.at(place.game, (place.color, place.is_assistants))
    is_kept = ticket in place.game.game.taken
    if "doubt" in fields and not is_kept:
        return told_done(here.text("was_done")) if book.known(ticket) else Response(status_code=204)
    if is_kept and ("doubt" in fields or not book.known(ticket)):  # the hall was started since
        return await run_in_threadpool(_was_done, here, place, ticket, fields)

    async def done() -> Response:
        answer = await do()
        if here.is_live:  # what was typed ahead of this answer was meant for the position after it
            answer.headers["x-ply"] = str(len(place.game.game.plies))
        return answer

    return await book.once(ticket, done)


def _was_done(here: Visit, place: Place, ticket: str, fields: dict[str, str]) -> Response:
    """What the journal has of a line."""
    if not here.is_live:
        return here.sent_on(f"/game/{place.game.number}")
    entries = [
        each for each in here.hall.entries(place.game.number) if each.command.partition(".")[0] == ticket
    ]  # fmt: skip
    if any(isinstance(each.event, MoveMade) for each in entries):
        entry = fields.get("line") or fields.get("from", "") + fields.get("square", "")
        return told_done(here.text("was_played", line=entry))
    numbers = {each.number for each in entries}
    told = [each.utterance.text for each in place.seat.lines() if each.utterance.event in numbers]
    return told_done(" ".join(told) or here.text("was_done"))


def told_done(sentence: str) -> Response:
    """An answer to our script that is no fault: the line was done before."""
    return PlainTextResponse(sentence, headers={"x-done": "1"})


async def _line(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    entry = fields.get("line", "")
    if len(entry) > LONGEST_LINE:
        return here.refused(400, "error_long")
    at = fields.get("square")
    if "key" in fields and at in chess.SQUARE_NAMES:
        press = partial(place.seat.press, ticket=ticket_of(fields))
        pressed = await run_in_threadpool(press, fields["key"][:LONGEST_KEY], chess.parse_square(at))
        return await _answered(here, place, pressed, entry)
    if "request" in fields:
        if fields["request"] not in ASKED:
            return here.refused(400, "error_missing")
        request = Asked(name=RequestName(fields["request"]), question=fields.get("question"))
        if request.name is RequestName.CALL_ARBITER:  # a button is hit by mistake, and the arbiter stops the clocks
            request = replace(request, words=here.text("action_arbiter"), is_doubtful=True)
        ask = partial(place.seat.ask, ticket=ticket_of(fields))
        return await _answered(here, place, await run_in_threadpool(ask, request), entry)
    return await _entered(here, place, fields, entry, shown=entry)


async def _entered(here: Visit, place: Place, fields: dict[str, str], entry: str, *, shown: str) -> Response:
    """What follows from a line, typed or made of two squares; `shown` stays in the field where it has to be mended."""
    if (played := _played_since(here, place, fields, entry)) is not None and here.is_live:
        return PlainTextResponse(here.text("meanwhile", moves=played), 409, headers={"x-changed": "1"})
    if played is not None:
        return play_page(here, place, entry=shown, fault=here.text("meanwhile", moves=played), status=409)
    simul = await run_in_threadpool(simul_of, here, place)
    if simul is not None and (answer := await run_in_threadpool(_in_simul, here, place, simul, entry)) is not None:
        return answer
    if waits := await run_in_threadpool(waits_with, here, place, entry):
        tell_aside(place.seat, waits, here.texts.language)
        return await _answered(here, place, Outcome(fault=waits), shown)
    was_to_move = place.game.game.turn
    enter = partial(place.seat.enter, ticket=ticket_of(fields))
    outcome = await run_in_threadpool(enter, entry, fields.get("question"))
    if simul is not None and not simul[1] and place.game.game.turn is not was_to_move:
        await run_in_threadpool(tell_giver, here.hall, simul[0], place.game.number)
    return await _answered(here, place, outcome, shown)


def _played_since(here: Visit, place: Place, fields: dict[str, str], entry: str) -> str | None:
    """The moves that were not on the page from which a move comes; None where it knows them all.

    What our script sends at once is what was typed at this position, or ahead; what it sends again may be older. The
    robot's answer alone is no news: a move that is typed ahead of it waits for it.
    """
    game, seen, language = place.game.game, fields.get("seen", ""), here.look.manner.language
    is_number = seen.isascii() and seen.isdecimal() and len(seen) < 6
    waits = here.is_live and robot_of(place) is not None  # for the robot, if it is to move
    is_due = game.turn is place.color
    if (here.is_live and "again" not in fields) or not is_number or game.is_over or not (is_due or waits):
        return None
    if len(game.plies) + (not is_due) - int(seen) in ((0, 1) if waits else (0,)):
        return None
    is_request = typed_request(entry, game, language) is not None
    if is_request or (is_due and not isinstance(typed_move(entry, game.board, language), Asked)):
        return None
    moves = last_moves(game, max(1, len(game.plies) - int(seen)), language.pack, language.form)
    return " ".join(part.text for part in moves)


def _in_simul(here: Visit, place: Place, simul: tuple[Simul, bool], entry: str) -> Response | None:
    """Where a line sends the giver of an exhibition, or what they ask for; None: it is for the game."""
    found, is_giver = simul
    wanted = asked(entry, simul_words(here.texts)) if is_giver else None
    if wanted is None:
        return None
    if wanted is Going.WAITING:
        tell_aside(place.seat, waiting_text(here.hall, found, here.texts), here.texts.language)
        return Response(status_code=204) if here.is_live else here.sent_on(f"/game/{place.game.number}")
    return go(here, found, wanted)


@done_at_place
async def square(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    """A square of the grid: the first chooses a man, the second its target."""
    return await _once(here, place, fields, lambda: _square(here, place, fields))


async def _square(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    named, chosen = fields.get("square", ""), fields.get("from", "")
    if named not in chess.SQUARE_NAMES or chosen not in ("", *chess.SQUARE_NAMES):
        return here.refused(400, "error_missing")
    if not chosen:
        piece = place.game.game.board.piece_at(chess.parse_square(named))
        is_own = piece is not None and piece.color is place.color and not blindfold(place.game.game)
        return here.sent_on(f"/game/{place.game.number}{f'?from={named}' if is_own else ''}#board")
    if chosen == named:
        return here.sent_on(f"/game/{place.game.number}#board")
    return await _entered(here, place, fields, chosen + named, shown="")


@done_by_player
async def again(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    """Another game of the same two, with changed sides."""
    if not place.game.game.is_over:
        return here.refused(409, "error_not_over")
    return await run_in_threadpool(_follow, here, place)


@done_by_player
async def invite(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    """A code for the opponent's seat, as long as nobody sits there, or for the player's assistant, if there is one.

    It is shown at once, and stands in no address.
    """

    async def show() -> Response:
        return await _invite(here, place, fields)

    return await here.hall.tickets.forms.once(form_key(here.request.url.path, fields), show)


async def _invite(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    if fields.get("whom") == Role.ASSISTANT.value:
        return await run_in_threadpool(_invite_assistant, here, place)
    if not is_open(here, place):
        return here.refused(409, "error_taken")
    code = here.hall.database.new_code(Role.PLAYER, game=place.game.number, color=not place.color)
    return play_page(here, place, code=code)


def _invite_assistant(here: Visit, place: Place) -> Response:
    database, number = here.hall.database, place.game.number
    if not database.has_assistant(number, place.color):
        return here.refused(404, "error_missing")
    code = database.new_code(Role.ASSISTANT, game=number, color=place.color, takes_over=True)
    return play_page(here, place, code=code, is_assistants=True)


def _follow(here: Visit, place: Place) -> Response:
    """The game that follows; no matter which of the two asks first, there is one."""
    with here.hall.beginning:
        seated = here.hall.database.seated(place.game.number)
        assert seated is not None, "so it was found"
        number = seated.following or _begin_next(here, place, seated)
    return here.sent_on(f"/game/{number}")


def _begin_next(here: Visit, place: Place, seated: Seated) -> int:
    setup, robot = place.game.game.setup, robot_of(place)
    terms = Terms(
        white=setup.players.black.name,
        black=setup.players.white.name,
        robot=None if robot is None else not robot,
        level=place.game.next_level,
        control=setup.time,
        days=setup.days_per_move,
        is_blindfold=setup.regulations.is_blindfold,
        assisted=frozenset(not color for color in chess.COLORS if setup.players[color].assistant is not None),
    )
    new = here.hall.games.begin(terms)
    seats = {not color: person for color in chess.COLORS if (person := seated.person_of(color)) is not None}
    here.hall.database.keep_game(
        new.number, terms.level, seats,
        after=place.game.number, is_public=seated.is_public, has_days=terms.days is not None, assisted=terms.assisted,
    )  # fmt: skip
    other = place.game.seat_at(not place.color)
    if robot is None and other is not None:
        texts = load_web_texts(other.manner.language.pack.name)
        tell_aside(other, texts.text("again_wanted", path=f"/game/{new.number}"), texts.language)
    return new.number


async def _answered(here: Visit, place: Place, outcome: Outcome, entry: str) -> Response:
    if outcome.leaving is Leaving.QUIT:
        return here.sent_on("/games")
    if outcome.leaving is Leaving.NEW_GAME:
        return await run_in_threadpool(_follow, here, place)
    if here.is_live:
        return PlainTextResponse(outcome.fault) if outcome.fault else Response(status_code=204)
    if outcome.fault:
        status = 409 if place.game.game.is_over else 200
        return play_page(here, place, entry=entry, fault=outcome.fault, status=status)
    return here.sent_on(f"/game/{place.game.number}")
