"""Pressing the clock: what it completes, and what it turns into an offence (6.7, 7.4, E.2.3)."""

from datetime import timedelta

import chess

from access_chess.laws.adjournment import is_press_after_lost_envelope, is_sealing, press_after_reply
from access_chess.laws.articles import Article
from access_chess.laws.commands import PressClock, Result
from access_chess.laws.decision import Decision
from access_chess.laws.editions import UnfinishedPromotion
from access_chess.laws.events import (
    ClockHandedBack,
    ClockPressed,
    Ending,
    IrregularityFound,
    Offence,
    PeriodBegun,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.hands import are_parts_done, is_said, make_if_done
from access_chess.laws.illegal_moves import (
    is_illegal_position,
    offence_of,
    penalize,
    promote_to_queen,
    rule_illegal_in_hand,
    rule_two_hands,
    rules_at_once,
)
from access_chess.laws.moves import make_move, warn
from access_chess.laws.results import end_game
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.setup_faults import hand_back_to_restore
from access_chess.laws.time_control import PeriodAdd
from access_chess.laws.touch_move import is_promotion

#: Nobody answers a press so fast, with a move that was ready: both levers went down at once.
AT_ONCE = timedelta(milliseconds=30)


def press(decision: Decision, command: PressClock) -> None:
    """The player stops their display and starts the other, with the hand that moved (6.7.b) and all pieces up (7.3)."""
    color = command.color
    _press(decision, command)
    if decision.is_refused or decision.game.end is not None:
        return
    if command.other_hand:
        warn(decision, color, Offence.OTHER_HAND, Article.PRESS_HAND)
    if decision.game.knocked_over[color] and decision.game.setup.arbiter is ArbiterMode.PROGRAM:
        hand_back_to_restore(decision, color)


def _press(decision: Decision, command: PressClock) -> None:
    color, game = command.color, decision.game
    if is_press_after_lost_envelope(game, color):
        pass  # the arbiter has started the replier's display already
    elif game.clock.running is not color:
        decision.refuse(color, Refusal.CLOCK_NOT_RUNNING, Article.PRESS)
    elif is_by_both_levers(decision, command):
        decision.refuse(color, Refusal.BOTH_LEVERS, Article.PRESS)
    elif press_after_reply(decision, color):
        pass
    elif is_sealing(game) and game.turn is color:
        decision.refuse(color, Refusal.BOUND_BY_SEALING, Article.SEALING)
    elif game.restoring is color and game.knocked_over[color]:
        decision.refuse(color, Refusal.PIECES_DISPLACED, Article.DISPLACED)
    elif game.restoring is color:
        decision.emit(ClockHandedBack(at=decision.at, color=not color, article=decision.number(Article.DISPLACED)))
    elif game.turn is color and not game.uncompleted[color]:
        _press_before_move_is_made(decision, color)
    else:
        _press_after_move(decision, color)


def is_by_both_levers(decision: Decision, command: PressClock) -> bool:
    """Whether this lever went down together with the one that has just set this player's half running.

    Of two levers at once only that of the player whose half ran counts, in whichever order they are reported. A press
    without a device's stamp was typed, and a player may type quickly.
    """
    before = decision.game.clock.pressed_at
    return command.stamp is not None and before is not None and decision.at - before < AT_ONCE


def press_for_players(decision: Decision) -> None:
    """Where the program presses for the mover, the move is completed by the command that made it."""
    game = decision.game
    color = game.clock.running
    if color is None or not game.setup.presses_for[color] or game.end is not None:
        return
    if game.uncompleted[color] and game.turn is not color and game.restoring is not color:
        _press_after_move(decision, color)


def _press_before_move_is_made(decision: Decision, color: chess.Color) -> None:
    game = decision.game
    hand, is_blind = game.hand, game.setup.players[color].is_blind
    released = hand.released if hand.released_on else None
    if hand.illegal is not None:
        _complete_illegal(decision, color, hand.illegal)
    elif is_blind and not is_said(game, color):
        decision.refuse(color, Refusal.NOT_ANNOUNCED, Article.BLIND_MADE)
    elif is_blind and released is None:
        decision.refuse(color, Refusal.NOT_MADE, Article.BLIND_MADE)
    elif released is None:
        _press_without_move(decision, color)
    elif is_promotion(game.board, released) and hand.promotion is None:
        _press_with_pawn_on_last_rank(decision, color, released)
    elif are_parts_done(game):  # the new piece stands on its square: a player who presses has let go of it
        make_if_done(decision, color)
        _press_after_move(decision, color)
    elif game.board.is_castling(released):
        _complete_illegal(decision, color, released)
    else:
        article = Article.BLIND_MADE if is_blind else Article.RELEASED
        decision.refuse(color, Refusal.CAPTURED_PIECE_STANDS, article)


def _press_without_move(decision: Decision, color: chess.Color) -> None:
    if decision.game.setup.arbiter is not ArbiterMode.PROGRAM:
        complete(decision, color)
    elif decision.game.setup.rules.press_without_move_is_illegal:
        _offend(decision, color, Offence.PRESS_WITHOUT_MOVE, Article.PRESS_WITHOUT_MOVE)
        if decision.game.end is None:
            penalize(decision, color)
    else:
        warn(decision, color, Offence.PRESS_WITHOUT_MOVE, Article.PRESS_WITHOUT_MOVE)


def _offend(decision: Decision, color: chess.Color, offence: Offence, article: Article) -> None:
    decision.emit(IrregularityFound(offence=offence, color=color, article=decision.number(article), counted=True))


def _complete_illegal(decision: Decision, color: chess.Color, move: chess.Move) -> None:
    """An illegal move is completed: ruled at once, or left standing until somebody finds it."""
    if rules_at_once(decision.game, move):
        rule_illegal_in_hand(decision, color, move, offence_of(decision.game.board, move), Article.ILLEGAL_MOVE)
    else:
        make_move(decision, color, move, legal=False)
        complete(decision, color)


def _press_with_pawn_on_last_rank(decision: Decision, color: chess.Color, released: chess.Move) -> None:
    """Undone, or a queen (7.4.a; F18 7.5.2, A16)."""
    game = decision.game
    if not rules_at_once(game, released):
        make_move(decision, color, released, legal=False)
        complete(decision, color)
    elif game.setup.rules.unfinished_promotion is UnfinishedPromotion.UNDONE:
        rule_illegal_in_hand(decision, color, released, Offence.UNFINISHED_PROMOTION, Article.UNFINISHED_PROMOTION)
    else:
        _offend(decision, color, Offence.UNFINISHED_PROMOTION, Article.UNFINISHED_PROMOTION)
        promote_to_queen(decision, color, released)
        if decision.game.end is None:
            complete(decision, color)


def _press_after_move(decision: Decision, color: chess.Color) -> None:
    if _is_offence_of_two_hands(decision.game, color):
        rule_two_hands(decision, color)
    else:
        complete(decision, color)


def _is_offence_of_two_hands(game: Game, color: chess.Color) -> bool:
    """Whether this press completes a move of two hands that the program rules on (F18 7.5.4).

    Without adequate supervision it is too late when the opponent has made the next move (F18 A.4.2).
    """
    if game.setup.arbiter is not ArbiterMode.PROGRAM or not game.setup.rules.two_hands_is_illegal:
        return False
    last = next((ply for ply in reversed(game.plies) if ply.color is color), None)
    is_too_late = game.setup.lacks_supervision and game.plies[-1:] != (last,)
    return last is not None and last.two_hands and game.uncompleted[color] > 0 and not is_too_late


def complete(decision: Decision, color: chess.Color) -> None:
    """The press itself: the made moves are completed, a quota may be reached, the other display runs."""
    game = decision.game
    begin_period_on_quota(decision, color)
    decision.emit(ClockPressed(at=decision.at, color=color))
    if game.setup.rules.illegal_position_draws and game.setup.lacks_supervision:
        was_illegal = bool(game.plies) and is_illegal_position(game.plies[-1].before)
        if was_illegal:
            _draw_if_still_illegal(decision)


def begin_period_on_quota(decision: Decision, color: chess.Color) -> None:
    """With a move counter in the clock the next period's time is added when the quota is completed (A28).

    A flag that has fallen stays down: the quota was missed.
    """
    game, clock = decision.game, decision.game.clock
    if clock.control is None or clock.control.period_add is not PeriodAdd.ON_QUOTA or game.flags[color] is not None:
        return
    quota, following = clock.quota(color), clock.period_after(color)
    counted = game.completed[color] + game.moves_by_press(color) + game.counter_error[color]
    is_reached = quota is not None and counted >= quota
    if is_reached and following is not None and not following.renewed:  # byo-yomi waits until the time has run out
        article, period = decision.number(Article.NEXT_PERIOD), clock.period[color] + 1
        decision.emit(PeriodBegun(at=decision.at, color=color, period=period, article=article))


def _draw_if_still_illegal(decision: Decision) -> None:
    if is_illegal_position(decision.game.board):
        end_game(decision, Result.DRAW, Ending.ILLEGAL_POSITION, Article.ILLEGAL_POSITION)
