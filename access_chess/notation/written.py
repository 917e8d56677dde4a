"""A move as it is written: short, long, Russian, and in the digits of correspondence chess.

All functions take a legal move in python-chess's encoding, with either way to encode castling, and the board before it.
"""

import chess

from access_chess.notation.letters import LETTERS, PIECE_TYPES, Letters

#: the fifth digit of a promotion, as correspondence chess numbers the pieces
ICCF_PROMOTIONS = {chess.QUEEN: 1, chess.ROOK: 2, chess.BISHOP: 3, chess.KNIGHT: 4}

_RUSSIAN_SIGNS = str.maketrans({"x": ":", "#": "x", "=": None, "O": "0"})


def san(board: chess.Board, move: chess.Move, letters: Letters) -> str:
    """Short algebraic notation with a language's letters, "Sf3", "exd8=D#" (C.8-C.12)."""
    return _lettered(board.san(move), letters)


def long(board: chess.Board, move: chess.Move, letters: Letters) -> str:
    """Long algebraic notation, "Sg1-f3", "e4xd5"."""
    return _lettered(board.lan(move), letters)


def russian(board: chess.Board, move: chess.Move) -> str:
    """Long notation in the Russian way: «Кg1-f3», capture ":", check "+", mate "x", castling "0-0"."""
    return _lettered(board.lan(move).translate(_RUSSIAN_SIGNS), LETTERS["ru"])


def iccf(board: chess.Board, move: chess.Move) -> str:
    """File and rank of both squares in digits, "5254"; a promotion has a fifth one, see `ICCF_PROMOTIONS`."""
    uci = chess.Move.from_uci(board.uci(move))
    squares = (uci.from_square, uci.to_square)
    digits = "".join(f"{chess.square_file(square) + 1}{chess.square_rank(square) + 1}" for square in squares)
    return digits + (str(ICCF_PROMOTIONS[uci.promotion]) if uci.promotion else "")


def _lettered(text: str, letters: Letters) -> str:
    return text.translate({ord(chess.piece_symbol(piece).upper()): letters.of(piece) for piece in PIECE_TYPES})
