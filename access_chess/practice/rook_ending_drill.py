"""Rook and pawn against rook as a drill: Lucena's position is to be won, Philidor's to be held. An engine judges.

No table of ours knows five men, so an engine plays the other side and says what has become of the position.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from access_chess.practice.analysis import Analyst, Line
from access_chess.practice.drill import Answer, Outcome, Verdict
from access_chess.practice.ending_drill import PlayedOut
from access_chess.practice.position import after
from access_chess.practice.refuting import best_reply
from access_chess.practice.sentence import ColorName, MoveName, Sentence, men_told, moves_named, sentence

NODES = 150_000  # a quarter of a second: with these the engine tells the one result from the other
WON = 0.5  # of the chance to win; in these positions the engine gives over 0.8 to a win and under 0.3 to a draw
HELD = 12  # moves after which Philidor's position counts as held

Chance = Callable[[], float]  # like random.random


class RookEnding(StrEnum):
    """The two that decide most endings of rooks."""

    LUCENA = "lucena"
    PHILIDOR = "philidor"


@dataclass(frozen=True, kw_only=True)
class RookEndingDrill(PlayedOut):
    """White wins Lucena's position, Black holds Philidor's, against the best replies of `analyst`."""

    analyst: Analyst

    @property
    def is_to_win(self) -> bool:
        """Whether the player wins it; else he holds it."""
        return self.ending is RookEnding.LUCENA

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to win or to hold, and where all men stand."""
        board = self.board
        key = "training_ending_opens" if self.is_to_win else "training_ending_hold"
        return (sentence(key, color=ColorName(board.turn)), *men_told(board))

    @property
    def best(self) -> chess.Move:
        """The engine's own move."""
        return _first(_lines(self.board, self.analyst), self.board)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The best move, which keeps the result."""
        return (sentence("puzzle_solution", moves=moves_named(self.board, (self.best,))),)

    def accepts(self, answer: Answer) -> Verdict:
        """Every move that keeps the result goes on, until the pawn is through, or has been held off long enough."""
        assert answer.move is not None, "an ending is played by moves"
        move, board = answer.move, after(self.board, answer.move)
        if board.is_checkmate():
            return Verdict(outcome=Outcome.SOLVED, moves=(move,))
        lines, is_over = _lines(board, self.analyst), board.is_game_over(claim_draw=True)
        if self._is_spoilt(move, lines, is_over=is_over):
            key = "training_ending_drawn" if self.is_to_win else "training_ending_lost"
            said = sentence(key, move=MoveName(self.board, self.best))
            return Verdict(outcome=Outcome.MISSED, said=(said,), moves=(move,))
        if self.is_to_win and move.promotion:
            return Verdict(outcome=Outcome.SOLVED, said=(sentence("training_ending_promoted"),), moves=(move,))
        if not self.is_to_win and (self.count >= HELD or not board.pawns or is_over):
            return Verdict(outcome=Outcome.SOLVED, said=(sentence("training_ending_held"),), moves=(move,))
        reply = _first(lines, board)
        then = replace(self, moves=(*self.moves, move, reply))
        return Verdict(outcome=Outcome.GOES_ON, moves=(move, reply), then=then)

    def _is_spoilt(self, move: chess.Move, lines: tuple[Line, ...], *, is_over: bool) -> bool:
        """Whether the win is a draw now, or the draw a loss; of an engine that has failed nothing is concluded.

        Nor of one that looks a move further and changes its mind about what it would have played itself.
        """
        if is_over:
            return self.is_to_win
        return bool(lines) and _is_won(lines) is not self.is_to_win and move != self.best


def rook_ending_drill(ending: RookEnding, chance: Chance, analyst: Analyst) -> RookEndingDrill:
    """A new task of this ending, which the engine judges as it should be."""
    place = _lucena if ending is RookEnding.LUCENA else _philidor
    while True:
        board = place(chance)
        if not board.is_valid() or board.is_check():
            continue
        lines = _lines(board, analyst)
        if not lines or _is_won(lines) is (ending is RookEnding.LUCENA):
            return RookEndingDrill(ending=ending, fen=board.fen(), analyst=analyst)


def _lines(board: chess.Board, analyst: Analyst) -> tuple[Line, ...]:
    """What the engine thinks of it as a new position: near to fifty moves without a capture it calls any win a draw."""
    new = board.copy(stack=False)
    new.halfmove_clock = 0
    return analyst.lines(new, nodes=NODES)


def _is_won(lines: tuple[Line, ...]) -> bool:
    """Whether one side wins; in these positions it can only be White."""
    return abs(lines[0].chance) > WON


def _first(lines: tuple[Line, ...], board: chess.Board) -> chess.Move:
    """The best move; the built-in engine's where the other has failed."""
    found = lines[0].moves[0] if lines else best_reply(board, None)
    assert found is not None, "a drill that is over asks nothing"
    return found


def _lucena(chance: Chance) -> chess.Board:
    """White's king before his pawn on the seventh rank, and his rook between it and Black's king."""
    file, side = 1 + int(6 * chance()), 1 if chance() < 0.5 else -1
    if not 0 <= file + 2 * side < 8:
        side = -side
    return _board(
        {
            chess.square(file, 7): chess.Piece(chess.KING, chess.WHITE),
            chess.square(file, 6): chess.Piece(chess.PAWN, chess.WHITE),
            chess.square(file + side, int(3 * chance())): chess.Piece(chess.ROOK, chess.WHITE),
            chess.square(file + 2 * side, 6 - int(2 * chance())): chess.Piece(chess.KING, chess.BLACK),
            chess.square(file - side, int(4 * chance())): chess.Piece(chess.ROOK, chess.BLACK),
        },
        chess.WHITE,
    )


def _philidor(chance: Chance) -> chess.Board:
    """Black's king before the pawn on the fifth rank, and his rook on the sixth, where it keeps White's king away."""
    file, side = 2 + int(4 * chance()), 1 if chance() < 0.5 else -1
    return _board(
        {
            chess.square(file + side, 4): chess.Piece(chess.KING, chess.WHITE),
            chess.square(file, 4): chess.Piece(chess.PAWN, chess.WHITE),
            chess.square(0 if chance() < 0.5 else 7, 6): chess.Piece(chess.ROOK, chess.WHITE),
            chess.square(file, 7): chess.Piece(chess.KING, chess.BLACK),
            chess.square(int(8 * chance()), 5): chess.Piece(chess.ROOK, chess.BLACK),
        },
        chess.BLACK,
    )


def _board(men: dict[chess.Square, chess.Piece], turn: chess.Color) -> chess.Board:
    board = chess.Board(None)
    board.set_piece_map(men)
    board.turn = turn
    return board
