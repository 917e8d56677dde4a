"""Coming, going, and the clock."""

import chess
import msgspec

from access_chess.laws.commands.base import ByArbiter, ByPlayer


class Arrive(ByPlayer, frozen=True):
    """The player comes to the board."""


class Leave(ByPlayer, frozen=True):
    """The player leaves the playing area."""


class Return(ByPlayer, frozen=True):
    """The player comes back to the playing area."""


class PressClock(ByPlayer, frozen=True):
    """The player stops his own display and starts the other."""


class StopClocks(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Both displays are stopped, by a player or (None) by the arbiter."""

    reason: str
    color: chess.Color | None = None


class TimePassed(ByArbiter, frozen=True):
    """Nothing happened but time."""
