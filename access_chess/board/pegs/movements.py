"""What a hand does on a pegged board to make a move: lifts and places, one after the other."""

from dataclasses import dataclass

import chess

from access_chess.laws.touch_move import castling_squares, victim_square


@dataclass(frozen=True)
class Movement:
    """A piece leaves its aperture, or is put into one."""

    square: chess.Square
    is_lift: bool


def movements(board: chess.Board, move: chess.Move) -> tuple[Movement, ...]:
    """The own piece first, then the captured one; castling king first; the new piece in place of the pawn.

    >>> for movement in movements(chess.Board(), chess.Move.from_uci("e2e4")):
    ...     print("lift" if movement.is_lift else "place", chess.square_name(movement.square))
    lift e2
    place e4
    """
    if board.is_castling(move):
        rook, king_to, rook_to = castling_squares(board, move)
        if king_to in (rook, move.from_square) or rook_to == move.from_square:  # in Chess960 both have to be out first
            order = ((move.from_square, True), (rook, True), (king_to, False), (rook_to, False))
        else:
            order = ((move.from_square, True), (king_to, False), (rook, True), (rook_to, False))
        return tuple(Movement(square, is_lift) for square, is_lift in order)
    victim = victim_square(board, move)
    removed = () if victim is None else (Movement(victim, is_lift=True),)
    return (Movement(move.from_square, is_lift=True), *removed, Movement(move.to_square, is_lift=False))
