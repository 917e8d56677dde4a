"""What is asked of the server: one call for each request, and what its answer means.

Logging in needs no secret of the program's own: a proof key for the exchange of a code (RFC 7636, S256).
"""

import base64
import hashlib
from enum import Enum, auto
from urllib.parse import quote, urlencode

import chess
from msgspec import Struct, field

EVENTS_PATH = "/api/stream/event"
_UNSAFE = 0x20


class Call(Struct, frozen=True, kw_only=True):
    """One request to the server: where to, and the fields of its form."""

    path: str
    fields: dict[str, str] = field(default_factory=dict)
    method: str = "POST"


class Fate(Enum):
    """What became of a call, and so what is to be done."""

    DONE = auto()
    REFUSED = auto()  # it makes no sense to the server: nothing is sent again
    UNKNOWN = auto()  # there is no such game, player or challenge
    LOCKED_OUT = auto()  # the token does not count, or not for this
    TOO_OFTEN = auto()  # wait, then again
    UNREACHED = auto()  # nobody knows whether it arrived


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to a call: its status (None: there was none), the server's own words where it refuses.

    `wait` is how many seconds it asks to wait. `made` names what was made: a game, a challenge.
    """

    status: int | None
    reason: str = ""
    wait: float | None = None
    made: str = ""

    @property
    def fate(self) -> Fate:
        """What became of the call.

        >>> [Reply(status=status).fate.name for status in (201, 400, 401, 404, 429, 503, None)]
        ['DONE', 'REFUSED', 'LOCKED_OUT', 'UNKNOWN', 'TOO_OFTEN', 'UNREACHED', 'UNREACHED']
        """
        status = self.status
        if status is None or status >= 500 or status == 408:
            return Fate.UNREACHED
        known = {401: Fate.LOCKED_OUT, 403: Fate.LOCKED_OUT, 404: Fate.UNKNOWN, 429: Fate.TOO_OFTEN}
        return known.get(status, Fate.DONE if status < 300 else Fate.REFUSED)


class ServerError(Exception):
    """A stream could not be opened or has broken; `reply` tells why."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(f"status {reply.status}: {reply.reason!r}")
        self.reply = reply


class CallTerms(Struct, frozen=True, kw_only=True):
    """By which terms a game is asked for: minutes and seconds a move, or days a move; None: as the server has it."""

    minutes: float | None = None
    increment: int = 0
    days: int | None = None
    color: chess.Color | None = None
    rated: bool = False
    is_chess960: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """What is the same in all forms."""
        variant = {"variant": "chess960"} if self.is_chess960 else {}
        days = {} if self.days is None else {"days": str(self.days)}
        color = {} if self.color is None else {"color": chess.COLOR_NAMES[self.color]}
        return {**variant, **days, **color}

    @property
    def clock(self) -> dict[str, str]:
        """The clock of a challenge, in seconds."""
        if self.minutes is None:
            return {}
        return {"clock.limit": str(round(self.minutes * 60)), "clock.increment": str(self.increment)}


def game_stream(game: str) -> Call:
    """How a game stands, as long as it is played."""
    return Call(path=f"/api/board/game/stream/{_named(game)}", method="GET")


def event_stream() -> Call:
    """What reaches the player: games that begin, challenges."""
    return Call(path=EVENTS_PATH, method="GET")


def seek(terms: CallTerms) -> Call:
    """A game against anybody; with a clock it is sought as long as the answer is kept open."""
    time = {} if terms.minutes is None else {"time": f"{terms.minutes:g}", "increment": str(terms.increment)}
    return Call(path="/api/board/seek", fields={**time, **terms.fields, "rated": _told(terms.rated)})


def challenge(name: str, terms: CallTerms) -> Call:
    """A game against this player, if they want."""
    fields = {**terms.clock, **terms.fields, "rated": _told(terms.rated)}
    return Call(path=f"/api/challenge/{_named(name)}", fields=fields)


def challenge_computer(level: int, terms: CallTerms) -> Call:
    """A game against the server's computer, of a level from 1 to 8."""
    return Call(path="/api/challenge/ai", fields={"level": str(level), **terms.clock, **terms.fields})


def answer_challenge(name: str, *, accept: bool) -> Call:
    """Play, or do not."""
    return Call(path=f"/api/challenge/{_named(name)}/{'accept' if accept else 'decline'}")


def cancel_challenge(name: str) -> Call:
    """Take one's own challenge back."""
    return Call(path=f"/api/challenge/{_named(name)}/cancel")


def move(game: str, made: chess.Move) -> Call:
    """Make a move."""
    return _of_game(game, f"move/{made.uci()}")


def draw(game: str, *, yes: bool) -> Call:
    """Offer a draw, accept one, or claim what the position gives; or decline the opponent's."""
    return _of_game(game, f"draw/{'yes' if yes else 'no'}")


def take_back(game: str, *, yes: bool) -> Call:
    """Propose to take back, or agree to it; or do not agree."""
    return _of_game(game, f"takeback/{'yes' if yes else 'no'}")


def abort(game: str) -> Call:
    """End a game that has hardly begun, without a result."""
    return _of_game(game, "abort")


def resign(game: str) -> Call:
    """Give the game up."""
    return _of_game(game, "resign")


def claim_victory(game: str) -> Call:
    """The opponent has left."""
    return _of_game(game, "claim-victory")


def claim_draw(game: str) -> Call:
    """The opponent has left, and a draw is enough."""
    return _of_game(game, "claim-draw")


def own_account() -> Call:
    """Who is logged in."""
    return Call(path="/api/account", method="GET")


def readable(text: str, longest: int = 200) -> str:
    """The server's or the opponent's own words, on one line and without signs that steer a terminal."""
    shown = "".join(letter if ord(letter) >= _UNSAFE and letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:longest]


def _of_game(game: str, what: str) -> Call:
    return Call(path=f"/api/board/game/{_named(game)}/{what}")


def _named(name: str) -> str:
    """A name as it stands in an address."""
    return quote(name, safe="")


def _told(value: bool) -> str:
    return "true" if value else "false"


CLIENT = "access-chess"
#: What the program may do with the account: play, and see and make challenges.
SCOPES = "board:play challenge:read challenge:write"


def challenge_of(verifier: str) -> str:
    """What is sent before, of which nobody can make the verifier that is sent after (4.2).

    >>> challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    """
    digest = hashlib.sha256(verifier.encode("ascii")).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def login_address(server: str, *, redirect: str, verifier: str, state: str) -> str:
    """Where the player says in their browser that the program may play for them; `state` comes back with the code."""
    asked = {
        "response_type": "code",
        "client_id": CLIENT,
        "redirect_uri": redirect,
        "code_challenge_method": "S256",
        "code_challenge": challenge_of(verifier),
        "scope": SCOPES,
        "state": state,
    }
    return f"{server.rstrip('/')}/oauth?{urlencode(asked)}"


def exchange(code: str, *, redirect: str, verifier: str) -> dict[str, str]:
    """The form that gets the token for the code."""
    return {
        "grant_type": "authorization_code",
        "code": code,
        "code_verifier": verifier,
        "redirect_uri": redirect,
        "client_id": CLIENT,
    }
