"""Random positions in which proofs of unwinnability are often right and easily wrong."""

import random

import chess


def random_wall(source: random.Random) -> chess.Board:
    """A legal, unfinished position with a chain of head-on pawns from side to side, and a few pieces more."""
    while True:
        board = chess.Board(None)
        rank = source.randint(1, 5)
        for file in range(8):
            rank = min(5, max(1, rank + source.choice((-1, 0, 1))))
            if source.random() < 0.15:
                continue
            gap = source.choice((1,) * 12 + (2, 3))
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
            if rank + gap <= 6:
                board.set_piece_at(chess.square(file, rank + gap), chess.Piece(chess.PAWN, chess.BLACK))
        for _ in range(source.randint(0, 3)):
            kind = source.choice((chess.PAWN, chess.BISHOP, chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.ROOK))
            _drop(board, source, chess.Piece(kind, source.choice((chess.WHITE, chess.BLACK))))
        for color in (chess.WHITE, chess.BLACK):
            _drop(board, source, chess.Piece(chess.KING, color))
        board.turn = source.choice((chess.WHITE, chess.BLACK))
        if _is_playable(board):
            return board


def varied(board: chess.Board, source: random.Random) -> chess.Board:
    """The position with one to three pieces moved elsewhere, removed or added; legal and unfinished."""
    while True:
        other = board.copy(stack=False)
        other.castling_rights, other.ep_square = 0, None
        for _ in range(source.randint(1, 3)):
            square = source.choice(list(other.piece_map()))
            piece = other.remove_piece_at(square)
            if piece and (piece.piece_type == chess.KING or source.random() < 0.5):
                _drop(other, source, piece)
            elif source.random() < 0.5:
                kind = source.choice((chess.PAWN, chess.BISHOP, chess.KNIGHT, chess.ROOK))
                _drop(other, source, chess.Piece(kind, source.choice((chess.WHITE, chess.BLACK))))
        other.turn = source.choice((chess.WHITE, chess.BLACK))
        if _is_playable(other):
            return other


def _is_playable(board: chess.Board) -> bool:
    return board.is_valid() and any(board.legal_moves)


def _drop(board: chess.Board, source: random.Random, piece: chess.Piece) -> None:
    """Put a piece on a random empty square, a pawn not on the last ranks."""
    low, high = (8, 56) if piece.piece_type == chess.PAWN else (0, 64)
    square = source.choice([square for square in range(low, high) if board.piece_at(square) is None])
    board.set_piece_at(square, piece)
