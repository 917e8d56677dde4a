"""A place that is a station of a hall: which hall is meant, who signs in, who rules."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from access_chess.command_line.options.errors import wrong
from access_chess.conversation.rights import ArbiterRights
from access_chess.edge.diagnosis import installing

if TYPE_CHECKING:
    from access_chess.edge.station.sign_in import SignIn

RULINGS = ("hall", "here", "both")


class HallWanted(Struct, frozen=True, kw_only=True):
    """What was asked for: the addresses of one hall, a code to sign in with, where the arbiter rules."""

    halls: tuple[str, ...]
    code: str | None
    rulings: str


def hall_wanted(hall: str | None, code: str | None, rulings: str | None) -> HallWanted | None:
    """What was asked for; None: no hall. Raises InputError."""
    if hall is None:
        if code is not None or rulings is not None:
            raise wrong("hall_options")
        return None
    halls = tuple(hall_address(each) for each in hall.split(","))
    return HallWanted(halls=halls, code=code, rulings=rulings or "hall")


def hall_address(text: str) -> str:
    """An address as it is kept.

    >>> hall_address(" https://Hall.local:8064/ ")
    'https://hall.local:8064'
    """
    try:
        parts = urlsplit(text.strip().lower())
        if parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and parts.port != 0:
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise wrong("hall_address", address=repr(text.strip()))


def rights_beside(wanted: HallWanted, pin: str | None, rights: ArbiterRights) -> ArbiterRights:
    """Whether an arbiter may rule at the place, too."""
    return rights if wanted.rulings != "hall" else ArbiterRights(pin=pin, is_his_own=False)


def signed_in(wanted: HallWanted) -> "SignIn":
    """Where this station is signed in, by the code that was given or by one before. Raises InputError."""
    try:
        from access_chess.edge.station.line import sign_in
        from access_chess.edge.station.sign_in import SignIn, keep_sign_in, kept_sign_ins, new_secret
    except ImportError as error:
        raise wrong("hall_package", name=error.name, install=installing(extra="hall")) from error
    hall = wanted.halls[0]
    kept = kept_sign_ins().get(hall)
    if wanted.code is None:
        if kept is None:
            raise wrong("station_unknown", address=hall)
        return kept
    new = sign_in(hall, wanted.code)
    known = SignIn(hall=hall, token="", board=0, secret=new_secret()) if kept is None else kept
    signed = msgspec.structs.replace(known, token=new.joined.token, board=new.joined.board, fingerprint=new.fingerprint)
    keep_sign_in(signed)
    return signed
