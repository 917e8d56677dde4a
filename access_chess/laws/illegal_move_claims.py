"""Illegal moves that are found later: by the arbiter, by a claim of the opponent, by agreement (7.4, A.4.c, B.3.c)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import (
    AgreeCorrection,
    ClaimIllegalMove,
    FindIllegalMove,
    StopReason,
)
from access_chess.laws.decision import Decision, start_clock
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClocksStopped,
    CorrectionAgreed,
    Ending,
    PositionRestored,
    Refusal,
)
from access_chess.laws.game import Game
from access_chess.laws.illegal_moves import is_two_handed, rule_illegal_ply
from access_chess.laws.results import lose
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import SpeedClass


def find_illegal(decision: Decision, command: FindIllegalMove) -> None:
    """The arbiter has found an illegal move, completed as that move number: all follows from the finding."""
    index = ply_index(decision.game, command.number, command.color)
    if index is None:
        decision.refuse(None, Refusal.NO_SUCH_MOVE, Article.ILLEGAL_MOVE)
    elif decision.game.setup.lacks_supervision and index < len(decision.game.plies) - 1:
        decision.refuse(None, Refusal.TOO_LATE, Article.TOO_LATE_FOR_ILLEGAL)
    else:
        rule_illegal_ply(decision, index)


def ply_index(game: Game, number: int, color: chess.Color) -> int | None:
    """Which ply is this move number of this player, counted as on the scoresheet; None: not made."""
    for index, ply in enumerate(game.plies):
        if ply.color is color and ply.before.fullmove_number == number:
            return index
    return None


def claim_illegal(decision: Decision, command: ClaimIllegalMove) -> None:
    """The opponent says that a completed move was illegal (A.4.c, B.3.c, 7.4.a)."""
    color, game = command.color, decision.game
    article = Article.BLITZ_ILLEGAL_CLAIM if claim_wins(game) else Article.ILLEGAL_MOVE
    index = _illegal_ply_of(game, not color)
    if command.number is not None and index != ply_index(game, command.number, not color):
        index = None  # the first illegal move is the one to be undone, and no legal one is claimed
    if index is None:
        decision.refuse(color, Refusal.NOT_ILLEGAL, article)
    elif game.setup.lacks_supervision and index < len(game.plies) - 1:
        too_late = article if claim_wins(game) else Article.TOO_LATE_FOR_ILLEGAL
        decision.refuse(color, Refusal.TOO_LATE, too_late)
    elif game.setup.arbiter is ArbiterMode.HUMAN:
        number = decision.number(article)
        decision.emit(ClaimMade(color=color, kind=ClaimKind.ILLEGAL_MOVE, article=number))
        decision.emit(ClocksStopped(at=decision.at, reason=StopReason.CLAIM, article=number, color=color))
        decision.emit(ArbiterAsked(kind=ClaimKind.ILLEGAL_MOVE, color=color, article=number))
    else:
        rule_claimed_illegal_move(decision, color, number=command.number)


def rule_claimed_illegal_move(decision: Decision, color: chess.Color, *, number: int | None = None) -> None:
    """The claim is right: the claimant wins (B.3.c), or the move is undone as any illegal move."""
    game = decision.game
    index = _illegal_ply_of(game, not color)
    assert index is not None, "a claim of what the record does not have is refused, and one of what is undone forgotten"
    if claim_wins(game):
        article, draw = Article.BLITZ_ILLEGAL_CLAIM, Ending.ILLEGAL_MOVE_CLAIM_DRAW
        decision.emit(ClaimAccepted(color=color, kind=ClaimKind.ILLEGAL_MOVE, article=decision.number(article)))
        before = game.plies[index].before
        lose(decision, not color, Ending.ILLEGAL_MOVE_CLAIM, article, draw=draw, board=before)
    else:
        article = Article.ILLEGAL_MOVE
        decision.emit(ClaimAccepted(color=color, kind=ClaimKind.ILLEGAL_MOVE, article=decision.number(article)))
        rule_illegal_ply(decision, index, number=number)


def claim_wins(game: Game) -> bool:
    """F09 blitz without adequate supervision: the claimant wins (B.3.c)."""
    setup = game.setup
    return setup.lacks_supervision and setup.speed is SpeedClass.BLITZ and setup.rules.illegal_blitz_claim_wins


def _illegal_ply_of(game: Game, color: chess.Color) -> int | None:
    """The first illegal move of that player in the record."""
    indexes = (
        index
        for index, ply in enumerate(game.plies)
        if ply.color is color and (not ply.legal or is_two_handed(game, ply))
    )
    if game.setup.lacks_supervision:
        return max(indexes, default=None)
    return next(indexes, None)


def agree_correction(decision: Decision, command: AgreeCorrection) -> None:
    """What can no longer be claimed may be put right when both players agree (B.3.c, F18 A.4.2)."""
    color, game = command.color, decision.game
    index = next((index for index, ply in enumerate(game.plies) if not ply.legal), None)
    if index is None:
        decision.refuse(color, Refusal.NOT_ILLEGAL, Article.AGREED_CORRECTION)
        return
    article = decision.number(Article.AGREED_CORRECTION)
    decision.emit(CorrectionAgreed(color=color, article=article))
    if decision.game.correction_agreed[not color]:
        ply = game.plies[index]
        decision.emit(PositionRestored(at=decision.at, ply=index, article=article))
        start_clock(decision, ply.color, Article.TIMES_CORRECTED)
