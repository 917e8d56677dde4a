"""White's pegged board in the demonstration: a hand plays on it, and its reports bear the simulated time."""

import queue
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import chess

from access_chess.board.pegs.movements import Movement
from access_chess.board.pegs.players_board import PlayersBoard, Turn
from access_chess.board.pegs.playing import announced, passed, reported
from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.board.wire.reports import BoardReport, Connected, LeverPressed, LeverReleased, Lifted, Placed
from access_chess.laws.clock import Instant
from access_chess.laws.commands import AnnounceMove
from access_chess.session.session import Session

OpenBoard = Callable[[Listener, chess.SquareSet], EmulatedBoard]
PATIENCE = 5.0  # seconds that a report may take: five hundred times what it does


class NoReportError(Exception):
    """The board does not report what was done on it."""


class DemonstratedBoard:
    """The board, and both players' levers. Raises NoReportError where a report does not come."""

    def __init__(self, session: Session, open_board: OpenBoard) -> None:
        self._session = session
        self._reports: queue.SimpleQueue[BoardReport] = queue.SimpleQueue()
        self._board = PlayersBoard(color=chess.WHITE)
        self._pressed: chess.Color | None = None
        self._emulated = open_board(self._reports.put, chess.SquareSet(session.game.board.occupied))
        self._hear(Connected, timedelta())

    def move(self, movement: Movement, at: Instant) -> None:
        """A hand lifts or places a piece."""
        hand = self._emulated.hand
        if movement.is_lift:
            hand.lift(movement.square)
        else:
            hand.place(movement.square)
        self._hear(Lifted if movement.is_lift else Placed, at)

    def press(self, color: chess.Color, at: Instant) -> None:
        """A player presses his lever, and so lifts the other one."""
        self._emulated.hand.press(color)
        self._hear(LeverPressed, at)
        if self._pressed is not None:
            self._emulated.hand.release(self._pressed)
            self._hear(LeverReleased, at)
        self._pressed = color

    def announce(self, said: AnnounceMove, at: Instant) -> None:
        """White says his move."""
        self._look(at)
        self._take(announced(self._board, said, self._session.game, at=at))

    def close(self) -> None:
        """Let the board go."""
        self._emulated.board.close()

    def _hear(self, kind: type[BoardReport], at: Instant) -> None:
        """All reports up to one of this kind; the first happened `at`."""
        first: Instant | None = None
        is_there = False
        while not is_there or not self._reports.empty():
            try:
                report = self._reports.get(timeout=PATIENCE)
            except queue.Empty:
                raise NoReportError(f"expected the board to report {kind.__name__}, got nothing") from None
            first = report.at if first is None else first
            stamp = at + max(timedelta(), report.at - first)
            self._look(stamp)
            self._take(reported(self._board, replace(report, at=stamp), self._session.game))
            is_there = is_there or isinstance(report, kind)

    def _look(self, at: Instant) -> None:
        self._take(passed(self._board, self._session.game, at=at))

    def _take(self, turn: Turn) -> None:
        self._board = turn.board
        for stamped in turn.commands:
            self._session.handle(stamped.command, stamped.at)
