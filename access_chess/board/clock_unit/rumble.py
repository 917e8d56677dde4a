"""The dial in the hand: how a game controller's rumble tells the time.

As on the dial a double pulse is a mark of two dots, fifteen minutes; a firm one is a mark of one dot, five minutes;
then comes a short one for each minute left of five. A long one before all says that the flag is up; two long ones,
that it has fallen. The exact time has a tap for every five seconds at its end.
"""

from dataclasses import dataclass
from datetime import timedelta

from access_chess.laws.dial import MARK, MINUTE, QUARTER, Dial

TAP_TIME = timedelta(seconds=5)


@dataclass(frozen=True)
class Pulse:
    """One stretch of rumble: milliseconds of it, and of rest after it; strength from 0 to 1."""

    length: int
    rest: int
    strength: float = 1.0


BETWEEN = 300  # milliseconds: below a quarter of a second, pulses are felt as one
AFTER_GROUP = 700

SHORT = Pulse(100, BETWEEN)
FIRM = Pulse(300, BETWEEN)
DOUBLE = (Pulse(100, 80), Pulse(100, BETWEEN + 100))
LONG = Pulse(900, BETWEEN)
TAP = Pulse(40, 200, 0.6)


def rumble(dial: Dial, *, is_exact: bool = False) -> tuple[Pulse, ...]:
    """The pulses that tell the time left; an hour is four quarters."""
    if dial.is_fallen:
        return (LONG, LONG)
    left = dial.left
    groups = [
        (LONG,) * dial.is_flag_felt,
        DOUBLE * (left // QUARTER),
        (FIRM,) * (left % QUARTER // MARK),
        (SHORT,) * (left % MARK // MINUTE),
        (TAP,) * (left % MINUTE // TAP_TIME) if is_exact else (),
    ]
    return tuple(pulse for group in groups for pulse in _parted(group))


def _parted(group: tuple[Pulse, ...]) -> tuple[Pulse, ...]:
    """A longer rest after the group."""
    if not group:
        return ()
    last = group[-1]
    return (*group[:-1], Pulse(last.length, AFTER_GROUP, last.strength))
