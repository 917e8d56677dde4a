"""Something to be said, as a value without words: which sentence of the voice packs, and what it names.

A drill so speaks every language; `speech.practising.sentences` finds the words.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TypeAlias

import chess
from msgspec import Struct

from access_chess.laws.articles import RuleNumber
from access_chess.laws.time_control import TimeControl
from access_chess.practice.position import each_before


class SquareName(Struct, frozen=True):
    """A square, to be named."""

    square: chess.Square


class PieceName(Struct, frozen=True):
    """A kind of man."""

    piece_type: chess.PieceType


class ManName(Struct, frozen=True):
    """A man with its square: "knight Gustav one"."""

    piece_type: chess.PieceType
    square: chess.Square


class FileName(Struct, frozen=True):
    """A file, 0 to 7."""

    file: int


class RankName(Struct, frozen=True):
    """A rank, 0 to 7."""

    rank: int


class ManAndColor(Struct, frozen=True):
    """A man with its color: "white knight"."""

    man: chess.Piece


class ColorName(Struct, frozen=True):
    """White or Black."""

    color: chess.Color


class MoveName(Struct, frozen=True):
    """A move, on the board before it."""

    board: chess.Board
    move: chess.Move


class MenName(Struct, frozen=True):
    """All men of one color in a position, kind by kind."""

    board: chess.Board
    color: chess.Color


class ArticleName(Struct, frozen=True):
    """Where a rule stands: a sentence, "Article four point three a." """

    number: RuleNumber


class ExactTime(Struct, frozen=True):
    """A time that is said to the second, as on a clock; a plain timedelta is rounded as one tells how long it took."""

    time: timedelta


class Listed(Struct, frozen=True):
    """Several things, with commas between."""

    items: tuple["Part", ...]


class Sentence(Struct, frozen=True):
    """A phrase of the voice packs by its key, and what fills its slots."""

    key: str
    slots: Mapping[str, "Part"]


#: What a slot may be filled with; a text is said as it stands: a name out of a file, a comment.
Part: TypeAlias = (
    int
    | timedelta
    | ExactTime
    | ArticleName
    | TimeControl
    | str
    | SquareName
    | FileName
    | RankName
    | PieceName
    | ManName
    | ManAndColor
    | ColorName
    | MoveName
    | MenName
    | Listed
    | Sentence
)


def sentence(key: str, **slots: Part) -> Sentence:
    """A sentence by its key.

    >>> sentence("puzzle_solved", count=2).slots["count"]
    2
    """
    return Sentence(key, slots)


def says_as_much(one: Sentence, other: Sentence) -> bool:
    """Whether a second sentence names no more than the first: a hint that was the whole answer, and the solution.

    >>> move = PieceName(chess.ROOK)
    >>> says_as_much(sentence("hint", piece=move), sentence("solution", pieces=Listed((move,))))
    True
    """
    return one == other or (bool(one.slots) and _named(one) == _named(other))


def _named(said: Sentence) -> list[Part]:
    return [item for part in said.slots.values() for item in (part.items if isinstance(part, Listed) else (part,))]


def moves_named(board: chess.Board, moves: Iterable[chess.Move]) -> Listed:
    """Moves that follow each other from this position."""
    return Listed(tuple(MoveName(before, move) for before, move in each_before(board, moves)))


def men_told(board: chess.Board) -> tuple[Sentence, Sentence]:
    """Where all men stand, White's first."""
    white, black = (
        sentence("puzzle_men", color=ColorName(color), men=MenName(board, color))
        for color in (chess.WHITE, chess.BLACK)
    )
    return white, black


def move_hints(board: chess.Board, move: chess.Move) -> tuple[Sentence, Sentence, Sentence]:
    """From the smallest hint to the largest: who moves, whereto, the move."""
    kind = board.piece_type_at(move.from_square)
    assert kind is not None, "a move moves somebody"
    return (
        sentence("puzzle_hint_piece", piece=PieceName(kind)),
        sentence("puzzle_hint_square", square=SquareName(move.to_square)),
        sentence("puzzle_hint_move", move=MoveName(board, move)),
    )
