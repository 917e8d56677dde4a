"""One puzzle: the position before the opponent's error, that error, and the moves that win after it."""

from dataclasses import dataclass
from functools import cached_property

import chess

from access_chess.practice.position import position_of


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """`before` is the FEN before the opponent's move, the first of `moves`; the solver's and replies follow in turn.

    So Lichess keeps them, too. `rating` is None where nobody has measured it. `themes` are Lichess's names.
    """

    name: str
    before: str
    moves: tuple[chess.Move, ...]
    rating: int | None = None
    themes: frozenset[str] = frozenset()

    @cached_property
    def board(self) -> chess.Board:
        """The position to be solved. Not to be changed: copy it."""
        board = position_of(self.before)
        board.push(self.moves[0])
        return board

    @property
    def solution(self) -> tuple[chess.Move, ...]:
        """The solver's moves and the replies, in turn; the last one is the solver's."""
        return self.moves[1:]

    @property
    def men(self) -> int:
        """How many men stand in the position to be solved."""
        return chess.popcount(self.board.occupied)

    @property
    def key(self) -> tuple[str, frozenset[chess.Square]]:
        """What makes two puzzles the same to a player: the material, and the squares of the solution."""
        signs = "".join(sorted(piece.symbol() for piece in self.board.piece_map().values()))
        squares = (square for move in self.solution for square in (move.from_square, move.to_square))
        return signs, frozenset(squares)
