"""Stockfish as a judge of positions: for puzzles, reviews and refutations."""

import contextlib

import chess
import chess.engine

from access_chess.edge.engines.uci import UCI_NAMES, EngineFailedError, IsStopped, UciEngine, found_path
from access_chess.practice.analysis import MATE_SCORE, AnalystError, Variation

STRONGEST = 10
PATIENCE = 15.0  # seconds to start: nobody waits at a clock, and a busy machine loads a network slowly

_FAILURES = (chess.engine.EngineError, chess.engine.EngineTerminatedError, OSError, TimeoutError)


class UciAnalyst:
    """Fulfils `Analyst`."""

    def __init__(self, engine: UciEngine) -> None:
        self._engine = engine
        self.name = engine.name
        #: Whether nobody waits for what it thinks any more; then there are no lines.
        self.is_stopped: IsStopped = lambda: False

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """The best ways to go on; none where the game is over. Raises AnalystError."""
        if board.is_game_over():
            return ()
        try:
            infos = self._engine.analyse(board, nodes=nodes, count=count, is_stopped=self.is_stopped)
        except EngineFailedError as error:
            raise AnalystError(str(error)) from error
        return tuple(map(_line, (info for info in infos if info.get("pv") and "score" in info)))

    def close(self) -> None:
        """Let the engine go."""
        self._engine.close()


def open_analyst() -> UciAnalyst | None:
    """The judge of this machine; None where Stockfish is not installed."""
    for name in UCI_NAMES:
        if (path := found_path(name)) is not None:
            with contextlib.suppress(*_FAILURES):
                return UciAnalyst(UciEngine((path,), STRONGEST, patience=PATIENCE))
    return None


def _line(info: chess.engine.InfoDict) -> Variation:
    score = info["score"].relative
    return Variation(score=score.score(mate_score=MATE_SCORE), mate=score.mate(), moves=tuple(info["pv"]))
