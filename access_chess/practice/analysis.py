"""What an engine thinks of a position, as values: lines with their scores, the chance to win that a score means, and
the opponent's best reply to a wrong move, by the built-in engine where none judges.
"""

import math
from typing import Protocol

import chess
from msgspec import Struct

from access_chess.practice.engine import LEVELS, choose_move

MATE_SCORE = 10_000  # hundredths of a pawn that a mate counts for, less one for each of its moves
STEEPNESS = 0.004  # of a hundredth of a pawn: two pawns ahead are a chance of 0.38 more than even, five of 0.76


class AnalystError(Exception):
    """What judges positions has failed; the text is its own."""


class Variation(Struct, frozen=True, kw_only=True):
    """One way to go on, for the player to move: its score in hundredths of a pawn, and its moves.

    `mate` is in how many moves the mover mates, negative where they are mated; None where nobody is.
    """

    score: int
    mate: int | None
    moves: tuple[chess.Move, ...]

    @property
    def chance(self) -> float:
        """The chance of the player to move: 1 wins, 0 is even, -1 loses."""
        return winning_chance(self.score)

    @property
    def is_mate(self) -> bool:
        """Whether the player to move mates."""
        return self.mate is not None and self.mate > 0


class Analyst(Protocol):
    """What judges positions: an engine."""

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """The best ways to go on, the best one first, looking at so many positions; none where the game is over."""
        ...


def winning_chance(score: int) -> float:
    """What a score in hundredths of a pawn means: 1 a win, 0 even, -1 a loss.

    >>> round(winning_chance(300), 2)
    0.54
    """
    bounded = max(-MATE_SCORE, min(MATE_SCORE, score))
    return 2 / (1 + math.exp(-STEEPNESS * bounded)) - 1


NODES = 60_000  # a tenth of a second of Stockfish
BUILT_IN_LEVEL = 7  # half a second; it sees what is lost within three plies


def best_reply(board: chess.Board, analyst: Analyst | None) -> chess.Move | None:
    """The move that shows why the one before was wrong; None where the game is over."""
    if board.is_game_over():
        return None
    if analyst is not None:
        lines = analyst.lines(board, nodes=NODES)
        return lines[0].moves[0] if lines else None
    return choose_move(board, LEVELS[BUILT_IN_LEVEL - 1], chance=lambda: 0.5)
