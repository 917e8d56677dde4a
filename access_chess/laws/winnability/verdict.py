"""What is answered to "can this side still give mate by any series of legal moves?", and why."""

from enum import Enum

import chess
from msgspec import Struct


class Winnability(Enum):
    """CAN comes with a helpmate, CANNOT with a proof; UNKNOWN is ruled as CAN."""

    CAN = "can"
    CANNOT = "cannot"
    UNKNOWN = "unknown"


class Proof(Enum):
    """Which proof carries the answer."""

    HELPMATE = "helpmate"
    """CAN: the moves of the verdict end in mate."""
    TERMINAL = "terminal"
    """CANNOT: the game is over on the board, by stalemate or by a mate of this side."""
    BARE_KING = "bare_king"
    """CANNOT: this side has only its king."""
    MATERIAL = "material"
    """CANNOT: the pieces do not suffice, wherever they stand."""
    KING_UNREACHABLE = "king_unreachable"
    """CANNOT: no piece of this side can ever attack a square that the opponent's king can stand on."""
    KING_UNCONFINABLE = "king_unconfinable"
    """CANNOT: the king can be attacked, but wherever that happens a square of flight stays open."""
    EXHAUSTED = "exhausted"
    """CANNOT: every series of legal moves was followed to its end."""
    ORDINARY = "ordinary"
    """UNKNOWN: a position with pieces and moves enough; not looked into."""
    BUDGET = "budget"
    """UNKNOWN: the budget of the search ended first."""


class WinnabilityVerdict(Struct, frozen=True, kw_only=True):
    """The answer for one side.

    `helpmate` is a series of legal moves from the position asked about that ends in mate; empty when the answer is
    not CAN, or when the mate is already on the board. `nodes` counts the positions looked at.
    """

    answer: Winnability
    reason: Proof
    helpmate: tuple[chess.Move, ...] = ()
    nodes: int = 0
