"""Which legal moves a word can mean that a hand has written, loose as people write.

Signs that say nothing are left out: capture, check, mate, promotion's sign, dashes, marks of praise. Braille is turned
into print first; a capital sign there makes a capital.

Pieces that a hand has written out, "Springer f3", are read as figurines, which every language reads.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.laws.position import PositionKey, position_key
from access_chess.notation.braille import UKAAF, cell_of
from access_chess.notation.written import ICCF_PROMOTIONS, LETTERS, PIECE_TYPES, Letters
from access_chess.scoresheets.braille_reading import CELL_LETTERS, has_cells, printed_move

KEPT = 1024  # positions, and words; two long games have some hundreds of each
ALWAYS_READ = (LETTERS["en"], UKAAF, LETTERS["de"])  # where no language is named

_SILENT = str.maketrans(dict.fromkeys("xX×:+#=!?-–—/()[]†‡.,;*'\"~^_|<>", None))
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_CASTLING = re.compile(r"[0OoОо]-?[0OoОо](?P<long>-?[0OoОо])?")
_AFTERWORD = re.compile(  # check, mate and en passant in words, behind the square or the new piece
    r"(?<=[1-8a-z])\s*(?:\+*(?:dbl|dis)?\.?(?:ch|sch|mate|matt|mat|шах|мат)\b|e\.?\s?p|i\.?\s?v|a\.?\s?p)\.?[+#!?]*$",
    re.IGNORECASE,
)
_FIGURINES = str.maketrans(dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNP" * 2, strict=True)))
_CYRILLIC_FILES = str.maketrans({"а": "a", "в": "b", "с": "c", "е": "e"})
_LOOK_ALIKE = str.maketrans({"К": "K", "р": "p", "С": "C", "с": "c"})  # keyboards have both, and no eye tells them

_PAWNS = ("P", "Б", "п", "p")  # where no piece has the letter
_DIGITS = "12345678"
_AS_LETTERS = str.maketrans("abcdefgh", _DIGITS)


class Handwriting(Struct, frozen=True, kw_only=True):
    """How a hand writes throughout a sheet.

    `in_either_case`: capitals are not marked, so that b may be a bishop. `with_letters`: ranks are letters, as in
    braille without number signs. `in_cells`: it is braille, where no Cyrillic letter looks like a Latin one.
    `is_exact`: it is no hand but a program, and nothing is left out.
    """

    in_either_case: bool = False
    with_letters: bool = False
    in_cells: bool = False
    is_exact: bool = False


PLAIN_HAND = Handwriting()
PROGRAM = Handwriting(is_exact=True)


class _Sense(Struct, frozen=True):
    """What a word says of a move; None: it says nothing of it."""

    piece: chess.PieceType | None = None
    file: int | None = None
    rank: int | None = None
    to_file: int | None = None
    to_rank: int | None = None
    promotion: chess.PieceType | None = None
    captured: chess.PieceType | None = None
    is_capture: bool | None = None


class _Legal(Struct, frozen=True):
    """A legal move, taken apart."""

    move: chess.Move
    piece: chess.PieceType
    captured: chess.PieceType | None
    castling: str

    def has(self, sense: _Sense) -> bool:
        """Whether the move is as a word says."""
        move = self.move
        return (
            sense.piece in (None, self.piece)
            and sense.file in (None, chess.square_file(move.from_square))
            and sense.rank in (None, chess.square_rank(move.from_square))
            and sense.to_file in (None, chess.square_file(move.to_square))
            and sense.to_rank in (None, chess.square_rank(move.to_square))
            and sense.promotion in (None, move.promotion)
            and sense.captured in (None, self.captured)
            and sense.is_capture in (None, self.captured is not None)
        )


class Spellings:
    """The legal moves of one position, and what words mean there: in exact case, else in either, else loosely."""

    def __init__(self, board: chess.Board, letters: Sequence[Letters] = ()) -> None:
        self._legal = tuple(_taken_apart(board))
        self._letters = _with_cells(tuple(letters) or ALWAYS_READ)
        self._in_cells = _of_cells(tuple(letters) or ALWAYS_READ)

    def meant(self, text: str, hand: Handwriting = PLAIN_HAND) -> frozenset[chess.Move]:
        """The legal moves that a word of print or braille can mean."""
        word = plain(text)
        if word in ("OO", "OOO"):
            return frozenset(each.move for each in self._legal if each.castling == word)
        tiers = [(hand.in_either_case, hand.with_letters), (True, hand.with_letters), (True, not hand.is_exact)]
        for in_either_case, with_letters in dict.fromkeys(tiers):
            letters = self._in_cells if hand.in_cells or has_cells(text) else self._letters
            senses = _senses(word, letters, in_either_case, with_letters)
            if found := self._fitting(senses):
                return self._pawn_that_is_named(senses) if len(found) > 1 else found
        return frozenset() if hand.is_exact else self._fitting(_loose_senses(word))

    def has_form_of_move(self, text: str) -> bool:
        """Whether a word says which piece goes where, legal or not."""
        word = plain(text)
        return word in ("OO", "OOO") or any(_names_a_square(sense) for sense in self._senses(word))

    def illegal(self, board: chess.Board, text: str) -> tuple[chess.Move, ...]:
        """The moves that a word can mean which is not legal on this board: those of the men that it may speak of."""
        moves = {
            chess.Move(square, chess.square(sense.to_file, sense.to_rank))
            for sense in self._senses(plain(text))
            if sense.to_file is not None and sense.to_rank is not None
            for square in _pieces_meant(board, sense)
        }
        kinds = {(board.piece_type_at(move.from_square), move.to_square) for move in moves}
        return tuple(sorted(moves, key=chess.Move.uci)) if len(kinds) == 1 else ()

    def _senses(self, word: str) -> tuple[_Sense, ...]:
        return _senses(word, self._letters, False, False) or _senses(word, self._letters, True, False)

    def _pawn_that_is_named(self, senses: tuple[_Sense, ...]) -> frozenset[chess.Move]:
        """Of all that fits the move of the pawn whose square is named, if there is one: f4e5 is seldom Ф4e5."""
        named = tuple(sense for sense in senses if sense.file is not None and sense.rank is not None)
        fitting = self._fitting(named)
        pawns = {each.move for each in self._legal if each.move in fitting and each.piece == chess.PAWN}
        return frozenset(pawns) or self._fitting(senses)

    def _fitting(self, senses: tuple[_Sense, ...]) -> frozenset[chess.Move]:
        return frozenset(each.move for each in self._legal if any(each.has(sense) for sense in senses))


def _names_a_square(sense: _Sense) -> bool:
    return sense.to_file is not None and (sense.to_rank is not None or sense.piece == chess.PAWN)


def _pieces_meant(board: chess.Board, sense: _Sense) -> Iterator[chess.Square]:
    """Where the player to move has pieces of which a word may speak; a pawn without its file is none in particular."""
    if sense.piece == chess.PAWN and sense.file is None and sense.to_file is not None:
        sense = replace(sense, file=sense.to_file)
    for square, piece in board.piece_map().items():
        is_meant = sense.file in (None, chess.square_file(square)) and sense.rank in (None, chess.square_rank(square))
        if piece.color is board.turn and sense.piece in (None, piece.piece_type) and is_meant:
            yield square


def spellings_of(board: chess.Board, letters: Sequence[Letters] = ()) -> Spellings:
    """The words of a position; those of positions seen lately are kept."""
    return _kept(_Place(position_key(board), board.chess960, board), tuple(letters))


@dataclass(frozen=True)
class _Place:
    """A position, by what makes it another one; `board` is as it stands when it is looked at first."""

    key: PositionKey
    is_chess960: bool
    board: chess.Board = field(compare=False)


@lru_cache(maxsize=KEPT)
def _kept(place: _Place, letters: tuple[Letters, ...]) -> Spellings:
    return Spellings(place.board, letters)


def plain(text: str) -> str:
    """A move without the signs that say nothing, castling as OO and OOO.

    >>> plain("exd8=Q#"), plain("0-0-0+"), plain("⠨⠎⠋⠒"), plain("e5xd6 e.p.")
    ('ed8Q', 'OOO', 'Sf3', 'e5d6')
    """
    text = unicodedata.normalize("NFC", text.strip()).translate(_DASHES)
    if has_cells(text):
        text = printed_move(text)
    text = _AFTERWORD.sub("", text).replace(" ", "")
    castling = _CASTLING.fullmatch(text.rstrip("+#!?x"))
    if castling:
        return "OOO" if castling["long"] else "OO"
    return text.translate(_SILENT).translate(_FIGURINES).translate(_CYRILLIC_FILES)


def _taken_apart(board: chess.Board) -> Iterator[_Legal]:
    for move in board.legal_moves:
        piece = board.piece_type_at(move.from_square)
        assert piece is not None
        if board.is_castling(move):
            side = "OO" if chess.square_file(move.to_square) > chess.square_file(move.from_square) else "OOO"
            yield _Legal(move, piece, None, side)
        else:
            captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
            yield _Legal(move, piece, captured, "")


@lru_cache(maxsize=KEPT)
def _senses(word: str, letters: tuple[Letters, ...], in_either_case: bool, with_letters: bool) -> tuple[_Sense, ...]:
    """All that a word can say in these languages: a piece, where it comes from, where it goes, what it becomes."""
    found: dict[_Sense, None] = {}
    if in_either_case:
        word = word.casefold()
    if re.fullmatch(r"[1-8]{4}[1-4]?", word):
        return (_of_digits(word),)
    if uci := re.fullmatch(r"([a-h])([1-8])([a-h])([1-8])([qrbn])", word):
        new = chess.PIECE_SYMBOLS.index(uci[5])  # UCI has the English letters in every language
        found[_sense(None, uci[1], uci[2], uci[3], uci[4], new, None)] = None
    for piece, rest in _beginnings(word, letters, in_either_case):
        for promotion, middle in _endings(rest, letters, in_either_case):
            if promotion is None or piece in (None, chess.PAWN):
                for sense in _of_squares(piece, middle, promotion, letters, in_either_case, with_letters):
                    found[sense] = None
    return tuple(found)


def _beginnings(
    word: str, letters: tuple[Letters, ...], in_either_case: bool
) -> Iterator[tuple[chess.PieceType | None, str]]:
    """The pieces that a word can begin with, and what follows; None: it names none."""
    yield None, word
    named = False
    for kind, letter in _named(letters, in_either_case):
        if word.startswith(letter):
            named = True
            yield kind, word[len(letter) :]
    for letter in _PAWNS:
        if not named and word.startswith(letter.casefold() if in_either_case else letter):
            yield chess.PAWN, word[1:]


def _endings(
    word: str, letters: tuple[Letters, ...], in_either_case: bool
) -> Iterator[tuple[chess.PieceType | None, str]]:
    yield None, word
    for kind, letter in _named(letters, in_either_case):
        if kind != chess.KING and word.endswith(letter) and len(word) > len(letter):
            yield kind, word[: -len(letter)]


@cache
def _named(letters: tuple[Letters, ...], in_either_case: bool) -> tuple[tuple[chess.PieceType, str], ...]:
    pairs = ((kind, each.of(kind)) for each in letters for kind in PIECE_TYPES)
    return tuple(dict.fromkeys((kind, text.casefold() if in_either_case else text) for kind, text in pairs))


def _of_squares(
    piece: chess.PieceType | None,
    text: str,
    promotion: chess.PieceType | None,
    letters: tuple[Letters, ...],
    in_either_case: bool,
    with_letters: bool,
) -> Iterator[_Sense]:
    """ "f3", "gf3", "1f3", "g1f3"; of a pawn "ed" and, without a letter, "g1f3" of any piece; "SLe5": who is taken."""
    rank = "[1-8a-h]" if with_letters else "[1-8]"
    if found := re.fullmatch(rf"([a-h])?({rank})?([a-h])({rank})", text):
        file, from_rank, to_file, to_rank = found.groups()
        is_bare = piece in (None, chess.PAWN)
        kind = None if piece is None and file and from_rank else piece or chess.PAWN
        is_odd = (from_rank and not file) or (
            file == to_file and not from_rank
        )  # nobody writes "2f3" or "ff5" of a pawn
        if not (is_bare and is_odd):
            is_capture = False if kind == chess.PAWN and not file and piece is None else None
            yield _sense(kind, file, from_rank, to_file, to_rank, promotion, is_capture)
    if piece in (None, chess.PAWN) and (found := re.fullmatch("([a-h])([a-h])", text)):
        yield _sense(chess.PAWN, found[1], None, found[2], None, promotion, True)
    for kind, letter in (*_named(letters, in_either_case), (chess.PAWN, "p" if in_either_case else "P")):
        if found := re.fullmatch(rf"([a-h])?([1-8])?{re.escape(letter)}(?:([a-h])([1-8]))?", text):
            file, from_rank, to_file, to_rank = found.groups()
            if piece is not None or file:
                sense = _sense(piece or chess.PAWN, file, from_rank, to_file, to_rank, promotion, True)
                yield replace(sense, captured=kind)


def _sense(
    piece: chess.PieceType | None,
    file: str | None,
    rank: str | None,
    to_file: str | None,
    to_rank: str | None,
    promotion: chess.PieceType | None,
    is_capture: bool | None,
) -> _Sense:
    return _Sense(
        piece, _file(file), _rank(rank), _file(to_file), _rank(to_rank), promotion, is_capture=is_capture
    )  # fmt: skip


def _file(sign: str | None) -> int | None:
    return None if sign is None else chess.FILE_NAMES.index(sign)


def _rank(sign: str | None) -> int | None:
    return None if sign is None else int(sign.translate(_AS_LETTERS)) - 1


def _of_digits(word: str) -> _Sense:
    """The digits of correspondence chess, "5254"; a fifth for the new piece."""
    file, rank, to_file, to_rank = (int(digit) - 1 for digit in word[:4])
    new = {number: kind for kind, number in ICCF_PROMOTIONS.items()}
    return _Sense(None, file, rank, to_file, to_rank, new[int(word[4])] if len(word) > 4 else None)


def _loose_senses(word: str) -> tuple[_Sense, ...]:
    """A square alone for a pawn's capture, where nothing else goes there: "d5" for "exd5"."""
    if found := re.fullmatch("([a-h])([1-8])", word):
        return (_sense(chess.PAWN, None, None, found[1], found[2], None, True),)
    return ()


