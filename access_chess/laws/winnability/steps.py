"""One step of each kind of piece for a whole set of squares at once, on an empty board.

A set of squares is a 64-bit integer with a1 = bit 0 … h8 = bit 63, as in python-chess.
"""

import chess

_NOT_A = chess.BB_ALL & ~chess.BB_FILE_A
_NOT_H = chess.BB_ALL & ~chess.BB_FILE_H
_NOT_AB = _NOT_A & ~chess.BB_FILE_B
_NOT_GH = _NOT_H & ~chess.BB_FILE_G


def bishop_steps(squares: int) -> int:
    """The diagonal neighbours of the squares."""
    beside = (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1
    return (beside << 8 | beside >> 8) & chess.BB_ALL


def rook_steps(squares: int) -> int:
    """The orthogonal neighbours of the squares."""
    return ((squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1 | squares << 8 | squares >> 8) & chess.BB_ALL


def king_steps(squares: int) -> int:
    """All neighbours of the squares; neighbours of each other are included."""
    row = (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1
    block = row | squares
    return (block << 8 | block >> 8 | row) & chess.BB_ALL


def knight_steps(squares: int) -> int:
    """The squares a knight's move away."""
    near = (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1
    far = (squares & _NOT_GH) << 2 | (squares & _NOT_AB) >> 2
    return (near << 16 | near >> 16 | far << 8 | far >> 8) & chess.BB_ALL


def promoted_steps(squares: int) -> int:
    """Every step that some piece a pawn may become can make."""
    return king_steps(squares) | knight_steps(squares)


def pawn_pushes(squares: int, color: chess.Color) -> int:
    """The squares straight ahead of pawns of a color."""
    return (squares << 8) & chess.BB_ALL if color else squares >> 8


def pawn_attacks(squares: int, color: chess.Color) -> int:
    """The squares that pawns of a color attack."""
    beside = (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1
    return (beside << 8) & chess.BB_ALL if color else beside >> 8
