"""Clocks that are stopped, and games that are taken up again (6.12)."""

from access_chess.laws.adjournment import close_envelope, is_sealing, resume_adjourned
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import restart_clocks
from access_chess.laws.commands import (
    Resume,
    StopClocks,
    StopReason,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    ClocksStopped,
    Ending,
    GameResumed,
    Offence,
    Refusal,
)
from access_chess.laws.moves import warn
from access_chess.laws.results import end_game, win_for
from access_chess.laws.setup import ArbiterMode

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
    elif game.is_ruling_due and not game.is_clock_on:
        decision.refuse(None, Refusal.CLAIM_PENDING, Article.QUICKPLAY_POSTPONED)
    elif not game.is_clock_on and game.claim is None:
        decision.emit(GameResumed(at=decision.at, article=decision.number(Article.RESTART)))
        restart_clocks(decision)
