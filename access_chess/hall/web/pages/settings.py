"""What helps a visitor: how pages look and speak, kept by a cookie without an account; keys and words; the guide."""

from starlette.requests import Request
from starlette.responses import Response

from access_chess.edge.packs.guides import load_guide
from access_chess.hall.web.visit import CHOICES, COOKIE, LASTS, Visit, form_of, look_from, titles, visit
from access_chess.speech.guide_text import stretches


async def settings(request: Request) -> Response:
    """The form; sent, the choices are kept, and it is shown again in the language that was chosen."""
    here = visit(request)
    if request.method == "GET":
        return _form(here, is_saved="saved" in request.query_params)
    fields = await form_of(here)
    if fields is None:
        return here.refused(403, "error_form")
    look = look_from(fields, here.look)
    # its script stays where it is, but for another language, in which all of the page has to be written
    is_here = here.is_live and look.voices == here.look.voices
    response = Response(status_code=204) if is_here else here.sent_on("/settings?saved=1")
    response.set_cookie(
        COOKIE, look.as_cookie(), max_age=LASTS, path="/", httponly=True, samesite="lax", secure=here.hall.is_secure
    )
    return response


def _form(here: Visit, *, is_saved: bool) -> Response:
    choices = {name: [(value, here.text(f"{name}_{value}")) for value in values] for name, values in CHOICES.items()}
    title = here.text("settings_title")
    return here.page("settings.html", title=title, voices=titles(), choices=choices, is_saved=is_saved)


async def help_page(request: Request) -> Response:
    """Keys and words."""
    here = visit(request)
    pack = here.look.manner.language.pack
    return here.page(
        "help.html",
        title=here.text("help_title"),
        keys=[here.text(f"key_{each}") for each in ("arrows", "digits", "pieces", "enter", "l", "i")],
        practised=[pack.phrase(f"explore_keys_{each}").text for each in ("squares", "lines", "square", "position")],
    )


async def guide(request: Request) -> Response:
    """The list of the guide's topics."""
    here = visit(request)
    found = load_guide(here.look.voices)
    shown = here.look.manner.language.pack.spelling.shown
    topics = [(topic, shown(topic.title)) for topic in found]
    return here.page("guide.html", title=here.text("guide_title"), topics=topics)


async def topic(request: Request) -> Response:
    """One topic of the guide, with the ways to the next and the one before; what is to be typed is marked as such."""
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
