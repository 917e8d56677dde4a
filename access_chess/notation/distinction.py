"""What tells several moves apart, in as few words as possible: "Bella" and "Felix"; and names of one language that
would be taken for one another when they are typed.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

import chess

from access_chess.notation.spoken import Name, Names, long_form
from access_chess.notation.vocabulary import spellings

Aspect = Callable[[chess.Board, chess.Move, Names], tuple[Name, ...]]


def distinctions(board: chess.Board, moves: Sequence[chess.Move], names: Names) -> tuple[tuple[Name, ...], ...]:
    """For each of several legal moves the names that no other of them shares, in the same order."""
    candidates = (tuple(aspect(board, move, names) for move in moves) for aspect in _ASPECTS)
    whole = tuple(long_form(board, move, names) for move in moves)
    if any(board.is_castling(move) for move in moves):
        return whole
    return next((words for words in candidates if len(set(words)) == len(moves)), whole)


def _piece(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return (names.pieces.of(board.piece_type_at(move.from_square) or chess.PAWN),)


def _from_file(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return names.square(move.from_square)[:1]


def _from_rank(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return names.square(move.from_square)[1:]


def _from_square(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return names.square(move.from_square)


def _to_rank(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return names.square(move.to_square)[1:]


def _to_square(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return names.square(move.to_square)


def _promotion(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    return (names.pieces.of(move.promotion),) if move.promotion else ()


_ASPECTS: tuple[Aspect, ...] = (_piece, _from_file, _from_rank, _from_square, _promotion, _to_rank, _to_square)


_SQUARES = re.compile("[a-h]{1,2}|[a-h]*[1-8][a-h1-8]*")


def clashes(names: Names) -> tuple[str, ...]:
    """The spellings, folded, that stand for two different things, or that look like files and ranks ("de").

    Empty when every name can be told from every other.
    """
    signs: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for spelling, sign in spellings(names):
        signs[spelling].add(sign)
    phrases = {" ".join(spelling): meant for spelling, meant in signs.items()}
    return tuple(phrase for phrase, meant in phrases.items() if len(meant) > 1 or _SQUARES.fullmatch(phrase))
