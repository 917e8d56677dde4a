"""The sensor boards at a drill: what hands do there goes to the asker of the drill, and never to the referee."""

from collections.abc import Callable
from datetime import timedelta

import chess

from access_chess.conversation.choices import promotions
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.laws.decide import advance
from access_chess.laws.game import Game
from access_chess.laws.touch_move import is_promotion
from access_chess.session.ports import Gap, Loop

#: The moves that a hand has made on the board: one, or the promotions of a pawn whose new piece nobody knows.
Tried = Callable[[tuple[chess.Move, ...]], None]


class DrillBoard:
    """The session of a drill as its boards see it. A Loop.

    Lifts and placements change a copy of the game. A move that is whole there has been tried: it is told to `on_tried`,
    and the copy stands as the drill does again. If the move was wrong, the board differs then, and its player is told
    what to put back.
    """

    def __init__(self, session: Loop, on_tried: Tried) -> None:
        self._session = session
        self._on_tried = on_tried
        self._base = self._copy = session.game
        self._last = timedelta()

    @property
    def number(self) -> int:
        """The number of the drill's game."""
        return self._session.number

    @property
    def game(self) -> Game:
        """The drill's game with what hands have done since its last move."""
        if self._session.game is not self._base:
            self._base = self._copy = self._session.game
        return self._copy

    def now(self) -> Instant:
        """The instant of the game now."""
        return self._session.now()

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """What hands have done."""
        for command in commands:
            self._last = max(self._last, self.now() if at is None else at)
            before = self.game
            after, _ = advance(before, command, at=self._last)
            if moves := _tried(before, after):
                self._copy = self._base
                self._on_tried(moves)
                return
            self._copy = after

    def order(self, command: Command, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """Nobody orders anything at a drill."""
        then()

    def await_reports(self, is_told: Callable[[Instant], bool]) -> None:
        """No clock of a drill waits for a board."""

    def take_gap(self) -> Gap | None:
        """A drill has no time that could be lost."""
        return None

    def keep_time(self, seconds: float | None = None) -> None:
        """A drill keeps no time."""

    def wait_until_decided(self, seconds: float | None = None) -> bool:
        """What hands did is decided at once."""
        return True


def _tried(before: Game, after: Game) -> tuple[chess.Move, ...]:
    """The move that has come about, allowed or not; of a pawn on the last rank all that it may be."""
    if len(after.plies) > len(before.plies):
        return (after.plies[-1].move,)
    illegal, released = after.hand.illegal, after.hand.released
    if illegal is not None and before.hand.illegal is None:
        return (illegal,)
    if released is None or before.hand.released is not None:
        return ()
    if is_promotion(after.board, released) and after.hand.promotion is None:
        return promotions(released)
    return ()
