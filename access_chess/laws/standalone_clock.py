"""The chess clock alone, for a game on a board that the program does not see: each press counts as a move.

Positions, touches and claims do not exist here. The clock counts, adds, shows its flags and obeys the arbiter; who has
won on time is for the players and the arbiter to say (6.8). The first press of all starts the opponent's half, as on
every chess clock.
"""

from collections.abc import Callable
from typing import Any

from access_chess.laws import arbiter, clock_stops, commands
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import Command, PressClock, SetMoveCounter
from access_chess.laws.decision import Decision
from access_chess.laws.events import ClockPressed, MoveCounterSet, Refusal
from access_chess.laws.pressing import begin_period_on_quota

#: More moves than any game has: by 9.6 none can go on for six thousand.
MOVES = 10_000


def answer(decision: Decision, command: Command) -> None:
    """What follows from a command; whatever needs a board is refused."""
    answering = _ANSWERS.get(type(command))
    if answering is None:
        decision.refuse(getattr(command, "color", None), Refusal.NOT_IN_THIS_GAME, Article.PRESS)
    else:
        answering(decision, command)


def _press(decision: Decision, command: PressClock) -> None:
    color, game = command.color, decision.game
    if game.end is not None:
        decision.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif not game.started:
        start_clock(decision, not color, Article.CLOCK_START)
    elif game.clock.running is None:
        decision.refuse(color, Refusal.CLOCKS_STOPPED, Article.ARBITER_STOPS)
    elif game.clock.running is not color:
        decision.refuse(color, Refusal.CLOCK_NOT_RUNNING, Article.PRESS)
    else:
        begin_period_on_quota(decision, color)
        decision.emit(ClockPressed(at=decision.at, color=color))


def _start(decision: Decision, command: commands.StartClock) -> None:
    if decision.game.started:
        decision.refuse(None, Refusal.ALREADY_STARTED, Article.CLOCK_START)
    else:
        start_clock(decision, decision.game.turn, Article.CLOCK_START)


def _set_move_counter(decision: Decision, command: SetMoveCounter) -> None:
    if decision.game.end is not None:
        decision.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif not 0 <= command.moves < MOVES:
        decision.refuse(None, Refusal.NO_SUCH_COUNT, Article.CLOCK_SETTING)
    else:
        article = decision.number(Article.CLOCK_SETTING)
        decision.emit(MoveCounterSet(color=command.color, moves=command.moves, article=article))


_ANSWERS: dict[type, Callable[[Decision, Any], None]] = {
    PressClock: _press,
    SetMoveCounter: _set_move_counter,
    commands.StartClock: _start,
    commands.StopClocks: clock_stops.stop_clocks,
    commands.Resume: clock_stops.resume,
    commands.SetClock: arbiter.set_clock,
    commands.AddTime: arbiter.add_time,
    commands.ImposePenalty: arbiter.impose_penalty,
    commands.Declare: arbiter.declare,
}
