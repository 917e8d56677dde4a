"""The guest's place at the host's: what they ask for from afar is decided on here as if they sat at the board.

Their thinking time is measured by their own machine. What the network took beside it is not counted, as far as the
allowance goes (`hall.lag`): the press is stamped so much earlier than it has come.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Protocol

import chess
from msgspec.structs import replace

from access_chess.hall.rules.lag import Allowance
from access_chess.hall.rules.remote import Answered, GuestCommands, turn_began, why_not
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command, player
from access_chess.laws.game import Game
from access_chess.laws.pressing import AT_ONCE
from access_chess.play.messages import LATE, DistantTable
from access_chess.session.ports import Recorded

ZERO = timedelta()
Answer = Callable[[Answered], None]


class Deciding(Protocol):
    """The host's end: what the guest asks for comes here. May be used from any thread."""

    def hear(self, asked: GuestCommands, answer: Answer, /) -> None:
        """Have the guest's commands decided on; `answer` is called when they are, or why they are not."""
        ...


class GuestPlace:
    """The place of the player of `color`. A Participant of the host's game, and Deciding there."""

    def __init__(self, color: chess.Color, allowance: Allowance) -> None:
        self._color = color
        self._allowance = allowance
        self._lag = ZERO
        self._table: DistantTable | None = None

    @property
    def color(self) -> chess.Color:
        """The guest's color."""
        return self._color

    def late(self, game: Game) -> timedelta:
        """How much later than its stamp a report may come: what the guest does is on its way for a while."""
        return LATE + (self._allowance.quota if game.clock.running is self._color else ZERO)

    def join(self, table: DistantTable) -> None:
        """Decide at this table."""
        self._table = table

    def on_event(self, recorded: Recorded) -> None:
        """When the guest has pressed, what that move has used of the allowance is settled."""
        was, runs = recorded.before.clock.running, recorded.after.clock.running
        if was is self._color and runs is not self._color and runs is not None:
            self._allowance = self._allowance.after(self._lag)
            self._lag = ZERO

    def close(self) -> None:
        """The game is not played any more."""
        self._table = None

    def hear(self, asked: GuestCommands, answer: Answer) -> None:
        """Have commands decided on, as of now; those that were decided on before are only answered."""
        table = self._table
        if table is not None:
            table.post(partial(self._decide, table, asked, table.now(), answer))

    def _decide(self, table: DistantTable, asked: GuestCommands, arrival: Instant, answer: Answer) -> None:
        game, last = table.game, asked.commands[-1].id
        if last in game.taken:
            answer(Answered(id=last))
            return
        began = turn_began(game, self._color)
        refused = why_not(asked, self._color, None if began is None else arrival - began)
        if refused is not None:
            answer(Answered(id=last or "?", refused=refused))
            return
        stamp = arrival
        if began is not None:
            self._lag = max(ZERO, arrival - began - asked.thought)
            # what is done while the move is still being said is no press of both levers at once
            stamp = max(arrival - self._allowance.of(self._lag), min(arrival, began + AT_ONCE))
        *first, final = (self._given(command, stamp) for command in asked.commands)
        for command in first:
            table.order(command, unless=_never, then=_nothing)
        final = replace(final, waived=arrival - stamp)
        table.order(final, unless=_never, then=lambda: answer(Answered(id=last)))

    def _given(self, command: Command, stamp: timedelta) -> Command:
        return replace(command, author=command.author or player(self._color), stamp=stamp, waived=ZERO)


def _never() -> bool:
    return False


def _nothing() -> None:
    """Those before the last are answered with it."""
