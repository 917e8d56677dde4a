"""A position that a user names."""

import chess

from access_chess.command_line.options.errors import wrong

LONGEST_GAME = 9999  # moves; by the fifty-move rule no game can have 6,000


def board_of(fen: str, *, chess960: bool = False) -> chess.Board:
    """The board of a FEN; Chess960 is recognised by castling rights that only it has. Raises InputError."""
    try:
        board = chess.Board(fen, chess960=True)
    except ValueError as error:
        raise wrong("no_fen", error=error) from error
    if max(board.halfmove_clock, board.fullmove_number) > LONGEST_GAME:
        raise wrong("fen_long", most=LONGEST_GAME, fen=repr(fen))
    board.chess960 = chess960 or board.has_chess960_castling_rights()
    return board
