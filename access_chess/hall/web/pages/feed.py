"""A feed (Atom, RFC 4287) of somebody's games: a feed reader tells them when it is their move, though no page is open.

Feed readers have no cookies: who knows the address reads the list. It can be made anew, and then the former is void.
"""

from xml.etree import ElementTree

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from access_chess.hall.rules.codes import digested
from access_chess.hall.web.pages.games import OwnGame, games_page, own_games
from access_chess.hall.web.visit import Visit, form_of, look_from, visit

ATOM = "http://www.w3.org/2005/Atom"
#: What is told; that somebody else thinks is no news.
TOLD = ("games_your_move", "games_ended")


async def address(request: Request) -> Response:
    """A new address, shown once on the page of the games."""
    here = visit(request)
    if await form_of(here) is None:
        return here.refused(403, "error_form")
    return here.refused(403, "error_missing") if here.visitor is None else await run_in_threadpool(_made, here)


async def feed(request: Request) -> Response:
    """The feed of this address."""
    here = visit(request)
    here = replace(here, look=look_from({"voices": request.query_params.get("voices", "")}, here.look))
    return await run_in_threadpool(_feed, here, digested(request.path_params["token"]))


def _made(here: Visit) -> Response:
    assert here.visitor is not None, "so it was asked"
    token = here.hall.database.new_feed(here.visitor.person)
    return games_page(here, feed=f"{here.hall.address}/feed/{token}?voices={here.look.voices}")


def _feed(here: Visit, digest: bytes) -> Response:
    person = here.hall.database.person_of_feed(digest)
    if person is None:
        return here.refused(404, "error_missing")
    found = [each for each in own_games(here, person) if each.kind in TOLD]
    root = ElementTree.Element("feed", xmlns=ATOM)
    last = max((each.last.wall for each in found), default=here.hall.database.feed_made(digest))
    _tell(root, f"urn:access-chess:feed:{digest.hex()[:32]}", here.text("games_title"), last.isoformat())
    ElementTree.SubElement(ElementTree.SubElement(root, "author"), "name").text = here.hall.name or here.text("hall")
    for each in found:
        _add(root, here, each, digest)
    body = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return Response(body, media_type="application/atom+xml; charset=utf-8")


def _add(root: ElementTree.Element, here: Visit, game: OwnGame, digest: bytes) -> None:
    """An entry: for each turn of theirs it is another one."""
    entry = ElementTree.SubElement(root, "entry")
    name = f"urn:access-chess:feed:{digest.hex()[:32]}:{game.number}:{game.plies}:{game.kind}"
    _tell(entry, name, f"{here.text(game.kind)}: {game.line}", game.last.wall.isoformat())
    ElementTree.SubElement(entry, "link", href=f"{here.hall.address}/game/{game.number}")


def _tell(element: ElementTree.Element, name: str, title: str, updated: str) -> None:
    for tag, text in (("id", name), ("title", title), ("updated", updated)):
        ElementTree.SubElement(element, tag).text = text
