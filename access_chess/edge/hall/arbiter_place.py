"""An arbiter's own desk: found by his session, or not at all."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.hall.database import Role
from access_chess.edge.hall.place import Endpoint
from access_chess.edge.hall.visit import Visit, form_of, visit
from access_chess.session.hosting.desk_ports import Desk


def desk_of(here: Visit) -> Desk | None:
    """The desk of who asks, in the language that he has chosen now; None where he is no arbiter."""
    visitor, desks = here.visitor, here.hall.at_desks
    if visitor is None or visitor.role is not Role.ARBITER:
        return None
    desk = desks.get(visitor.session)
    if desk is None or desk.manner != here.look.manner:
        if desk is not None:
            desk.close()
        desk = desks[visitor.session] = here.hall.desks.desk(here.look.manner, visitor.name)
        _clear_away(here)
    return desk


def _clear_away(here: Visit) -> None:
    """The desks of sessions that have ended are taken away."""
    for session in tuple(here.hall.at_desks):
        if not here.hall.database.has_session(session):
            here.hall.at_desks.pop(session).close()


def read_by_arbiter(answer: Callable[[Visit, Desk], Awaitable[Response]]) -> Endpoint:
    """The endpoint of what only an arbiter may read."""

    async def endpoint(request: Request) -> Response:
        here = visit(request)
        desk = desk_of(here)
        return here.refused(404, "error_missing") if desk is None else await answer(here, desk)

    return endpoint


def done_by_arbiter(do: Callable[[Visit, Desk, dict[str, str]], Awaitable[Response]]) -> Endpoint:
    """The endpoint of a form that only an arbiter may send."""

    async def with_form(here: Visit, desk: Desk) -> Response:
        fields = await form_of(here)
        return here.refused(403, "error_form") if fields is None else await do(here, desk, fields)

    return read_by_arbiter(with_form)
