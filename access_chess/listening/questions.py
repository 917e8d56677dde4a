"""The smallest question that settles a doubt between moves: "bella or felix?", and the answers to it.

The words are the names that the program itself uses, where they are listened for, else those of the first language.
Where they sound too much alike ("zwei or drei?") the moves are numbered instead, with the words for one to four.
"""

from collections.abc import Mapping
from enum import StrEnum

import chess
from msgspec import Struct

from access_chess.listening.heard import MOST_OPTIONS
from access_chess.listening.lexicon import Lexicon, Words, far_apart, folded
from access_chess.listening.phrases import NamedMove, named_moves
from access_chess.notation.spoken import Name, Names
from access_chess.requests.names import RequestName, numbered


class Difference(StrEnum):
    """In what the moves of a question differ."""

    CASTLING = "castling"
    PROMOTION = "promotion"
    FROM_FILE = "from_file"
    FROM_RANK = "from_rank"
    PIECE = "piece"
    TO_FILE = "to_file"
    TO_RANK = "to_rank"
    NUMBER = "number"
    NONE = "none"


class MoveQuestion(Struct, frozen=True, kw_only=True):
    """Moves to choose from, and for each the words that name it, in the same order.

    `difference` tells which phrase asks the question: numbers mean nothing without their moves. `numbered` reads a
    number, the words themselves are heard as such.
    """

    moves: tuple[chess.Move, ...]
    words: tuple[str, ...]
    difference: Difference
    either_or: str

    def __str__(self) -> str:
        """The question as it is asked: "bella or felix?"."""
        return f" {self.either_or} ".join(self.words) + "?"

    def numbered(self, number: RequestName) -> chess.Move | None:
        """The move that "one" to "four" chooses; None beyond the last."""
        return numbered(number, self.moves)


def question(
    board: chess.Board, moves: tuple[chess.Move, ...], lexicon: Lexicon, *, names: Names | None = None
) -> MoveQuestion | None:
    """The question that tells the moves apart, or names the only one of them; None for none, or more than four.

    `names` are those that the program uses when it speaks.
    """
    if not 1 <= len(moves) <= MOST_OPTIONS:
        return None
    named = named_moves(board, moves)
    if len(moves) == 1:
        sentence = _sentence(named[0], board, lexicon, names)
        return MoveQuestion(moves=moves, words=(sentence,), difference=Difference.NONE, either_or=lexicon.either_or)
    for difference in Difference:  # NUMBER always tells them apart
        words = _words(difference, named, lexicon, names) or _words(difference, named, lexicon, None)
        if words is not None:
            return MoveQuestion(moves=moves, words=words, difference=difference, either_or=lexicon.either_or)
    return None


def name_of(word: str, names: Names) -> Name | None:
    """The name that is meant by a word of a question; None when it is none of these."""
    return next((name for name in names.all if word in (folded(name.text), folded(name.spoken))), None)


def _words(
    difference: Difference, moves: tuple[NamedMove, ...], lexicon: Lexicon, names: Names | None
) -> tuple[str, ...] | None:
    """One word for each move; None when two of them have the same or words that sound alike."""
    if difference is Difference.NUMBER:
        return tuple(" ".join(lexicon.choices[number][0]) for number in range(1, len(moves) + 1))
    values = list(dict.fromkeys(value for move in moves if (value := _value(difference, move)) is not None))
    if len(values) < len(moves):
        return None
    table: Mapping[int, tuple[Words, ...]] = {
        Difference.CASTLING: _castlings(lexicon),
        Difference.PROMOTION: lexicon.pieces,
        Difference.PIECE: lexicon.pieces,
        Difference.FROM_FILE: lexicon.files,
        Difference.TO_FILE: lexicon.files,
        Difference.FROM_RANK: lexicon.ranks,
        Difference.TO_RANK: lexicon.ranks,
    }[difference]
    words = [_word(table[value], names) for value in values]
    return tuple(words) if far_apart(words, lexicon.phones) else None


def _sentence(named: NamedMove, board: chess.Board, lexicon: Lexicon, names: Names | None) -> str:
    """The move in the words that are listened for: "springer felix drei", with where it comes from among equals."""
    if named.castling is not None:
        return _word(_castlings(lexicon)[named.castling], names)

    def square(square: chess.Square) -> list[str]:
        return [
            _word(lexicon.files[chess.square_file(square)], names),
            _word(lexicon.ranks[chess.square_rank(square)], names),
        ]

    move = named.move
    equals = [
        other
        for other in board.legal_moves
        if other.to_square == move.to_square and board.piece_type_at(other.from_square) == named.piece
    ]
    words = [] if named.piece == chess.PAWN else [_word(lexicon.pieces[named.piece], names)]
    if len({other.from_square for other in equals}) > 1:
        words += square(move.from_square)
    words += square(move.to_square)
    return " ".join(words if move.promotion is None else [*words, _word(lexicon.pieces[move.promotion], names)])


def _castlings(lexicon: Lexicon) -> Mapping[int, tuple[Words, ...]]:
    phrases = lexicon.phrases
    return {True: phrases.get("castle_kingside", ()), False: phrases.get("castle_queenside", ())}


def _word(phrases: tuple[Words, ...], names: Names | None) -> str:
    """The phrase that is one of the names, or the first."""
    words = [" ".join(phrase) for phrase in phrases]
    return words[0] if names is None else next((word for word in words if name_of(word, names)), words[0])


def _value(difference: Difference, move: NamedMove) -> int | None:
    target = move.target if move.target is not None else move.move.to_square
    match difference:
        case Difference.CASTLING:
            return move.castling
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
        case Difference.NUMBER | Difference.NONE:
            return None
