"""A position as 67 bytes: small enough to keep hundreds of thousands, and quick to set up on a board again."""

import struct

import chess

_LAYOUT = struct.Struct("<8Q?b")
_NO_SQUARE = -1

PackedPosition = bytes


def pack(board: chess.Board) -> PackedPosition:
    """All that decides which moves are legal now and later; the counters of moves are left out."""
    ep_square = board.ep_square
    return _LAYOUT.pack(
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.kings,
        board.castling_rights,
        board.turn,
        _NO_SQUARE if ep_square is None else ep_square,
    )


def unpack_onto(board: chess.Board, position: PackedPosition) -> None:
    """Set up a packed position on a board that has no moves to take back."""
    (
        white,
        black,
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.kings,
        board.castling_rights,
        board.turn,
        ep_square,
    ) = _LAYOUT.unpack(position)
    board.occupied_co[chess.WHITE] = white
    board.occupied_co[chess.BLACK] = black
    board.occupied = white | black
    board.queens = board.occupied & ~(board.pawns | board.knights | board.bishops | board.rooks | board.kings)
    board.ep_square = None if ep_square == _NO_SQUARE else ep_square
