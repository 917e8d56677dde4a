"""One request to a page: who asks, how they want pages to look, and how their answer is made.

What a visitor has chosen for all pages is kept in a cookie: language, how moves are said, theme, sound.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct
from msgspec.structs import fields
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from access_chess.edge.packs.texts import Texts, load_web_texts
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import VoicePackError, pack_table, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.hall.games.seat_state import Manner
from access_chess.hall.people.database import LONG_SESSION_LASTS, SESSION_LASTS, Role, Visitor
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.tickets import form_key, page_tickets
from access_chess.speech.announcement import Form, Verbosity
from access_chess.speech.answers.clock import parse_schedule

COOKIE = "look"
LASTS = 400 * 24 * 3600  # seconds; browsers keep no cookie longer

#: What may be chosen; the first of each is what nobody has to choose. Voices are those that there are.
CHOICES: dict[str, tuple[str, ...]] = {
    "form": tuple(form.value for form in Form),
    "verbosity": (Verbosity.NORMAL.value, Verbosity.BRIEF.value, Verbosity.FULL.value),
    "theme": ("own", "light", "dark", "contrast"),
    "board": ("brown", "grey"),
    "pieces": ("drawn", "plain"),
    "squares": ("fit", "large", "largest"),
    "size": ("normal", "large", "largest"),
    "sound": ("off", "earcons", "browser", "program"),
    "volume": ("middle", "soft", "loud"),
    "reader": ("one", "both"),
    "touch": ("off", "vibrate"),
    "keys": ("on", "off"),
    "clocks": ("running", "asked"),
    "tell": ("silent", "standard"),
}


class Look(Struct, frozen=True, kw_only=True):
    """The choices of a visitor, all of them valid."""

    voices: str
    form: str = CHOICES["form"][0]
    verbosity: str = CHOICES["verbosity"][0]
    theme: str = CHOICES["theme"][0]
    board: str = CHOICES["board"][0]
    pieces: str = CHOICES["pieces"][0]
    squares: str = CHOICES["squares"][0]
    size: str = CHOICES["size"][0]
    sound: str = CHOICES["sound"][0]
    volume: str = CHOICES["volume"][0]
    reader: str = CHOICES["reader"][0]
    touch: str = CHOICES["touch"][0]
    keys: str = CHOICES["keys"][0]
    clocks: str = CHOICES["clocks"][0]
    tell: str = CHOICES["tell"][0]

    @property
    def texts(self) -> Texts:
        """The texts of the pages."""
        return load_web_texts(self.voices)

    @property
    def manner(self) -> Manner:
        """How the visitor is spoken to at a game."""
        return _manner(self.voices, self.form, self.verbosity, self.tell)

    def as_cookie(self) -> str:
        """All of it in a line."""
        return urlencode({field.name: getattr(self, field.name) for field in fields(self)})


def look_of(request: Request, default_voices: str) -> Look:
    """What this visitor has chosen; what is not chosen, by the browser's language, then by the hall's."""
    chosen = dict(parse_qsl(request.cookies.get(COOKIE, "")))
    own = browser_voices(request.headers.get("accept-language", ""))
    return look_from(chosen, Look(voices=own or default_voices))


def look_from(chosen: dict[str, str], look: Look) -> Look:
    """The look with what was chosen, where that may be chosen at all."""
    valid = {name: chosen.get(name) for name, values in CHOICES.items() if chosen.get(name) in values}
    kept = {field.name: getattr(look, field.name) for field in fields(look)}
    voices = chosen.get("voices")
    return Look(**kept | valid | ({"voices": voices} if voices is not None and _is_usable(voices) else {}))


def titles() -> tuple[tuple[str, str], ...]:
    """The voice packs that can be chosen, with what each is called."""
    folder = data_folder("voices")
    return tuple((name, str(pack_table(name, folder)["title"])) for name in voice_pack_names())


def browser_voices(accepted: str) -> str | None:
    """The voice pack of the first language in Accept-Language for which there is one.

    >>> browser_voices("gsw, de-AT;q=0.9, en;q=0.8")
    'de'
    """
    for part in accepted.split(",")[:10]:
        language = part.partition(";")[0].strip().partition("-")[0].lower()
        if _is_usable(language):
            return language
    return None


@cache
def _is_usable(voices: str) -> bool:
    """Whether there is such a pack, and nothing is wrong with it."""
    try:
        return voices in voice_pack_names() and bool(load_language(voices))
    except VoicePackError:
        return False


@cache
def _manner(voices: str, form: str, verbosity: str, tell: str) -> Manner:
    language = load_language(voices, Form(form))
    return Manner(language=language, verbosity=Verbosity(verbosity), schedule=parse_schedule(tell))


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,  # else each page looks at the files of all its templates
)
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
Own = TypeVar("Own")
_LEVEL = re.compile(r"(.+), level (\d+)")
#: What the script of every page says where the hall is away.
_LINE_TEXTS = (
    "connection_lost", "connection_lost_untimed", "connected_again", "connected_again_with", "connected_again_many",
    "not_sent", "as_of",
)  # fmt: skip
#: The symbols of the men, by the set that is chosen.
PIECES = {"drawn": "pieces.svg", "plain": "plain.svg"}
LIVE = "x-live"  # the header with which our script asks: it wants a status and a sentence, not a page


class Visit(Struct, frozen=True, kw_only=True):
    """A request with all that a page needs of it; `visitor` is None where nobody is signed in."""

    request: Request
    hall: Hall
    look: Look
    visitor: Visitor | None

    @property
    def texts(self) -> Texts:
        """The texts of the pages in the visitor's language."""
        return self.look.texts

    @property
    def is_live(self) -> bool:
        """Whether our script asks."""
        return LIVE in self.request.headers

    @property
    def public_delay(self) -> timedelta:
        """How late boards are shown to this visitor: at once on a screen that an arbiter has signed in for that."""
        visitor, hall = self.visitor, self.hall
        is_display = visitor is not None and visitor.role is Role.DISPLAY and hall.database.has_session(visitor.session)
        return timedelta() if is_display else hall.public_delay

    def shown_name(self, name: str) -> str:
        """A player's name; that of a program, which stands in the journal in English, with its level in words."""
        match = _LEVEL.fullmatch(name)
        return name if match is None else self.text("robot_level", name=match[1], level=match[2])

    def text(self, key: str, **values: object) -> str:
        """A text of the pages."""
        return self.texts.text(key, **values)

    def page(self, template: str, *, title: str, status: int = 200, **values: Any) -> Response:
        """A page in the common frame."""
        visitor = self.visitor
        html = _TEMPLATES.get_template(template).render(
            t=self.texts.text, look=self.look, language=self.texts.language, title=title,
            hall_name=self.hall.name or self.text("hall"), is_for_reading=self.hall.is_for_reading,
            csrf="" if visitor is None else visitor.csrf, new_ticket=page_tickets().__next__,
            pieces=f"/static/{PIECES[self.look.pieces]}", line_texts=self.texts.for_script(_LINE_TEXTS),
            is_signed_in=visitor is not None,
            path=self.request.url.path, is_arbiter=visitor is not None and visitor.role is Role.ARBITER, **values,
        )  # fmt: skip
        return HTMLResponse(html, status)

    def refused(self, status: int, key: str, *, after: int | None = None) -> Response:
        """One sentence why not: as a page, or as text for the script."""
        headers = None if after is None else {"retry-after": str(after)}
        sentence = self.text(key)
        if self.is_live:
            return PlainTextResponse(sentence, status, headers=headers)
        response = self.page("error.html", title=self.text("error_title"), status=status, sentence=sentence)
        response.headers.update(headers or {})
        return response

    def sent_on(self, path: str) -> Response:
        """Go on to another page."""
        if self.is_live:
            return Response(status_code=204, headers={"x-go": path})
        return RedirectResponse(path, 303)

    def signed_in(self, response: Response, token: str, *, for_days: bool = False) -> Response:
        """The answer, with the session of the one who has just signed in; `for_days`: they play by correspondence."""
        if for_days:
            self.hall.database.keep_long(token)
        lasts = LONG_SESSION_LASTS if for_days else SESSION_LASTS
        response.set_cookie(
            self.hall.cookie, token, max_age=int(lasts.total_seconds()), path="/", httponly=True,
            samesite="strict", secure=self.hall.is_secure,
        )  # fmt: skip
        return response


