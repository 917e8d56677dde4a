"""The letters for the pieces, as each language writes them (Laws, C.3)."""

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
