"""The opponent for practice: a seat like a player's, whose moves are the work of another thread.

Told of events, it wants a move thought of when it has the move and its clock runs, and gives the one that comes back.
"""

import random
from collections.abc import Callable
from datetime import timedelta

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.commands import AcceptDraw, DeclineDraw, PlayMove
from access_chess.laws.decision import may_act
from access_chess.laws.game import Game, Ply
from access_chess.laws.touch_move import legal_moves
from access_chess.machine_clock import monotonic_clock
from access_chess.phrased_error import PhrasedError
from access_chess.play.messages import Drop, Effects, Give, Happened, IsStopped, ToSeat, Trouble, Work, Worked
from access_chess.practice.engine import LEVELS, Level, choose_move
from access_chess.practice.evaluation import evaluate
from access_chess.session.ports import Engine

DRAWISH = 30  # centipawns; after so many moves an even position is drawn as well
DRAWISH_MOVES = 40
LOSING = -150
LONGEST = timedelta(seconds=3)  # a move takes no longer, however busy the machine is


class BuiltInEngine:
    """The program's own engine."""

    name = "access-chess"
    notes: tuple[PhrasedError, ...] = ()

    def __init__(self, level: int) -> None:
        self._level: Level = LEVELS[min(level, len(LEVELS)) - 1]

    def move(self, game: Game, is_stopped: IsStopped) -> chess.Move:
        """The move of this level."""
        end = monotonic_clock() + LONGEST

        def is_enough() -> bool:
            return is_stopped() or monotonic_clock() > end

        return choose_move(game.board, self._level, chance=random.random, seen=game.keys, is_stopped=is_enough)

    def close(self) -> None:
        """Nothing to close."""


class Thought(Struct, frozen=True, kw_only=True):
    """What an engine has found, and what the player should know of it."""

    move: chess.Move | None = None
    troubles: tuple[PhrasedError, ...] = ()


class Mind:
    """What plays one level, for the worker's thread alone, which opens it: a program may take its time to start.

    Where `open_engine` finds none, or it fails, that is told, and the built-in engine does its best.
    """

    def __init__(self, level: int, open_engine: Callable[[int], Engine | None] | None = None) -> None:
        self._level = level
        self._open_engine = open_engine
        self._engine: Engine | None = None

    @property
    def is_to_be_opened(self) -> bool:
        """Whether it may take its time to be there."""
        return self._engine is None and self._open_engine is not None

    def open(self, _: IsStopped) -> Thought:
        """Be there; nothing is asked yet."""
        return Thought(troubles=self._opened()[1])

    def move(self, game: Game, is_stopped: IsStopped) -> Thought:
        """A move of this position; soon after it is stopped, any."""
        engine, troubles = self._opened()
        try:
            return Thought(move=engine.move(game, is_stopped), troubles=troubles)
        except PhrasedError as error:
            level = min(self._level, len(LEVELS))
            trouble = PhrasedError(error.phrase, **error.slots, level=level)
            engine.close()
            self._engine = BuiltInEngine(self._level)
            return Thought(move=self._engine.move(game, is_stopped), troubles=(*troubles, trouble))

    def close(self) -> None:
        """Let the engine go."""
        if self._engine is not None:
            self._engine.close()

    def _opened(self) -> tuple[Engine, tuple[PhrasedError, ...]]:
        if self._engine is not None:
            return self._engine, ()
        troubles: tuple[PhrasedError, ...] = ()
        engine = None
        if self._open_engine is not None:
            try:
                engine = self._open_engine(self._level)
                troubles = () if engine is None else engine.notes
            except PhrasedError as error:
                troubles = (error,)
        self._engine = engine or BuiltInEngine(self._level)
        return self._engine, troubles


def is_built_in(level: int) -> bool:
    """Whether the program's own engine plays this level."""
    return level <= len(LEVELS)


class EngineSeat(Struct, frozen=True, kw_only=True):
    """The seat of an engine; `wanted` is the work of finding its move after the moves `plies`."""

    color: chess.Color
    mind: Mind
    wanted: Work | None = None
    plies: tuple[Ply, ...] | None = None

    def turn(self, message: ToSeat, game: Game) -> tuple["EngineSeat", Effects]:
        """Think when it is time to, and play what was found while the game stands as it stood."""
        match message:
            case Happened() if game.offer is (not self.color) and not game.is_over:
                return self, (Give(command=self._answer(game)),)
            case Happened(events=events):
                return self._looked(game, is_begun=not events)
            case Worked(work=work, found=found) if work is self.wanted:
                return self._found(found, game)
            case Worked(found=Thought(troubles=troubles)):
                return self, tuple(Trouble(error=error) for error in troubles)
        return self, ()

    def is_due(self, _: Game) -> bool:
        """Nobody types for it."""
        return False

    def _looked(self, game: Game, *, is_begun: bool) -> tuple["EngineSeat", Effects]:
        is_due = may_act(game, self.color) and game.clock.running is self.color
        if is_due and self.plies is game.plies:
            return self, ()
        drop = () if self.wanted is None else (Drop(work=self.wanted),)
        if is_due:
            mind = self.mind
            work = Work(job=lambda is_stopped: mind.move(game, is_stopped))
            return replace(self, wanted=work, plies=game.plies), (*drop, work)
        begin = (Work(job=self.mind.open),) if is_begun and self.mind.is_to_be_opened else ()
        return replace(self, wanted=None, plies=None), (*drop, *begin)

    def _found(self, found: object, game: Game) -> tuple["EngineSeat", Effects]:
        """Where thinking has failed, any move is played, and that has been told: nobody waits for ever."""
        thought = found if isinstance(found, Thought) else Thought()
        allowed = legal_moves(game)
        move = thought.move if thought.move in allowed else allowed[0]
        seat = replace(self, wanted=None, plies=None)
        troubles = tuple(Trouble(error=error) for error in thought.troubles)
        return seat, (*troubles, Give(command=PlayMove(color=self.color, move=move)))

    def _answer(self, game: Game) -> AcceptDraw | DeclineDraw:
        """A draw is taken when losing, or in an even position after many moves."""
        worth = evaluate(game.board) if game.turn is self.color else -evaluate(game.board)
        is_even = abs(worth) <= DRAWISH and game.board.fullmove_number > DRAWISH_MOVES
        answer = AcceptDraw if worth <= LOSING or is_even else DeclineDraw
        return answer(color=self.color)
