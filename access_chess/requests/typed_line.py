"""What a typed line asks for, if it is no move: a request, with what is typed after its words."""

import chess

from access_chess.laws.game import Game
from access_chess.notation.illegality import Illegal, why_no_castling
from access_chess.notation.reading import Ambiguous, MoveRead, PromotionMissing, Reading, Unreadable, read_move
from access_chess.notation.vocabulary import folded
from access_chess.requests.names import RequestName
from access_chess.requests.request import Missing, Request, Unfinished
from access_chess.requests.row import Slot
from access_chess.requests.slots import Filled, filled, read_squares, split_color, split_phrase
from access_chess.requests.table import FOLLOWED, ROWS
from access_chess.requests.words import PlayerLanguage, RequestWords

NotAMove = Unreadable | Illegal


def typed_request(line: str, game: Game, language: PlayerLanguage) -> Filled | None:
    """The request that a line is; None when it is none, and so perhaps a move.

    The name of a color before it says who asks: "black resign".
    """
    words = language.words
    color, rest = split_color(_without_please(_without_mark(line), words), words)
    who, after = split_phrase(rest, words.words)
    if folded(rest) in words.commands:
        who = None  # "arbiter please" is a player's call
    match who:
        case "arbiter":
            return typed_ruling(after, game, language)
        case "assistant":
            return _of_assistant(after, color, game, language)
    name, after = split_phrase(rest, words.commands)
    if name is None and (asked := _about_a_square(rest, language)) is not None:
        return asked
    if name is None or (after and name not in FOLLOWED):
        return None
    if name is RequestName.HELP and after and rest[0] != "?" and folded(after) not in words.topics:
        return None  # "h 4 h 5" is a move
    return filled(Request(name=name, color=color), after, game, language)


def _about_a_square(line: str, language: PlayerLanguage) -> Request | None:
    """A question with its square among its words: "is e4 attacked"."""
    words = line.split()
    for at in range(1, len(words) - 1):
        squares = read_squares(words[at], language.vocabulary)
        name = language.words.commands.get(folded(" ".join((*words[:at], *words[at + 1 :]))))
        if squares and name is not None and ROWS[name].slot in (Slot.SQUARE, Slot.SQUARE_IF_ANY):
            return Request(name=name, squares=squares, words=words[at])
    return None


def _without_please(line: str, words: RequestWords) -> str:
    first, _, last = line.rpartition(" ")
    is_please = words.words.get(folded(last)) == "please" and folded(line) not in words.commands
    return first if first and is_please else line


def typed_ruling(text: str, game: Game, language: PlayerLanguage) -> Filled:
    """What follows the word "arbiter": a ruling, after the PIN if it is said; the PIN alone counts for a while."""
    pin, rest = None, _without_mark(text)
    first, _, after = rest.partition(" ")
    if first.isdecimal():
        pin, rest = first, after.strip()
    if pin is not None and not rest:
        return Request(name=RequestName.ARBITER_PIN, pin=pin)
    name, after = split_phrase(rest, language.words.arbiter)
    if name is None:
        request = Request(name=RequestName.ARBITER_PIN, words=rest, pin=pin)
        return Unfinished(request=request, missing=Missing.WORDS)
    return filled(Request(name=name, pin=pin), after, game, language)


def typed_move(line: str, board: chess.Board, language: PlayerLanguage) -> Request | NotAMove:
    """The move that a line means on this board, with all that it may mean; or why it is none."""
    reading = _castling(line, board, language.words) or read_move(line, board, language.vocabulary, is_typed=True)
    match reading:
        case MoveRead(move=move, offers_draw=offers_draw, is_doubtful=is_doubtful):
            return Request(
                name=RequestName.MOVE, words=line, moves=(move,), offers_draw=offers_draw, is_doubtful=is_doubtful
            )
        case Ambiguous(moves=moves) | PromotionMissing(moves=moves):
            return Request(name=RequestName.MOVE, words=line, moves=moves, offers_draw=line.endswith("(=)"))
        case _:
            return reading


def typed_answer(line: str, words: RequestWords) -> RequestName | None:
    """Yes, no or a number where that was asked: a letter, a word or a spoken phrase; None when it is none of these."""
    answer, rest = split_phrase(_without_mark(line), words.answers)
    return None if rest else answer


def _without_mark(line: str) -> str:
    """What is asked may end as a sentence does: "wie spät?"; a "?" alone asks for help."""
    return line.rstrip(" ?!.") or line


def _of_assistant(text: str, color: chess.Color | None, game: Game, language: PlayerLanguage) -> Filled:
    """What an assistant does for their player, who may be named before or after the word; else the one to move."""
    named, rest = split_color(text, language.words)
    name, after = split_phrase(rest, language.words.assistant)
    request = Request(name=name or RequestName.ASSISTANT_PLAY, color=named if named is not None else color)
    found = filled(request, after if name else rest, game, language)
    is_none = isinstance(found, Unfinished) and name is None
    return Unfinished(request=request, missing=Missing.WORDS) if is_none else found


def _castling(line: str, board: chess.Board, words: RequestWords) -> Reading | None:
    """Castling without its side, which is asked for only where both are legal."""
    if words.words.get(folded(line)) != "castle":
        return None
    moves = tuple(move for move in board.legal_moves if board.is_castling(move))
    if len(moves) == 1:
        return MoveRead(move=moves[0])
    return Ambiguous(moves=moves) if moves else why_no_castling(board, kingside=True)
