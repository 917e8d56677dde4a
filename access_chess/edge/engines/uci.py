"""UCI engines: Stockfish, where it is found, for the levels beyond the built-in engine's, and any that is named."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TypeVar

import chess
import chess.engine

from access_chess.edge.diagnosis import Diagnosis
from access_chess.edge.engines import places
from access_chess.laws.game import Game
from access_chess.phrased_error import PhrasedError
from access_chess.session.ports import Engine

#: Engines whose strength can be told in Elo; others are named by the player.
UCI_NAMES = ("stockfish", "fairy-stockfish")
#: The scale of levels in Stockfish's Elo; an engine that the player names follows it from its own lowest on. The
#: tenth is its full strength.
RATINGS = {1: 600, 2: 800, 3: 1000, 4: 1150, 5: 1300, 6: 1450, 7: 1650, 8: 1900, 9: 2200}
BUILT_IN = 7  # levels that the program's own engine plays, on every machine alike
NODES = 100_000  # of a weakened engine: more than its search needs, and, unlike a time, as strong on every machine
SECONDS = 0.1  # thinking time for each level of an engine that knows neither; the tenth takes one second a move

ANSWER = 2.0  # seconds in which an engine tells that it is one, and, beyond its thinking time, a move
ALL = 3.0  # seconds after which no further engine is tried: a player waits
THINKING = 6.0  # seconds in which a busy machine has looked at `NODES`
ANALYSIS = 60.0  # and at as many as anybody asks about
LOOK = 0.05  # seconds from one look to the next, whether the answer is still wanted

T = TypeVar("T")
IsStopped = Callable[[], bool]


class EngineFailedError(PhrasedError):
    """An engine that played has failed; the phrase also tells who plays on, and needs the slot {level}."""


class UciEngine:
    """A UCI engine as a process of its own. Raises OSError and chess.engine.EngineError where it does not start.

    `notes` are what the player should know of it: an option of its own that it describes so that nobody can read it.

    `command` is a program with its arguments. An engine of networks (lc0) looks at one node, so that one that was
    trained on people's games plays as they do. `patience` are seconds until it has told that it is an engine.
    """

    def __init__(self, command: Sequence[str], level: int, *, patience: float = ANSWER) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        odd: list[str] = []
        environment = {**os.environ, "PATH": places()}  # Debian's gnuchessu calls gnuchess, which is in none of root's
        try:
            self._engine = chess.engine.SimpleEngine.popen(
                _noting(self._processes, odd), list(command), timeout=patience, setpgrp=True, env=environment
            )
            self.name = str(self._engine.id.get("name", Path(command[0]).name))
            self._limit = _limit(self._engine, level)
        except BaseException:
            self._kill()
            raise
        note = PhrasedError("engine_option_unread", name=self.name, option=", ".join(odd))
        self.notes: tuple[PhrasedError, ...] = (note,) if odd else ()

    def move(self, game: Game, is_stopped: IsStopped) -> chess.Move:
        """The engine's move; it thinks its fixed time, which is short. Raises EngineFailedError."""
        board = chess.Board(game.setup.fen, chess960=game.setup.is_chess960)
        for ply in game.plies:
            board.push(ply.move)
        if board.fen() != game.board.fen():
            board = game.board
        patience = ANSWER + (self._limit.time or THINKING)
        found = self._answer(self._engine.protocol.play(board, self._limit), patience, is_stopped)
        if found is None:
            return next(iter(board.generate_legal_moves()))  # nobody needs it any more
        if found.move is None or found.move not in board.legal_moves:
            raise EngineFailedError("engine_names_no_move", name=self.name)
        return found.move

    def analyse(
        self, board: chess.Board, *, nodes: int, count: int, is_stopped: IsStopped = lambda: False
    ) -> list[chess.engine.InfoDict]:
        """What it thinks of a position after so many nodes: so many lines at most, the best one first.

        Nothing is kept from one position to the next, so that the same question has the same answer. Raises
        EngineFailedError.
        """
        limit = chess.engine.Limit(nodes=nodes)
        analysis = self._engine.protocol.analyse(board, limit, multipv=count, game=object())
        return self._answer(analysis, ANALYSIS, is_stopped) or []

    def _answer(self, asked: Coroutine[object, object, T], seconds: float, is_stopped: IsStopped) -> T | None:
        """What the engine answers within so many seconds; None where nobody waits for it any more.

        Raises EngineFailedError. An engine that hangs holds nobody up who wants to leave.
        """
        end = time.monotonic() + seconds
        try:
            answer = asyncio.run_coroutine_threadsafe(asked, self._engine.protocol.loop)
            while not is_stopped():
                with contextlib.suppress(TimeoutError):
                    return answer.result(LOOK)
                if time.monotonic() > end:
                    answer.cancel()
                    raise EngineFailedError("engine_silent", name=self.name)
            answer.cancel()
            return None
        except (chess.engine.EngineTerminatedError, OSError) as error:
            raise EngineFailedError("engine_ended", name=self.name) from error
        except chess.engine.EngineError as error:
            raise EngineFailedError("engine_names_no_move", name=self.name) from error
        except RuntimeError as error:  # the loop has ended with the engine
            asked.close()
            raise EngineFailedError("engine_ended", name=self.name) from error

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


