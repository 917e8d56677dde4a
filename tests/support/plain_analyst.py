"""Analysts for the tests, who say the same on every machine."""

from dataclasses import dataclass

import chess

from access_chess.practice.analysis import MATE_SCORE, Variation
from access_chess.practice.evaluation import evaluate


class PlainAnalyst:
    """Looks two plies ahead by material and mate. Fulfils `Analyst`; the nodes that are asked for do not matter."""

    def __init__(self, depth: int = 2) -> None:
        self._depth = depth

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        found = []
        for move in sorted(board.legal_moves, key=lambda each: each.uci()):
            board = board.copy(stack=False)
            board.push(move)
            score, moves = _searched(board, self._depth - 1)
            board.pop()
            found.append(Variation(score=-score, mate=_mate(-score), moves=(move, *moves)))
        found.sort(key=lambda line: -line.score)
        return tuple(found[:count])


@dataclass(frozen=True)
class Opinion:
    """Gives White this score everywhere, and moves as the alphabet has it. Fulfils `Analyst`."""

    score: int

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """The first move of the alphabet."""
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        return (
            (Variation(score=self.score if board.turn else -self.score, mate=None, moves=(moves[0],)),) if moves else ()
        )


def _searched(board: chess.Board, depth: int) -> tuple[int, tuple[chess.Move, ...]]:
    if board.is_checkmate():
        return -MATE_SCORE, ()
    if depth == 0 or board.is_game_over():
        return evaluate(board), ()
    best = -2 * MATE_SCORE
    line: tuple[chess.Move, ...] = ()
    for move in sorted(board.legal_moves, key=lambda each: each.uci()):
        board.push(move)
        score, moves = _searched(board, depth - 1)
        board.pop()
        if -score > best:
            best, line = -score, (move, *moves)
    return best, line


def _mate(score: int) -> int | None:
    return (1 if score > 0 else -1) if abs(score) == MATE_SCORE else None
