"""A puzzle as a drill: the men are named, the only moves are asked for one after the other, another mate is right."""

from dataclasses import dataclass, replace
from functools import cached_property

import chess

from access_chess.practice.drill import Answer, AnswerKind, Outcome, Verdict
from access_chess.practice.puzzle import Puzzle
from access_chess.practice.sentence import (
    ColorName,
    Listed,
    MenName,
    MoveName,
    PieceName,
    Sentence,
    SquareName,
    sentence,
)

KIND = "puzzles"


@dataclass(frozen=True, kw_only=True)
class PuzzleDrill:
    """`number` is the one that is said. `ply` counts the moves of the solution that have been made."""

    puzzle: Puzzle
    number: int
    ply: int = 0

    kind = KIND
    expects = AnswerKind.MOVE
    is_hidden = False
    waits = True

    @property
    def name(self) -> str:
        """The puzzle's own."""
        return self.puzzle.name

    @cached_property
    def before(self) -> chess.Board:
        """The position before the error that makes the puzzle."""
        return chess.Board(self.puzzle.before)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """The error, and what has been found since."""
        return self.puzzle.moves[: 1 + self.ply]

    @cached_property
    def board(self) -> chess.Board:
        """The position in which it asks now. Not to be changed."""
        board = self.before.copy(stack=False)
        for move in self.made:
            board.push(move)
        return board

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to move, where all men stand, and the last move."""
        board, color = self.board, self.board.turn
        return (
            sentence("puzzle_opens", number=self.number, color=ColorName(color)),
            sentence("puzzle_men", color=ColorName(chess.WHITE), men=MenName(board, chess.WHITE)),
            sentence("puzzle_men", color=ColorName(chess.BLACK), men=MenName(board, chess.BLACK)),
            sentence("puzzle_last_move", move=self._last_move),
        )

    @property
    def _last_move(self) -> MoveName:
        board = self.before.copy(stack=False)
        for move in self.made[:-1]:
            board.push(move)
        return MoveName(board, self.made[-1])

    @property
    def _move(self) -> chess.Move:
        return self.puzzle.solution[self.ply]

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves; whereto; the move."""
        kind = self.board.piece_type_at(self._move.from_square)
        assert kind is not None, "a solution moves somebody"
        return (
            sentence("puzzle_hint_piece", piece=PieceName(kind)),
            sentence("puzzle_hint_square", square=SquareName(self._move.to_square)),
            sentence("puzzle_hint_move", move=MoveName(self.board, self._move)),
        )

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The rest of the solution."""
        board, moves = self.board.copy(stack=False), []
        for move in self.puzzle.solution[self.ply :]:
            moves.append(MoveName(board.copy(stack=False), move))
            board.push(move)
        return (sentence("puzzle_solution", moves=Listed(tuple(moves))),)

    def accepts(self, answer: Answer) -> Verdict:
        """The only move is right, and any other that mates at once."""
        assert answer.move is not None, "a puzzle waits for a move"
        after = self.board.copy(stack=False)
        after.push(answer.move)
        if answer.move != self._move and not after.is_checkmate():
            return Verdict(outcome=Outcome.WRONG, to_refute=after)
        is_last = self.ply + 1 == len(self.puzzle.solution)
        if is_last or after.is_checkmate():
            return Verdict(outcome=Outcome.SOLVED, moves=(answer.move,))
        reply = self.puzzle.solution[self.ply + 1]
        return Verdict(
            outcome=Outcome.GOES_ON,
            said=(sentence("puzzle_and_now"),),
            moves=(answer.move, reply),
            then=replace(self, ply=self.ply + 2),
        )
