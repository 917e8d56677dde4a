"""Complaints about touched pieces (4.3, 4.7): only a person can say whether a touch was deliberate."""

from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import ClaimTouch
from access_chess.laws.decision import Course
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


def claim_touch(course: Course, command: ClaimTouch) -> None:
    """The opponent touched this piece, says the claimant, who must not have touched one himself (4.7)."""
    color, game = command.color, course.game
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif game.turn is color and game.hand.touches:
        course.refuse(color, Refusal.COMPLAINT_LOST, Article.COMPLAINT_LOST)
    elif game.turn is color and not game.plies:
        course.refuse(color, Refusal.NO_CLAIM, Article.TOUCHED_OWN)
    elif command.square in game.brushed:
        article = course.number(Article.ACCIDENTAL)
        course.happen(ClaimRejected(color=color, kind=ClaimKind.TOUCH, article=article))
    elif command.square in game.hand.touches:
        article = course.number(obligation(game).article)
        course.happen(ClaimAccepted(color=color, kind=ClaimKind.TOUCH, article=article))
    else:
        article = course.number(Article.TOUCHED_OWN)
        course.happen(ClaimMade(color=color, kind=ClaimKind.TOUCH, article=article, square=command.square))
        course.happen(ArbiterAsked(kind=ClaimKind.TOUCH, color=color, article=article))


def rule_touch(course: Course, claim: Claim, *, is_accepted: bool) -> None:
    """Accepted: the touched piece binds, and a move already made with another piece is taken back."""
    offender = not claim.color
    if not is_accepted or claim.square is None:
        article = course.number(Article.ACCIDENTAL)
        course.happen(ClaimRejected(color=claim.color, kind=claim.kind, article=article))
        return
    article = course.number(Article.TOUCHED_OWN)
    course.happen(ClaimAccepted(color=claim.color, kind=claim.kind, article=article))
    if course.game.turn is not offender:
        index = len(course.game.plies) - 1
        course.happen(PositionRestored(at=course.at, ply=index, article=article, touches=(claim.square,)))
        start_clock(course, offender, Article.TIMES_CORRECTED)
    else:
        touch(course, offender, (claim.square,))
