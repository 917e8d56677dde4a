"""What a typed or spoken text says about a move, before anyone looks at a board."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product

import chess
from msgspec import Struct

from access_chess.notation.vocabulary import Vocabulary, folded
from access_chess.notation.written import ICCF_PROMOTIONS

MOST_DOUBTS = 8  # letters of a move that may be a piece or a file; more of them are no move, and endless to try

_MOVE_NUMBER = re.compile(r"^\s*\d{1,3}\s*\.+\s*")
_DRAW_OFFER = re.compile(r"\s*\(=\)\s*$")
PARTS = re.compile(r"\d|\D+")
_ORNAMENT = "!?.,;:\"'"  # at the end of a word; says nothing about the move
_EN_PASSANT = re.compile(r"(?:(?<=\d)|^)e\.?p\.?$")
_CASTLING = re.compile(r"[0oOоО]-?[0oOоО](?P<long>-?[0oOоО])?(?P<check>[+#]*)")
_UCI = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
_ICCF = re.compile(r"([1-8])([1-8])([1-8])([1-8])([1-4])?")
_ICCF_PIECES = {str(digit): chess.piece_symbol(piece).upper() for piece, digit in ICCF_PROMOTIONS.items()}

#: characters that mean the same in every language: signs, dashes that say nothing, figurines, Devanagari digits, and
#: the files as a Russian keyboard has them, by their looks or their sounds
CHARACTERS = {
    **{character: character for character in "12345678x=+#"},
    **dict.fromkeys(":×X", "x"), **dict.fromkeys("(/", "="), **dict.fromkeys("-–—)", ""), **dict.fromkeys("‡†", "+"),
    **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNP" * 2, strict=True)),
    **dict(zip("१२३४५६७८", chess.RANK_NAMES, strict=True)), **dict(zip("абсцдефгжх", "abccdefggh", strict=True)),
}  # fmt: skip

_SIGNS = re.compile(
    r"(?:(?P<castling>[sl])"
    r"|(?P<piece>[KQRBNP])?(?P<from_file>[a-h])?(?P<from_rank>[1-8])?"
    r"(?:(?P<capture>x(?P<taken>[KQRBNP])?)?(?P<to_file>[a-h])(?P<to_rank>[1-8])?|x(?P<taken_alone>[KQRBNP]))"
    r"=?(?P<promotion>[KQRBNP])?)"
    r"(?P<en_passant>~)?[+#]*(?P<last_x>x)?[+#]*"  # the Russian mate sign is an x
)


class MoveText(Struct, frozen=True, kw_only=True):
    """What was said of a move; None where nothing was said. Files and ranks run from 0."""

    castling: chess.Color | None = None  # WHITE stands for the short side, as in python-chess's "kingside"
    piece: chess.PieceType | None = None
    from_file: int | None = None
    from_rank: int | None = None
    to_file: int | None = None
    to_rank: int | None = None
    capture: bool = False
    taken: chess.PieceType | None = None
    promotion: chess.PieceType | None = None
    en_passant: bool = False
    ends_in_x: bool = False  # mate in Russian, or a capture that was written after the square

    @property
    def from_square(self) -> chess.Square | None:
        """The square of departure, where file and rank were said."""
        return _square(self.from_file, self.from_rank)

    @property
    def to_square(self) -> chess.Square | None:
        """The square of arrival, where file and rank were said."""
        return _square(self.to_file, self.to_rank)

    @property
    def moved(self) -> chess.PieceType | None:
        """The kind of man that moves: a pawn when none was named (C.4), unless the from-square tells."""
        return self.piece or (chess.PAWN if self.from_square is None and self.castling is None else None)


class UnknownWord(Struct, frozen=True):
    """A word that belongs to no move."""

    word: str


def split_draw_offer(text: str) -> tuple[str, bool]:
    """The text without a draw offer at its end, "(=)" (C.13), and whether there was one."""
    move = _DRAW_OFFER.sub("", text)
    return move, move != text


def move_texts(text: str, vocabulary: Vocabulary) -> tuple[MoveText, ...] | UnknownWord:
    """Everything that a text may say of a move; several where it is loose, none where its words make no move.

    Upper case means pieces and lower case files; only where that makes no move are they taken for each other.
    """
    words = _MOVE_NUMBER.sub("", text).split()
    if len(words) == 1 and (exact := _exact_signs(words[0])):
        return tuple(_readings([exact]))
    signs = _signs_of(words, vocabulary)
    if isinstance(signs, UnknownWord):
        return signs
    if sum(len(options) > 1 for options in signs) > MOST_DOUBTS:
        return ()
    strict = tuple(_readings(["".join(options[0] for options in signs)]))
    return strict or tuple(dict.fromkeys(_readings("".join(choice) for choice in product(*signs))))


def as_piece_texts(text: str, vocabulary: Vocabulary) -> tuple[MoveText, ...]:
    """What "bc4" says where its small "b" is a bishop and no file; none where the first letter may be no man at all."""
    words = _MOVE_NUMBER.sub("", text).split()
    is_small = len(words) == 1 and words[0][:1].islower() and not _exact_signs(words[0])
    signs = _signs_of(words, vocabulary) if is_small else UnknownWord(text)
    if isinstance(signs, UnknownWord) or len(signs[0]) < 2 or signs[0][1] not in "KQRBN":
        return ()
    return tuple(_readings(["".join((signs[0][1], *(options[0] for options in signs[1:])))]))


def _exact_signs(word: str) -> str:
    """The signs of a move in UCI or in the digits of correspondence chess, which are the same in every language."""
    if _UCI.fullmatch(word):
        return word[:4] + word[4:].upper()
    if digits := _ICCF.fullmatch(word):
        from_file, from_rank, to_file, to_rank = (int(digit) for digit in digits.groups()[:4])
        squares = chess.FILE_NAMES[from_file - 1] + str(from_rank) + chess.FILE_NAMES[to_file - 1] + str(to_rank)
        return squares + _ICCF_PIECES.get(digits[5], "")
    return ""


def _signs_of(words: Sequence[str], vocabulary: Vocabulary) -> list[list[str]] | UnknownWord:
    """For each character or phrase its possible signs, the likeliest first."""
    signs: list[list[str]] = []
    plain = [folded(word.rstrip(_ORNAMENT)) for word in words]
    at = 0
    while at < len(words):
        length, sign = _phrase_at(plain, at, vocabulary)
        if length:
            signs.append([sign])
        else:
            written = _written_signs(words[at].rstrip(_ORNAMENT), vocabulary)
            parts = [part for word in plain[at] for part in PARTS.findall(word)]
            if written is None and len(parts) > 1:
                in_parts = _signs_of(parts, vocabulary)  # "Gustav-eins", "Eva4"
                written = None if isinstance(in_parts, UnknownWord) else in_parts
            if written is None:
                return UnknownWord(words[at])
            signs.extend(written)
        at += length or 1
    return signs


def _phrase_at(plain: Sequence[tuple[str, ...]], at: int, vocabulary: Vocabulary) -> tuple[int, str]:
    """The number of words of the longest known phrase that begins here, and its sign; 0 when there is none."""
    for length in range(min(vocabulary.longest, len(plain) - at), 0, -1):
        sign = vocabulary.words.get(tuple(chain.from_iterable(plain[at : at + length])))
        if sign is not None:
            return length, sign
    return 0, ""


def _written_signs(word: str, vocabulary: Vocabulary) -> list[list[str]] | None:
    """The signs of a word in letters and digits, such as "Sxf3+"; None when it is not made of them."""
    if castling := _CASTLING.fullmatch(word):
        return [["l" if castling["long"] else "s"]]
    en_passant = _EN_PASSANT.search(word)
    word = word[: en_passant.start()] if en_passant else word
    signs: list[list[str]] = []
    while word:
        letter = next((word[:length] for length in (3, 2, 1) if word[:length] in vocabulary.letters), word[0])
        options = _options(letter, vocabulary)
        if not options:
            return None
        signs.append(options)
        word = word[len(letter) :]
    return [*signs, ["~"]] if en_passant else signs


def _options(letter: str, vocabulary: Vocabulary) -> list[str]:
    """What a letter may stand for: as it is written, then in the other case."""
    piece = vocabulary.letters.get(letter) or ("P" if letter == "P" else "")
    file = letter.lower() if letter.lower() in chess.FILE_NAMES else ""
    if piece:
        return [piece, file] if file else [piece]
    same, other_case = CHARACTERS.get(letter, file or None), vocabulary.letters.get(letter.upper())
    return [sign for sign in (same, other_case) if sign is not None]


def _readings(signs: Iterable[str]) -> Iterator[MoveText]:
    for text in signs:
        match = _SIGNS.fullmatch(text)
        if match:
            reading = _move_text(match)
            if _makes_sense(reading):
                yield reading


def _move_text(match: re.Match[str]) -> MoveText:
    said = match.groupdict()
    return MoveText(
        castling={"s": chess.WHITE, "l": chess.BLACK, None: None}[said["castling"]],
        piece=_piece(said["piece"]),
        from_file=_index(chess.FILE_NAMES, said["from_file"]),
        from_rank=_index(chess.RANK_NAMES, said["from_rank"]),
        to_file=_index(chess.FILE_NAMES, said["to_file"]),
        to_rank=_index(chess.RANK_NAMES, said["to_rank"]),
        capture=bool(said["capture"] or said["taken_alone"]),
        taken=_piece(said["taken"] or said["taken_alone"]),
        promotion=_piece(said["promotion"]),
        en_passant=bool(said["en_passant"]),
        ends_in_x=said["last_x"] is not None,
    )


def _makes_sense(text: MoveText) -> bool:
    """Whether such a move can exist on some board, so far as its form goes."""
    if text.castling is not None:
        return True
    if text.promotion and text.moved not in (chess.PAWN, None):
        return False
    if text.to_file is None:
        return text.piece is not None or text.from_file is not None  # "knight takes bishop", "e takes bishop"
    by_pawn = text.moved == chess.PAWN
    if text.to_rank is None:
        return by_pawn and _neighbours(text)  # «ed», «e:d»
    return not by_pawn or text.from_file is None or text.from_square is not None or _neighbours(text)


def _neighbours(text: MoveText) -> bool:
    return text.from_file is not None and text.to_file is not None and abs(text.from_file - text.to_file) == 1


def _piece(symbol: str | None) -> chess.PieceType | None:
    return chess.PIECE_SYMBOLS.index(symbol.lower()) if symbol else None


def _index(names: list[str], name: str | None) -> int | None:
    return names.index(name) if name else None


def _square(file: int | None, rank: int | None) -> chess.Square | None:
    return None if file is None or rank is None else chess.square(file, rank)
