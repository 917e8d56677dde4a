"""Pressing the clock: what it completes, and what it turns into an offence (6.7, 7.4, E.2.3)."""

import chess

from access_chess.laws.adjournment import is_press_after_lost_envelope, is_sealing, press_after_reply
from access_chess.laws.articles import Article
from access_chess.laws.commands import PressClock, Result
from access_chess.laws.decision import Course
from access_chess.laws.editions import UnfinishedPromotion
from access_chess.laws.events import (
    ClockHandedBack,
    ClockPressed,
    Ending,
    IrregularityFound,
    Offence,
    PeriodBegun,
    PromotedToQueen,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.hands import are_parts_done, is_said, make_if_done
from access_chess.laws.irregularities import (
    is_illegal_position,
    offence_of,
    penalize,
    rule_illegal_in_hand,
    rules_at_once,
)
from access_chess.laws.moves import make_move, warn
from access_chess.laws.results import end_game
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import PeriodAdd
from access_chess.laws.touch_move import is_promotion


def press(course: Course, command: PressClock) -> None:
    """The player stops his display and starts the other."""
    color, game = command.color, course.game
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif is_press_after_lost_envelope(game, color):
        pass  # the arbiter has started the replier's display already
    elif game.clock.running is not color:
        course.refuse(color, Refusal.CLOCK_NOT_RUNNING, Article.PRESS)
    elif press_after_reply(course, color):
        pass
    elif is_sealing(game) and game.turn is color:
        course.refuse(color, Refusal.BOUND_BY_SEALING, Article.SEALING)
    elif game.restoring is color:
        course.happen(ClockHandedBack(at=course.at, color=not color, article=course.number(Article.DISPLACED)))
    elif game.turn is color and not game.uncompleted[color]:
        _press_before_move_is_made(course, color)
    else:
        _press_after_move(course, color)


def _press_before_move_is_made(course: Course, color: chess.Color) -> None:
    game = course.game
    hand, is_blind = game.hand, game.setup.players[color].is_blind
    released = hand.released if hand.released_on else None
    if hand.illegal is not None:
        _complete_illegal(course, color, hand.illegal)
    elif is_blind and (released is None or not is_said(game, color)):
        course.refuse(color, Refusal.NOT_ANNOUNCED, Article.BLIND_MADE)
    elif released is None:
        _press_without_move(course, color)
    elif is_promotion(game.board, released) and hand.promotion is None:
        _press_with_pawn_on_last_rank(course, color, released)
    elif are_parts_done(game):  # the new piece stands on its square: who presses has let go of it
        make_if_done(course, color)
        _press_after_move(course, color)
    elif game.board.is_castling(released):
        _complete_illegal(course, color, released)
    else:
        article = Article.BLIND_MADE if is_blind else Article.RELEASED
        course.refuse(color, Refusal.CAPTURED_PIECE_STANDS, article)


def _press_without_move(course: Course, color: chess.Color) -> None:
    if course.game.setup.arbiter is not ArbiterMode.PROGRAM:
        complete(course, color)
    elif course.game.setup.rules.press_without_move_is_illegal:
        _offend(course, color, Offence.PRESS_WITHOUT_MOVE, Article.PRESS_WITHOUT_MOVE)
        if course.game.end is None:
            penalize(course, color)
    else:
        warn(course, color, Offence.PRESS_WITHOUT_MOVE, Article.PRESS_WITHOUT_MOVE)


def _offend(course: Course, color: chess.Color, offence: Offence, article: Article) -> None:
    course.happen(IrregularityFound(offence=offence, color=color, article=course.number(article), counted=True))


def _complete_illegal(course: Course, color: chess.Color, move: chess.Move) -> None:
    """An illegal move is completed: ruled at once, or left standing until somebody finds it."""
    if rules_at_once(course.game, move):
        rule_illegal_in_hand(course, color, move, offence_of(course.game.board, move), Article.ILLEGAL_MOVE)
    else:
        make_move(course, color, move, legal=False)
        complete(course, color)


def _press_with_pawn_on_last_rank(course: Course, color: chess.Color, released: chess.Move) -> None:
    """Undone, or a queen (7.4.a; F18 7.5.2, A16)."""
    game = course.game
    if not rules_at_once(game, released):
        make_move(course, color, released, legal=False)
        complete(course, color)
    elif game.setup.rules.unfinished_promotion is UnfinishedPromotion.UNDONE:
        rule_illegal_in_hand(course, color, released, Offence.UNFINISHED_PROMOTION, Article.UNFINISHED_PROMOTION)
    else:
        _offend(course, color, Offence.UNFINISHED_PROMOTION, Article.UNFINISHED_PROMOTION)
        penalize(course, color)
        if course.game.end is None:
            course.happen(PromotedToQueen(color=color, article=course.number(Article.UNFINISHED_PROMOTION)))
            queen = chess.Move(released.from_square, released.to_square, chess.QUEEN)
            make_move(course, color, queen)
            if course.game.end is None:
                complete(course, color)


def _press_after_move(course: Course, color: chess.Color) -> None:
    game = course.game
    last = next((ply for ply in reversed(game.plies) if ply.color is color), None)
    is_offence = game.setup.rules.two_hands_is_illegal and last is not None and last.two_hands
    if is_offence and game.uncompleted[color] and game.setup.arbiter is ArbiterMode.PROGRAM:
        _offend(course, color, Offence.TWO_HANDS, Article.TWO_HANDS)
        penalize(course, color)
    if course.game.end is None:
        complete(course, color)


def complete(course: Course, color: chess.Color) -> None:
    """The press itself: the made moves are completed, a quota may be reached, the other display runs."""
    game = course.game
    begin_period_on_quota(course, color)
    was_illegal = bool(game.plies) and is_illegal_position(game.plies[-1].before)
    course.happen(ClockPressed(at=course.at, color=color))
    if game.setup.is_lax and game.setup.rules.illegal_position_draws and was_illegal:
        _draw_if_still_illegal(course)


def begin_period_on_quota(course: Course, color: chess.Color) -> None:
    """With a move counter in the clock the next period's time is added when the quota is completed (A28).

    A flag that has fallen stays down: the quota was missed.
    """
    game = course.game
    control = game.clock.control
    if control is None or control.period_add is not PeriodAdd.ON_QUOTA or game.flags[color] is not None:
        return
    period = game.clock.period[color]
    quota = control.quota(period)
    if quota is not None and game.completed[color] + game.moves_by_press(color) >= quota and _has_next(game, period):
        article = course.number(Article.NEXT_PERIOD)
        course.happen(PeriodBegun(at=course.at, color=color, period=period + 1, article=article))


def _has_next(game: Game, period: int) -> bool:
    return game.clock.control is not None and period + 1 < len(game.clock.control.periods)


def _draw_if_still_illegal(course: Course) -> None:
    if is_illegal_position(course.game.board):
        end_game(course, Result.DRAW, Ending.ILLEGAL_POSITION, Article.ILLEGAL_POSITION)
