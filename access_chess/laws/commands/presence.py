"""Coming, going, and the clock."""

import chess

from access_chess.laws.commands.base import ARBITER, CLOCK, Author, ByPlayer, Given, player
from access_chess.laws.commands.terms import StopReason


class Arrive(ByPlayer, frozen=True):
    """The player comes to the board."""


class Leave(ByPlayer, frozen=True):
    """The player leaves the playing area, or the playing `venue`; `anyway`: without waiting to be allowed to."""

    venue: bool = False
    anyway: bool = False


class Return(ByPlayer, frozen=True):
    """The player comes back to the playing area."""


class PressClock(ByPlayer, frozen=True):
    """The player stops their own display and starts the other; `other_hand`: not with the hand that moved."""

    other_hand: bool = False


class StopClocks(Given, frozen=True):
    """Both displays are stopped, by a player or (None) by the arbiter."""

    reason: StopReason
    color: chess.Color | None = None

    @property
    def given_by(self) -> Author:
        """Who gives it: the player, or else the arbiter, unless another is named."""
        if self.author is not None:
            return self.author
        return ARBITER if self.color is None else player(self.color)


class TimePassed(Given, frozen=True):
    """Nothing happened but time."""

    @property
    def given_by(self) -> Author:
        """Who gives it: the clock, unless another is named."""
        return CLOCK if self.author is None else self.author
