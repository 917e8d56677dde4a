"""The chess clock alone, for a game on a board that the program does not see: each press counts as a move.

Positions, touches and claims do not exist here. The clock counts, adds, shows its flags and obeys the arbiter; who has
won on time is for the players and the arbiter to say (6.8). The first press of all starts the opponent's half, as on
every chess clock.
"""

from collections.abc import Callable
from typing import Any

from access_chess.laws import commands, conduct
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import Command, PressClock, SetMoveCounter
from access_chess.laws.decision import Course
from access_chess.laws.events import ClockPressed, MoveCounterSet, Refusal
from access_chess.laws.pressing import begin_period_on_quota


def answer(course: Course, command: Command) -> None:
    """What follows from a command; whatever needs a board is refused."""
    answering = _ANSWERS.get(type(command))
    if answering is None:
        course.refuse(getattr(command, "color", None), Refusal.NOT_IN_THIS_GAME, Article.PRESS)
    else:
        answering(course, command)


def _press(course: Course, command: PressClock) -> None:
    color, game = command.color, course.game
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif not game.started:
        start_clock(course, not color, Article.CLOCK_START)
    elif game.clock.running is None:
        course.refuse(color, Refusal.CLOCKS_STOPPED, Article.ARBITER_STOPS)
    elif game.clock.running is not color:
        course.refuse(color, Refusal.CLOCK_NOT_RUNNING, Article.PRESS)
    else:
        begin_period_on_quota(course, color)
        course.happen(ClockPressed(at=course.at, color=color))


def _start(course: Course, command: commands.StartClock) -> None:
    if course.game.started:
        course.refuse(None, Refusal.ALREADY_STARTED, Article.CLOCK_START)
    else:
        start_clock(course, course.game.turn, Article.CLOCK_START)


def _set_move_counter(course: Course, command: SetMoveCounter) -> None:
    if course.game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    else:
        article = course.number(Article.CLOCK_SETTING)
        course.happen(MoveCounterSet(color=command.color, moves=command.moves, article=article))


_ANSWERS: dict[type, Callable[[Course, Any], None]] = {
    PressClock: _press,
    SetMoveCounter: _set_move_counter,
    commands.StartClock: _start,
    commands.StopClocks: conduct.stop_clocks,
    commands.Resume: conduct.resume,
    commands.SetClock: conduct.set_clock,
    commands.AddTime: conduct.add_time,
    commands.ImposePenalty: conduct.impose_penalty,
    commands.Declare: conduct.declare,
}
