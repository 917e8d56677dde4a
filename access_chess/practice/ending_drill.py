"""An ending as a drill: a position that is won by exact knowledge, against the longest defence.

Nothing is said of a move that keeps the win. Where it is given away, that is said, and the drill is over.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import chess

from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict, board_of
from access_chess.practice.known_endings import MatingDistance, outcome, why_drawn
from access_chess.practice.position import after
from access_chess.practice.sentence import ColorName, MoveName, Sentence, men_told, move_hints, sentence

KIND = "endings"

#: What becomes of a position with best play; None where nobody knows.
Judge = Callable[[chess.Board], MatingDistance | None]
Chance = Callable[[], float]  # like random.random


class TrainedEnding(StrEnum):
    """What may be trained; each is what the player has beside their king, or what it is about."""

    KPK = "kpk"
    KQK = "kqk"
    KRK = "krk"
    OPPOSITION = "opposition"
    KBNK = "kbnk"


_MEN = {
    TrainedEnding.KPK: (chess.PAWN,),
    TrainedEnding.KQK: (chess.QUEEN,),
    TrainedEnding.KRK: (chess.ROOK,),
    TrainedEnding.OPPOSITION: (chess.PAWN,),
    TrainedEnding.KBNK: (chess.BISHOP, chess.KNIGHT),
}
#: Moves to mate: with fewer there is no task. With 20 the king is not yet in the corner of the bishop's color.
_LEAST = {
    TrainedEnding.KPK: 8,
    TrainedEnding.KQK: 4,
    TrainedEnding.KRK: 8,
    TrainedEnding.OPPOSITION: 10,
    TrainedEnding.KBNK: 20,
}
ONE_MOVE_ONLY = frozenset({TrainedEnding.OPPOSITION})


def position(ending: TrainedEnding, chance: Chance, judge: Judge = outcome) -> chess.Board:
    """A position of this ending in which White is to move and wins; of the opposition by one move of the king alone."""
    while True:
        board = chess.Board(None)
        own = [chess.Piece(kind, chess.WHITE) for kind in (chess.KING, *_MEN[ending])]
        for piece in (*own, chess.Piece(chess.KING, chess.BLACK)):
            board.set_piece_at(int(64 * chance()), piece)
        found = judge(board) if board.is_valid() else None
        if found is None or found.winner is not chess.WHITE or found.moves < _LEAST[ending]:
            continue
        if ending not in ONE_MOVE_ONLY or _wins_by_king_alone(board, judge):
            return board


def _wins_by_king_alone(board: chess.Board, judge: Judge) -> bool:
    winning = [move for move in board.legal_moves if _after(board, move, judge).winner is board.turn]
    return len(winning) == 1 and winning[0].from_square == board.king(board.turn)


def _after(board: chess.Board, move: chess.Move, judge: Judge) -> MatingDistance:
    found = judge(after(board, move))
    assert found is not None, "a move out of a known ending leads to a known one"
    return found


@dataclass(frozen=True, kw_only=True)
class PlayedOut(ABC):
    """A position, `fen`, and the moves made in it; every move of the player is answered."""

    ending: str
    fen: str
    moves: tuple[chess.Move, ...] = ()

    kind = KIND
    expects = AnswerKind.MOVE
    squares = 0
    is_hidden = False
    waits = True

    @property
    def name(self) -> str:
        """The ending and where it began."""
        return f"{self.ending}/{self.fen.split(' ')[0]}"

    @cached_property
    def before(self) -> chess.Board:
        """Where it began."""
        return chess.Board(self.fen)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """What has been played."""
        return self.moves

    board = cached_property(board_of)  # where it asks now; not to be changed

    @property
    def count(self) -> int:
        """Which move of the player's own the next one is."""
        return (len(self.moves) + 2) // 2

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves; whereto; the move."""
        return move_hints(self.board, self.best)

    @property
    @abstractmethod
    def best(self) -> chess.Move:
        """The move that serves the player's aim best."""


@dataclass(frozen=True, kw_only=True)
class EndingDrill(PlayedOut):
    """`shortest` is in how many moves it was won at the beginning."""

    shortest: int
    judge: Judge = outcome

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to win, and where all men stand."""
        board = self.board
        return (sentence("training_ending_opens", color=ColorName(board.turn)), *men_told(board))

    @property
    def best(self) -> chess.Move:
        """The move that mates soonest."""
        winning = [
            (found.moves, move.uci(), move)
            for move in self.board.legal_moves
            if (found := _after(self.board, move, self.judge)).winner is self.board.turn
        ]
        return min(winning)[2]

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The best move, and how long it takes."""
        found = self.judge(self.board)
        assert found is not None, "a drill stays in a known ending"
        return (sentence("training_ending_solution", move=MoveName(self.board, self.best), count=found.moves),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Every move that keeps the win goes on, to mate or until the pawn is through."""
        assert answer.move is not None, "an ending is played by moves"
        board = after(self.board, answer.move)
        if board.is_checkmate():
            said = sentence("training_ending_mate", count=self.count, shortest=self.shortest)
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said,), moves=(answer.move,))
        if _after(self.board, answer.move, self.judge).winner is not self.board.turn:
            said = sentence("training_ending_drawn", move=MoveName(self.board, self.best))
            reason = why_drawn(self.board, answer.move)
            told = (said,) if reason is None else (said, reason)
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=told, moves=(answer.move,))
        if answer.move.promotion:
            return DrillVerdict(
                outcome=DrillOutcome.SOLVED, said=(sentence("training_ending_promoted"),), moves=(answer.move,)
            )
        reply = self._defence(board)
        then = replace(self, moves=(*self.moves, answer.move, reply))
        return DrillVerdict(outcome=DrillOutcome.GOES_ON, moves=(answer.move, reply), then=then)

    def _defence(self, board: chess.Board) -> chess.Move:
        """The move that holds out longest."""
        return max(board.legal_moves, key=lambda move: (_after(board, move, self.judge).moves, move.uci()))


def ending_drill(ending: TrainedEnding, chance: Chance) -> EndingDrill:
    """A new task of this ending."""
    board = position(ending, chance)
    found = outcome(board)
    assert found is not None
    return EndingDrill(ending=ending, fen=board.fen(), shortest=found.moves)