def _noting(processes: list[subprocess.Popen[bytes]], odd: list[str]) -> type[chess.engine.UciProtocol]:
    """The protocol of one engine, which keeps its process as soon as there is one, and passes over an `odd` option,
    for which python-chess would send the engine away.
    """

    class Noting(chess.engine.UciProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            processes.append(transport.get_extra_info("subprocess"))

        def _line_received(self, line: str) -> None:
            option = None if self.initialized else _odd_option(line)
            if option is None:
                super()._line_received(line)
            else:
                odd.append(option)

    return Noting


def _odd_option(line: str) -> str | None:
    """The name of an option that is described so that it cannot be set: without a default, or with one out of range.

    >>> _odd_option("option name Threads type spin min 1 max 8"), _odd_option("option name Hash type spin default 16")
    ('Threads', None)
    """
    if not re.match(r"\s*option\b", line):
        return None
    _, *parts = re.split(r"\s+(name|type|default|min|max|var)\b", line)
    told = {key: value.strip() for key, value in zip(parts[::2], parts[1::2], strict=True) if key != "var"}
    choices = [value.strip() for key, value in zip(parts[::2], parts[1::2], strict=True) if key == "var"]
    numbers = {key: int(told[key]) for key in ("min", "max") if re.fullmatch(r"[+-]?\d+", told.get(key, ""))}
    name = told.get("name", "")
    option = chess.engine.Option(
        name, told.get("type", ""), None, numbers.get("min"), numbers.get("max"), choices
    )  # fmt: skip
    try:
        option.parse(told.get("default", ""))
    except chess.engine.EngineError:
        return name or "?"
    return None


def _limit(engine: chess.engine.SimpleEngine, level: int) -> chess.engine.Limit:
    """How long this engine thinks at a level, once it has been told how strong to be."""
    if "WeightsFile" in engine.options:
        return chess.engine.Limit(nodes=1)
    rating, skill = engine.options.get("UCI_Elo"), engine.options.get("Skill Level")
    if level in RATINGS and rating is not None and "UCI_LimitStrength" in engine.options:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": _within(rating, RATINGS[level])})
        return chess.engine.Limit(nodes=NODES)
    if skill is not None:
        engine.configure({"Skill Level": _within(skill, 2 * level)})
    return chess.engine.Limit(time=SECONDS * level)


def _within(option: chess.engine.Option, value: int) -> int:
    """The value of an option that is nearest to this one."""
    least = value if option.min is None else max(value, option.min)
    return least if option.max is None else min(least, option.max)


def found_path(name: str) -> str | None:
    """Where a program of this name is, if it is installed."""
    return shutil.which(name, path=places())


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
