"""When two positions are the same (9.2), which moves are legal and carry the counts of 9.3, how they are written."""

import re
from typing import TypeAlias

import chess

#: Placement, side to move, castling rights that still exist, and an en passant square only if a capture is legal.
PositionKey: TypeAlias = tuple[int, int, int, int, int, int, int, int, bool, int, int | None]


def position_key(board: chess.Board, *, is_doomed_right_lost: bool = False) -> PositionKey:
    """A value that is equal for two positions exactly when they are the same in the sense of 9.2 (A35, A36, A75).

    With `is_doomed_right_lost` a castling right counts no longer where every legal move gives it up. That is how the
    text before 2009 was read, which compared the possible moves alone; the sentence that a right is lost only when king
    or rook has moved came in 2009. A right that castling is only for the moment denied (3.8) counts in all editions.
    """
    rights = board.clean_castling_rights()
    if is_doomed_right_lost and rights:
        rights &= ~_doomed_rights(board, rights)
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.turn,
        rights,
        board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else None,
    )


def _doomed_rights(board: chess.Board, rights: chess.Bitboard) -> chess.Bitboard:
    """The rooks with which the player to move will not castle any more, whatever they play now."""
    king = board.king(board.turn)
    moves = tuple(board.generate_legal_moves())
    doomed = chess.BB_EMPTY
    for rook in chess.scan_forward(rights & board.occupied_co[board.turn]):
        if moves and all(move.from_square in (king, rook) and not board.is_castling(move) for move in moves):
            doomed |= chess.BB_SQUARES[rook]
    return doomed


def appearances(keys: tuple[PositionKey, ...], key: PositionKey) -> int:
    """How often a position has been on the board."""
    return keys.count(key)


def is_quiet(board: chess.Board, move: chess.Move) -> bool:
    """Neither a pawn move nor a capture: it does not interrupt the count of 9.3."""
    return not board.is_zeroing(move)


def legal_moves_on(board: chess.Board) -> tuple[chess.Move, ...]:
    """All legal moves of article 3. Taking a king is none (1.2), even where an illegal move left it attacked."""
    return tuple(move for move in board.generate_legal_moves() if not _takes_king(board, move))


def is_legal_on(board: chess.Board, move: chess.Move) -> bool:
    """Whether one move is legal by article 3."""
    return not _takes_king(board, move) and board.is_legal(move)


def is_king_by_two(board: chess.Board, move: chess.Move) -> bool:
    """Whether the king is let go two squares sideways, as one does who castles (4.4.c)."""
    is_along = chess.square_rank(move.from_square) == chess.square_rank(move.to_square)
    is_king = board.piece_type_at(move.from_square) == chess.KING
    return is_king and is_along and chess.square_distance(move.from_square, move.to_square) == 2


def _takes_king(board: chess.Board, move: chess.Move) -> bool:
    return bool(board.kings & board.occupied_co[not board.turn] & chess.BB_SQUARES[move.to_square])


#: What may be added to a move without changing it: marks of check, mate, en passant and praise (C.9, C.13).
_MARKS = re.compile(r"\s*(e\.?\s*p\.?)?[+#!?]*\s*(e\.?\s*p\.?)?$")
#: e8(Q) and e8/Q are other ways to write e8=Q (C.12).
_PROMOTION = re.compile(r"[(/]([QRBN])\)?$")
#: What stands in a score beside the moves.
_NO_MOVES = ("e.p.", "ep", "(=)")


def parse_san(board: chess.Board, san: str) -> chess.Move | None:
    """The legal move, or None.

    >>> parse_san(chess.Board(), "Ng1-f3!")
    Move.from_uci('g1f3')
    """
    try:
        move = board.parse_san(_PROMOTION.sub(r"=\1", _MARKS.sub("", san)))
    except ValueError:
        return None
    return move or None  # a pass, which python-chess reads, is none


def moves_of_score(text: str) -> tuple[str, ...]:
    """The moves of a score, without their numbers.

    >>> moves_of_score("1. e4 e5 2.Nf3")
    ('e4', 'e5', 'Nf3')
    """
    words = (re.sub(r"^\d+\.+", "", word) for word in text.split())
    return tuple(word for word in words if word and word not in _NO_MOVES)
