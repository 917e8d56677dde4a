"""Who judges positions for puzzles, reviews and refutations: Stockfish, and endings by exact knowledge out of a folder
of Syzygy files, which the user has, with an analyst who looks there first.

The files are described at https://www.chessprogramming.org/Syzygy_Bases; those of three to five men have 1 GB.
"""

import contextlib
import struct
from contextlib import suppress
from pathlib import Path

import chess
import chess.engine
import chess.syzygy

from access_chess.edge.engines.uci import UCI_NAMES, EngineFailedError, IsStopped, UciEngine, found_path
from access_chess.phrased_error import PhrasedError
from access_chess.practice.analysis import MATE_SCORE, Analyst, AnalystError, Variation
from access_chess.practice.known_endings import EndingResult
from access_chess.practice.position import after

WON = 5000  # hundredths of a pawn: more than any advantage, and less than a mate that was found
LONGEST_LINE = 3  # moves; nobody is told more
_DAMAGED = (OSError, IndexError, KeyError, ValueError, AssertionError, struct.error)  # of a file that is no table
_WIN = 2  # of the files; 1 and -1 are won but for the fifty moves


class TablebaseError(PhrasedError):
    """The folder has no files of endings; the message is one plain sentence."""


class Tablebases:
    """The files of one folder, opened until `close`."""

    def __init__(self, folder: Path) -> None:
        """Raises TablebaseError where there are none."""
        try:
            self._tables = chess.syzygy.open_tablebase(str(folder))
        except OSError as error:
            raise TablebaseError("file_unread", path=folder, error=error.strerror) from error
        if not self._tables.wdl or not self._tables.dtz:
            self._tables.close()
            raise TablebaseError("tablebases_none", path=folder)

    def known(self, board: chess.Board) -> EndingResult | None:
        """What becomes of a position with best play, as a game without a move of fifty behind it."""
        won = self._won(board)
        if won is None:
            return None
        return EndingResult(winner=board.turn if won == _WIN else not board.turn if won == -_WIN else None)

    def lines(self, board: chess.Board, count: int) -> tuple[Variation, ...]:
        """The best ways to go on; none where the files do not have all that may follow.

        Who wins takes, moves a pawn or mates soonest; who loses, latest.
        """
        ranked = self._ranked(board)
        return tuple(Variation(score=score, mate=None, moves=self._line(board, move)) for score, move in ranked[:count])

    def close(self) -> None:
        """Let the files go."""
        self._tables.close()

    def _won(self, board: chess.Board) -> int | None:
        """2 to -2 for the player to move; None where the files do not know."""
        if board.castling_rights:
            return None
        if board.is_checkmate():
            return -_WIN
        with suppress(*_DAMAGED):
            return self._tables.get_wdl(board)
        return None

    def _score(self, board: chess.Board) -> int | None:
        """In hundredths of a pawn, for the player to move: the nearer a win, the more."""
        won = self._won(board)
        if won is None or abs(won) < _WIN:
            return None if won is None else 0
        plies: int | None = None
        with suppress(*_DAMAGED):
            plies = 0 if board.is_checkmate() else self._tables.get_dtz(board)
        return None if plies is None else (WON - abs(plies)) * (1 if won > 0 else -1)

    def _ranked(self, board: chess.Board) -> list[tuple[int, chess.Move]]:
        """All moves with their scores, the best first; none where the files do not have what follows each of them."""
        ranked: list[tuple[int, chess.Move]] = []
        for move in board.legal_moves:
            there = after(board, move)
            score = self._score(there)
            if score is None:
                return []
            if score and board.is_zeroing(move) and not there.is_checkmate():
                score = WON - 1 if score > 0 else 1 - WON  # the plies after it are counted anew
            ranked.append((-score, move))
        return sorted(ranked, key=lambda entry: (-entry[0], entry[1].uci()))

    def _line(self, board: chess.Board, move: chess.Move) -> tuple[chess.Move, ...]:
        """This move, and the best after it."""
        moves = [move]
        while len(moves) < LONGEST_LINE and (ranked := self._ranked(after(board, *moves))):
            moves.append(ranked[0][1])
        return tuple(moves)


class ExactAnalyst:
    """Fulfils `Analyst`: by the files where they know, else by another, if there is one."""

    def __init__(self, tables: Tablebases, analyst: Analyst | None) -> None:
        self._tables = tables
        self._analyst = analyst

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """The best ways to go on; none where the game is over, or nobody can judge it."""
        if exact := self._tables.lines(board, count):
            return exact
        return () if self._analyst is None else self._analyst.lines(board, nodes=nodes, count=count)


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
