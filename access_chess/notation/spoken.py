"""A move as it is said, in the names of E.2.1.

The order never changes: piece, from-square, capture, to-square, promotion, en passant, check or mate. The move need not
be legal, since an illegal one is announced as well; a man must stand on its from-square.
"""

import chess

from access_chess.notation.names import Name, Names


def long_form(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """The whole move, "Springer Gustav eins Felix drei"."""
    castling = _castling(board, move, names)
    if castling:
        return (castling, *_check(board, move, names))
    capture = (names.capture,) if board.is_capture(move) else ()
    return (
        names.pieces.of(_piece_type(board, move)),
        *names.square(move.from_square),
        *capture,
        *_arrival(board, move, names),
    )


def brief_form(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """As little as names this legal move alone: "Springer Felix drei", "Eva vier", "Eva David acht Dame"."""
    castling = _castling(board, move, names)
    if castling:
        return (castling, *_check(board, move, names))
    return (*_departure(board, move, names), *_arrival(board, move, names))


def _piece_type(board: chess.Board, move: chess.Move) -> chess.PieceType:
    piece_type = board.piece_type_at(move.from_square)
    assert piece_type, f"expected a man on the from-square, got {move.uci()!r} in {board.fen()!r}"
    return piece_type


def _castling(board: chess.Board, move: chess.Move, names: Names) -> Name | None:
    if not board.is_castling(move):
        return None
    return names.short_castling if board.is_kingside_castling(move) else names.long_castling


def _departure(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """The piece, with file, rank or both where another could go there as well (C.10); of a capturing pawn its file."""
    piece_type = _piece_type(board, move)
    file, rank = names.square(move.from_square)
    if piece_type == chess.PAWN:
        return (file,) if board.is_capture(move) else ()
    piece = names.pieces.of(piece_type)
    alike = board.pieces_mask(piece_type, board.turn) & ~chess.BB_SQUARES[move.from_square]
    others = [other.from_square for other in board.generate_legal_moves(alike, chess.BB_SQUARES[move.to_square])]
    if not others:
        return (piece,)
    if all(chess.square_file(other) != chess.square_file(move.from_square) for other in others):
        return (piece, file)
    if all(chess.square_rank(other) != chess.square_rank(move.from_square) for other in others):
        return (piece, rank)
    return (piece, file, rank)


def _arrival(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    """To-square and what follows it."""
    promotion = (names.pieces.of(move.promotion),) if move.promotion else ()
    en_passant = (names.en_passant,) if board.is_en_passant(move) else ()
    return (*names.square(move.to_square), *promotion, *en_passant, *_check(board, move, names))


def _check(board: chess.Board, move: chess.Move, names: Names) -> tuple[Name, ...]:
    after = board.copy(stack=False)
    after.push(move)
    if not after.is_check():
        return ()
    return (names.check,) if any(after.generate_legal_moves()) else (names.mate,)
