"""A move as it is written: short, long, Russian, and in the digits of correspondence chess.

All functions take a legal move in python-chess's encoding, with either way to encode castling, and the board before it.

The letters for the pieces are those of each language (C.3).
"""

import chess
import msgspec

PIECE_TYPES = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Letters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one language writes for each piece; a pawn has no letter (C.4). A letter may be two or three characters."""

    king: str
    queen: str
    rook: str
    bishop: str
    knight: str

    def of(self, piece_type: chess.PieceType) -> str:
        """The letter of a piece type; empty for a pawn."""
        return "" if piece_type == chess.PAWN else str(getattr(self, chess.piece_name(piece_type)))


def _letters(text: str) -> Letters:
    king, queen, rook, bishop, knight = text.split()
    return Letters(king=king, queen=queen, rook=rook, bishop=bishop, knight=knight)


#: BCP 47 language -> its letters. Swahili and Marathi have none that are settled: their packs name the English ones.
LETTERS: dict[str, Letters] = {
    language: _letters(text)
    for language, text in {
        "af": "K D T L R",
        "bg": "Ц Д Т О К",
        "ca": "R D T A C",
        "cs": "K D V S J",
        "da": "K D T L S",
        "de": "K D T L S",
        "en": "K Q R B N",
        "es": "R D T A C",
        "et": "K L V O R",
        "fi": "K D T L R",
        "fr": "R D T F C",
        "hr": "K D T L S",
        "hu": "K V B F H",
        "is": "K D H B R",
        "it": "R D T A C",
        "nl": "K D T L P",
        "no": "K D T L S",
        "pl": "K H W G S",
        "pt": "R D T B C",
        "ro": "R D T N C",
        "ru": "Кр Ф Л С К",
        "ru-Latn": "Kr F L C K",
        "sq": "M Msh Ku O Ka",
        "sv": "K D T L S",
    }.items()
}


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