@cache
def _with_cells(letters: tuple[Letters, ...]) -> tuple[Letters, ...]:
    """The letters, and as they come back from braille or from a keyboard of another alphabet."""
    return tuple(dict.fromkeys((*_of_cells(letters), *map(_alike, letters))))


@cache
def _of_cells(letters: tuple[Letters, ...]) -> tuple[Letters, ...]:
    return tuple(dict.fromkeys((*letters, *map(_as_cells, letters))))


@cache
def _as_cells(letters: Letters) -> Letters:
    """The letters as they come back from braille, which has no own cells for Cyrillic ones: Кр is Kr, Л is L."""
    return _changed(letters, lambda text: "".join(CELL_LETTERS[cell_of(sign)] for sign in text).capitalize())


@cache
def _alike(letters: Letters) -> Letters:
    return _changed(letters, lambda text: text.translate(_LOOK_ALIKE))


def _changed(letters: Letters, change: Callable[[str], str]) -> Letters:
    return Letters(**{chess.piece_name(kind): change(letters.of(kind)) for kind in PIECE_TYPES})


#: The names of king, queen, rook, bishop, knight and pawn as they are written on sheets, in the languages of the packs.
NAMES = (
    "king könig koenig rey roi rei король kuningas kóngur konungur mbreti mfalme राजा",
    "queen dame dama reina rainha ферзь lipp drottning mbretëresha malkia वजीर",
    "rook turm torre tour ладья vanker hrókur kulla ngome हत्ती",
    "bishop läufer laeufer alfil fou bispo слон oda biskup oficeri askofu उंट",
    "knight springer caballo cavalier cavalo конь ratsu riddari kali farasi घोडा",
    "pawn bauer peón peon pion peão peao пешка ettur peð ushtari kitunda प्यादे",
)
FIGURINES = ("♔", "♕", "♖", "♗", "♘", "")  # a pawn's move is its square

_FIGURINE_OF = {name: figurine for names, figurine in zip(NAMES, FIGURINES, strict=True) for name in names.split()}
_SQUARES = r"(?:[a-h][1-8][ \t]*[-x×:][ \t]*|[a-h1-8]?[x×:]?[ \t]*)?[a-h][1-8]"  # without a sign between, two moves
_WRITTEN_OUT = re.compile(rf"(?<!\w)(?P<name>{'|'.join(_FIGURINE_OF)})[ \t]+(?P<squares>{_SQUARES})", re.IGNORECASE)


def with_figurines(text: str) -> str:
    """The text with figurines for the names of pieces that stand before a square.

    >>> with_figurines("2. Springer f3 Läufer c8 - g4 3. Koenig, e4")
    '2. ♘f3 ♗c8-g4 3. Koenig, e4'
    """
    return _WRITTEN_OUT.sub(_figurine_and_squares, text)


def _figurine_and_squares(found: re.Match[str]) -> str:
    return _FIGURINE_OF[found["name"].casefold()] + "".join(found["squares"].split())
