"""UCI engines found on the path, Stockfish first."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import chess
import chess.engine

from access_chess.edge.diagnosis import Diagnosis
from access_chess.laws.game import Game
from access_chess.session.ports import Engine

UCI_NAMES = ("stockfish", "fairy-stockfish", "lc0", "gnuchessu", "crafty", "fruit", "toga2")
EXTRA_PLACES = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")  # Debian and Homebrew, often not on the path
SKILLS = (0, 1, 3, 5, 7, 9, 11, 14, 17, 20)  # Stockfish's own scale, for levels 1 to 10
SECONDS = 0.1  # thinking time for each level; the tenth takes one second a move

ANSWER = 2.0  # seconds in which an engine tells that it is one, and, beyond its thinking time, a move
ALL = 3.0  # seconds after which no further engine is tried: a player waits


class UciEngine:
    """A UCI engine as a process of its own. Raises OSError and chess.engine.EngineError where it does not start."""

    def __init__(self, path: str, level: int) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            self._engine = chess.engine.SimpleEngine.popen(_noting(self._processes), path, timeout=ANSWER, setpgrp=True)
        except BaseException:
            self._kill()
            raise
        self.name = str(self._engine.id.get("name", Path(path).name))
        self._limit = chess.engine.Limit(time=SECONDS * level)
        if "Skill Level" in self._engine.options:
            self._engine.configure({"Skill Level": SKILLS[level - 1]})

    def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move:
        """The engine's move; it thinks its fixed time, which is short."""
        board = chess.Board(game.setup.fen, chess960=game.setup.is_chess960)
        for ply in game.plies:
            board.push(ply.move)
        try:
            found = self._engine.play(board if board.fen() == game.board.fen() else game.board, self._limit).move
        except TimeoutError as error:
            raise chess.engine.EngineError(f"{self.name} does not answer") from error
        if found is None:
            raise chess.engine.EngineError("the engine found no move")
        return found

    def close(self) -> None:
        """End the process, whatever it does, and those that it has begun."""
        self._engine.close()
        self._kill()

    def _kill(self) -> None:
        """An engine that hangs hears no order to end."""
        for process in self._processes:
            with contextlib.suppress(OSError):  # it has ended
                if sys.platform == "win32":
                    process.kill()
                else:
                    os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(ANSWER)


def _noting(processes: list[subprocess.Popen[bytes]]) -> type[chess.engine.UciProtocol]:
    """The protocol of one engine, which keeps its process as soon as there is one."""

    class Noting(chess.engine.UciProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            processes.append(transport.get_extra_info("subprocess"))

    return Noting


def open_engine(level: int, *, names: Sequence[str] = UCI_NAMES) -> Engine | None:
    """The first UCI engine that is found and starts, None where there is none; level 1 to 10."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *EXTRA_PLACES))
    end = time.monotonic() + ALL
    for name in names:
        if time.monotonic() > end:
            break
        if (found := shutil.which(name, path=path)) is not None:
            try:
                return UciEngine(found, level)
            except (OSError, chess.engine.EngineError, chess.engine.EngineTerminatedError, TimeoutError):
                continue
    return None


def examine() -> list[Diagnosis]:
    """Against whom can a player practise? For `access-chess doctor`."""
    engine = open_engine(level=1)
    if engine is None:
        return [Diagnosis(part="doctor_part_engine", works=True, found="doctor_engine_built_in")]
    engine.close()
    slots = {"name": engine.name}
    return [Diagnosis(part="doctor_part_engine", works=True, found="doctor_engine_found", slots=slots)]
