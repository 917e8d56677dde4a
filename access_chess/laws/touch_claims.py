"""Complaints about touched pieces (4.3, 4.7): only a person can say whether a touch was deliberate."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import ClaimTouch
from access_chess.laws.decision import Decision, start_clock
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClaimRejected,
    PositionRestored,
    Refusal,
)
from access_chess.laws.game import Claim, Game
from access_chess.laws.moves import touch
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.touch_move import Obligation, bound_by, obligation


def claim_touch(decision: Decision, command: ClaimTouch) -> None:
    """The opponent touched this piece, says the claimant, who must not have touched one first (4.7)."""
    color, game = command.color, decision.game
    if game.turn is color and game.hand.touches:
        decision.refuse(color, Refusal.COMPLAINT_LOST, Article.COMPLAINT_LOST)
    elif game.turn is color and not game.plies:
        decision.refuse(color, Refusal.NO_CLAIM, Article.TOUCHED_OWN)
    elif command.square in game.brushed:
        article = decision.number(Article.ACCIDENTAL)
        decision.emit(ClaimRejected(color=color, kind=ClaimKind.TOUCH, article=article))
    elif (breach := _breach(game, not color, command.square)) is not None:
        _undo_breach(decision, color, breach)
    elif _is_answered_by_move(game, color, command.square):
        decision.refuse(color, Refusal.COMPLAINT_LOST, Article.COMPLAINT_LOST)
    elif command.square in game.hand.touches:
        article = decision.number(obligation(game).article)
        decision.emit(ClaimAccepted(color=color, kind=ClaimKind.TOUCH, article=article))
    else:
        article = decision.number(Article.TOUCHED_OWN)
        decision.emit(ClaimMade(color=color, kind=ClaimKind.TOUCH, article=article, square=command.square))
        decision.emit(ArbiterAsked(kind=ClaimKind.TOUCH, color=color, article=article))


def _breach(game: Game, offender: chess.Color, square: chess.Square) -> Obligation | None:
    """What bound the offender when this piece was touched and another move was made; a human arbiter says so."""
    last = game.plies[-1] if game.plies and game.setup.arbiter is not ArbiterMode.HUMAN else None
    if last is None or last.color is not offender or square not in last.touches:
        return None
    bound = bound_by(last)
    return None if last.move in bound.moves else bound


def _is_answered_by_move(game: Game, claimant: chess.Color, square: chess.Square) -> bool:
    """Whether the claimant has moved since the opponent touched this piece and made another move (4.7)."""
    if game.turn is claimant or square in game.hand.touches or len(game.plies) < 2:
        return False
    before = game.plies[-2]
    return square in before.touches and before.move not in bound_by(before).moves


def _undo_breach(decision: Decision, color: chess.Color, bound: Obligation) -> None:
    """The touch was seen: the move is taken back with its time, and the touched pieces bind (4.3, 6.13, A78)."""
    game = decision.game
    index, ply = len(game.plies) - 1, game.plies[-1]
    article = decision.number(bound.article)
    decision.emit(ClaimAccepted(color=color, kind=ClaimKind.TOUCH, article=article))
    then = ply.clock
    decision.emit(
        PositionRestored(
            at=decision.at,
            ply=index,
            article=article,
            touches=ply.touches,
            castling_intended=ply.castling_intended,
            times=None if then is None or then.control is None else game.clock.displays_then(then),
        )
    )
    start_clock(decision, ply.color, Article.TIMES_CORRECTED)


def rule_touch(decision: Decision, claim: Claim, *, is_accepted: bool) -> None:
    """Accepted: the touched piece binds, and a move already made with another piece is taken back."""
    offender = not claim.color
    if not is_accepted or claim.square is None:
        article = decision.number(Article.ACCIDENTAL)
        decision.emit(ClaimRejected(color=claim.color, kind=claim.kind, article=article))
        return
    article = decision.number(Article.TOUCHED_OWN)
    decision.emit(ClaimAccepted(color=claim.color, kind=claim.kind, article=article))
    if decision.game.turn is not offender:
        index = len(decision.game.plies) - 1
        decision.emit(PositionRestored(at=decision.at, ply=index, article=article, touches=(claim.square,)))
        start_clock(decision, offender, Article.TIMES_CORRECTED)
    else:
        touch(decision, offender, (claim.square,))
