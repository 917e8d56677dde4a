"""What the forms have in common that begin games: who may send them, what is wrong with them, and how they look."""

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.hall.visit import Endpoint, Visit, once, visit
from access_chess.laws.time_control import TimeControl
from access_chess.notation.typed_time import read_time_control
from access_chess.speech.telling.time_controls import control_words

#: Common times that need no typing, as they are typed.
TIMES = ("5+0", "10+5", "15+10", "30+0", "90+30")

Fields = dict[str, str]


def is_shut_out(here: Visit) -> bool:
    """Whether he has to sign in before he may begin a game."""
    return here.hall.is_closed and here.visitor is None


def beginning(
    form: Callable[[Visit, Fields, str | None], Response],
    fault_of: Callable[[Fields], str | None],
    begin: Callable[[Visit, Fields], Response],
    count_of: Callable[[Fields], int] = lambda fields: 1,
) -> Endpoint:
    """The endpoint of a form that begins games.

    `form` shows it, with what was filled in and the key of what is wrong; `begin` has fields without a fault, and so
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
    fault: str | None,
    controls: Mapping[str, TimeControl],
) -> Response:
    """A form that begins games; `title` and `fault` are keys, `controls` the times that need no typing."""
    return here.page(
        template,
        title=here.text(title),
        status=400 if fault else 200,
        fields={"name": here.visitor.name if here.visitor else "", **fields},
        fault=here.text(fault) if fault else "",
        fault_key=fault,
        times=told_times(here, controls),
    )


def told_times(here: Visit, controls: Mapping[str, TimeControl]) -> list[tuple[str, str]]:
    """Times as they are typed, and as they are said to this visitor."""
    pack = here.look.manner.language.pack
    return [(typed, control_words(control, pack).text.rstrip(".")) for typed, control in controls.items()]


def common_controls() -> dict[str, TimeControl]:
    """The common times by how they are typed."""
    return {time: read_time_control(time) for time in TIMES}
