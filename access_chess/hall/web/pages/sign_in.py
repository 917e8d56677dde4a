"""Signing in with a code, and out again. Codes may be tried so many times from one address, and so many in all; of more
than these the arbiters hear.
"""

from collections.abc import Mapping
from types import MappingProxyType

import chess
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.packs.texts import load_web_texts
from access_chess.hall.people.database import Grant, Role
from access_chess.hall.rules.codes import digested, plain_code, readable_name
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.place import tell_aside
from access_chess.hall.web.visit import Visit, form_of, once, visit


async def may_try(hall: Hall, address: str) -> bool:
    """Whether a code may be tried from this address. Where nobody may any more, the arbiters hear it once a minute."""
    if not hall.codes_by_address.takes(address):
        return False
    if hall.codes_in_all.takes(""):
        return True
    if hall.told_of_codes.takes(""):
        await run_in_threadpool(_tell_arbiters, hall)
    return False


def _tell_arbiters(hall: Hall) -> None:
    for desk in tuple(hall.at_desks.values()):
        desk.hear_of_guessing()


NOTHING: Mapping[str, str] = MappingProxyType({})  # has been filled in
#: Where a code leads to that is for no seat.
_PAGES = {Role.ARBITER: "/arbiter", Role.DISPLAY: "/boards", Role.PLAYER: "/games", Role.ASSISTANT: "/games"}


async def sign_in(request: Request) -> Response:
    """The form; sent, the code is used up and its owner sits where it says."""
    here = visit(request)
    if request.method == "GET":
        return _form(here)
    return await once(here, _sent)  # a code can be used once


async def _sent(here: Visit, fields: dict[str, str]) -> Response:
    client = here.request.client
    address = client.host if client else ""
    name = readable_name(fields.get("name", ""))
    if name is None:
        return _form(here, fields, fault="error_name")
    if not await may_try(here.hall, address):
        return _form(here, fields, fault="in_wait", status=429)
    return await run_in_threadpool(_use, here, fields, name, address)


async def sign_out(request: Request) -> Response:
    """End the session, on this server and in the browser."""
    here = visit(request)
    if await form_of(here) is None:
        return here.refused(403, "error_form")
    if here.visitor is not None:
        here.hall.database.end_session(here.visitor.session)
        here.hall.streams.wake(here.visitor.session)
    response = here.sent_on("/")
    response.delete_cookie(here.hall.cookie, path="/", secure=here.hall.is_secure, httponly=True, samesite="strict")
    response.headers["clear-site-data"] = '"cache", "storage"'
    return response


def _use(here: Visit, fields: dict[str, str], name: str, address: str) -> Response:
    database = here.hall.database
    grant = database.use_code(digested(plain_code(fields.get("code", "")[:40])))
    if grant is None:
        return _form(here, fields, fault="in_wrong")
    is_for_seat = grant.role in (Role.PLAYER, Role.ASSISTANT)
    here.hall.codes_by_address.give_back(address)  # wrong ones count: a whole club may have one address
    if here.visitor is None:
        token = database.sign_in(name, Role.PLAYER if is_for_seat else grant.role)
    else:
        token = database.renew(here.visitor, name or None)
        if not is_for_seat:
            database.promote(here.visitor, grant.role)
    visitor = database.visitor(token)
    assert visitor is not None, "so it was signed in"
    path = _seated(here, grant, visitor.person, name)
    seated = None if grant.game is None else database.seated(grant.game)
    for_days = seated is not None and seated.game in database.games_of_days()
    return here.signed_in(here.sent_on(path), token, for_days=for_days)


def _seated(here: Visit, grant: Grant, person: int, name: str) -> str:
    """Where a grant leads to; the one who waits there hears who has come."""
    if grant.game is None or grant.color is None:
        return _PAGES[grant.role]
    database = here.hall.database
    if grant.role is Role.ASSISTANT:
        if database.assist(grant.game, grant.color, person):
            for color in chess.COLORS:  # both players know who assists
                _tell_of(here, grant.game, color, "assistant_came", name, chess.COLOR_NAMES[grant.color])
    elif database.take_seat(grant.game, grant.color, person, takes_over=grant.takes_over):
        _tell_of(here, grant.game, not grant.color, "person_came", name)
        seated = database.seated(grant.game)
        if seated is not None and seated.asked == person:
            return f"/game/{grant.game}/watched"
    return f"/game/{grant.game}"


def _tell_of(here: Visit, number: int, color: chess.Color, key: str, name: str, whose: str = "") -> None:
    """Tell the player of a color, if there is one, who has come, perhaps as whose assistant."""
    seated = here.hall.database.seated(number)
    assert seated is not None, "a code is for a game"
    seat = here.hall.games.game(number, seated.level).seat_at(color)
    if seat is not None:
        texts = load_web_texts(seat.manner.language.pack.name)
        assisted = {"color": texts.text(whose)} if whose else {}
        tell_aside(seat, texts.text(key, name=name or texts.text("somebody"), **assisted), texts.language)


def _form(here: Visit, fields: Mapping[str, str] = NOTHING, *, fault: str = "", status: int = 400) -> Response:
    name = fields.get("name") or (here.visitor.name if here.visitor else "")
    response = here.page(
        "sign_in.html", title=here.text("in_title"), code=fields.get("code", "")[:40], name=name,
        fault=here.text(fault) if fault else "", status=status if fault else 200,
    )  # fmt: skip
    if status == 429:
        response.headers["retry-after"] = "60"  # by then one code of an address and all in all may be tried again
    return response
