"""The opponent for practice: a UCI engine found on the path, Stockfish first, else the built-in one.

It thinks in a thread of its own and never holds input or speech up.
"""

import os
import random
import shutil
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import chess
import chess.engine

from access_chess.edge.finding import Finding
from access_chess.edge.session import Session, Telling
from access_chess.laws.commands import AcceptDraw, DeclineDraw, PlayMove
from access_chess.laws.game import Game
from access_chess.laws.touch import legal_moves
from access_chess.practice.engine import LEVELS, Level, choose_move
from access_chess.practice.evaluation import evaluate

BUILT_IN = "access-chess"
UCI_NAMES = ("stockfish", "fairy-stockfish", "lc0", "gnuchessu", "crafty", "fruit", "toga2")
EXTRA_PLACES = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")  # Debian and Homebrew, often not on the path
SKILLS = (0, 1, 3, 5, 7, 9, 11, 14, 17, 20)  # Stockfish's own scale, for levels 1 to 10
SECONDS = 0.1  # thinking time for each level; the tenth takes one second a move
DRAWISH = 30  # centipawns; after so many moves an even position is drawn as well
DRAWISH_MOVES = 40
LOSING = -150
SETTLED = 1.0  # seconds at most until its own command is decided on; only then is the game looked at again


class Engine(Protocol):
    """Whoever finds a move."""

    name: str

    def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move: ...

    def close(self) -> None: ...


class BuiltInEngine:
    """The program's own engine."""

    name = BUILT_IN

    def __init__(self, level: int) -> None:
        self._level: Level = LEVELS[level - 1]

    def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move:
        """The move of this level."""
        return choose_move(game.board, self._level, chance=random.random, seen=game.keys, is_stopped=is_stopped)

    def close(self) -> None:
        """Nothing to close."""


class UciEngine:
    """A UCI engine as a process of its own. Raises OSError and chess.engine.EngineError where it does not start."""

    def __init__(self, path: str, level: int) -> None:
        self._engine = chess.engine.SimpleEngine.popen_uci(path)
        self.name = str(self._engine.id.get("name", Path(path).name))
        self._limit = chess.engine.Limit(time=SECONDS * level)
        if "Skill Level" in self._engine.options:
            self._engine.configure({"Skill Level": SKILLS[level - 1]})

    def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move:
        """The engine's move; it thinks its fixed time, which is short."""
        board = chess.Board(game.setup.fen, chess960=game.setup.is_chess960)
        for ply in game.plies:
            board.push(ply.move)
        found = self._engine.play(board if board.fen() == game.board.fen() else game.board, self._limit).move
        if found is None:
            raise chess.engine.EngineError("the engine found no move")
        return found

    def close(self) -> None:
        """End the process."""
        self._engine.close()


def open_engine(level: int, *, names: Sequence[str] = UCI_NAMES) -> Engine:
    """The first UCI engine that is found and starts, else the built-in one; level 1 to 10."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *EXTRA_PLACES))
    for name in names:
        if (found := shutil.which(name, path=path)) is not None:
            try:
                return UciEngine(found, level)
            except (OSError, chess.engine.EngineError, chess.engine.EngineTerminatedError, TimeoutError):
                continue
    return BuiltInEngine(level)


def examine() -> list[Finding]:
    """Against whom can a player practise? For `access-chess doctor`."""
    engine = open_engine(level=1)
    engine.close()
    if isinstance(engine, BuiltInEngine):
        return [
            Finding(part="engine", works=True, seen="The built-in one plays; a stronger one, Stockfish, was not found.")
        ]
    return [Finding(part="engine", works=True, seen=f"{engine.name} was found.")]


class EngineOpponent:
    """Plays one color of a session: told of events, it moves when it has the move and its clock runs.

    `on_trouble` is told when an external engine fails; the built-in one takes over.
    """

    def __init__(
        self,
        color: chess.Color,
        level: int,
        on_trouble: Callable[[Exception], None],
        open_engine: Callable[[int], Engine] = open_engine,
    ) -> None:
        self._color = color
        self._level = level
        self._on_trouble = on_trouble
        self._open_engine = open_engine
        self._engine: Engine = BuiltInEngine(level)
        self._session: Session | None = None
        self._closing = False
        self._look = threading.Event()
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def join(self, session: Session) -> None:
        """Sit down at the board of this session."""
        self._session = session
        self._thread.start()
        self._look.set()

    def tell(self, telling: Telling) -> None:
        """Look at the game again."""
        self._look.set()

    def close(self) -> None:
        """Stop thinking, and let the engine go."""
        self._closing = True
        self._look.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        assert self._session is not None
        self._engine = self._open_engine(self._level)  # here, since a program may take its time to start
        try:
            while not self._closing:
                self._look.wait()
                self._look.clear()
                self._act(self._session, self._session.game)
        finally:
            self._engine.close()

    def _act(self, session: Session, game: Game) -> None:
        if self._closing or game.is_over:
            return
        if game.offer is (not self._color):
            self._answer(session, game)
        elif game.turn is self._color and game.clock.running is self._color:
            self._move(session, game)

    def _move(self, session: Session, game: Game) -> None:
        def is_stale() -> bool:
            return self._closing or session.game.plies is not game.plies or session.game.is_over

        try:
            move = self._engine.move(game, is_stale)
        except (chess.engine.EngineError, chess.engine.EngineTerminatedError, OSError, TimeoutError) as error:
            self._on_trouble(error)
            self._engine = BuiltInEngine(self._level)
            move = self._engine.move(game, is_stale)
        allowed = legal_moves(game)
        if not is_stale():
            session.submit(PlayMove(color=self._color, move=move if move in allowed else allowed[0]))
            session.wait_until_decided(SETTLED)

    def _answer(self, session: Session, game: Game) -> None:
        """A draw is taken when losing, or in an even position after many moves."""
        worth = evaluate(game.board) if game.turn is self._color else -evaluate(game.board)
        is_even = abs(worth) <= DRAWISH and game.board.fullmove_number > DRAWISH_MOVES
        answer = AcceptDraw if worth <= LOSING or is_even else DeclineDraw
        session.submit(answer(color=self._color))
        session.wait_until_decided(SETTLED)
