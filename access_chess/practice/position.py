"""Positions that follow from others."""

from collections.abc import Iterable

import chess


def after(board: chess.Board, *moves: chess.Move) -> chess.Board:
    """The position after these moves, with no memory of how it came about.

    >>> after(chess.Board(), chess.Move.from_uci("e2e4")).turn == chess.BLACK
    True
    """
    later = board.copy(stack=False)
    for move in moves:
        later.push(move)
    return later


def each_before(board: chess.Board, moves: Iterable[chess.Move]) -> Iterable[tuple[chess.Board, chess.Move]]:
    """Each of these moves with the position in which it is made."""
    for move in moves:
        yield board, move
        board = after(board, move)
