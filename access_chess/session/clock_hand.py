"""Presses the clock for players who do not press it themselves: at home, by keyboard, a move is complete when made."""

from collections.abc import Collection

import chess

from access_chess.laws.commands import PressClock
from access_chess.laws.events import MoveMade
from access_chess.session.ports import Loop, Telling


class ClockHand:
    """An output that presses after each legal move of these players."""

    def __init__(self, colors: Collection[chess.Color]) -> None:
        self._colors = frozenset(colors)
        self._session: Loop | None = None

    def join(self, session: Loop) -> None:
        """Sit down at the clock of this session."""
        self._session = session

    def tell(self, telling: Telling) -> None:
        """Press after a move that did not end the game."""
        event = telling.event
        if self._session is None or not isinstance(event, MoveMade) or event.color not in self._colors:
            return
        if event.legal and not self._session.game.is_over:
            self._session.submit(PressClock(color=event.color))
