"""What a visitor has chosen for all pages: his language, how moves are said, theme, sound. Kept in a cookie."""

from dataclasses import dataclass, fields
from functools import cache
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request

from access_chess.edge.packs.texts import Texts, load_web_texts
from access_chess.edge.packs.typed_words import load_language
from access_chess.edge.packs.voice_packs import VoicePackError, pack_table, voice_pack_names
from access_chess.edge.storage.places import data_folder
from access_chess.session.hosting.ports import Manner
from access_chess.speech.announcement import Form, Verbosity
from access_chess.speech.answers.schedule import parse_schedule

COOKIE = "look"
LASTS = 400 * 24 * 3600  # seconds; browsers keep no cookie longer

#: What may be chosen; the first of each is what nobody has to choose. Voices are those that there are.
CHOICES: dict[str, tuple[str, ...]] = {
    "form": tuple(form.value for form in Form),
    "verbosity": (Verbosity.NORMAL.value, Verbosity.BRIEF.value, Verbosity.FULL.value),
    "theme": ("own", "light", "dark"),
    "size": ("normal", "large", "largest"),
    "sound": ("off", "earcons", "browser", "program"),
    "keys": ("on", "off"),
    "clocks": ("running", "asked"),
    "tell": ("silent", "standard"),
}


@dataclass(frozen=True, kw_only=True)
class Look:
    """The choices of a visitor, all of them valid."""

    voices: str
    form: str = CHOICES["form"][0]
    verbosity: str = CHOICES["verbosity"][0]
    theme: str = CHOICES["theme"][0]
    size: str = CHOICES["size"][0]
    sound: str = CHOICES["sound"][0]
    keys: str = CHOICES["keys"][0]
    clocks: str = CHOICES["clocks"][0]
    tell: str = CHOICES["tell"][0]

    @property
    def texts(self) -> Texts:
        """The texts of the pages."""
        return load_web_texts(self.voices)

    @property
    def manner(self) -> Manner:
        """How he is spoken to at a game."""
        return _manner(self.voices, self.form, self.verbosity, self.tell)

    def as_cookie(self) -> str:
        """All of it in a line."""
        return urlencode({field.name: getattr(self, field.name) for field in fields(self)})


def look_of(request: Request, default_voices: str) -> Look:
    """What this visitor has chosen; what he has not, by his browser's language, then by the hall's."""
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