def visit(request: Request) -> Visit:
    """Who asks, and how."""
    hall: Hall = request.app.state.hall
    token = request.cookies.get(hall.cookie, "")
    visitor = hall.database.visitor(token) if token and not hall.is_for_reading else None
    return Visit(request=request, hall=hall, look=look_of(request, hall.default_voices), visitor=visitor)


def read_by(
    find: Callable[[Visit], Awaitable[Own | None]], answer: Callable[[Visit, Own], Awaitable[Response]]
) -> Endpoint:
    """The endpoint of what only somebody may read for whom `find` finds something: a place, a desk."""

    async def endpoint(request: Request) -> Response:
        here = visit(request)
        own = await find(here)
        return here.refused(404, "error_missing") if own is None else await answer(here, own)

    return endpoint


def done_by(
    find: Callable[[Visit], Awaitable[Own | None]], do: Callable[[Visit, Own, dict[str, str]], Awaitable[Response]]
) -> Endpoint:
    """The endpoint of a form that only somebody may send for whom `find` finds something; `do` gets its fields."""

    async def with_form(here: Visit, own: Own) -> Response:
        fields = await form_of(here)
        return here.refused(403, "error_form") if fields is None else await do(here, own, fields)

    return read_by(find, with_form)


async def form_of(here: Visit) -> dict[str, str] | None:
    """The fields of a form; None where it was not made for this session. Files are no fields."""
    fields = await _fields_of(here)
    return fields if _is_own(here, fields) else None


async def once(here: Visit, do: Callable[[Visit, dict[str, str]], Awaitable[Response]]) -> Response:
    """The answer to a form that anybody may send, once: who sends it again gets it again, and with it the session that
    it may have begun.
    """
    fields, book = await _fields_of(here), here.hall.tickets.forms
    key = form_key(here.request.url.path, fields)
    if not book.known(key) and not _is_own(here, fields):
        return here.refused(403, "error_form")

    async def sent() -> Response:
        return await do(here, fields)

    return await book.once(key, sent)


async def _fields_of(here: Visit) -> dict[str, str]:
    form = await here.request.form(max_files=0, max_fields=20)
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _is_own(here: Visit, fields: Mapping[str, str]) -> bool:
    return here.visitor is None or fields.get("csrf") == here.visitor.csrf
