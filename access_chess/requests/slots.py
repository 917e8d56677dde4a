"""What follows the words of a request, read into its fields: squares, pieces, moves, players, times, numbers."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

import chess
from msgspec.structs import replace

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Result
from access_chess.laws.game import Game
from access_chess.notation.move_text import CHARACTERS, PARTS
from access_chess.notation.reading import Ambiguous, MoveRead, PromotionMissing, read_move
from access_chess.notation.vocabulary import Vocabulary, folded
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Slot
from access_chess.requests.spoken_times import SECOND, read_duration, read_number
from access_chess.requests.table import ROWS
from access_chess.requests.words import PlayerLanguage, RequestWords, Words
from access_chess.speech.answers.clock import parse_schedule

Meaning = TypeVar("Meaning")
Filled = Request | Unfinished
_Reader = Callable[[Request, str, Game, PlayerLanguage], Filled]

#: What an arbiter may declare.
RESULTS = {result.value: result for result in Result if result not in (Result.NONE, Result.ANNULLED)}


def filled(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """The request with what was typed after its words; what lacks something is to be asked for."""
    slot = ROWS[request.name].slot
    if slot is None:
        return replace(request, words=text) if not text else Unfinished(request=request, missing=Missing.WORDS)
    return _READERS[slot](replace(request, words=text), text, game, language)


def split_phrase(line: str, phrases: Mapping[Words, Meaning]) -> tuple[Meaning | None, str]:
    """What the longest known phrase at the beginning of the line means, and the rest of the line."""
    typed = line.split()
    for length in range(len(typed), 0, -1):
        if (meaning := phrases.get(folded(" ".join(typed[:length])))) is not None:
            return meaning, " ".join(typed[length:])
    return None, line.strip()


def split_color(line: str, words: RequestWords) -> tuple[chess.Color | None, str]:
    """The color named at the beginning of a line, and the rest."""
    name, rest = split_phrase(line, words.words)
    return (name == "white", rest) if name in ("white", "black") else (None, line.strip())


def read_squares(text: str, vocabulary: Vocabulary) -> tuple[chess.Square, ...] | None:
    """The squares that are typed, "e4 d5" or "Eva vier David fünf"; None when something else is among them."""
    signs = signs_of(text, vocabulary)
    if re.fullmatch(r"(?:[a-h][1-8])*", signs) is None:
        return None
    return tuple(chess.parse_square(signs[index : index + 2]) for index in range(0, len(signs), 2))


def read_file(text: str, vocabulary: Vocabulary) -> int | None:
    """A file, "e" or "Eva", from 0; None when it is none."""
    signs = signs_of(text, vocabulary)
    return chess.FILE_NAMES.index(signs) if signs in chess.FILE_NAMES else None


def read_piece(text: str, words: RequestWords, vocabulary: Vocabulary) -> chess.PieceType | None:
    """A kind of man, in the singular or the plural."""
    named = words.pieces.get(folded(text))
    if named is not None:
        return named
    sign = signs_of(text, vocabulary)
    return chess.PIECE_SYMBOLS.index(sign.lower()) if sign and sign in "KQRBNP" else None


def signs_of(text: str, vocabulary: Vocabulary) -> str:
    """Names turned into signs ("Eva vier" and "Eva4" are "e4"), everything else in lower case as it stands."""
    return "".join(_signs_of_word(word, vocabulary) for word in text.split())


def _signs_of_word(word: str, vocabulary: Vocabulary) -> str:
    named = vocabulary.words.get(folded(word))
    if named is not None:
        return named
    signs = "".join(CHARACTERS.get(letter, letter) for letter in word.lower())
    parts = PARTS.findall(word)
    if len(parts) > 1 and re.fullmatch("[a-hkqrnp1-8]*", signs) is None:
        return "".join(_signs_of_word(part, vocabulary) for part in parts)
    return signs if signs.isascii() else word.lower()


def board_of(name: RequestName, game: Game) -> chess.Board:
    """The board on which a move is read: what is repeated or put right is the move made last, on the board before."""
    is_past = name in (RequestName.ECHO, RequestName.CORRECT) and game.plies and game.hand.released is None
    return game.plies[-1].before if is_past else game.board


def _squares(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    squares = read_squares(text, language.vocabulary)
    slot = ROWS[request.name].slot
    is_lacking = not squares and slot is Slot.SQUARE
    if squares is None or is_lacking or (len(squares) > 1 and slot is Slot.SQUARE_IF_ANY):
        return Unfinished(request=request, missing=Missing.SQUARE)
    return replace(request, squares=squares)


def _squares_asked(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """ "on" alone goes on with a reading; "on e4" asks what is on it."""
    found = _squares(request, text, game, language)
    is_question = isinstance(found, Unfinished) or found.squares
    if not is_question:
        return found
    return filled(replace(request, name=RequestName.WHAT_IS_ON), text, game, language)


def _piece(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """ "knights", "enemy knights", "black knights"; of a color alone all its men, where it is asked where they are."""
    whose, rest = split_phrase(text, language.words.words)
    color, of_color = split_color(text, language.words)
    is_opponents = whose == "enemy"
    request = replace(request, is_opponents=is_opponents, whose=color)
    if color is not None and not of_color and request.name is RequestName.WHERE_IS:
        return request
    named = rest if is_opponents else text if color is None else of_color
    piece = read_piece(named, language.words, language.vocabulary)
    if piece is None:
        return Unfinished(request=request, missing=Missing.PIECE)
    return replace(request, piece=piece)


def _piece_if_any(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """A kind of man, or the square of one."""
    squares = read_squares(text, language.vocabulary)
    if squares is not None and len(squares) == 1:
        return replace(request, squares=squares)
    found = _piece(request, text, game, language) if text else request
    return Unfinished(request=request, missing=Missing.WORDS) if isinstance(found, Unfinished) else found


def _file(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    file = read_file(text, language.vocabulary)
    if text and file is None:
        return Unfinished(request=request, missing=Missing.WORDS)
    return replace(request, file=file)


def _move(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    board = board_of(request.name, game)
    reading = read_move(text, board, language.vocabulary, is_typed=True) if text else None
    if isinstance(reading, MoveRead):
        return replace(request, moves=(reading.move,))
    if request.name in _OF_EITHER and (made := _last_move(text, game, language)) is not None:
        return replace(request, moves=(made,))
    slot = ROWS[request.name].slot
    if slot is Slot.WRITTEN_MOVE and text:
        return replace(request, moves=reading.moves if isinstance(reading, PromotionMissing | Ambiguous) else ())
    if not text and slot is Slot.CLAIMED_MOVE_IF_ANY:
        return request
    if text and request.name in (RequestName.ECHO, RequestName.CORRECT):
        return request  # whatever was said is compared with the move that was made
    return Unfinished(request=request, missing=Missing.MOVE, why=reading)


def _claimed(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """The move of a claim; before it, in any order, that it is not written, and that a display shows it all (9.2)."""
    said, rest = split_phrase(text, language.words.words)
    match said:
        case "not-written":
            return _claimed(replace(request, is_unwritten=True), rest, game, language)
        case "by-display":
            return _claimed(replace(request, by_display=True), rest, game, language)
    return _move(request, text, game, language)


def _any_move(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """Both squares, and the new piece of a pawn: "e2e5", "Eva zwei Eva fünf", "e7e8n"."""
    with suppress(ValueError):
        return replace(request, moves=(chess.Move.from_uci(signs_of(text, language.vocabulary).lower()),))
    return Unfinished(request=request, missing=Missing.MOVE)


#: An assistant announces, writes and executes what is going to be played, and what has been (E.2.9.a to c).
_OF_EITHER = frozenset({RequestName.ASSISTANT_ANNOUNCE, RequestName.ASSISTANT_WRITE, RequestName.ASSISTANT_PLAY})


def _last_move(text: str, game: Game, language: PlayerLanguage) -> chess.Move | None:
    """The move made last, if that is what the text says."""
    if not game.plies:
        return None
    last = game.plies[-1]
    reading = read_move(text, last.before, language.vocabulary)
    return last.move if isinstance(reading, MoveRead) and reading.move == last.move else None


def _number(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    number = read_number(text, language.times)
    if number is None:
        return Unfinished(request=request, missing=Missing.NUMBER)
    return replace(request, number=number)


def _number_if_any(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    return _number(request, text, game, language) if text else request


def _color(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    if ROWS[request.name].slot is Slot.COLOR_OR_BOTH and language.words.words.get(folded(text)) == "both":
        return request
    color, rest = split_color(text, language.words)
    if color is None:
        return Unfinished(request=request, missing=Missing.COLOR)
    request = replace(request, color=color)
    return Unfinished(request=request, missing=Missing.WORDS) if rest else request


def _whose(request: Request, text: str, words: RequestWords) -> tuple[chess.Color | None, str]:
    """The player who is named, or who was named before what is lacking was asked for; and the rest."""
    color, rest = split_color(text, words)
    return (request.color if color is None else color), rest


def _color_time(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    color, rest = _whose(request, text, language.words)
    if color is None:
        return Unfinished(request=request, missing=Missing.COLOR)
    time = read_duration(rest, language.times, unit=SECOND) if rest else None
    if time is None:
        return Unfinished(request=replace(request, color=color), missing=Missing.TIME)
    return replace(request, color=color, time=time)


def _color_times(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """One player with their time, or both, in any order; before them perhaps that the schedule would suffer."""
    times: ByColor[timedelta | None] = both(None)
    said, rest = split_phrase(text, language.words.words)
    schedule_suffers = said == "schedule"
    rest = rest if schedule_suffers else text
    while rest or times == both(None):
        color, rest = split_color(rest, language.words)
        if color is None:
            return Unfinished(request=request, missing=Missing.COLOR)
        said, rest = _before_color(rest, language.words)
        time = read_duration(said, language.times, unit=SECOND) if said else None
        if time is None:
            return Unfinished(request=request, missing=Missing.TIME)
        times = times.put(color, time)
    return replace(request, times=times, schedule_suffers=schedule_suffers)


def _before_color(text: str, words: RequestWords) -> tuple[str, str]:
    """What stands before the next color that is named, and the rest from there on."""
    typed = text.split()
    length = next((i for i, word in enumerate(typed) if split_color(word, words)[0] is not None), len(typed))
    return " ".join(typed[:length]), " ".join(typed[length:])


def _color_number(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    color, rest = _whose(request, text, language.words)
    if color is None:
        return Unfinished(request=request, missing=Missing.COLOR)
    return _number(replace(request, color=color), rest, game, language)


def _number_color(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """A number and a player, in either order; what was named before the rest was asked for is kept."""
    color, text = _whose(request, text, language.words)
    if request.number is None:
        first, _, text = text.partition(" ")
        request = replace(request, number=read_number(first, language.times))
    if request.number is None:
        return Unfinished(request=replace(request, color=color), missing=Missing.NUMBER)
    if color is None:
        return _color(request, text, game, language)
    request = replace(request, color=color)
    return Unfinished(request=request, missing=Missing.WORDS) if text else request


def _number_color_if_any(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """Whose move it was is named behind its number; the claim is then the opponent's."""
    if not text:
        return request
    found = _number_color(replace(request, color=None), text, game, language)
    if isinstance(found, Unfinished):
        return replace(found, request=replace(found.request, color=None))  # there it would be who claims
    return replace(found, color=None if found.color is None else not found.color)


