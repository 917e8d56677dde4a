"""The guide: a page with all topics, and a page for each, with the ways to the next and the one before."""

from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.packs.guides import load_guide
from access_chess.hall.web.visit import visit
from access_chess.speech.guide_text import stretches


async def guide(request: Request) -> Response:
    """The list of topics."""
    here = visit(request)
    found = load_guide(here.look.voices)
    shown = here.look.manner.language.pack.spelling.shown
    topics = [(topic, shown(topic.title)) for topic in found]
    return here.page("guide.html", title=here.text("guide_title"), topics=topics)


async def topic(request: Request) -> Response:
    """One topic; what is to be typed is marked as such."""
    here = visit(request)
    found = load_guide(here.look.voices)
    shown = here.look.manner.language.pack.spelling.shown
    place = next((n for n, each in enumerate(found) if each.name == request.path_params["topic"]), None)
    if place is None:
        return here.refused(404, "error_missing")
    ways = [
        (found[near].name, here.text(key, title=shown(found[near].title)))
        for key, near in (("guide_next", place + 1), ("guide_back", place - 1))
        if 0 <= near < len(found)
    ]
    this = found[place]
    parts = [list(stretches(shown(part))) for part in this.parts]
    return here.page(
        "guide_topic.html", title=shown(this.title), parts=parts, ways=ways, written_in=this.language
    )  # fmt: skip
