"""A place that is a station of a hall: who signs in, who rules, and what is said of the hall."""

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from access_chess.command_line.options.errors import wrong
from access_chess.conversation.rights import ArbiterRights
from access_chess.edge.diagnosis import installing
from access_chess.edge.storage.journal import Journal
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.session.ports import OnTrouble
from access_chess.speech.language.voice_pack import VoicePack

if TYPE_CHECKING:
    from access_chess.edge.station.link import OnContact, StationLink
    from access_chess.edge.station.sign_in import SignIn

LAST_WORDS = 2.0  # seconds for what is left to be reported when the program ends; the rest is reported the next time
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


def hall_link(
    wanted: HallWanted,
    signed: "SignIn",
    journal: Journal,
    announcer: Announcer,
    pack: VoicePack,
    profile: Profile,
    *,
    on_trouble: OnTrouble,
    closing: contextlib.ExitStack,
) -> "StationLink":
    """What reports the games of this machine to a hall from now on, and hears its arbiter."""
    from access_chess.edge.station.link import StationLink

    link = StationLink(
        journal, signed, wanted.halls,
        profile=profile.value, takes_orders=wanted.rulings != "here",
        on_contact=_contact_words(announcer, pack, profile), on_trouble=on_trouble,
    )  # fmt: skip
    closing.callback(link.close, LAST_WORDS)
    link.start()
    return link


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


def _contact_words(announcer: Announcer, pack: VoicePack, profile: Profile) -> "OnContact":
    """In competition nobody hears of the hall after the first word of it: that is the arbiter's affair (13.6)."""
    from access_chess.edge.station.link import Contact

    phrases = {Contact.THERE: "hall_there", Contact.AWAY: "hall_away", Contact.NOT_LET_IN: "hall_knows_us_not"}
    said: list[Contact] = []

    def tell(contact: Contact, _name: str) -> None:
        if not said or profile is Profile.PRACTICE:
            announcer.reply(pack.phrase(phrases[contact]), None)
        said.append(contact)

    return tell
