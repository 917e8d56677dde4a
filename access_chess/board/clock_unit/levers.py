"""The two levers of a clock, whatever they are: which press counts when both go down, or one is held.

Only the way down is a press. A lever that is held down blocks nothing: the other player may always stop his clock
(6.7.a).
"""

from dataclasses import dataclass, replace
from datetime import timedelta

import chess

from access_chess.laws.clock import Instant

#: Nobody answers a press so fast, with a move that was ready: both levers went down at once.
AT_ONCE = timedelta(milliseconds=30)


@dataclass(frozen=True, kw_only=True)
class Levers:
    """The press that last stopped a running half: whose, and when."""

    color: chess.Color | None = None
    at: Instant = timedelta()


def pressed(levers: Levers, color: chess.Color, at: Instant, running: chess.Color | None) -> tuple[Levers, bool]:
    """A lever went down while this half ran; does the press go to the Laws?

    Of two at once only that of the player whose half ran counts, in whichever order they arrive.
    """
    if levers.color is (not color) and abs(at - levers.at) < AT_ONCE:
        return levers, False
    return (replace(levers, color=color, at=at) if running is color else levers), True
