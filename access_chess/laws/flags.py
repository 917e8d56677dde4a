"""What time alone changes: flags, periods, latest arrivals (6.3, 6.6, 6.8–6.11, A.4.d, Guideline 10)."""

from datetime import timedelta

import chess

from access_chess.laws.adjournment import lose_late_resumption
from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.commands import ClaimFlag, Result, StopReason
from access_chess.laws.decision import Decision, restart_clocks
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClocksStopped,
    Ending,
    FlagFell,
    PeriodBegun,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.results import end_game, has_bare_king, lose, win_for
from access_chess.laws.scoresheet import stop_for_scoresheets, tell_what_is_due
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import PeriodAdd

#: A latest arrival is overstepped at any later instant (A30); instants are told apart to the millisecond.
LATER = timedelta(milliseconds=1)


def next_deadline(game: Game) -> Instant | None:
    """When time alone changes something next: a display at zero, or a latest arrival overstepped."""
    if game.end is not None:
        return None
    zero, arrival = _zero(game), _latest_arrival(game)
    return zero if arrival is None else arrival if zero is None else min(zero, arrival)


def _zero(game: Game) -> Instant | None:
    running = game.clock.running
    if running is None or game.clock.control is None or game.flags[running] is not None:
        return None
    if game.setup.is_elsewhere:
        return None
    return game.clock.zero_at()


def _latest_arrival(game: Game) -> Instant | None:
    if game.present.white and game.present.black:
        return None
    if game.setup.arbiter is ArbiterMode.HUMAN or not game.started:
        return None
    adjournment = game.adjournment
    if adjournment is not None and adjournment.resumed_at is not None:
        return adjournment.resumed_at + game.setup.resumption_limit + LATER
    if adjournment is not None and adjournment.closed:
        return None
    return game.started_at + game.setup.default_time + LATER


def let_time_pass(decision: Decision, *, is_last_instant_included: bool) -> None:
    """All that time alone changes up to the command; at the same instant the player's act comes first (A31)."""
    until = decision.at
    while (due := next_deadline(decision.game)) is not None:
        if due > until or (due == until and not is_last_instant_included):
            break
        decision.at = due
        running = decision.game.clock.running
        if running is not None and due == _zero(decision.game):
            _display_at_zero(decision, running)
        else:
            _arrival_overstepped(decision)
    decision.at = until


def let_overdrawn_flags_fall(decision: Decision) -> None:
    """A ruling took more time from a display than it showed (13.4.c; Soviet 13.3): it is at zero now."""
    if decision.game.clock.control is None:
        return
    for color in chess.COLORS:
        while _is_overdrawn(decision.game, color, decision.at):  # the next period's time may not be enough either
            _display_at_zero(decision, color)


def _is_overdrawn(game: Game, color: chess.Color, at: Instant) -> bool:
    return game.end is None and game.flags[color] is None and game.clock.is_overdrawn(color, at)


def _display_at_zero(decision: Decision, color: chess.Color) -> None:
    if _follows_at_zero(decision.game, color):
        article, period = decision.number(Article.NEXT_PERIOD), decision.game.clock.period[color] + 1
        before = decision.game
        decision.emit(PeriodBegun(at=decision.at, color=color, period=period, article=article))
        stop_for_scoresheets(decision)
        tell_what_is_due(decision, before)
    else:
        _flag_falls(decision, color)


def _follows_at_zero(game: Game, color: chess.Color) -> bool:
    """Whether the next period begins now: the quota is completed, or none was set and byo-yomi follows."""
    clock = game.clock
    following, quota = clock.period_after(color), clock.quota(color)
    if clock.control is None or following is None or (quota is not None and game.completed[color] < quota):
        return False
    is_late = game.counter_error[color] < 0  # the clock has not counted a move that was completed (F18 6.3.1)
    return following.renewed or is_late or clock.control.period_add is PeriodAdd.ON_ZERO


def _flag_falls(decision: Decision, color: chess.Color) -> None:
    game = decision.game
    is_called = game.setup.lacks_supervision and not _needs_claim(game)
    article = Article.FLAG_RAPID_CALL if is_called else Article.FLAG_FALLEN
    decision.emit(FlagFell(at=decision.at, color=color, article=decision.number(article)))
    is_freezing = game.setup.is_clock_alone and game.is_clock_on and bool(game.clock.increment(color))
    if is_freezing:  # a fallen flag ends the additions, for both
        decision.emit(ClocksStopped(at=decision.at, reason=StopReason.FLAG, article=decision.number(article)))
    if game.setup.arbiter is not ArbiterMode.PROGRAM or _needs_claim(game):
        return
    if decision.game.is_ruling_due:
        _ask_for_postponed_ruling(decision, color)
    else:
        lose_on_time(decision, color)


