"""The dial of a chess clock that can be felt (E.2.4): where hand, marks and flag stand, without any device.

It is set as an analogue chess clock is, so that the time runs out at the full hour. Servos, rumble and braille cells
all render this one model, and so tell the same time.
"""

from datetime import timedelta
from enum import Enum

import chess
import msgspec

from access_chess.laws.clock import DelayDisplay, Instant
from access_chess.laws.game import Game
from access_chess.laws.time_control import ZERO

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
MARK = timedelta(minutes=5)  # E.2.4.a: a raised dot each five minutes …
QUARTER = timedelta(minutes=15)  # … two dots each fifteen
FLAG = timedelta(minutes=5)  # E.2.4.b: the hand feels the flag in the last five minutes


class FlagRises(Enum):
    """What the flag warns of: the control, or as on an analogue clock each full hour before it.

    The dial has no hour hand, so that only the first tells the last hour from those before.
    """

    BEFORE_CONTROL = "control"
    BEFORE_EACH_HOUR = "hour"


class Dial(msgspec.Struct, frozen=True, kw_only=True):
    """One half of the clock as it is felt.

    `hand` is the time past the full hour where the minute hand stands, from zero to less than an hour; `hours` are the
    whole hours left beyond it, which a single hand cannot show. `lift` is how far the flag is up, from 0 (hanging) to
    1 (about to fall). A flag that `is_fallen` hangs again. Where the display `counts_up`, hand and hours tell the time
    taken, and no flag rises.
    """

    hand: timedelta
    hours: int = 0
    lift: float = 0.0
    is_fallen: bool = False
    counts_up: bool = False

    @property
    def left(self) -> timedelta:
        """The time that the dial tells: what is left, or where it counts up what was taken."""
        return self.hours * HOUR + (self.hand if self.counts_up else -self.hand % HOUR)

    @property
    def is_flag_felt(self) -> bool:
        """Whether the hand has begun to lift the flag."""
        return self.lift > 0


class Mark(msgspec.Struct, frozen=True):
    """A raised mark of the dial: its minute, 0 to 55, and its dots, one or two."""

    minute: int

    @property
    def dots(self) -> int:
        """Two at 0, 15, 30 and 45, else one (E.2.4.a)."""
        return 2 if self.minute * MINUTE % QUARTER == ZERO else 1


def dial(
    remaining: timedelta,
    *,
    is_fallen: bool = False,
    rises: FlagRises = FlagRises.BEFORE_CONTROL,
    counts_up: bool = False,
) -> Dial:
    """The dial when the display shows so much; one that `counts_up` begins at the full hour and has no flag.

    >>> dial(timedelta(minutes=23)).hand
    datetime.timedelta(seconds=2220)
    """
    if counts_up:
        return Dial(hand=remaining % HOUR, hours=remaining // HOUR, counts_up=True)
    hand = -remaining % HOUR
    way = remaining if rises is FlagRises.BEFORE_CONTROL or remaining < FLAG else -hand % HOUR or HOUR
    return Dial(
        hand=hand, hours=remaining // HOUR, lift=0.0 if is_fallen else max(0.0, 1 - way / FLAG), is_fallen=is_fallen
    )


def dial_of(
    game: Game,
    color: chess.Color,
    at: Instant,
    *,
    rises: FlagRises = FlagRises.BEFORE_CONTROL,
    display: DelayDisplay = DelayDisplay.SIMPLE,
) -> Dial:
    """One player's half of the clock as it is felt at an instant."""
    clock = game.clock
    is_fallen, counts_up = game.flags[color] is not None, clock.counts_up(color)
    return dial(clock.shown(color, at, display), is_fallen=is_fallen, rises=rises, counts_up=counts_up)


def marks_around(hand: timedelta) -> tuple[Mark, Mark]:
    """The mark that the hand has passed, or stands on, and the next one; the same twice where it stands on one.

    >>> marks_around(timedelta(minutes=37))
    (Mark(minute=35), Mark(minute=40))
    """
    passed, beyond = divmod(hand % HOUR, MARK)
    following = passed + 1 if beyond else passed
    return Mark(passed * MARK // MINUTE), Mark(following % (HOUR // MARK) * MARK // MINUTE)
