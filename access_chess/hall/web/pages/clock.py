"""`/clock`: a talking chess clock that needs no hall once it is loaded; all that it says goes with it."""

import hashlib
import json
from collections.abc import Iterator
from datetime import timedelta
from functools import cache

import chess
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from access_chess.edge.packs.clock_words import load_clock_language, time_controls
from access_chess.edge.packs.texts import load_web_texts
from access_chess.hall.web.guards import POLICY
from access_chess.hall.web.static_files import FILES
from access_chess.hall.web.visit import Visit, visit
from access_chess.laws.time_control import Period, PeriodAdd, TimeControl
from access_chess.requests.names import RequestName
from access_chess.speech.answers.clock import STANDARD
from access_chess.speech.answers.position import color_name
from access_chess.speech.language.voice_pack import VoicePack

#: What the worker keeps beside the page.
KEPT = ("clock.js", "clock_page.js", "clock.css", "clock.svg")
#: The program's own policy, with what an installed page needs beside it.
CLOCK_POLICY = f"{POLICY}; manifest-src 'self'; worker-src 'self'"

#: What its keys ask for, in the order in which help tells them.
ASKED = (
    RequestName.PRESS, RequestName.MY_CLOCK, RequestName.OPPONENT_CLOCK, RequestName.BOTH_CLOCKS,
    RequestName.CLOCK_EXACT, RequestName.CLOCK_DIFFERENCE, RequestName.CLOCK_USED, RequestName.CLOCK_MOVES,
    RequestName.CLOCK_TO_CONTROL, RequestName.CLOCK_CONTROL, RequestName.REPEAT, RequestName.CLOCK_TOGGLE,
    RequestName.CLOCK_SET, RequestName.CLOCK_NEW, RequestName.STOP, RequestName.HELP,
)  # fmt: skip
_OF_A_PLAYER = (
    "clock_of", "clock_of_flag", "clock_of_delay", "clock_of_byo_yomi", "clock_of_taken", "clock_difference",
    "clock_difference_taken", "clock_no_limit", "clock_to_control", "clock_control_reached", "clock_used",
    "clock_moves", "clock_runs",
)  # fmt: skip
_PHRASES = (
    "clock_left", "clock_no_difference", "clock_no_control", "clock_set_by_oneself", "clock_waits", "clocks_stopped",
    "clocks_run_pause", "clock_key_unknown", "refused_clock_not_running", "refused_clocks_stopped_without_arbiter",
    "control_moves", "control_rest", "control_whole", "control_increment", "control_delay", "control_sandglass",
    "control_then", "control_byo_yomi", "control_counts_up", "control_two", "control_on_quota",
)  # fmt: skip
_TEXTS = (
    "white", "black", "runs", "error_time", "clock_stands", "clock_flag", "clock_start", "clock_stop", "clock_too_soon",
    "clock_whole_note", "clock_no_voice", "clock_by_touch", "clock_by_key", "clock_by_click", "clock_sure",
    "clock_slept", "clock_offline",
)  # fmt: skip


async def clock(request: Request) -> Response:
    """The page."""
    response = _page(visit(request))
    response.headers["content-security-policy"] = CLOCK_POLICY
    return response


async def worker(request: Request) -> Response:
    """The script that keeps the page: another one as soon as anything of the page is, so that the set is renewed."""
    parts = (bytes(_page(visit(request)).body), *(FILES[name].plain for name in KEPT))
    version = hashlib.sha256(b"".join(parts)).hexdigest()
    script = FILES["clock_worker.js"].plain.decode() + f"// {version}\n"
    return Response(script, media_type="text/javascript", headers={"service-worker-allowed": "/clock"})


