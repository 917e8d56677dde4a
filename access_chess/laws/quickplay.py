"""The quickplay finish: claims that only a person can judge (article 10, Appendix D, Guideline III)."""

from datetime import timedelta

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import ClaimQuickplay, RequestExtraTime, Result, StopReason, Verdict
from access_chess.laws.decision import Decision, restart_after_ruling
from access_chess.laws.editions import Quickplay
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClaimPostponed,
    ClaimRejected,
    ClocksStopped,
    DrawOffered,
    Ending,
    ExtraDelayGranted,
    Refusal,
    TimeAdded,
)
from access_chess.laws.flags import lose_on_time
from access_chess.laws.game import Claim
from access_chess.laws.results import end_game, win_for
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import SpeedClass

#: 10.2: less than two minutes left
LIMIT = timedelta(minutes=2)
#: 10.2.c, III.4, III.5.3: two minutes for the opponent
COMPENSATION = timedelta(minutes=2)
#: III.4
EXTRA_SECONDS = timedelta(seconds=5)
#: A41: with this increment or more the risk that 10.2 cures is absent.
INCREMENT_EXCLUDES = timedelta(seconds=1)


def claim_quickplay(decision: Decision, command: ClaimQuickplay) -> None:
    """The opponent makes no effort, or cannot win by normal means: the arbiter is asked (10.2)."""
    color, game = command.color, decision.game
    refusal = _why_not(decision, color, (Quickplay.CLAIM_2009, Quickplay.CLAIM), Article.QUICKPLAY)
    if refusal is not None:
        decision.refuse(color, *refusal)
        return
    is_without_arbiter = game.setup.arbiter is ArbiterMode.NONE
    article = decision.number(Article.QUICKPLAY_WITHOUT_ARBITER if is_without_arbiter else Article.QUICKPLAY)
    claim = ClaimMade(color=color, kind=ClaimKind.QUICKPLAY, article=article, ground=command.ground)
    _stop_and_claim(decision, color, claim)
    if is_without_arbiter:
        # The claim ends the game; a designated arbiter rules on the evidence later.
        end_game(decision, Result.NONE, Ending.QUICKPLAY_CLAIM, Article.QUICKPLAY_WITHOUT_ARBITER, color=color)
        return
    if game.setup.quickplay is Quickplay.CLAIM_2009 and game.offer is None:
        decision.emit(DrawOffered(color=color, article=decision.number(Article.CLAIM_IS_OFFER)))
    decision.emit(ArbiterAsked(kind=ClaimKind.QUICKPLAY, color=color, article=article))


def request_extra_time(decision: Decision, command: RequestExtraTime) -> None:
    """Five more seconds a move for both; it is a draw offer, too (III.4)."""
    color, game = command.color, decision.game
    refusal = _why_not(decision, color, (Quickplay.EXTRA_TIME,), Article.EXTRA_TIME)
    if refusal is not None:
        decision.refuse(color, *refusal)
        return
    article = decision.number(Article.EXTRA_TIME)
    _stop_and_claim(decision, color, ClaimMade(color=color, kind=ClaimKind.EXTRA_TIME, article=article))
    if game.offer is None:
        decision.emit(DrawOffered(color=color, article=article))
    decision.emit(ArbiterAsked(kind=ClaimKind.EXTRA_TIME, color=color, article=article))


def _stop_and_claim(decision: Decision, color: chess.Color, claim: ClaimMade) -> None:
    decision.emit(claim)
    decision.emit(ClocksStopped(at=decision.at, reason=StopReason.CLAIM, article=claim.article, color=color))


def _why_not(
    decision: Decision, color: chess.Color, forms: tuple[Quickplay, ...], right: Article
) -> tuple[Refusal, Article] | None:
    """Why this right, which these forms of the finish give, is not there; and the article that says so."""
    game = decision.game
    setup, clock = game.setup, game.clock
    if game.claim is not None or game.watched is not None:
        return Refusal.CLAIM_PENDING, Article.QUICKPLAY
    if setup.quickplay not in forms or not clock.has_limit(color):
        return Refusal.NO_QUICKPLAY, Article.QUICKPLAY_ANNOUNCED
    is_blitz = setup.speed is SpeedClass.BLITZ and (
        setup.lacks_supervision or setup.quickplay is not Quickplay.CLAIM_2009
    )
    if is_blitz:
        return Refusal.NO_QUICKPLAY, Article.QUICKPLAY_BLITZ
    if clock.quota(color) is not None or clock.addition(color) - clock.delay(color) >= INCREMENT_EXCLUDES:
        return Refusal.NO_QUICKPLAY, right
    if not game.has_move(color):
        return Refusal.NOT_YOUR_MOVE, right
    if clock.remaining(color, decision.at) >= LIMIT or game.flags[color] is not None:
        return Refusal.TIME_LEFT, right
    return None


def rule_quickplay(decision: Decision, claim: Claim, verdict: Verdict) -> None:
    """Draw, postponed, or rejected with two minutes for the opponent (10.2.a–c)."""
    color, game = claim.color, decision.game
    match verdict:
        case Verdict.ACCEPT:
            article = decision.number(Article.QUICKPLAY_DRAW)
            decision.emit(ClaimAccepted(color=color, kind=claim.kind, article=article))
            ground = Article.QUICKPLAY_DRAW if game.claim is not None else Article.QUICKPLAY_POSTPONED
            end_game(decision, Result.DRAW, Ending.QUICKPLAY_CLAIM, ground, color=color)
        case Verdict.POSTPONE if game.end is not None or game.is_ruling_due:
            decision.refuse(None, Refusal.TOO_LATE, Article.QUICKPLAY_POSTPONED)
        case Verdict.POSTPONE:
            article = decision.number(Article.QUICKPLAY_POSTPONED)
            decision.emit(ClaimPostponed(color=color, kind=claim.kind, article=article))
            restart_after_ruling(decision)
        case Verdict.REJECT:
            article = decision.number(Article.QUICKPLAY_REJECTED)
            decision.emit(ClaimRejected(color=color, kind=claim.kind, article=article))
            if game.end is not None:
                end_game(decision, win_for(not color), Ending.QUICKPLAY_CLAIM, Article.QUICKPLAY_REJECTED, color=color)
            elif game.flags[color] is not None:
                lose_on_time(decision, color)
            else:
                decision.emit(TimeAdded(color=not color, time=COMPENSATION, article=article))
                restart_after_ruling(decision)


def rule_extra_time(decision: Decision, claim: Claim, *, is_accepted: bool) -> None:
    """The arbiter agrees: five seconds a move for both from the next move on, two minutes for the opponent (III.4)."""
    article = decision.number(Article.EXTRA_TIME)
    if is_accepted:
        decision.emit(ClaimAccepted(color=claim.color, kind=claim.kind, article=article))
        for color in chess.COLORS:
            decision.emit(ExtraDelayGranted(color=color, time=EXTRA_SECONDS, article=article))
        decision.emit(TimeAdded(color=not claim.color, time=COMPENSATION, article=article))
    else:
        decision.emit(ClaimRejected(color=claim.color, kind=claim.kind, article=article))
    restart_after_ruling(decision)
