"""A position that a user names."""

import chess

from access_chess.command_line.options.errors import InputError

LONGEST_GAME = 9999  # moves; by the fifty-move rule no game can have 6,000


def board_of(fen: str, *, chess960: bool = False) -> chess.Board:
    """The board of a FEN; Chess960 is recognised by castling rights that only it has. Raises InputError."""
    try:
        board = chess.Board(fen, chess960=True)
    except ValueError as error:
        raise InputError(f"This is no FEN: {error}.") from error
    if max(board.halfmove_clock, board.fullmove_number) > LONGEST_GAME:
        raise InputError(f"This is no FEN: no game has more than {LONGEST_GAME} moves: {fen!r}.")
    board.chess960 = chess960 or board.has_chess960_castling_rights()
    return board
