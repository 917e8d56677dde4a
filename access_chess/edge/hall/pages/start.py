"""The first page, and the form for any game."""

import secrets

import chess
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.hall.new_games import Fields, beginning, common_controls, form_page, is_shut_out
from access_chess.edge.hall.visit import Visit, visit
from access_chess.hall.codes import readable_name
from access_chess.laws.time_control import days_a_move
from access_chess.notation.typed_time import read_time_control
from access_chess.session.hosting.ports import Terms

SIDES = {"white": chess.WHITE, "black": chess.BLACK}
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
    "assisted": "",
}


async def start(request: Request) -> Response:
    """One heading, one field, one button."""
    here = visit(request)
    name = here.visitor.name if here.visitor else ""
    return here.page("start.html", title=here.text("start_title"), name=name, fault="", is_shut_out=is_shut_out(here))


def _begin(here: Visit, fields: Fields) -> Response:
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
        assisted=frozenset({color} if fields.get("assisted") == "yes" else ()),
    )
    token = None
    if here.visitor is None or here.visitor.name != name or days is not None:
        token = hall.database.sign_in(name) if here.visitor is None else hall.database.renew(here.visitor, name)
    visitor = here.visitor if token is None else hall.database.visitor(token)
    assert visitor is not None, "so it was signed in"
    game = hall.games.begin(terms)
    is_public = fields.get("watched") == "yes"
    hall.database.keep_game(
        game.number, terms.level, {color: visitor.person},
        is_public=is_public, has_days=days is not None, assisted=terms.assisted,
    )  # fmt: skip
    response = here.sent_on(f"/game/{game.number}")
    return response if token is None else here.signed_in(response, token, for_days=days is not None)


def _fault(fields: Fields) -> str | None:
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


def _time(fields: Fields) -> str:
    return (fields.get("other_time") or fields.get("time") or "").strip()[:40]


def _days(fields: Fields) -> int | None:
    """How many days for each move; None: it is no game by correspondence."""
    time = _time(fields)
    return int(time[:-1]) if time in DAYS else None


def _form(here: Visit, fields: Fields, fault: str | None) -> Response:
    controls = common_controls() | {day: days_a_move(int(day[:-1])) for day in DAYS}
    return form_page(here, "new.html", "new_title", _UNTOUCHED | fields, fault, controls)


#: The form for any game; sent, it begins one.
new = beginning(_form, _fault, _begin)
