"""The players' record of the moves: who must write, and what may be written when (article 8)."""

from datetime import timedelta

import chess

from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.commands import WriteMove, WriteOffer
from access_chess.laws.decision import Decision
from access_chess.laws.events import MoveWritten, OfferWritten, Refusal
from access_chess.laws.game import Game
from access_chess.laws.position import is_legal_on
from access_chess.laws.time_control import SpeedClass

#: 8.4: with less than five minutes a player is freed from recording,
EXEMPT_BELOW = timedelta(minutes=5)
#: unless each move brings thirty seconds or more.
NO_EXEMPTION_FROM = timedelta(seconds=30)


def must_record(game: Game, color: chess.Color, at: Instant) -> bool:
    """Whether this player has the duty to record his moves now (8.1, 8.4, A.2)."""
    if game.setup.speed is not SpeedClass.STANDARD:
        return False
    return not is_exempt(game, color, at)


def is_exempt(game: Game, color: chess.Color, at: Instant) -> bool:
    """Freed from recording for want of time (8.4; A29: strictly below five minutes, the delay counts as addition)."""
    clock = game.clock
    if not clock.has_limit(color) or clock.remaining(color, at) >= EXEMPT_BELOW:
        return False
    return not game.setup.rules.exemption_by_increment or clock.addition(color) < NO_EXEMPTION_FROM


def write_move(decision: Decision, command: WriteMove) -> None:
    """What has been made is written; the player having the move may write his next for a claim (8.1, 9.2)."""
    color, game = command.color, decision.game
    if any(ply.move == command.move for ply in game.plies[-2:]):
        decision.emit(MoveWritten(color=color, move=command.move))
    elif game.turn is color and game.end is None and is_legal_on(game.board, command.move):
        decision.emit(MoveWritten(color=color, move=command.move, in_advance=True))
    else:
        decision.refuse(color, Refusal.NOTHING_TO_WRITE, Article.WRITING_IN_ADVANCE)


def write_offer(decision: Decision, command: WriteOffer) -> None:
    """`(=)`: both players note a draw offer (9.1.b, C.13)."""
    if decision.game.offer is None:
        decision.refuse(command.color, Refusal.NO_OFFER, Article.DRAW_OFFER)
    else:
        decision.emit(OfferWritten(color=command.color))