def _penalty(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    color, rest = _whose(request, text, language.words)
    if color is None:
        return Unfinished(request=request, missing=Missing.COLOR)
    penalty, rest = split_phrase(rest, language.words.penalties)
    penalty = request.penalty if penalty is None else penalty
    request = replace(request, color=color, penalty=penalty)
    if penalty is None:
        return Unfinished(request=request, missing=Missing.PENALTY)
    time = read_duration(rest, language.times, unit=SECOND) if rest else None
    if rest and time is None:
        return Unfinished(request=request, missing=Missing.TIME)
    return replace(request, time=time)


def _result(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    if text not in RESULTS:
        return Unfinished(request=request, missing=Missing.RESULT)
    return replace(request, result=RESULTS[text])


def _scores(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    white, _, black = text.partition(";")
    return replace(request, scores=ByColor(tuple(white.split()), tuple(black.split())))


def _topic(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    topic = language.words.topics.get(folded(text))
    if text and topic is None:
        return Unfinished(request=request, missing=Missing.WORDS)
    return replace(request, topic=topic)


def _condition(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    """What a draw is offered on, in words that need not be understood: no offer may have any."""
    word, condition = split_phrase(text, language.words.words)
    if text and (word != "if" or not condition):
        return Unfinished(request=request, missing=Missing.WORDS)
    return replace(request, condition=condition)


def _anyway(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    is_anyway = language.words.words.get(folded(text)) == "anyway"
    if text and not is_anyway:
        return Unfinished(request=request, missing=Missing.WORDS)
    return replace(request, is_anyway=is_anyway)


def _steps(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    with suppress(ValueError):
        return replace(request, schedule=parse_schedule(text))
    return Unfinished(request=request, missing=Missing.SCHEDULE)


def _text(request: Request, text: str, game: Game, language: PlayerLanguage) -> Filled:
    return request


_READERS: dict[Slot, _Reader] = {
    Slot.SQUARE: _squares,
    Slot.SQUARES_IF_ANY: _squares,
    Slot.SQUARE_IF_ANY: _squares,
    Slot.CONDITION_IF_ANY: _condition,
    Slot.ANYWAY_IF_ANY: _anyway,
    Slot.SQUARES_ASKED: _squares_asked,
    Slot.PIECE: _piece,
    Slot.PIECE_IF_ANY: _piece_if_any,
    Slot.FILE_IF_ANY: _file,
    Slot.MOVE: _move,
    Slot.CLAIMED_MOVE_IF_ANY: _claimed,
    Slot.ANY_MOVE: _any_move,
    Slot.WRITTEN_MOVE: _move,
    Slot.NUMBER: _number,
    Slot.NUMBER_IF_ANY: _number_if_any,
    Slot.COLOR: _color,
    Slot.COLOR_OR_BOTH: _color,
    Slot.COLOR_TIME: _color_time,
    Slot.COLOR_TIMES: _color_times,
    Slot.COLOR_NUMBER: _color_number,
    Slot.NUMBER_COLOR: _number_color,
    Slot.NUMBER_COLOR_IF_ANY: _number_color_if_any,
    Slot.PENALTY: _penalty,
    Slot.RESULT: _result,
    Slot.SCORES: _scores,
    Slot.STEPS: _steps,
    Slot.TOPIC: _topic,
    Slot.TEXT_IF_ANY: _text,
}
