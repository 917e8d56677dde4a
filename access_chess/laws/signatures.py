"""The result that both players sign (8.7)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import SignResult
from access_chess.laws.decision import Decision
from access_chess.laws.events import ArbiterAsked, ClaimKind, Ending, Refusal, ResultSigned
from access_chess.laws.results import end_game


def sign(decision: Decision, command: SignResult) -> None:
    """What both have signed stands, even if it is not what was played; where they differ the arbiter decides (8.7)."""
    color, game = command.color, decision.game
    if game.end is None:
        decision.refuse(color, Refusal.NOT_OVER, Article.SIGNATURES)
        return
    if game.signed[color] is not None:
        decision.refuse(color, Refusal.ALREADY_SIGNED, Article.SIGNATURES)
        return
    article = decision.number(Article.SIGNATURES)
    decision.emit(ResultSigned(color=color, result=command.result, article=article))
    signed = decision.game.signed
    if decision.game.is_result_disputed:
        decision.emit(ArbiterAsked(kind=ClaimKind.RESULT, color=color, article=article))
    elif all(signed[each] is command.result for each in chess.COLORS) and command.result is not game.end.result:
        end_game(decision, command.result, Ending.SIGNED, Article.SIGNATURES)
