"""The opponent for practice: plays one color of a session, by the built-in engine or by any that is opened for it.

It thinks in a thread of its own and never holds input or speech up.
"""

import random
import threading
from collections.abc import Callable
from datetime import timedelta

import chess

from access_chess.laws.commands import AcceptDraw, DeclineDraw, PlayMove
from access_chess.laws.decision import may_act
from access_chess.laws.game import Game
from access_chess.laws.touch_move import legal_moves
from access_chess.machine_clock import monotonic_clock
from access_chess.phrased_error import PhrasedError
from access_chess.practice.engine import LEVELS, Level, choose_move
from access_chess.practice.evaluation import evaluate
from access_chess.session.ports import Engine, Loop, Recorded

BUILT_IN = "access-chess"
DRAWISH = 30  # centipawns; after so many moves an even position is drawn as well
DRAWISH_MOVES = 40
LOSING = -150
LONGEST = timedelta(seconds=3)  # a move takes no longer, however busy the machine is
SETTLED = 1.0  # seconds at most until its own command is decided on; only then is the game looked at again


class BuiltInEngine:
    """The program's own engine."""

    name = BUILT_IN
    notes: tuple[PhrasedError, ...] = ()

    def __init__(self, level: int) -> None:
        self._level: Level = LEVELS[min(level, len(LEVELS)) - 1]

    def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move:
        """The move of this level."""
        end = monotonic_clock() + LONGEST

        def is_enough() -> bool:
            return is_stopped() or monotonic_clock() > end

        return choose_move(game.board, self._level, chance=random.random, seen=game.keys, is_stopped=is_enough)

    def close(self) -> None:
        """Nothing to close."""


class EngineOpponent:
    """Plays one color of a session: told of events, it moves when it has the move and its clock runs.

    `on_trouble` is told when an external engine fails, and at which level the built-in one takes over.
    """

    def __init__(
        self,
        color: chess.Color,
        level: int,
        on_trouble: Callable[[Exception], None],
        open_engine: Callable[[int], Engine | None] = BuiltInEngine,
    ) -> None:
        self._color = color
        self._level = level
        self._on_trouble = on_trouble
        self._open_engine = open_engine
        self._engine: Engine = BuiltInEngine(level)
        self._session: Loop | None = None
        self._closing = False
        self._look = threading.Event()
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    def join(self, session: Loop) -> None:
        """Sit down at the board of this session."""
        self._session = session
        self._thread.start()
        self._look.set()

    def on_event(self, recorded: Recorded) -> None:
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
        self._engine = self._opened()  # here, since a program may take its time to start
        try:
            while not self._closing:
                self._look.wait()
                self._look.clear()
                self._act(self._session, self._session.game)
        finally:
            self._engine.close()

    def _opened(self) -> Engine:
        """What plays this level; where nothing can, that is told, and the built-in engine does its best."""
        try:
            engine = self._open_engine(self._level) or self._engine
        except PhrasedError as error:
            self._on_trouble(error)
            return self._engine
        for note in engine.notes:
            self._on_trouble(note)
        return engine

    def _act(self, session: Loop, game: Game) -> None:
        if self._closing or game.is_over:
            return
        if game.offer is (not self._color):
            self._answer(session, game)
        elif may_act(game, self._color) and game.clock.running is self._color:
            self._move(session, game)

    def _move(self, session: Loop, game: Game) -> None:
        def is_stale() -> bool:
            return self._closing or session.game.plies is not game.plies or session.game.is_over

        try:
            move = self._engine.move(game, is_stale)
        except PhrasedError as error:
            level = min(self._level, len(LEVELS))
            self._on_trouble(PhrasedError(error.phrase, **error.slots, level=level))
            self._engine.close()
            self._engine = BuiltInEngine(self._level)
            move = self._engine.move(game, is_stale)
        allowed = legal_moves(game)
        if not is_stale():
            session.submit(PlayMove(color=self._color, move=move if move in allowed else allowed[0]))
            session.wait_until_decided(SETTLED)

    def _answer(self, session: Loop, game: Game) -> None:
        """A draw is taken when losing, or in an even position after many moves."""
        worth = evaluate(game.board) if game.turn is self._color else -evaluate(game.board)
        is_even = abs(worth) <= DRAWISH and game.board.fullmove_number > DRAWISH_MOVES
        answer = AcceptDraw if worth <= LOSING or is_even else DeclineDraw
        session.submit(answer(color=self._color))
        session.wait_until_decided(SETTLED)
