"""A puzzle as a drill: the men are named, the only moves are asked for one after the other, another mate is right."""

from functools import cached_property

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict, board_of, last_move
from access_chess.practice.position import after, position_of
from access_chess.practice.puzzle_rows import Puzzle
from access_chess.practice.sentence import ColorName, Sentence, men_told, move_hints, moves_named, sentence

KIND = "puzzles"


class PuzzleDrill(Struct, frozen=True, kw_only=True, dict=True):
    """`number` is the one that is said. `ply` counts the moves of the solution that have been made."""

    puzzle: Puzzle
    number: int
    ply: int = 0

    kind = KIND
    expects = AnswerKind.MOVE
    squares = 0
    is_hidden = False
    waits = True

    @property
    def name(self) -> str:
        """The puzzle's own."""
        return self.puzzle.name

    @cached_property
    def before(self) -> chess.Board:
        """The position before the error that makes the puzzle."""
        return position_of(self.puzzle.before)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """The error, and what has been found since."""
        return self.puzzle.moves[: 1 + self.ply]

    board = cached_property(board_of)  # where it asks now; not to be changed

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to move, where all men stand, and the last move."""
        board, color = self.board, self.board.turn
        return (
            sentence("puzzle_opens", number=self.number, color=ColorName(color)),
            *men_told(board),
            sentence("puzzle_last_move", move=last_move(self)),
        )

    @property
    def _move(self) -> chess.Move:
        return self.puzzle.solution[self.ply]

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves; whereto; the move."""
        return move_hints(self.board, self._move)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The rest of the solution."""
        return (sentence("puzzle_solution", moves=moves_named(self.board, self.puzzle.solution[self.ply :])),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """The only move is right, and any other that mates at once."""
        assert answer.move is not None, "a puzzle waits for a move"
        board = after(self.board, answer.move)
        if answer.move != self._move and not board.is_checkmate():
            return DrillVerdict(outcome=DrillOutcome.WRONG, to_refute=board)
        is_last = self.ply + 1 == len(self.puzzle.solution)
        if is_last or board.is_checkmate():
            return DrillVerdict(outcome=DrillOutcome.SOLVED, moves=(answer.move,))
        reply = self.puzzle.solution[self.ply + 1]
        return DrillVerdict(
            outcome=DrillOutcome.GOES_ON,
            said=(sentence("puzzle_and_now"),),
            moves=(answer.move, reply),
            then=replace(self, ply=self.ply + 2),
        )
