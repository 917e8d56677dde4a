"""Whole games as two hands play them on one board: reports with the board's own stamps, detours and habits included."""

import random
from dataclasses import dataclass, field
from datetime import timedelta

import chess

from access_chess.board.pegs.occupancy import Movement, movements
from access_chess.board.wire.reports import ContactReport, LeverPressed, LeverReleased, Lifted, Placed

MS = timedelta(milliseconds=1)


@dataclass
class HandScript:
    """The reports of a random game, and the moves that were meant."""

    seed: int
    plies: int = 14
    reports: list[ContactReport] = field(default_factory=list)
    meant: list[chess.Move] = field(default_factory=list)
    board: chess.Board = field(default_factory=chess.Board)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._at = timedelta(seconds=5)
        self._pegs = int(self.board.occupied)
        for _ in range(self.plies):
            moves = [move for move in self.board.legal_moves if not move.promotion]
            if not moves:
                break
            self._play(self._chance.choice([move for move in moves if self.board.is_capture(move)] or moves))

    def _play(self, move: chess.Move) -> None:
        color, order = self.board.turn, list(movements(self.board, move))
        if len(order) == 3 and self._chance.random() < 0.5:  # a capture: the captured piece first
            order = [order[1], order[0], order[2]]
        for movement in order:
            self._detour(movement, is_own=self.board.color_at(movement.square) is color)
            self._do(movement)
        self.meant.append(move)
        self.board.push(move)
        if self._chance.random() < 0.3:
            self._nudge(move.to_square)
        self._wait(50, 1500)
        self.reports.append(LeverPressed(color=color, at=self._at))
        self._wait(50, 200)
        self.reports.append(LeverReleased(color=color, at=self._at))

    def _detour(self, movement: Movement, *, is_own: bool) -> None:
        if self._chance.random() < 0.6 or (movement.is_lift and not is_own):
            return
        if movement.is_lift:
            self._do(movement)
            self._do(Movement(movement.square, is_lift=False))
            return
        free = [square for square in chess.SQUARES if not self._pegs & 1 << square and square != movement.square]
        for square in self._chance.sample(free, self._chance.randrange(1, 3)):
            self._do(Movement(square, is_lift=False), 30, 200)
            self._do(Movement(square, is_lift=True), 30, 200)

    def _nudge(self, square: chess.Square) -> None:
        """The mover puts his piece straight, at once or long after."""
        self._wait(50, 5000)
        self._do(Movement(square, is_lift=True))
        self._do(Movement(square, is_lift=False))

    def _do(self, movement: Movement, least: int = 60, most: int = 1900) -> None:
        self._wait(least, most)
        kind = Lifted if movement.is_lift else Placed
        self._pegs ^= 1 << movement.square
        self.reports.append(kind(square=movement.square, at=self._at))

    def _wait(self, least: int, most: int) -> None:
        self._at += self._chance.randrange(least, most) * MS
