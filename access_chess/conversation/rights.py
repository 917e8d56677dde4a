"""Whether an arbiter speaks at a place: by his PIN, which counts for one ruling or for the next minute.

Who tries one number after the other has to wait after each three that were wrong. With him waits the arbiter, whom
nobody can tell from a player at one keyboard; unless his PIN is so long that trying is no danger.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from access_chess.laws.clock import Instant
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request

OPEN_FOR = timedelta(minutes=1)
#: A slip and another are the arbiter's own; of ten thousand numbers of four digits a game lets somebody try few.
MOST_TRIES = 3
CLOSED_FOR = timedelta(minutes=1)
#: Of a hundred million numbers even a program that types a thousand a second tries too few in a game.
TOO_LONG_TO_TRY = 8  # digits


@dataclass(frozen=True, kw_only=True)
class ArbiterRights:
    """`pin` is the arbiter's of this sitting; without one the keyboard `is_his_own` or it is not.

    `until` is the instant up to which a PIN that was said alone counts. `wrong` counts the PINs that were wrong since a
    right one or the last wait, and `closed` is the instant up to which none is taken.
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


def tried(rights: ArbiterRights, pin: str, at: Instant) -> ArbiterRights:
    """The rights after a PIN was said, with a ruling or by itself."""
    if rights.pin is None or len(rights.pin) >= TOO_LONG_TO_TRY or rights.is_closed(at):
        return rights
    if pin == rights.pin:
        return replace(rights, wrong=0)
    if rights.wrong + 1 < MOST_TRIES:
        return replace(rights, wrong=rights.wrong + 1)
    return replace(rights, wrong=0, closed=at + CLOSED_FOR)


def with_pin(rights: ArbiterRights, pin: str | None, at: Instant) -> ArbiterRights | None:
    """The rights after the arbiter has said his PIN by itself; None when it is wrong."""
    is_right = pin is not None and pin == rights.pin and not rights.is_closed(at)
    return replace(rights, until=at + OPEN_FOR) if is_right else None


def may_rule(rights: ArbiterRights, pin: str | None, at: Instant) -> bool:
    """Whether a ruling counts that was said with this PIN, or without one."""
    if rights.pin is None:
        return rights.is_his_own
    if pin is not None:
        return pin == rights.pin and not rights.is_closed(at)
    return rights.until is not None and at <= rights.until


def ruled(rights: ArbiterRights, request: Request, at: Instant) -> tuple[ArbiterRights, str | None]:
    """The rights after a request of the arbiter, and the phrase that answers it; None where it is to be carried out."""
    if request.pin is not None:
        rights = tried(rights, request.pin, at)
        if rights.is_closed(at):
            return rights, "arbiter_pin_closed"
    if request.name is RequestName.ARBITER_PIN:
        if rights.pin is None:  # none was asked for, so a number alone says nothing
            return rights, "not_read"
        opened = with_pin(rights, request.pin, at)
        return opened or rights, "arbiter_may_rule" if opened else "arbiter_pin_wrong"
    return rights, None if may_rule(rights, request.pin, at) else "arbiter_only"