def _ask_for_postponed_ruling(decision: Decision, claimant: chess.Color) -> None:
    """The flag is down of the player whose claim was watched: now the arbiter rules (10.2.b, A81)."""
    article = decision.number(Article.QUICKPLAY_POSTPONED)
    decision.emit(ClocksStopped(at=decision.at, reason=StopReason.CLAIM, article=article))
    decision.emit(ArbiterAsked(kind=ClaimKind.QUICKPLAY, color=claimant, article=article))


def _needs_claim(game: Game) -> bool:
    return game.setup.lacks_supervision and game.setup.rules.flag_without_supervision_needs_claim


def lose_on_time(decision: Decision, color: chess.Color) -> None:
    """The time limit was overstepped: a loss, or a draw when the opponent cannot mate (6.9; Soviet E11: bare king)."""
    if not decision.game.setup.rules.flag_draw_needs_bare_king:
        lose(decision, color, Ending.FLAG, Article.FLAG_LOSS, draw=Ending.FLAG_DRAW)
    elif has_bare_king(decision.game.board, not color):
        end_game(decision, Result.DRAW, Ending.FLAG_DRAW, Article.FLAG_BARE_KING, color=color)
    else:
        lose(decision, color, Ending.FLAG, Article.FLAG_LOSS)


def _arrival_overstepped(decision: Decision) -> None:
    game = decision.game
    if game.adjournment is not None and game.adjournment.resumed_at is not None:
        lose_late_resumption(decision)
    elif not game.present.white and not game.present.black:
        end_game(decision, Result.BOTH_LOSE, Ending.DEFAULT_TIME, Article.DEFAULT_TIME)
    else:
        absent = chess.WHITE if not game.present.white else chess.BLACK
        end_game(decision, win_for(not absent), Ending.DEFAULT_TIME, Article.DEFAULT_TIME, color=absent)


def claim_flag(decision: Decision, command: ClaimFlag) -> None:
    """The opponent's flag is down, says the claimant, and stops both clocks (6.8, A.4.d)."""
    color, game = command.color, decision.game
    if game.end is not None:
        return
    if game.flags[not color] is None:
        decision.refuse(color, Refusal.NO_FLAG, Article.FLAG_FALLEN)
        return
    if game.is_ruling_due and game.flags[color] is None:
        _ask_for_postponed_ruling(decision, not color)
        return
    article = decision.number(Article.FLAG_RAPID_CLAIM if game.setup.lacks_supervision else Article.FLAG_FALLEN)
    decision.emit(ClocksStopped(at=decision.at, reason=StopReason.CLAIM, article=article, color=color))
    if game.setup.arbiter is ArbiterMode.HUMAN:
        decision.emit(ClaimMade(color=color, kind=ClaimKind.FLAG, article=article))
        decision.emit(ArbiterAsked(kind=ClaimKind.FLAG, color=color, article=article))
        return
    rule_flag_claim(decision, color)


def rule_flag_claim(decision: Decision, color: chess.Color) -> None:
    """One flag is down, or both are and nobody can say which fell first (6.11, A.4.d)."""
    game = decision.game
    own, other = game.flags[color], game.flags[not color]
    article = decision.number(Article.FLAG_RAPID_CLAIM if game.setup.lacks_supervision else Article.FLAG_FALLEN)
    if own is None or other is None:
        decision.emit(ClaimAccepted(color=color, kind=ClaimKind.FLAG, article=article))
        lose_on_time(decision, not color)
    elif game.setup.rules.both_flags_draw:
        _both_flags(decision)
    else:
        lose_on_time(decision, color if own <= other else not color)


def _both_flags(decision: Decision) -> None:
    game = decision.game
    if game.setup.lacks_supervision:
        end_game(decision, Result.DRAW, Ending.BOTH_FLAGS, Article.FLAG_RAPID_BOTH)
    elif _is_last_period(game):
        end_game(decision, Result.DRAW, Ending.BOTH_FLAGS, Article.BOTH_FLAGS)
    else:
        article = decision.number(Article.BOTH_FLAGS)
        for color in chess.COLORS:
            period = game.clock.period[color] + 1
            decision.emit(PeriodBegun(at=decision.at, color=color, period=period, article=article))
        restart_clocks(decision)


def _is_last_period(game: Game) -> bool:
    return any(game.clock.period_after(color) is None for color in chess.COLORS)
