"""Clocks that are started and stopped, and games that are taken up again (6.5, 6.12).

Where the chess clock is alone, for a game on a board that the program does not see, each press counts as a move.
Positions, touches and claims do not exist there. The clock counts, adds, shows its flags and obeys the arbiter; who has
won on time is for the players and the arbiter to say (6.8). The first press of all starts the opponent's half, as on
every chess clock.
"""

import chess

from access_chess.laws import moves
from access_chess.laws.adjournment import close_envelope, is_envelope_awaited, is_sealing, resume_adjourned
from access_chess.laws.arbiter import MOVES
from access_chess.laws.articles import Article
from access_chess.laws.commands import (
    PressClock,
    Resume,
    SetMoveCounter,
    StartClock,
    StopClocks,
    StopReason,
)
from access_chess.laws.decision import Decision, restart_clocks, start_clock
from access_chess.laws.events import (
    ClockPressed,
    ClocksStopped,
    Ending,
    GameResumed,
    MoveCounterSet,
    Offence,
    Refusal,
)
from access_chess.laws.moves import warn
from access_chess.laws.pressing import begin_period_on_quota, is_by_both_levers
from access_chess.laws.results import end_game, win_for
from access_chess.laws.setup import ArbiterMode, Setup

#: 6.12: what a player may stop the clocks for.
VALID_REASONS = (StopReason.ARBITER, StopReason.PROMOTION_PIECE, StopReason.CLAIM, StopReason.DISTURBANCE)


def stop_clocks(decision: Decision, command: StopClocks) -> None:
    """The arbiter may stop both displays, a player only for a reason (6.12)."""
    color, game = command.color, decision.game
    if not game.started:
        decision.refuse(color, Refusal.NOT_STARTED, Article.CLOCK_START)
    elif command.reason is StopReason.SEALED and is_sealing(game):
        close_envelope(decision)
    elif color is None:
        _stop(decision, command, Article.ARBITER_STOPS)
    elif command.reason in VALID_REASONS or game.setup.arbiter is not ArbiterMode.PROGRAM:
        _stop(decision, command, Article.PLAYER_STOPS)
    elif game.setup.rules.stop_is_resignation:
        end_game(decision, win_for(not color), Ending.RESIGNATION, Article.STOP_WITHOUT_REASON, color=color)
    else:
        warn(decision, color, Offence.STOPPED_WITHOUT_REASON, Article.STOP_WITHOUT_REASON)


def _stop(decision: Decision, command: StopClocks, article: Article) -> None:
    number = decision.number(article)
    decision.emit(ClocksStopped(at=decision.at, reason=command.reason, color=command.color, article=number))


def resume(decision: Decision, command: Resume) -> None:
    """The arbiter has an adjourned or stopped game go on; with a running clock nothing changes."""
    game = decision.game
    if not game.started:
        decision.refuse(None, Refusal.NOT_STARTED, Article.CLOCK_START)
    elif game.adjournment is not None and game.adjournment.closed and game.adjournment.resumed_at is None:
        resume_adjourned(decision)
    elif is_envelope_awaited(game):
        decision.refuse(None, Refusal.ENVELOPE_WAITS, Article.ENVELOPE_NEEDS_REPLIER)
    elif game.is_ruling_due and not game.is_clock_on:
        decision.refuse(None, Refusal.CLAIM_PENDING, Article.QUICKPLAY_POSTPONED)
    elif not game.is_clock_on and game.claim is None:
        decision.emit(GameResumed(at=decision.at, article=decision.number(Article.RESTART)))
        restart_clocks(decision)


def start(decision: Decision, command: StartClock) -> None:
    """The clock of the player who begins is started; the position may already end the game."""
    game = decision.game
    if game.started:
        decision.refuse(None, Refusal.ALREADY_STARTED, Article.CLOCK_START)
    elif _lacks_assistant(game.setup):
        decision.refuse(None, Refusal.ASSISTANT_MISSING, Article.DEAF_OPPONENT)
    else:
        start_clock(decision, game.turn, Article.CLOCK_START)
        moves.end_by_position(decision, not game.turn)


def _lacks_assistant(setup: Setup) -> bool:
    """A blind player whose opponent does not hear needs an assistant (F18 D.2.11)."""
    players = setup.players
    return setup.rules.deaf_opponent_needs_assistant and any(
        players[color].is_blind and players[color].assistant is None and players[not color].is_hearing_impaired
        for color in chess.COLORS
    )


def press_alone(decision: Decision, command: PressClock) -> None:
    """The player stops their half, which counts as a move, and starts the other."""
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


def start_alone(decision: Decision, command: StartClock) -> None:
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
