"""Stockfish at a sitting: opened when it is first needed, and let go at the end."""

from typing import TYPE_CHECKING

import chess

from access_chess.practice.analysis import AnalystError, Line
from access_chess.practice.refuting import best_reply

if TYPE_CHECKING:
    from access_chess.edge.practising.analyst import UciAnalyst


class Judge:
    """Fulfils `Analyst` where Stockfish is installed; where there is none, or it fails, the built-in engine replies."""

    def __init__(self) -> None:
        self._analyst: UciAnalyst | None = None
        self._is_looked_for = False

    @property
    def analyst(self) -> "UciAnalyst | None":
        """The judge; None where Stockfish is not installed."""
        if not self._is_looked_for:
            from access_chess.edge.practising.analyst import open_analyst  # takes its time, which most games can save

            self._is_looked_for, self._analyst = True, open_analyst()
        return self._analyst

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Line, ...]:
        """The best ways to go on; none where the game is over or nobody can judge it."""
        try:
            return () if self.analyst is None else self.analyst.lines(board, nodes=nodes, count=count)
        except AnalystError:
            self.close()
            return ()

    def reply(self, board: chess.Board) -> chess.Move | None:
        """The best reply on a board."""
        try:
            return best_reply(board, self.analyst)
        except AnalystError:
            self.close()
            return best_reply(board, None)

    def let_go(self) -> None:
        """Let the engine go until it is needed again."""
        self.close()
        self._is_looked_for = False

    def close(self) -> None:
        """Let the engine go."""
        analyst, self._analyst = self._analyst, None
        if analyst is not None:
            analyst.close()
