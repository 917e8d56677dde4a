"""A typed line, or what was heard, as the answer to a drill: a color, a number, squares, a man, yes or no, a
ruling.

Moves are read as in a game. What a drill waits for is said before its first question, after an answer that is none,
and in help.
"""

import chess
from msgspec.structs import replace

from access_chess.conversation.dialogue import ANSWERS
from access_chess.conversation.help import help_line, topics_line
from access_chess.conversation.state import Dialogue, Said
from access_chess.notation.vocabulary import folded
from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Topic
from access_chess.requests.slots import read_piece, read_squares, split_color
from access_chess.requests.spoken_times import MINUTE, read_duration, read_number
from access_chess.requests.typed_line import typed_answer
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import SpokenPart

_LIGHT, _DARK = ("light", "white"), ("dark", "black")
#: What is listened for, by what a drill waits for; moves, yes and no are heard as in a game, and yes and no as true and
#: false as well.
HEARD: dict[AnswerKind, frozenset[RequestName]] = {
    AnswerKind.YES_NO: frozenset({RequestName.YES, RequestName.NO}),
    AnswerKind.SQUARE_COLOR: frozenset({RequestName.LIGHT, RequestName.DARK}),
    AnswerKind.NUMBER: frozenset({RequestName.THIS_NUMBER}),
    AnswerKind.RULING: frozenset(
        {
            RequestName.THIS_NUMBER,
            RequestName.THIS_TIME,
            RequestName.LIGHT,
            RequestName.DARK,
            RequestName.OFFER_DRAW,
        }
    ),
    AnswerKind.ARTICLE: frozenset({RequestName.THIS_NUMBER, RequestName.NEXT}),
    AnswerKind.SQUARES: frozenset({RequestName.THIS_SQUARE}),
    AnswerKind.MAN: frozenset({RequestName.WHITE_MAN, RequestName.BLACK_MAN, RequestName.NOBODY}),
    AnswerKind.PIECE: frozenset({RequestName.WHITE_MAN, RequestName.BLACK_MAN, RequestName.THIS_MAN}),
}
#: What yes and no answer.
BY_YES_OR_NO = (AnswerKind.YES_NO, AnswerKind.RULING)

#: What may be asked for at a drill, in the order in which help tells it, and what its position must be seen for.
_ASKED = (
    RequestName.REPEAT, RequestName.HINT, RequestName.SOLUTION, RequestName.NEXT, RequestName.WHAT_IS_ON,
    RequestName.BOARD, RequestName.QUIT, RequestName.STOP,
)  # fmt: skip
_SEEN = frozenset({RequestName.WHAT_IS_ON, RequestName.BOARD})


def free_for(said: Said, dialogue: Dialogue) -> Dialogue:
    """Without the question that waits in the conversation, where something else was asked for."""
    pending = dialogue.pending
    if pending is None or not isinstance(said, Request) or said.name in (*ANSWERS, pending.request.name):
        return dialogue
    return replace(dialogue, pending=None)


def read_answer(line: str, expects: AnswerKind, language: PlayerLanguage) -> DrillAnswer | None:
    """The answer that a line is; None: it is something else, perhaps a request."""
    text = line.strip()
    match expects:
        case AnswerKind.ANY_KEY:
            return DrillAnswer() if not text else None
        case AnswerKind.ARTICLE:
            return DrillAnswer(article=text) if not text or any(map(str.isdigit, text)) else None
        case _ if not text:
            return None
        case AnswerKind.MOVE:
            return None
        case AnswerKind.YES_NO:
            return _yes_or_no(text, language)
        case AnswerKind.SQUARE_COLOR:
            named = _word(text, language)
            return DrillAnswer(is_light=named in _LIGHT) if named in (*_LIGHT, *_DARK) else None
        case AnswerKind.NUMBER:
            number = read_number(text, language.times)
            return None if number is None else DrillAnswer(number=number)
        case AnswerKind.RULING:
            return _ruling(text, language)
        case AnswerKind.SQUARES:
            squares = read_squares(text, language.vocabulary)
            return DrillAnswer(squares=squares) if squares else None
        case AnswerKind.MAN:
            return _man(text, language)
        case AnswerKind.PIECE:
            _, rest = split_color(text, language.words)
            kind = read_piece(rest, language.words, language.vocabulary)
            return None if kind is None else DrillAnswer(man=chess.Piece(kind, chess.WHITE))


