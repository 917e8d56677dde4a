"""A typed line as the answer to a drill: a color, a number, squares, a man, yes or no. Moves are read as in a game."""

import chess

from access_chess.notation.vocabulary import folded
from access_chess.practice.drill import Answer, AnswerKind
from access_chess.requests.names import NUMBERS, RequestName
from access_chess.requests.slots import read_piece, read_squares, split_color
from access_chess.requests.spoken_times import read_number
from access_chess.requests.typed_line import typed_answer
from access_chess.requests.words import PlayerLanguage

_LIGHT, _DARK = ("light", "white"), ("dark", "black")


def read_answer(line: str, kind: AnswerKind, language: PlayerLanguage) -> Answer | None:
    """The answer that a line is; None: it is something else, perhaps a request."""
    text = line.strip()
    match kind:
        case AnswerKind.ANY_KEY:
            return Answer() if not text else None
        case _ if not text:
            return None
        case AnswerKind.MOVE:
            return None
        case AnswerKind.YES_NO:
            answer = typed_answer(text, language.words)
            return Answer(is_yes=answer is RequestName.YES) if answer in (RequestName.YES, RequestName.NO) else None
        case AnswerKind.SQUARE_COLOR:
            named = _word(text, language)
            return Answer(is_light=named in _LIGHT) if named in (*_LIGHT, *_DARK) else None
        case AnswerKind.NUMBER:
            number = read_number(text, language.times)
            return None if number is None else Answer(number=number)
        case AnswerKind.SQUARES:
            squares = read_squares(text, language.vocabulary)
            return Answer(squares=squares) if squares else None
        case AnswerKind.MAN:
            return _man(text, language)


def answer_words(kind: AnswerKind, language: PlayerLanguage) -> tuple[str, ...]:
    """The words to listen for where few answer a drill: of colors, and the first numbers; at most four."""
    match kind:
        case AnswerKind.SQUARE_COLOR:
            names = language.words.words
            found = [
                next((" ".join(words) for words in names if names[words] == name), "") for name in (*_LIGHT, *_DARK)
            ]
            return tuple(dict.fromkeys(word for word in found if word))
        case AnswerKind.NUMBER:
            pack = language.pack
            return tuple(" ".join(folded(pack.name_of(name).spoken)) for name in pack.names.ranks[: len(NUMBERS)])
        case _:
            return ()


def _word(text: str, language: PlayerLanguage) -> str | None:
    return language.words.words.get(folded(text))


def _man(text: str, language: PlayerLanguage) -> Answer | None:
    """ "white knight", "black king", "nobody"; a man without his color is none."""
    if _word(text, language) == "nobody":
        return Answer(is_nobody=True)
    color, rest = split_color(text, language.words)
    kind = read_piece(rest, language.words, language.vocabulary) if color is not None else None
    return None if kind is None or color is None else Answer(man=chess.Piece(kind, color))
