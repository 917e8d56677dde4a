"""Whether an arbiter speaks at a place: by his PIN, which counts for one ruling or for the next minute."""

from dataclasses import dataclass, replace
from datetime import timedelta

from access_chess.laws.clock import Instant

OPEN_FOR = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class ArbiterRights:
    """`pin` is the arbiter's of this sitting; without one the keyboard `is_his_own` or it is not.

    `until` is the instant up to which a PIN that was said alone counts.
    """

    pin: str | None = None
    is_his_own: bool = True
    until: Instant | None = None


#: The keyboard is the arbiter's own.
HIS_OWN = ArbiterRights()


def with_pin(rights: ArbiterRights, pin: str | None, at: Instant) -> ArbiterRights | None:
    """The rights after the arbiter has said his PIN by itself; None when it is wrong."""
    return replace(rights, until=at + OPEN_FOR) if rights.pin is not None and pin == rights.pin else None


def may_rule(rights: ArbiterRights, pin: str | None, at: Instant) -> bool:
    """Whether a ruling counts that was said with this PIN, or without one."""
    if rights.pin is None:
        return rights.is_his_own
    return pin == rights.pin or (pin is None and rights.until is not None and at <= rights.until)
