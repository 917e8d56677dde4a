"""Which positions are worth a look after a move? Almost none of a game's are: this must cost a microsecond or two."""

import chess

from access_chess.laws.winnability.steps import (
    bishop_steps,
    king_steps,
    knight_steps,
    pawn_attacks,
    pawn_pushes,
    rook_steps,
)

_ENOUGH_MOVES = 3
_LINES = [
    chess.BB_RANK_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0] | chess.BB_DIAG_ATTACKS[square][0]
    for square in chess.SQUARES
]


def is_ordinary(board: chess.Board, winner: chess.Color) -> bool:
    """Has `winner` a piece or a loose pawn, and the side to move enough moves that nothing is forced?

    Then a proof that no mate is possible would be a composed curiosity. Only a hint: it proves nothing.
    """
    own = board.occupied_co[winner]
    has_pieces = own & (board.knights | board.rooks | board.queens)
    if not has_pieces and has_rammed_pawns(board):
        return False
    if _has_free_moves(board):
        return not board.is_check()
    return bool(has_pieces) and not _is_forced(board)


def is_cramped(board: chess.Board) -> bool:
    """Has one of the sides hardly a choice, so that following the moves may end soon?"""
    if _is_forced(board):
        return True
    passed = board.copy(stack=False)
    passed.turn = not board.turn
    passed.ep_square = None
    return _is_forced(passed)


def has_rammed_pawns(board: chess.Board) -> bool:
    """Does a pawn stand head-on against another? Without that, a king's region is seldom closed."""
    white = board.pawns & board.occupied_co[chess.WHITE]
    return bool(pawn_pushes(white, chess.WHITE) & board.pawns & board.occupied_co[chess.BLACK])


def is_walled_in(board: chess.Board, color: chess.Color) -> bool:
    """Has this side only pawns to move, its king being shut in by its own men and by enemy pawns?"""
    own = board.occupied_co[color]
    king = board.kings & own
    if own & ~board.pawns != king:
        return False
    return not king_steps(king) & ~own & ~pawn_attacks(board.pawns & ~own, not color)


def _has_free_moves(board: chess.Board) -> bool:
    """Does the side to move reach enough squares with men that cannot be pinned, as no line joins them to the king?"""
    own = board.occupied_co[board.turn]
    king = board.kings & own
    free = own & ~_LINES[king.bit_length() - 1] & ~king
    targets = knight_steps(free & board.knights) | bishop_steps(free & (board.bishops | board.queens))
    targets |= rook_steps(free & (board.rooks | board.queens))
    targets &= ~own
    targets |= pawn_pushes(free & board.pawns, board.turn) & ~board.occupied
    return targets.bit_count() >= _ENOUGH_MOVES


def _is_forced(board: chess.Board) -> bool:
    """Is the side to move in check, or has it hardly a choice?"""
    if board.is_check():
        return True
    ways = set()
    for move in board.generate_legal_moves():
        ways.add((move.from_square, move.to_square))
        if len(ways) == _ENOUGH_MOVES:
            return False
    return True
