"""The first page, and the form for any game; and what the forms have in common that begin games: who may send them,
what is wrong with them, and how they look. Who joins a game that others may watch is asked here whether they may.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import cache

import chess
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.packs.typed_words import load_language
from access_chess.hall.games.seat_state import Terms
from access_chess.hall.rules.codes import readable_name
from access_chess.hall.web.place import Place, done_by_player, read_by_player
from access_chess.hall.web.visit import Endpoint, Visit, once, visit
from access_chess.laws.time_control import TimeControl, TimeControlError, days_a_move
from access_chess.notation.typed_time import read_time_control
from access_chess.phrased_error import PhrasedError
from access_chess.speech.answers.clock import control_words
from access_chess.speech.language.voice_pack import trouble_words

#: Common times that need no typing, as they are typed.
TIMES = ("5+0", "10+5", "15+10", "30+0", "90+30")

Fields = dict[str, str]


class FormFault(Struct, frozen=True, kw_only=True):
    """What is wrong with a form: the `key` of its sentence, which tells the field as well, and the `reason` if it has
    one of its own.
    """

    key: str
    reason: PhrasedError | None = None

    def told(self, here: Visit) -> str:
        """The sentence, in this visitor's language."""
        if self.reason is None:
            return here.text(self.key)
        return trouble_words(self.reason, here.look.manner.language.pack).text


def control_of(time: str) -> TimeControl | FormFault | None:
    """The time control that was typed, if one was; or why it is none."""
    try:
        return read_time_control(time) if time else None
    except TimeControlError as error:
        return FormFault(key="error_time", reason=PhrasedError("time_unread", error=error))


def is_shut_out(here: Visit) -> bool:
    """Whether a visitor has to sign in before beginning a game."""
    return here.hall.is_closed and here.visitor is None


def beginning(
    form: Callable[[Visit, Fields, FormFault | None], Response],
    fault_of: Callable[[Fields], FormFault | None],
    begin: Callable[[Visit, Fields], Response],
    count_of: Callable[[Fields], int] = lambda fields: 1,
) -> Endpoint:
    """The endpoint of a form that begins games.

    `form` shows it, with what was filled in and what is wrong; `begin` has fields without a fault, and so
    has `count_of`, which tells how many games these begin.
    """

    async def endpoint(request: Request) -> Response:
        here = visit(request)
        if is_shut_out(here):
            return here.refused(403, "error_closed")
        if request.method == "GET":
            return form(here, {}, None)
        return await once(here, answer)

    async def answer(here: Visit, fields: Fields) -> Response:
        fault = fault_of(fields)
        if fault is not None:
            return form(here, fields, fault)
        client = here.request.client
        if not here.hall.new_games.takes(client.host if client else "", count_of(fields)):
            return here.refused(429, "error_often", after=60)
        return await run_in_threadpool(begin, here, fields)

    return endpoint


def form_page(
    here: Visit,
    template: str,
    title: str,
    fields: Mapping[str, str],
    fault: FormFault | None,
    controls: Mapping[str, TimeControl],
) -> Response:
    """A form that begins games; `title` is a key, `controls` the times that need no typing."""
    return here.page(
        template,
        title=here.text(title),
        status=400 if fault else 200,
        fields={"name": here.visitor.name if here.visitor else "", **fields},
        fault=fault.told(here) if fault else "",
        fault_key=fault.key if fault else "",
        times=told_times(here, controls),
    )


def told_times(here: Visit, controls: Mapping[str, TimeControl]) -> list[tuple[str, str]]:
    """Times as they are typed, and as they are said to this visitor."""
    return [(typed, _told(control, here.look.voices)) for typed, control in controls.items()]


@cache
def _told(control: TimeControl, voices: str) -> str:
    return control_words(control, load_language(voices).pack).text.rstrip(".")


@cache
def common_controls() -> dict[str, TimeControl]:
    """The common times by how they are typed."""
    return {time: read_time_control(time) for time in TIMES}


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


def _fault(fields: Fields) -> FormFault | None:
    """What is wrong with a form."""
    if readable_name(fields.get("name", "")) is None:
        return FormFault(key="error_name")
    level = fields.get("level") or "3"
    if not (level.isascii() and level.isdecimal() and 1 <= int(level[:3]) <= 10):
        return FormFault(key="error_level")
    control = None if _days(fields) else control_of(_time(fields))
    return control if isinstance(control, FormFault) else None


def _time(fields: Fields) -> str:
    return (fields.get("other_time") or fields.get("time") or "").strip()


def _days(fields: Fields) -> int | None:
    """How many days for each move; None: it is no game by correspondence."""
    time = _time(fields)
    return int(time[:-1]) if time in DAYS else None


def _form(here: Visit, fields: Fields, fault: FormFault | None) -> Response:
    controls = common_controls() | {day: days_a_move(int(day[:-1])) for day in DAYS}
    return form_page(here, "new.html", "new_title", _UNTOUCHED | fields, fault, controls)


#: The form for any game; sent, it begins one.
new = beginning(_form, _fault, _begin)


async def watched(request: Request) -> Response:
    """The question; who sends an answer, has answered, or was not asked goes on to the game."""
    return await (_answer if request.method == "POST" else _ask)(request)


@read_by_player
async def _ask(here: Visit, place: Place) -> Response:
    return _question(here, place, "watched")


@done_by_player
async def _answer(here: Visit, place: Place, fields: dict[str, str]) -> Response:
    """An answer. After a yes to the first question the second is asked, and until then nobody sees anything."""
    may_watch, may_name = fields.get("watched") == "yes", fields.get("named")
    if may_watch and may_name is None:
        return _question(here, place, "named")
    if here.visitor is not None:
        here.hall.database.let_watch(
            place.game.number, here.visitor.person, is_public=may_watch, is_named=may_name == "yes"
        )
    return here.sent_on(f"/game/{place.game.number}")


def _question(here: Visit, place: Place, name: str) -> Response:
    if here.visitor is None or place.seated.asked != here.visitor.person:
        return here.sent_on(f"/game/{place.game.number}")
    return here.page(
        "consent.html", title=here.text(f"ask_{name}"), name=name, number=place.game.number, is_second=name == "named"
    )
