"""Logging in without a secret of the program's own: a proof key for the exchange of a code (RFC 7636, S256)."""

import base64
import hashlib
from urllib.parse import urlencode

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
    """Where the player says in his browser that the program may play for him; `state` comes back with the code."""
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
