"""Why a move is not legal, in the words a teacher would use: pinned, blocked, not your piece …"""

from enum import StrEnum, auto

import chess
from msgspec import Struct


class Reason(StrEnum):
    """What stands in the way of a move. The last five are about castling."""

    EMPTY_SQUARE = auto()  # nothing stands on the from-square
    NOT_YOUR_PIECE = auto()  # the opponent's man stands there
    ANOTHER_PIECE = auto()  # one's own man stands there, but of another kind than was said
    NO_SUCH_PIECE = auto()  # there is no man of this kind, or none on the file or rank that was said
    CANNOT_REACH = auto()  # no man of this kind moves like that
    OWN_PIECE_THERE = auto()
    BLOCKED = auto()
    NOTHING_TO_CAPTURE = auto()  # a capture was said, or a pawn would move as if it captured
    NO_PROMOTION = auto()  # a promotion was said of a move that is none
    PROMOTION_PIECE = auto()  # to a king or a pawn
    PINNED = auto()  # the own king would be open to attack
    IN_CHECK = auto()  # the check is not met
    INTO_CHECK = auto()  # the king would go to an attacked square
    CASTLING_LOST = auto()  # king or rook has moved
    CASTLING_BLOCKED = auto()
    CASTLING_IN_CHECK = auto()
    CASTLING_THROUGH_CHECK = auto()
    CASTLING_INTO_CHECK = auto()


class Illegal(Struct, frozen=True, kw_only=True):
    """No legal move: the reason, the move that was meant if that is known, and the square that explains it.

    `square` is where the man stands that blocks, pins, gives check or is not one's own; None where there is none.
    """

    reason: Reason
    move: chess.Move | None = None
    square: chess.Square | None = None


def why_illegal(board: chess.Board, move: chess.Move) -> Illegal:
    """The reason why a plain move (castling apart) is not legal, seen from the player to move."""
    piece = board.piece_at(move.from_square)
    if piece is None:
        return Illegal(reason=Reason.EMPTY_SQUARE, move=move, square=move.from_square)
    if piece.color != board.turn:
        return Illegal(reason=Reason.NOT_YOUR_PIECE, move=move, square=move.from_square)
    if move.from_square != move.to_square and board.color_at(move.to_square) == board.turn:
        return Illegal(reason=Reason.OWN_PIECE_THERE, move=move, square=move.to_square)
    if board.is_pseudo_legal(move) or board.is_pseudo_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        return _king_left_in_check(board, move, piece)
    return _out_of_reach(board, move, piece)


def why_no_castling(board: chess.Board, *, kingside: bool) -> Illegal:
    """The reason why castling to this side is not legal now."""
    king = board.king(board.turn)
    rank = chess.BB_RANK_1 if board.turn == chess.WHITE else chess.BB_RANK_8
    rights = board.clean_castling_rights() & rank
    rooks = [r for r in chess.scan_forward(rights) if king is not None and (r > king) == kingside]
    if king is None or not rooks:
        return Illegal(reason=Reason.CASTLING_LOST)
    rook = rooks[-1] if kingside else rooks[0]
    home = 0 if board.turn == chess.WHITE else 56
    king_goal, rook_goal = (chess.G1 + home, chess.F1 + home) if kingside else (chess.C1 + home, chess.D1 + home)
    ways = chess.between(king, king_goal) | chess.between(rook, rook_goal)
    ways |= chess.BB_SQUARES[king_goal] | chess.BB_SQUARES[rook_goal]
    blockers = ways & board.occupied & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rook]
    if blockers:
        return Illegal(reason=Reason.CASTLING_BLOCKED, square=chess.lsb(blockers))
    if board.is_check():
        return Illegal(reason=Reason.CASTLING_IN_CHECK, square=chess.lsb(board.checkers_mask()))
    without_king = board.occupied & ~chess.BB_SQUARES[king]
    for passed in chess.scan_forward(chess.between(king, king_goal)):
        if attackers := board.attackers_mask(not board.turn, passed, without_king):
            return Illegal(reason=Reason.CASTLING_THROUGH_CHECK, square=chess.lsb(attackers))
    attackers = board.attackers_mask(not board.turn, king_goal, without_king & ~chess.BB_SQUARES[rook])
    return Illegal(reason=Reason.CASTLING_INTO_CHECK, square=chess.lsb(attackers) if attackers else None)


def _king_left_in_check(board: chess.Board, move: chess.Move, piece: chess.Piece) -> Illegal:
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(piece.color)
    attackers = after.attackers_mask(not piece.color, king) if king is not None else 0
    square = chess.lsb(attackers) if attackers else None
    if piece.piece_type == chess.KING:
        return Illegal(reason=Reason.INTO_CHECK, move=move, square=square)
    reason = Reason.IN_CHECK if board.is_check() else Reason.PINNED
    return Illegal(reason=reason, move=move, square=square)


def _out_of_reach(board: chess.Board, move: chess.Move, piece: chess.Piece) -> Illegal:
    alone = chess.Board(None)
    alone.set_piece_at(move.from_square, piece)
    alone.turn = piece.color
    blockers = chess.between(move.from_square, move.to_square) & board.occupied
    if piece.piece_type == chess.PAWN:
        if move.to_square in alone.attacks(move.from_square):
            return Illegal(reason=Reason.NOTHING_TO_CAPTURE, move=move, square=move.to_square)
        reachable = any(step.to_square == move.to_square for step in alone.generate_pseudo_legal_moves())
        blockers |= chess.BB_SQUARES[move.to_square] & board.occupied
    else:
        reachable = move.to_square in alone.attacks(move.from_square)
    if reachable and blockers:
        return Illegal(reason=Reason.BLOCKED, move=move, square=chess.lsb(blockers))
    return Illegal(reason=Reason.CANNOT_REACH, move=move)
