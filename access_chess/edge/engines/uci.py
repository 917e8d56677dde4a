"""UCI engines: Stockfish, where it is found, for the levels beyond the built-in engine's, and any that is named."""

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
from access_chess.session.ports import Engine, PhrasedError

#: Engines whose strength can be told in Elo; others are named by the player.
UCI_NAMES = ("stockfish", "fairy-stockfish")
EXTRA_PLACES = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")  # Debian and Homebrew, often not on the path
#: The scale of levels in Stockfish's Elo; an engine that the player names follows it from its own lowest on. The
#: tenth is its full strength.
RATINGS = {1: 600, 2: 800, 3: 1000, 4: 1150, 5: 1300, 6: 1450, 7: 1650, 8: 1900, 9: 2200}
BUILT_IN = 7  # levels that the program's own engine plays, on every machine alike
NODES = 100_000  # of a weakened engine: more than its search needs, and, unlike a time, as strong on every machine
SECONDS = 0.1  # thinking time for each level of an engine that knows neither; the tenth takes one second a move

ANSWER = 2.0  # seconds in which an engine tells that it is one, and, beyond its thinking time, a move
ALL = 3.0  # seconds after which no further engine is tried: a player waits


class UciEngine:
    """A UCI engine as a process of its own. Raises OSError and chess.engine.EngineError where it does not start.

    `command` is a program with its arguments. An engine of networks (lc0) looks at one node, so that one that was
    trained on people's games plays as they do. `patience` are seconds until it has told that it is an engine.
    """

    def __init__(self, command: Sequence[str], level: int, *, patience: float = ANSWER) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        environment = {**os.environ, "PATH": _places()}  # Debian's gnuchessu calls gnuchess, which is in none of root's
        try:
            self._engine = chess.engine.SimpleEngine.popen(
                _noting(self._processes), list(command), timeout=patience, setpgrp=True, env=environment
            )
        except BaseException:
            self._kill()
            raise
        self.name = str(self._engine.id.get("name", Path(command[0]).name))
        self._limit = _limit(self._engine, level)

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

    def analyse(self, board: chess.Board, *, nodes: int, count: int) -> list[chess.engine.InfoDict]:
        """What it thinks of a position after so many nodes: so many lines at most, the best one first.

        Nothing is kept from one position to the next, so that the same question has the same answer. Raises
        chess.engine.EngineError and EngineTerminatedError.
        """
        limit = chess.engine.Limit(nodes=nodes)
        try:
            return self._engine.analyse(board, limit, multipv=count, game=object())
        except TimeoutError as error:
            raise chess.engine.EngineError(f"{self.name} does not answer") from error

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


def _limit(engine: chess.engine.SimpleEngine, level: int) -> chess.engine.Limit:
    """How long this engine thinks at a level, once it has been told how strong to be."""
    if "WeightsFile" in engine.options:
        return chess.engine.Limit(nodes=1)
    rating = engine.options.get("UCI_Elo")
    if level in RATINGS and rating is not None and "UCI_LimitStrength" in engine.options:
        least, most = rating.min or 0, rating.max or RATINGS[level]
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": min(max(RATINGS[level], least), most)})
        return chess.engine.Limit(nodes=NODES)
    if "Skill Level" in engine.options:
        engine.configure({"Skill Level": 2 * level})
    return chess.engine.Limit(time=SECONDS * level)


def _places() -> str:
    return os.pathsep.join((os.environ.get("PATH", os.defpath), *EXTRA_PLACES))


def found_path(name: str) -> str | None:
    """Where a program of this name is, if it is installed."""
    return shutil.which(name, path=_places())


def open_engine(level: int, *, names: Sequence[str] = UCI_NAMES) -> Engine | None:
    """Who plays a level, 1 to 10, if it is not the built-in engine. Raises PhrasedError if nobody is there for it."""
    if level <= BUILT_IN:
        return None
    end = time.monotonic() + ALL
    for name in names:
        if time.monotonic() > end:
            break
        if (found := found_path(name)) is not None:
            try:
                return UciEngine((found,), level)
            except _FAILURES:
                continue
    raise PhrasedError("level_needs_stockfish", level=BUILT_IN)


def open_named(command: Sequence[str], level: int) -> Engine:
    """The engine that the player has named, at a level. Raises PhrasedError where it does not answer."""
    program = found_path(command[0])
    try:
        return UciEngine((program or command[0], *command[1:]), level)
    except _FAILURES as error:
        raise PhrasedError("engine_does_not_answer", name=Path(command[0]).name, level=min(level, BUILT_IN)) from error


_FAILURES = (OSError, chess.engine.EngineError, chess.engine.EngineTerminatedError, TimeoutError)


def examine() -> list[Diagnosis]:
    """Against whom can a player practise? For `access-chess doctor`."""
    try:
        engine = open_engine(BUILT_IN + 1)
    except PhrasedError:
        engine = None
    if engine is None:
        return [Diagnosis(part="doctor_part_engine", works=True, found="doctor_engine_built_in")]
    engine.close()
    slots = {"name": engine.name}
    return [Diagnosis(part="doctor_part_engine", works=True, found="doctor_engine_found", slots=slots)]
