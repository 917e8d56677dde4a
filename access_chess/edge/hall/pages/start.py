"""The first page, and the form for any game."""

import secrets

import chess
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.hall.visit import Visit, form_of, visit
from access_chess.hall.names import readable_name
from access_chess.laws.time_control import days_a_move
from access_chess.notation.typed_time import read_time_control
from access_chess.session.hosting.ports import Terms
from access_chess.speech.telling.time_controls import control_words

SIDES = {"white": chess.WHITE, "black": chess.BLACK}
#: Common times that need no typing, as they are typed.
TIMES = ("5+0", "10+5", "15+10", "30+0", "90+30")
#: Days for each move, by correspondence.
DAYS = ("1d", "2d", "3d", "5d", "7d", "14d")

#: The form as it is before anybody has filled it in.
_UNTOUCHED = {
    "opponent": "robot",
    "level": "3",
    "side": "white",
    "time": "",
    "other_time": "",
    "watched": "",
    "blindfold": "",
}


async def start(request: Request) -> Response:
    """One heading, one field, one button."""
    here = visit(request)
    name = here.visitor.name if here.visitor else ""
    return here.page("start.html", title=here.text("start_title"), name=name, fault="", is_shut_out=is_shut_out(here))


def is_shut_out(here: Visit) -> bool:
    """Whether he has to sign in before he may begin a game."""
    return here.hall.is_closed and here.visitor is None


async def new(request: Request) -> Response:
    """The form for any game; sent, it begins one."""
    here = visit(request)
    if is_shut_out(here):
        return here.refused(403, "error_closed")
    if request.method == "GET":
        return _form(here, {})
    fields = await form_of(here)
    if fields is None:
        return here.refused(403, "error_form")
    fault = _fault(fields)
    if fault is not None:
        return _form(here, fields, fault=fault)
    client = request.client
    if not here.hall.new_games.takes(client.host if client else ""):
        return here.refused(429, "error_often", after=60)
    return await run_in_threadpool(_begin, here, fields)


def _begin(here: Visit, fields: dict[str, str]) -> Response:
    hall = here.hall
    name = readable_name(fields.get("name", "")) or ""
    color = SIDES.get(fields.get("side", "white"), secrets.choice(chess.COLORS))
    has_robot = fields.get("opponent", "robot") == "robot"
    days = _days(fields)
    terms = Terms(
        white=name if color else "",
        black="" if color else name,
        robot=(not color) if has_robot else None,
        level=int(fields.get("level") or 3),
        control=read_time_control(_time(fields)) if _time(fields) and days is None else None,
        days=days,
        is_blindfold=fields.get("blindfold") == "yes",
    )
    token = None
    if here.visitor is None or here.visitor.name != name or days is not None:
        token = hall.database.sign_in(name) if here.visitor is None else hall.database.renew(here.visitor, name)
    visitor = here.visitor if token is None else hall.database.visitor(token)
    assert visitor is not None, "so it was signed in"
    game = hall.games.begin(terms)
    is_public = fields.get("watched") == "yes"
    hall.database.keep_game(
        game.number, terms.level, {color: visitor.person}, is_public=is_public, has_days=days is not None
    )
    response = here.sent_on(f"/game/{game.number}")
    return response if token is None else here.signed_in(response, token, for_days=days is not None)


def _fault(fields: dict[str, str]) -> str | None:
    """What is wrong with a form, as the key of its sentence."""
    if readable_name(fields.get("name", "")) is None:
        return "error_name"
    level = fields.get("level") or "3"
    if not (level.isascii() and level.isdecimal() and 1 <= int(level[:3]) <= 10):
        return "error_level"
    try:
        _ = _time(fields) and _days(fields) is None and read_time_control(_time(fields))
    except ValueError:
        return "error_time"
    return None


def _time(fields: dict[str, str]) -> str:
    return (fields.get("other_time") or fields.get("time") or "").strip()[:40]


def _days(fields: dict[str, str]) -> int | None:
    """How many days for each move; None: it is no game by correspondence."""
    time = _time(fields)
    return int(time[:-1]) if time in DAYS else None


def _form(here: Visit, fields: dict[str, str], *, fault: str | None = None) -> Response:
    pack = here.look.manner.language.pack
    controls = [(time, read_time_control(time)) for time in TIMES] + [(day, days_a_move(int(day[:-1]))) for day in DAYS]
    times = [(time, control_words(control, pack).text.rstrip(".")) for time, control in controls]
    named = _UNTOUCHED | {"name": here.visitor.name if here.visitor else ""} | fields
    sentence = "" if fault is None else here.text(fault)
    title = here.text("new_title")
    return here.page(
        "new.html",
        title=title,
        status=400 if fault else 200,
        fields=named,
        fault=sentence,
        fault_key=fault,
        times=times,
    )
