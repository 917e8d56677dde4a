"""What judges positions at a sitting: files of endings, then Stockfish, opened when it is first needed; and for the
games of a hall, Stockfish as long as it is needed.
"""

import threading
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Self

import chess

from access_chess.practice.analysis import NODES, Analyst, AnalystError, Variation, best_reply

if TYPE_CHECKING:
    from access_chess.edge.practising.analysts import Tablebases, UciAnalyst
    from access_chess.practice.known_endings import EndingResult


class Judge:
    """Fulfils `Analyst` where Stockfish is installed; where there is none, or it fails, the built-in engine replies.

    What stands in `tables` is known exactly, and nobody else is asked.
    """

    def __init__(self, tables: "Tablebases | None" = None) -> None:
        self._tables = tables
        self._analyst: UciAnalyst | None = None
        self._is_looked_for = False
        self._is_left: Callable[[], bool] = lambda: False
        self._asking = threading.RLock()  # a drill asks in one thread, advice in another

    @property
    def analyst(self) -> "UciAnalyst | None":
        """The judge; None where Stockfish is not installed."""
        if not self._is_looked_for:
            from access_chess.edge.practising.analysts import open_analyst  # takes its time, which most games can save

            self._is_looked_for, self._analyst = True, open_analyst()
            if self._analyst is not None:
                self._analyst.is_stopped = lambda: self._is_left()
        return self._analyst

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """The best ways to go on; none where the game is over or nobody can judge it."""
        if self._tables is not None and (exact := self._tables.lines(board, count)):
            return exact
        with self._asking:
            try:
                return () if self.analyst is None else self.analyst.lines(board, nodes=nodes, count=count)
            except AnalystError:
                self.close()
                return ()

    def reply(self, board: chess.Board) -> chess.Move | None:
        """The best reply on a board."""
        lines = self.lines(board, nodes=NODES)
        return lines[0].moves[0] if lines else best_reply(board, None)

    def known(self, board: chess.Board) -> "EndingResult | None":
        """What becomes of an ending with best play, by what the program knows itself, then by the files."""
        from access_chess.practice.known_endings import outcome  # its tables take their time

        found = outcome(board)
        return self._tables.known(board) if found is None and self._tables is not None else found

    def has_endings_of(self, name: str) -> bool:
        """Whether a name is that of men whose endings are in the files: "krkn"."""
        from access_chess.practice.ending_drill import is_material

        return self._tables is not None and is_material(name)

    def exactly(self, analyst: Analyst) -> Analyst:
        """Another judge, who looks into the files first."""
        if self._tables is None:
            return analyst
        from access_chess.edge.practising.analysts import ExactAnalyst

        return ExactAnalyst(self._tables, analyst)

    def thinking_until(self, is_left: Callable[[], bool]) -> Self:
        """The same, who thinks only until the player has left: nobody waits then for an engine that hangs."""
        self._is_left = is_left
        return self

    def let_go(self) -> None:
        """Let the engine go until it is needed again."""
        self.close()
        self._is_looked_for = False

    def close(self) -> None:
        """Let the engine go."""
        analyst, self._analyst = self._analyst, None
        if analyst is not None:
            analyst.close()


class JudgeOfMany:
    """Fulfils `Analyst` for players in many threads, who wait for each other; in between no engine is kept."""

    def __init__(self) -> None:
        self._judge = Judge()
        self._asking = threading.Lock()

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """As the judge of a sitting has them."""
        with self._asking:
            try:
                return self._judge.lines(board, nodes=nodes, count=count)
            finally:
                self._judge.let_go()


@cache
def judge_of_the_hall() -> JudgeOfMany:
    """The one judge of all players at the pages of a hall."""
    return JudgeOfMany()