def heard_answer(request: Request, before: tuple[chess.Square, ...]) -> DrillAnswer | None:
    """The answer that was said aloud; `before` are the squares that were named already. None: it is no answer."""
    match request.name:
        case RequestName.LIGHT | RequestName.DARK:
            is_light = request.name is RequestName.LIGHT
            return DrillAnswer(is_light=is_light, winner=is_light)  # White and Black are said by the same words
        case RequestName.THIS_SQUARE if request.squares:
            return DrillAnswer(squares=(*before, *request.squares))
        case RequestName.THIS_NUMBER:
            return DrillAnswer(number=request.number)
        case RequestName.THIS_TIME if request.number is not None:
            return DrillAnswer(time=request.number * MINUTE)
        case RequestName.OFFER_DRAW:
            return DrillAnswer(is_draw=True)
        case RequestName.NEXT:  # no article is named
            return DrillAnswer()
        case RequestName.MAN_ON_SQUARE | RequestName.THIS_MAN if request.piece is not None:
            return DrillAnswer(man=chess.Piece(request.piece, chess.WHITE), squares=request.squares)
        case RequestName.WHITE_MAN | RequestName.BLACK_MAN if request.piece is not None:
            return DrillAnswer(man=chess.Piece(request.piece, request.name is RequestName.WHITE_MAN))
        case RequestName.NOBODY:
            return DrillAnswer(is_nobody=True)
    return None


def expected(kind: AnswerKind, pack: VoicePack) -> SpokenPart:
    """What is to be answered: "Answer light or dark."."""
    return pack.phrase("drill_ready" if kind is AnswerKind.ANY_KEY else f"drill_expects_{kind.name.lower()}")


def drill_help(drill: Drill, language: PlayerLanguage) -> tuple[SpokenPart, ...]:
    """What may be answered and asked for at a drill: of a board that is kept in the head nothing is told."""
    useless = _SEEN if drill.is_hidden else frozenset()
    if drill.expects is not AnswerKind.MOVE:
        useless |= {RequestName.HINT}
    asked = [name for name in _ASKED if name not in useless]
    topics = [Topic.TRAINING, *(() if drill.is_hidden else (Topic.BOARD, Topic.EXPLORING)), Topic.PROGRAM]
    lines = (help_line(name, language) for name in asked)
    return (expected(drill.expects, language.pack), *lines, topics_line(topics, language))


def _word(text: str, language: PlayerLanguage) -> str | None:
    return language.words.words.get(folded(text))


def _yes_or_no(text: str, language: PlayerLanguage) -> DrillAnswer | None:
    answer = typed_answer(text, language.words)
    return DrillAnswer(is_yes=answer is RequestName.YES) if answer in (RequestName.YES, RequestName.NO) else None


def _ruling(text: str, language: PlayerLanguage) -> DrillAnswer | None:
    """ "2", "yes", "White", "draw", "two minutes"."""
    if (number := read_number(text, language.times)) is not None:
        return DrillAnswer(number=number)
    color, rest = split_color(text, language.words)
    if color is not None and not rest:
        return DrillAnswer(winner=color)
    if language.words.commands.get(folded(text)) is RequestName.OFFER_DRAW:
        return DrillAnswer(is_draw=True)
    time = read_duration(text, language.times, unit=MINUTE)
    return _yes_or_no(text, language) if time is None else DrillAnswer(time=time)


def _man(text: str, language: PlayerLanguage) -> DrillAnswer | None:
    """ "white knight", "black king", "nobody"; a man without its color is none."""
    if _word(text, language) == "nobody":
        return DrillAnswer(is_nobody=True)
    color, rest = split_color(text, language.words)
    kind = read_piece(rest, language.words, language.vocabulary) if color is not None else None
    return None if kind is None or color is None else DrillAnswer(man=chess.Piece(kind, color))
