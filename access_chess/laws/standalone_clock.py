"""The chess clock alone, for a game on a board that the program does not see: each press counts as a move.

Positions, touches and claims do not exist here. The clock counts, adds, shows its flags and obeys the arbiter; who has
won on time is for the players and the arbiter to say (6.8). The first press of all starts the opponent's half, as on
every chess clock.
"""

from access_chess.laws.arbiter import MOVES
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import PressClock, SetMoveCounter, StartClock
from access_chess.laws.decision import Decision
from access_chess.laws.events import ClockPressed, MoveCounterSet, Refusal
from access_chess.laws.pressing import begin_period_on_quota, is_by_both_levers


def press(decision: Decision, command: PressClock) -> None:
    """The player stops his half, which counts as a move, and starts the other."""
    color, game = command.color, decision.game
    if not game.started:
        start_clock(decision, not color, Article.CLOCK_START)
    elif game.clock.running is None:
        decision.refuse(color, Refusal.CLOCKS_STOPPED, Article.ARBITER_STOPS)
    elif game.clock.running is not color:
        decision.refuse(color, Refusal.CLOCK_NOT_RUNNING, Article.PRESS)
    elif is_by_both_levers(decision, command):
        decision.refuse(color, Refusal.BOTH_LEVERS, Article.PRESS)
    else:
        begin_period_on_quota(decision, color)
        decision.emit(ClockPressed(at=decision.at, color=color))


def start(decision: Decision, command: StartClock) -> None:
    """The half of the player who begins is started."""
    if decision.game.started:
        decision.refuse(None, Refusal.ALREADY_STARTED, Article.CLOCK_START)
    else:
        start_clock(decision, decision.game.turn, Article.CLOCK_START)


def set_move_counter(decision: Decision, command: SetMoveCounter) -> None:
    """The arbiter corrects how many moves the clock has counted (6.10.b)."""
    if not 0 <= command.moves < MOVES:
        decision.refuse(None, Refusal.NO_SUCH_COUNT, Article.CLOCK_SETTING)
    else:
        article = decision.number(Article.CLOCK_SETTING)
        decision.emit(MoveCounterSet(color=command.color, moves=command.moves, article=article))
