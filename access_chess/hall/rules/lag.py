"""How much of the network's time costs a player nothing, where the opponent's machine keeps the clock.

A quota, as on Lichess (`LagTracker` of scalachess): each move brings a gain, and what is not counted is taken from what
has been saved up. So a slow line costs nobody the game, and a cheat who says that the line was slow wins the quota at
most.
"""

from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.time_control import TimeControl

ZERO = timedelta()
MOST_GAIN = timedelta(seconds=1)  # a move
BASE = timedelta(milliseconds=150)
#: So much more for each second of the game as a whole: 0.4 hundredths.
SHARE = timedelta(milliseconds=4)
MOVES = 40  # of a game, by which its length is estimated
AT_FIRST, AT_MOST = 3, 7  # gains


class Allowance(Struct, frozen=True, kw_only=True):
    """What one player has saved up: `gain` comes with each move, `quota` is what they may use now. Both are durations.

    >>> short = allowance_of(None).after(timedelta(seconds=2))
    >>> short.of(timedelta(seconds=5)), short.after(timedelta()).of(timedelta(seconds=5))
    (datetime.timedelta(seconds=2), datetime.timedelta(seconds=3))
    """

    gain: timedelta
    quota: timedelta

    @property
    def most(self) -> timedelta:
        """What can be saved up at all."""
        return AT_MOST * self.gain

    def of(self, lag: timedelta) -> timedelta:
        """What is not counted of so much time on the way."""
        return max(ZERO, min(lag, self.quota))

    def after(self, lag: timedelta) -> "Allowance":
        """The allowance when a move has been made that was so long on its way."""
        return replace(self, quota=min(self.quota - self.of(lag) + self.gain, self.most))


def allowance_of(control: TimeControl | None) -> Allowance:
    """What a game begins with; without a time control nothing is lost, and a second is as good as any.

    >>> from access_chess.laws.time_control import parse_time_control
    >>> allowance_of(parse_time_control("60+0")).gain.total_seconds()
    0.39
    >>> allowance_of(parse_time_control("900+10"))
    Allowance(gain=datetime.timedelta(seconds=1), quota=datetime.timedelta(seconds=3))
    """
    gain = MOST_GAIN if control is None else min(MOST_GAIN, _seconds(control) * SHARE + BASE)
    return Allowance(gain=gain, quota=AT_FIRST * gain)


def _seconds(control: TimeControl) -> float:
    """About how long one player's game lasts at most."""
    first = control.periods[0]
    a_move = first.increment + first.delay
    return (sum((each.time for each in control.periods), ZERO) + MOVES * a_move).total_seconds()
