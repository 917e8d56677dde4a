"""What an arbiter orders for a board that is not before them, and what becomes of it: done once, or asked about.

An order is a command of the Laws with an id. The station decides; the same id is never decided on twice there. The
order bears the number of the last event that the arbiter had seen: where something has happened since that they ought
to know before they rule, it is stale, and they are asked again with the news. It also bears its age: what has not come
to its board within a minute is not sent by itself any more.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import Enum
from typing import TypeAlias

import chess
import msgspec

from access_chess.laws import commands
from access_chess.laws import events as happened
from access_chess.laws.commands import Command
from access_chess.laws.events import Event, Refused

#: An arbiter who hears nothing for so long goes to the board in person; what came later would surprise everybody.
OVERDUE_AFTER = timedelta(seconds=60)

#: What an arbiter may order; each is in just one of the two rows below.
ArbiterCommand: TypeAlias = (
    commands.StartClock | commands.Adjourn | commands.Resume | commands.OpenEnvelope | commands.LoseEnvelope
    | commands.Rule | commands.FindIllegalMove | commands.FindDisplaced | commands.FindWrongSetup
    | commands.FindWrongClock | commands.GrantLeave | commands.BeginReconstruction | commands.HandInSheet
    | commands.Reconstruct | commands.HearBothResign | commands.FindBoardTurned | commands.FindColorsReversed
    | commands.CompareBoards | commands.SetClock | commands.SetMoveCounter | commands.AddTime
    | commands.ImposePenalty | commands.FindDevice | commands.FindRefusal | commands.RuleAppeal | commands.Declare
    | commands.StopClocks | commands.Arrive | commands.CountGap
)  # fmt: skip

#: These are about the game as it stood on their page: a claim, a ruling, a move or the end changes what they would say.
ABOUT_WHAT_WAS_SEEN: frozenset[type[Command]] = frozenset(
    {
        commands.Rule,
        commands.RuleAppeal,
        commands.Declare,
        commands.FindIllegalMove,
        commands.CompareBoards,
        commands.SetClock,
        commands.SetMoveCounter,
        commands.OpenEnvelope,
        commands.LoseEnvelope,
        commands.FindDisplaced,
        commands.FindWrongSetup,
        commands.FindWrongClock,
        commands.FindBoardTurned,
        commands.FindColorsReversed,
        commands.FindRefusal,
        commands.HearBothResign,
        commands.Reconstruct,
        commands.BeginReconstruction,
        commands.Resume,
        commands.CountGap,
    }
)
#: These hold whatever has happened meanwhile.
WHATEVER_HAPPENED: frozenset[type[Command]] = frozenset(
    {
        commands.StopClocks,
        commands.ImposePenalty,
        commands.AddTime,
        commands.StartClock,
        commands.Adjourn,
        commands.GrantLeave,
        commands.HandInSheet,
        commands.FindDevice,
        commands.Arrive,
    }
)

#: What makes an order stale that was given before it.
NEWS: frozenset[type[Event]] = frozenset(
    {
        happened.ClaimMade,
        happened.ClaimAccepted,
        happened.ClaimRejected,
        happened.ClaimPostponed,
        happened.AppealMade,
        happened.AppealRuled,
        happened.MoveMade,
        happened.MoveCompleted,
        happened.MovesTakenBack,
        happened.PositionRestored,
        happened.BoardsCompared,
        happened.IrregularityFound,
        happened.PenaltyImposed,
        happened.GameEnded,
        happened.GameAdjourned,
        happened.GameResumed,
    }
)


class OrderState(Enum):
    """Where an order stands."""

    ISSUED = "issued"  # kept, and not on its way yet
    SENT = "sent"
    DONE = "done"  # the station has decided on it; the events bear its id
    REFUSED = "refused"  # the Laws, or the station, would not have it; `reason` tells why
    STALE = "stale"  # something had happened that the arbiter had not seen; nothing was done
    OVERDUE = "overdue"  # it has not come to its board in time, and nobody knows whether it did
    RECALLED = "recalled"


#: What a station may answer; whatever comes later changes nothing any more.
OUTCOMES = frozenset({OrderState.DONE, OrderState.REFUSED, OrderState.STALE})


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """An arbiter's order for a board's game.

    `seen` is the number of the last event of `game` that stood on their page, `by` who they are, `words` what they
    said, `issued` when they gave it (UTC). `numbers` are those of the events that followed, where it was done; `reason`
    is why not, a word of the Laws or of the link (`NOT_HERE`, `TOO_LATE`, `NO_GAP`).
    """

    id: str
    board: int
    game: int
    seen: int
    by: str
    command: ArbiterCommand
    issued: datetime
    words: str = ""
    state: OrderState = OrderState.ISSUED
    numbers: tuple[int, ...] = ()
    reason: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it may still be done without anybody being asked."""
        return self.state in (OrderState.ISSUED, OrderState.SENT)

    @property
    def waits_for_arbiter(self) -> bool:
        """Whether the arbiter has to say what becomes of it: to be sent again, given anew, or recalled."""
        return self.state in (OrderState.OVERDUE, OrderState.STALE)


