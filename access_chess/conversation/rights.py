"""Whether an arbiter speaks at a place: by the PIN, which counts for one ruling or for the next minute.

After the third wrong number there is a wait before each further one. The arbiter waits
as well, whom nobody can tell from a player at one keyboard; so the wait is short, trying does not lengthen it, and the
arbiter hears how many wrong numbers there were. Where the PIN is so long that trying is no danger, nobody waits.
"""

from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.clock import Instant
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

OPEN_FOR = timedelta(minutes=1)
#: A slip and another are the arbiter's own.
MOST_TRIES = 3
#: Three numbers a minute: of the ten thousand of four digits a long game lets somebody try one in fourteen.
WAIT = timedelta(seconds=20)
#: Of a hundred million numbers even a program that types a thousand a second tries too few in a game.
TOO_LONG_TO_TRY = 8  # digits


class ArbiterRights(Struct, frozen=True, kw_only=True):
    """`pin` is the arbiter's of this sitting; without one the keyboard `is_his_own` or it is not.

    `until` is the instant up to which a PIN that was said alone counts. `wrong` counts the PINs that were wrong since a
    right one, and `closed` is the instant up to which none is taken.
    """

    pin: str | None = None
    is_his_own: bool = True
    until: Instant | None = None
    wrong: int = 0
    closed: Instant | None = None

    def is_closed(self, at: Instant) -> bool:
        """Whether no PIN is taken now, not even the right one."""
        return self.closed is not None and at < self.closed


#: The keyboard is the arbiter's own.
HIS_OWN = ArbiterRights()


class RightsRuling(Struct, frozen=True, kw_only=True):
    """What becomes of a request in the arbiter's name: the rights after it, what is said, and whether it `counts`."""

    rights: ArbiterRights
    said: tuple[SpokenPart, ...]
    counts: bool


def tried(rights: ArbiterRights, pin: str, at: Instant) -> ArbiterRights:
    """The rights after a PIN was said, with a ruling or by itself."""
    if rights.pin is None or rights.is_closed(at):
        return rights
    if pin == rights.pin:
        return replace(rights, wrong=0)
    wrong = rights.wrong + 1
    waits = wrong >= MOST_TRIES and len(rights.pin) < TOO_LONG_TO_TRY
    return replace(rights, wrong=wrong, closed=at + WAIT if waits else None)


def with_pin(rights: ArbiterRights, pin: str | None, at: Instant) -> ArbiterRights | None:
    """The rights after the arbiter has said the PIN by itself; None when it is wrong."""
    is_right = pin is not None and pin == rights.pin and not rights.is_closed(at)
    return replace(rights, until=at + OPEN_FOR) if is_right else None


def may_rule(rights: ArbiterRights, pin: str | None, at: Instant) -> bool:
    """Whether a ruling counts that was said with this PIN, or without one."""
    if rights.pin is None:
        return rights.is_his_own
    if pin is not None:
        return pin == rights.pin and not rights.is_closed(at)
    return rights.until is not None and at <= rights.until


def ruled(rights: ArbiterRights, request: Request, at: Instant, pack: VoicePack) -> RightsRuling:
    """What becomes of a request of the arbiter; with the right PIN they hear how many wrong ones there were before."""
    before = rights.wrong
    if request.pin is not None:
        rights = tried(rights, request.pin, at)
        if rights.is_closed(at):
            return _refused(rights, "arbiter_pin_closed", pack)
    known = (pack.phrase("arbiter_pin_tried", number=before),) if before >= MOST_TRIES and rights.wrong == 0 else ()
    if request.name is RequestName.ARBITER_PIN:
        if rights.pin is None:  # none was asked for, so a number alone says nothing
            return _refused(rights, "not_read", pack)
        opened = with_pin(rights, request.pin, at)
        if opened is None:
            return _refused(rights, "arbiter_pin_wrong", pack)
        return RightsRuling(rights=opened, said=(pack.phrase("arbiter_may_rule"), *known), counts=False)
    if not may_rule(rights, request.pin, at):
        return _refused(rights, "arbiter_only", pack)
    return RightsRuling(rights=rights, said=known, counts=True)


def _refused(rights: ArbiterRights, phrase: str, pack: VoicePack) -> RightsRuling:
    return RightsRuling(rights=rights, said=(pack.phrase(phrase),), counts=False)
