"""A typed line, or what was heard, as the answer to a drill: a color, a number, squares, a man, yes or no.

Moves are read as in a game.
"""

import chess

from access_chess.notation.vocabulary import folded
from access_chess.practice.drill import AnswerKind, DrillAnswer
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.slots import read_piece, read_squares, split_color
from access_chess.requests.spoken_times import read_number
from access_chess.requests.typed_line import typed_answer
from access_chess.requests.words import PlayerLanguage

_LIGHT, _DARK = ("light", "white"), ("dark", "black")
#: What is listened for, by what a drill waits for; moves, yes and no are heard as in a game.
HEARD: dict[AnswerKind, frozenset[RequestName]] = {
    AnswerKind.SQUARE_COLOR: frozenset({RequestName.LIGHT, RequestName.DARK}),
    AnswerKind.NUMBER: frozenset({RequestName.THIS_NUMBER}),
    AnswerKind.SQUARES: frozenset({RequestName.THIS_SQUARE}),
    AnswerKind.MAN: frozenset({RequestName.WHITE_MAN, RequestName.BLACK_MAN, RequestName.NOBODY}),
}


def read_answer(line: str, kind: AnswerKind, language: PlayerLanguage) -> DrillAnswer | None:
    """The answer that a line is; None: it is something else, perhaps a request."""
    text = line.strip()
    match kind:
        case AnswerKind.ANY_KEY:
            return DrillAnswer() if not text else None
        case AnswerKind.ARTICLE:
            return DrillAnswer(article=text) if not text or any(map(str.isdigit, text)) else None
        case _ if not text:
            return None
        case AnswerKind.MOVE:
            return None
        case AnswerKind.YES_NO:
            answer = typed_answer(text, language.words)
            return (
                DrillAnswer(is_yes=answer is RequestName.YES) if answer in (RequestName.YES, RequestName.NO) else None
            )
        case AnswerKind.SQUARE_COLOR:
            named = _word(text, language)
            return DrillAnswer(is_light=named in _LIGHT) if named in (*_LIGHT, *_DARK) else None
        case AnswerKind.NUMBER:
            number = read_number(text, language.times)
            return None if number is None else DrillAnswer(number=number)
        case AnswerKind.SQUARES:
            squares = read_squares(text, language.vocabulary)
            return DrillAnswer(squares=squares) if squares else None
        case AnswerKind.MAN:
            return _man(text, language)


def heard_answer(request: Request, before: tuple[chess.Square, ...]) -> DrillAnswer | None:
    """The answer that was said aloud; `before` are the squares that were named already. None: it is no answer."""
    match request.name:
        case RequestName.LIGHT | RequestName.DARK:
            return DrillAnswer(is_light=request.name is RequestName.LIGHT)
        case RequestName.THIS_SQUARE if request.squares:
            return DrillAnswer(squares=(*before, *request.squares))
        case RequestName.THIS_NUMBER:
            return DrillAnswer(number=request.number)
        case RequestName.WHITE_MAN | RequestName.BLACK_MAN if request.piece is not None:
            return DrillAnswer(man=chess.Piece(request.piece, request.name is RequestName.WHITE_MAN))
        case RequestName.NOBODY:
            return DrillAnswer(is_nobody=True)
    return None


def _word(text: str, language: PlayerLanguage) -> str | None:
    return language.words.words.get(folded(text))


def _man(text: str, language: PlayerLanguage) -> DrillAnswer | None:
    """ "white knight", "black king", "nobody"; a man without its color is none."""
    if _word(text, language) == "nobody":
        return DrillAnswer(is_nobody=True)
    color, rest = split_color(text, language.words)
    kind = read_piece(rest, language.words, language.vocabulary) if color is not None else None
    return None if kind is None or color is None else DrillAnswer(man=chess.Piece(kind, color))
