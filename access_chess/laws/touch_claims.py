"""Complaints about touched pieces (4.3, 4.7): only a person can say whether a touch was deliberate."""

from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import ClaimTouch
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClaimRejected,
    PositionRestored,
    Refusal,
)
from access_chess.laws.game import Claim
from access_chess.laws.moves import touch
from access_chess.laws.touch_move import obligation


def claim_touch(decision: Decision, command: ClaimTouch) -> None:
    """The opponent touched this piece, says the claimant, who must not have touched one himself (4.7)."""
    color, game = command.color, decision.game
    if game.turn is color and game.hand.touches:
        decision.refuse(color, Refusal.COMPLAINT_LOST, Article.COMPLAINT_LOST)
    elif game.turn is color and not game.plies:
        decision.refuse(color, Refusal.NO_CLAIM, Article.TOUCHED_OWN)
    elif command.square in game.brushed:
        article = decision.number(Article.ACCIDENTAL)
        decision.emit(ClaimRejected(color=color, kind=ClaimKind.TOUCH, article=article))
    elif command.square in game.hand.touches:
        article = decision.number(obligation(game).article)
        decision.emit(ClaimAccepted(color=color, kind=ClaimKind.TOUCH, article=article))
    else:
        article = decision.number(Article.TOUCHED_OWN)
        decision.emit(ClaimMade(color=color, kind=ClaimKind.TOUCH, article=article, square=command.square))
        decision.emit(ArbiterAsked(kind=ClaimKind.TOUCH, color=color, article=article))


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
