"""What all tasks of the course have in common as drills, and how stars are lost by moves."""

from typing import ClassVar

import chess
from msgspec import Struct

from access_chess.practice.drill import AnswerKind, DrillOutcome, DrillVerdict
from access_chess.practice.position import after
from access_chess.practice.sentence import (
    Listed,
    MoveName,
    PieceName,
    Sentence,
    SquareName,
    sentence,
)

KIND = "lessons"
EMPTY = chess.Board(None)


class LessonDrill(Struct, frozen=True, kw_only=True, dict=True):
    """A task of a lesson, by its place there from one. Its sentences are those of `lessons.toml`, by table and key."""

    lesson: str
    place: int

    kind = KIND
    is_hidden = False
    waits = True
    made: ClassVar[tuple[chess.Move, ...]] = ()

    @property
    def name(self) -> str:
        """Under what it is remembered: "rook.3"."""
        return f"{self.lesson}.{self.place}"

    @property
    def expects(self) -> AnswerKind:
        """What it waits for: a move, or what is done on the board in place of one."""
        return AnswerKind.MOVE

    @property
    def squares(self) -> int:
        """How many squares are an answer, where squares are."""
        return 0

    @property
    def before(self) -> chess.Board:
        """Nothing stands, unless a kind of task has a position."""
        return EMPTY

    def key(self, text: str) -> str:
        """The key of a text of this task."""
        return f"{self.lesson}.{text}_{self.place}"

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What it asks."""
        return (sentence(self.key("goal")),)

    @property
    def why(self) -> tuple[Sentence, ...]:
        """The rule that the lesson teaches, or that its sentence was about."""
        return (sentence(f"{self.lesson}.why"),)


def said(key: str, **slots: object) -> Sentence:
    """A sentence of no lesson: those of the table `said`."""
    return sentence(f"said.{key}", **slots)  # type: ignore[arg-type]


def not_yet(*more: Sentence) -> DrillVerdict:
    """It may be tried again."""
    return DrillVerdict(outcome=DrillOutcome.WRONG, said=more or (said("not_yet"),))


def stars_lost(moves: int, par: int) -> int:
    """None within the fewest moves, one for an eighth more (one move at the least), two beyond.

    >>> [stars_lost(moves, 3) for moves in (3, 4, 5)]
    [0, 1, 2]
    """
    more = moves - par
    if more <= 0:
        return 0
    return 1 if more <= max(1, par // 8) else 2


def step_told(board: chess.Board, move: chess.Move) -> Sentence:
    """ "rook, David four to David seven": a move on a board that need have no kings."""
    kind = board.piece_type_at(move.from_square)
    assert kind is not None, "a move moves somebody"
    return said("step", piece=PieceName(kind), start=SquareName(move.from_square), square=SquareName(move.to_square))


def moves_told(board: chess.Board, moves: tuple[chess.Move, ...]) -> Listed:
    """Moves one after the other, as they are announced."""
    told = []
    for move in moves:
        told.append(MoveName(board, move))
        board = after(board, move)
    return Listed(tuple(told))
