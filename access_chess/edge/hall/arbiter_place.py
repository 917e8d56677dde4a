"""An arbiter's own desk: found by his session, or not at all."""

from collections.abc import Awaitable, Callable

from starlette.responses import Response

from access_chess.edge.hall.database import Role
from access_chess.edge.hall.visit import Endpoint, Visit, done_by, read_by
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
    return read_by(_desk_of, answer)


def done_by_arbiter(do: Callable[[Visit, Desk, dict[str, str]], Awaitable[Response]]) -> Endpoint:
    """The endpoint of a form that only an arbiter may send."""
    return done_by(_desk_of, do)


async def _desk_of(here: Visit) -> Desk | None:
    return desk_of(here)
