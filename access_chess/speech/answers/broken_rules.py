"""Why a move is refused, as the Laws say it: the rule that it would break, in full."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.editions import Edition
from access_chess.laws.rule_numbers import numbers_of
from access_chess.laws.told_articles import Rule, ToldArticle
from access_chess.notation.illegality import Illegal, Reason
from access_chess.speech.answers.laws import LawTexts
from access_chess.speech.utterance import SpokenPart

#: How each kind of man moves.
_OF_MAN: dict[chess.PieceType, tuple[Rule, ...]] = {
    chess.PAWN: (ToldArticle.PAWN_STEP, ToldArticle.PAWN_DOUBLE_STEP),
    chess.KNIGHT: (ToldArticle.KNIGHT,),
    chess.BISHOP: (ToldArticle.BISHOP,),
    chess.ROOK: (ToldArticle.ROOK,),
    chess.QUEEN: (ToldArticle.QUEEN,),
    chess.KING: (ToldArticle.KING,),
}
#: What stands in the way is no rule where a man was named that is not there, or not of one's own.
_OF_REASON: dict[Reason, tuple[Rule, ...]] = {
    Reason.OWN_PIECE_THERE: (ToldArticle.OWN_PIECE_THERE,),
    Reason.BLOCKED: (ToldArticle.NO_JUMPING,),
    Reason.NOTHING_TO_CAPTURE: (ToldArticle.PAWN_CAPTURE,),
    Reason.PROMOTION_PIECE: (Article.PROMOTION_PIECE,),
    Reason.PINNED: (ToldArticle.NO_SELF_CHECK,),
    Reason.IN_CHECK: (ToldArticle.NO_SELF_CHECK,),
    Reason.INTO_CHECK: (ToldArticle.NO_SELF_CHECK,),
    Reason.CASTLING_LOST: (ToldArticle.CASTLING_LOST,),
    Reason.CASTLING_BLOCKED: (ToldArticle.CASTLING_BLOCKED,),
    Reason.CASTLING_IN_CHECK: (ToldArticle.CASTLING_ATTACKED,),
    Reason.CASTLING_THROUGH_CHECK: (ToldArticle.CASTLING_ATTACKED,),
    Reason.CASTLING_INTO_CHECK: (ToldArticle.CASTLING_ATTACKED,),
}


def broken_rules(
    illegal: Illegal, man: chess.PieceType | None, edition: Edition, texts: LawTexts, *, is_blindfold: bool = False
) -> tuple[SpokenPart, ...]:
    """The rules that a move would break, of a `man` that was named or stands there; none where it breaks no rule.

    Who plays blindfold is told how the man moves that they named, whatever the board has in the way.
    """
    if is_blindfold or illegal.reason is Reason.CANNOT_REACH:
        rules = () if man is None else _OF_MAN[man]
    elif illegal.reason is Reason.BLOCKED and man == chess.PAWN:
        rules = _OF_MAN[chess.PAWN]
    else:
        rules = _OF_REASON.get(illegal.reason, ())
    return tuple(texts.told(rule, edition) for rule in rules if rule in numbers_of(edition))
