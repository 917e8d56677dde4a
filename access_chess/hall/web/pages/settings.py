"""How pages look and speak, without an account: a cookie keeps it."""

from starlette.requests import Request
from starlette.responses import Response

from access_chess.hall.web.visit import CHOICES, COOKIE, LASTS, Visit, form_of, look_from, titles, visit


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
