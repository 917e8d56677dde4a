"""What needs the arbiter at a board, and since when: what has waited longest comes first.

A need is seen in the game as it stands, not in who has dealt with it: what was ruled on is gone by itself, and nobody
has to tick it off.
"""

from collections.abc import Iterator
from datetime import datetime
from enum import Enum

import chess
from msgspec import Struct

from access_chess.laws.commands import StopReason
from access_chess.laws.events import (
    AppealRuled,
    ClaimAccepted,
    ClaimPostponed,
    ClaimRejected,
    ClocksStopped,
    Event,
    GameAdjourned,
    GameEnded,
    GameResumed,
    IrregularityFound,
    PenaltyImposed,
    PositionRestored,
    TimeAdded,
    TimeSet,
    WarningGiven,
)
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode


class NeedKind(Enum):
    """Why the arbiter is needed. The first four stand in the game, the others in the way to its board."""

    CLAIM = "claim"
    APPEAL = "appeal"
    CALLED = "called"  # the clocks were stopped: a player calls them, a flag, the board or the scoresheets do
    FLAG = "flag"
    AWAY = "away"  # the station cannot be reached
    ORDER = "order"  # an order of theirs was not done, and they are asked what becomes of it


class Need(Struct, frozen=True, kw_only=True):
    """One thing that waits: `number` is the event that brought it (-1: none did), `since` its wall time (UTC)."""

    kind: NeedKind
    number: int
    since: datetime
    color: chess.Color | None = None


#: Told at the desk though nobody there has asked: rulings, of another arbiter too, and how games end.
TOLD = (
    ClaimAccepted, ClaimRejected, ClaimPostponed, AppealRuled, GameEnded,
    PenaltyImposed, WarningGiven, TimeAdded, TimeSet, IrregularityFound,
    PositionRestored, GameAdjourned, GameResumed, ClocksStopped,
)  # fmt: skip

#: Stops that nobody but the arbiter ends. A claim and an adjournment are needs of their own, or none.
_CALLS = frozenset(
    {
        StopReason.ARBITER, StopReason.PROMOTION_PIECE, StopReason.DISTURBANCE, StopReason.FLAG, StopReason.BOARD,
        StopReason.SCORESHEETS,
    }
)  # fmt: skip


def needs_after(needs: tuple[Need, ...], event: Event, after: Game, *, number: int, wall: datetime) -> tuple[Need, ...]:
    """The needs when this event has led to `after`: those that still stand, in their order, and then new ones."""
    standing = dict(_standing(after))
    if NeedKind.CALLED in standing and not _calls(event) and all(need.kind is not NeedKind.CALLED for need in needs):
        del standing[NeedKind.CALLED]  # they have stopped the clocks, and know it
    kept = tuple(need for need in needs if need.kind in standing and need.color is standing[need.kind])
    known = {need.kind for need in kept}
    new = (
        Need(kind=kind, number=number, since=wall, color=color) for kind, color in standing.items() if kind not in known
    )
    return (*kept, *new)


def _standing(game: Game) -> Iterator[tuple[NeedKind, chess.Color | None]]:
    """What waits for an arbiter as the game stands, and whom it concerns, where one player can be named."""
    if game.appeal is not None:
        yield NeedKind.APPEAL, game.appeal
    if game.is_over:
        return
    if game.claim is not None:
        yield NeedKind.CLAIM, game.claim.color
    elif game.is_ruling_due and game.watched is not None:
        yield NeedKind.CLAIM, game.watched.color
    if game.stopped in _CALLS and not game.is_clock_on:
        yield NeedKind.CALLED, None
    is_his = game.setup.arbiter is ArbiterMode.HUMAN
    fallen = next((color for color in chess.COLORS if game.flags[color] is not None), None)
    if is_his and fallen is not None and not game.is_ruling_due:
        yield NeedKind.FLAG, fallen


def _calls(event: Event) -> bool:
    """Whether this event stops the clocks, and not by the arbiter's own word."""
    if not isinstance(event, ClocksStopped):
        return False
    return event.color is not None or event.reason is not StopReason.ARBITER
