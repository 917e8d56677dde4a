"""A table at a station of a hall: its games are reported there, and its player hears of the hall."""

import contextlib

from msgspec.structs import replace

from access_chess.edge.station.line import sign_in
from access_chess.edge.station.link import Contact, OnContact, StationLink
from access_chess.edge.station.sign_in import SignIn, keep_sign_in, kept_sign_ins, new_secret
from access_chess.edge.storage.journal import Journal
from access_chess.phrased_error import PhrasedError
from access_chess.profile import Profile
from access_chess.session.announcer import Announcer
from access_chess.speech.language.voice_pack import VoicePack, trouble_words

LAST_WORDS = 2.0  # seconds for what is left to be reported when the program ends; the rest is reported the next time
_WORDS = {Contact.THERE: "hall_there", Contact.AWAY: "hall_away", Contact.NOT_LET_IN: "hall_knows_us_not"}


def signed_in(hall: str, code: str | None) -> SignIn:
    """Where this station is signed in at a hall, by the code that was given or by one before. Raises PhrasedError."""
    kept = kept_sign_ins().get(hall)
    if code is None:
        if kept is None:
            raise PhrasedError("station_unknown", address=hall)
        return kept
    new = sign_in(hall, code)
    known = SignIn(hall=hall, token="", board=0, secret=new_secret()) if kept is None else kept
    signed = replace(known, token=new.joined.token, board=new.joined.board, fingerprint=new.fingerprint)
    keep_sign_in(signed)
    return signed


def hall_link(
    signed: SignIn,
    halls: tuple[str, ...],
    journal: Journal,
    announcer: Announcer,
    pack: VoicePack,
    profile: Profile,
    *,
    takes_orders: bool,
    closing: contextlib.ExitStack,
) -> StationLink:
    """What reports the games of this machine to a hall, at one of its addresses, and hears its arbiter if it
    `takes_orders`; from now on until the end.
    """
    link = StationLink(
        journal, signed, halls,
        profile=profile.value, takes_orders=takes_orders, on_contact=contact_words(announcer, pack, profile),
        on_trouble=lambda error: announcer.reply(trouble_words(error, pack), None),
    )  # fmt: skip
    closing.callback(link.close, LAST_WORDS)
    link.start()
    return link


def contact_words(announcer: Announcer, pack: VoicePack, profile: Profile) -> OnContact:
    """In competition nobody hears of the hall after the first word of it: that is the arbiter's affair (13.6)."""
    said: list[Contact] = []

    def tell(contact: Contact, _name: str) -> None:
        if not said or profile is Profile.PRACTICE:
            announcer.reply(pack.phrase(_WORDS[contact]), None)
        said.append(contact)

    return tell