async def manifest(request: Request) -> Response:
    """What a phone needs to install the clock."""
    here = visit(request)
    icons = [("svg", "any", "image/svg+xml"), ("png", "512x512", "image/png")]
    told = {
        "id": "/clock", "start_url": "/clock", "scope": "/clock", "display": "standalone",
        "name": here.text("clock_title"), "short_name": here.text("clock_title"), "lang": here.texts.language,
        "background_color": "#161512", "theme_color": "#161512",
        "icons": [{"src": f"/static/clock.{end}", "sizes": size, "type": kind} for end, size, kind in icons],
    }  # fmt: skip
    return JSONResponse(told, media_type="application/manifest+json")


def _page(here: Visit) -> Response:
    voices = here.look.voices
    words, controls, lines = _words(voices), _controls(here.texts.language), _help(voices)
    return here.page("clock.html", title=here.text("clock_title"), words=words, controls=controls, help=lines)


@cache
def _controls(language: str) -> tuple[tuple[str, str, bool], ...]:
    known = [(named.control, named.name) for named in time_controls(language)]
    return tuple((typed(control), name, control.period_add is PeriodAdd.ON_QUOTA) for control, name in known)


def typed(control: TimeControl) -> str:
    """A time control as it can be typed; when the next time is added is no part of that.

    >>> from access_chess.laws.time_control import parse_time_control
    >>> typed(parse_time_control("40/5400+30, 1800, 3x30"))
    '40/90:00+30, 30:00, 3x30'
    """
    white, black = (", ".join(_typed_periods(control.of(color))) for color in chess.COLORS)
    return f"{white} / {black}" if control.black else white


def _typed_periods(periods: tuple[Period, ...]) -> Iterator[str]:
    plain = [period for period in periods if not period.renewed]
    for period in plain:
        moves = "" if period.moves is None else f"{period.moves}/"
        minutes, seconds = divmod(period.time // timedelta(seconds=1), 60)
        increment = f"+{period.increment.total_seconds():g}" if period.increment else ""
        delay = f"d{period.delay.total_seconds():g}" if period.delay else ""
        sandglass = " sandglass" if period.sandglass else ""
        yield "up" if period.counts_up else f"{moves}{minutes}:{seconds:02}{increment}{delay}{sandglass}"
    if count := len(periods) - len(plain):
        yield f"{count}x{periods[-1].time.total_seconds():g}"


@cache
def _help(voices: str) -> tuple[str, ...]:
    help_lines = load_clock_language(voices).player.words.help
    return tuple(help_lines[name] for name in ASKED if name is not RequestName.HELP)


@cache
def _words(voices: str) -> str:
    """All that the script says, as JSON."""
    language = load_clock_language(voices)
    pack, texts = language.player.pack, load_web_texts(voices)
    told = {
        "lang": pack.language,
        "texts": texts.for_script(_TEXTS),
        "phrases": _phrases(pack),
        "nouns": _nouns(pack),
        "keys": {
            key: [name, *(() if color is None else (chess.COLOR_NAMES[color],))]
            for key, (name, color) in language.keys.items()
            if name in ASKED
        },
        "schedule": [[_ms(step.every), step.below and _ms(step.below)] for step in STANDARD],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _phrases(pack: VoicePack) -> dict[str, object]:
    """The sentences of the program's own clock; those about a player for each of them."""
    of_a_player = {
        key: {
            chess.COLOR_NAMES[color]: _plain(pack.forms(key, color=color_name(color, pack))) for color in chess.COLORS
        }
        for key in _OF_A_PLAYER
    }
    return of_a_player | {key: _plain(pack.forms(key)) for key in _PHRASES}


def _nouns(pack: VoicePack) -> dict[str, object]:
    nouns, shown = pack.durations, pack.spelling.shown
    counted = {"hour": nouns.hour, "minute": nouns.minute, "second": nouns.second, "tenths": nouns.tenths}
    forms = {key: {name: shown(form) for name, form in noun.by_name.items()} for key, noun in counted.items()}
    return {"joined": nouns.joined, **forms}


def _plain(forms: dict[str, str]) -> dict[str, str] | str:
    """A sentence that counts nothing has one form."""
    return forms["other"] if len(forms) == 1 else forms


def _ms(time: timedelta) -> int:
    return time // timedelta(milliseconds=1)
