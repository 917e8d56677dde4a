"""The smallest question that settles a doubt between moves: "bella or felix?", and the answers to it.

The words are those of the first language listened for. Where they sound too much alike ("zwei or drei?") the moves
are numbered instead, with the words for one to four.
"""

from dataclasses import dataclass
from enum import StrEnum

import chess

from access_chess.listening.asked import NUMBERS, CommandName
from access_chess.listening.lexicon import Lexicon, far_apart
from access_chess.listening.move_phrases import NamedMove, named_moves

MOST_OPTIONS = 4  # more cannot be kept in mind; then the squares are asked for


class Difference(StrEnum):
    """In what the moves of a question differ."""

    PROMOTION = "promotion"
    FROM_FILE = "from_file"
    FROM_RANK = "from_rank"
    PIECE = "piece"
    TO_FILE = "to_file"
    TO_RANK = "to_rank"
    NUMBER = "number"


@dataclass(frozen=True, kw_only=True)
class Question:
    """Moves to choose from, and for each the words that name it, in the same order.

    `difference` tells which phrase asks the question; `answer` reads a number, the words themselves are heard as such.
    """

    moves: tuple[chess.Move, ...]
    words: tuple[str, ...]
    difference: Difference
    either_or: str

    def __str__(self) -> str:
        """The question as it is asked: "bella or felix?"."""
        return f" {self.either_or} ".join(self.words) + "?"

    def numbered(self, number: CommandName) -> chess.Move | None:
        """The move that "one" to "four" chooses; None beyond the last."""
        place = NUMBERS.index(number)
        return self.moves[place] if place < len(self.moves) else None


def question(board: chess.Board, moves: tuple[chess.Move, ...], lexicon: Lexicon) -> Question | None:
    """The question that tells the moves apart; None for fewer than two or more than four."""
    if not 2 <= len(moves) <= MOST_OPTIONS:
        return None
    named = named_moves(board, moves)
    for difference in Difference:
        words = _words(difference, named, lexicon)
        if words is not None:
            return Question(moves=moves, words=words, difference=difference, either_or=lexicon.either_or)
    return None


def _words(difference: Difference, moves: tuple[NamedMove, ...], lexicon: Lexicon) -> tuple[str, ...] | None:
    """One word for each move; None when two of them have the same or words that sound alike."""
    if difference is Difference.NUMBER:
        return tuple(" ".join(lexicon.choices[number][0]) for number in range(1, len(moves) + 1))
    values = [_value(difference, move) for move in moves]
    if None in values or len(set(values)) < len(values):
        return None
    table = {
        Difference.PROMOTION: lexicon.pieces,
        Difference.PIECE: lexicon.pieces,
        Difference.FROM_FILE: lexicon.files,
        Difference.TO_FILE: lexicon.files,
        Difference.FROM_RANK: lexicon.ranks,
        Difference.TO_RANK: lexicon.ranks,
    }[difference]
    words = [" ".join(table[value][0]) for value in values if value is not None]
    return tuple(words) if far_apart(words, lexicon.phones) else None


def _value(difference: Difference, move: NamedMove) -> int | None:
    target = move.target if move.target is not None else move.move.to_square
    match difference:
        case Difference.PROMOTION:
            return move.move.promotion
        case Difference.PIECE:
            return move.piece
        case Difference.FROM_FILE:
            return chess.square_file(move.source)
        case Difference.FROM_RANK:
            return chess.square_rank(move.source)
        case Difference.TO_FILE:
            return chess.square_file(target)
        case Difference.TO_RANK:
            return chess.square_rank(target)
        case Difference.NUMBER:
            return None
