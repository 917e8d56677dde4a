"""A player who joins a game that others may watch is asked whether they may, and whether by name."""

from starlette.requests import Request
from starlette.responses import Response

from access_chess.hall.web.place import Place, done_by_player, read_by_player
from access_chess.hall.web.visit import Visit


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