#: The time that a station has to count stands in its own journal alone; an order names none.
COUNT_ITS_GAP = commands.CountGap(color=chess.WHITE, time=timedelta())
NO_GAP = "no_gap"  # nothing was lost there, or it has been decided on
NOT_HERE = "not_here"  # the station takes no orders, or plays another game
TOO_LATE = "too_late"  # it came after its minute


def sent(order: Order) -> Order:
    """The order, on its way."""
    return _with(order, OrderState.SENT) if order.is_open else order


def answered(order: Order, outcome: OrderState, *, numbers: tuple[int, ...] = (), reason: str = "") -> Order:
    """The order, of which the station says what became of it. That it was done is believed even after a recall, and
    after its first sending came too late: the answer to that may come when the arbiter has insisted already.
    """
    is_not_done = order.state in (OrderState.RECALLED, OrderState.STALE)
    if order.state in OUTCOMES - {OrderState.STALE} or (is_not_done and outcome is not OrderState.DONE):
        return order
    return msgspec.structs.replace(order, state=outcome, numbers=numbers, reason=reason)


def recalled(order: Order) -> Order:
    """The order, which the arbiter takes back: what was done stays done."""
    return order if order.state in OUTCOMES else _with(order, OrderState.RECALLED)


def aged(order: Order, now: datetime) -> Order:
    """The order as it stands at this instant: overdue, if it was not answered in time."""
    return _with(order, OrderState.OVERDUE) if order.is_open and now >= due(order) else order


def insisted(order: Order, now: datetime) -> Order:
    """An overdue order, which the arbiter wants to be sent now."""
    return (
        msgspec.structs.replace(order, state=OrderState.ISSUED, issued=now)
        if order.state is OrderState.OVERDUE
        else order
    )


def due(order: Order) -> datetime:
    """Until when it may be done without anybody being asked."""
    return order.issued + OVERDUE_AFTER


def is_stale(command: Command, since: Iterable[Event]) -> bool:
    """Whether something of what has happened since the arbiter looked may change what they order."""
    return type(command) in ABOUT_WHAT_WAS_SEEN and any(type(event) in NEWS for event in since)


def outcome_of(events: Iterable[tuple[int, Event]]) -> tuple[OrderState, tuple[int, ...], str]:
    """What became of an order by the events that bear its id: done or refused, their numbers, and why not."""
    numbered = tuple(events)
    refusal = next((event for _, event in numbered if isinstance(event, Refused)), None)
    if refusal is not None:
        return OrderState.REFUSED, (), refusal.reason.value
    return OrderState.DONE, tuple(number for number, _ in numbered), ""


def _with(order: Order, state: OrderState) -> Order:
    return msgspec.structs.replace(order, state=state)
