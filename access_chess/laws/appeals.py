"""Appeals against rulings (12.10, 13.3 of the Soviet code)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import (
    Appeal,
    Result,
    RuleAppeal,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    AppealMade,
    AppealRuled,
    ClaimKind,
    ClaimRejected,
    Ending,
    Refusal,
)
from access_chess.laws.results import end_game, win_for


def appeal(decision: Decision, command: Appeal) -> None:
    """An appeal against the last ruling is noted (12.10; 10.2.d: none in a quickplay finish)."""
    color, game = command.color, decision.game
    ruling = game.ruling
    if ruling is None:
        decision.refuse(color, Refusal.NO_APPEAL, Article.APPEAL)
    elif _is_final(decision):
        decision.refuse(color, Refusal.NO_APPEAL, Article.QUICKPLAY_FINAL)
    elif game.end is not None:
        decision.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    else:
        decision.emit(AppealMade(color=color, article=decision.number(Article.APPEAL)))


def _is_final(decision: Decision) -> bool:
    game = decision.game
    is_ruled = getattr(game.ruling, "kind", None) is ClaimKind.QUICKPLAY
    has_ended = game.end is not None and game.end.ending is Ending.QUICKPLAY_CLAIM
    return (is_ruled or game.is_ruling_due or has_ended) and not game.setup.rules.quickplay_appealable


def rule_appeal(decision: Decision, command: RuleAppeal) -> None:
    """The answer to an appeal; a refused Soviet draw claim that goes to appeal is won or lost by it (13.3)."""
    game = decision.game
    color = game.appeal
    if color is None:
        decision.refuse(None, Refusal.NO_APPEAL, Article.APPEAL)
        return
    decision.emit(AppealRuled(color=color, upheld=command.upheld, article=decision.number(Article.APPEAL)))
    if game.end is None and game.setup.rules.refused_claim_appeal_risks_loss:
        _end_by_appeal(decision, color, is_upheld=command.upheld)


def _end_by_appeal(decision: Decision, color: chess.Color, *, is_upheld: bool) -> None:
    match decision.game.ruling:
        case ClaimRejected(kind=ClaimKind.THREEFOLD) if is_upheld:
            end_game(decision, Result.DRAW, Ending.THREEFOLD, Article.THREEFOLD, color=color)
        case ClaimRejected(kind=ClaimKind.FIFTY) if is_upheld:
            end_game(decision, Result.DRAW, Ending.FIFTY, Article.FIFTY, color=color)
        case ClaimRejected(kind=ClaimKind.THREEFOLD | ClaimKind.FIFTY):
            end_game(decision, win_for(not color), Ending.ARBITER_PENALTY, Article.APPEAL, color=color)
        case _:
            pass
