"""Whether a player may act on the board now: asked by the Laws themselves, by boards and by engines."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import StopReason
from access_chess.laws.events import Refusal
from access_chess.laws.game import Game
from access_chess.laws.rights import Reason


def may_act(game: Game, color: chess.Color) -> bool:
    """Whether what this player does with his hands counts now."""
    return why_not_act(game, color) is None


def why_not_act(game: Game, color: chess.Color) -> Reason | None:
    """Why this player may not touch a piece or make a move now, and the rule that says so; None: he may."""
    if game.end is not None:
        return Refusal.GAME_OVER, Article.END_OF_GAME
    if not game.started:
        return Refusal.NOT_STARTED, Article.CLOCK_START
    if not game.present[color]:
        return Refusal.ABSENT, Article.DEFAULT_TIME
    if game.turn is not color:
        return Refusal.NOT_YOUR_MOVE, Article.HAVING_THE_MOVE
    if game.stopped not in (None, StopReason.PROMOTION_PIECE) and not is_ruled_on(game):
        return Refusal.CLOCKS_STOPPED, Article.RESTART
    if game.borrowed is color:
        return Refusal.SHEET_BORROWED, Article.SHEET_AFTER_FLAG
    if game.claim is not None:
        return Refusal.CLAIM_PENDING, Article.CLAIM_CORRECT
    if game.adjournment is not None and game.adjournment.closed and not game.adjournment.opened:
        return Refusal.BOUND_BY_SEALING, Article.SEALING
    return None


def is_ruled_on(game: Game) -> bool:
    """The clocks stand for a claim that has been answered: whoever goes on playing starts them again."""
    is_answered = game.claim is None and not game.is_ruling_due
    return game.stopped is StopReason.CLAIM and is_answered and not game.is_clock_on
