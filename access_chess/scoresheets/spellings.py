"""All that a hand may write for each legal move of a position, loose as people write, and which moves a word can mean.

Signs that say nothing are left out on both sides: capture, check, mate, promotion's sign, dashes, marks of praise.
Braille is turned into print first; a capital sign there makes a capital, and without one both cases are meant.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

import chess

from access_chess.notation.braille import UKAAF, cell_of
from access_chess.notation.letters import LETTERS, PIECE_TYPES, Letters

KEPT = 1024  # positions: two long games, some hundred words each
ALWAYS_READ = (LETTERS["en"], UKAAF, LETTERS["de"])  # whatever language the sheet is in

_SILENT = str.maketrans(dict.fromkeys("x×:+#=!?-–—/()†‡.,;*'\"~", None))
_CASTLING = re.compile(r"[0OoОо]-?[0OoОо](?P<long>-?[0OoОо])?")
_EN_PASSANT = re.compile(r"\s*e\.?\s?p\.?$")
_FIGURINES = str.maketrans(dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBN" * 2, strict=True)))
_CYRILLIC_FILES = str.maketrans({"а": "a", "в": "b", "с": "c", "е": "e"})

_CELL_LETTERS = dict(zip("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz", strict=True))
_CELL_DIGITS = dict(zip("⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔", "0123456789", strict=True))
_UPPER_DIGITS = dict(zip("⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊", "0123456789", strict=True))
_MATE = "⠜⠍"


class Spellings:
    """The words for the legal moves of one position, exact first, then in either case, then with letters for digits."""

    def __init__(self, board: chess.Board, letters: Sequence[Letters] = ()) -> None:
        self._exact: dict[str, set[chess.Move]] = {}
        self._folded: dict[str, set[chess.Move]] = {}
        self._lettered: dict[str, set[chess.Move]] = {}
        read = (*letters, *ALWAYS_READ)
        alternatives = tuple(dict.fromkeys((*read, *map(_as_cells, read))))
        for move in board.legal_moves:
            for word in _words(board, move, alternatives):
                self._exact.setdefault(word, set()).add(move)
                self._folded.setdefault(word.casefold(), set()).add(move)
                self._lettered.setdefault(_with_letters(word.casefold()), set()).add(move)

    def meant(self, text: str, *, in_either_case: bool = False) -> frozenset[chess.Move]:
        """The legal moves that a word of print or braille can mean; in either case where capitals are not marked."""
        word = plain(text)
        if in_either_case:
            return frozenset(self._folded.get(word.casefold(), ())) or self.meant(text)
        for table, key in ((self._exact, word), (self._folded, word.casefold()), (self._lettered, word.casefold())):
            if key in table:
                return frozenset(table[key])
        return frozenset()


def spellings_of(board: chess.Board, letters: Sequence[Letters] = ()) -> Spellings:
    """The words of a position; those of positions seen lately are kept."""
    return _kept(board.fen(en_passant="fen"), board.chess960, tuple(letters))


@lru_cache(maxsize=KEPT)
def _kept(fen: str, is_chess960: bool, letters: tuple[Letters, ...]) -> Spellings:
    return Spellings(chess.Board(fen, chess960=is_chess960), letters)


def plain(text: str) -> str:
    """A move without the signs that say nothing, castling as OO and OOO.

    >>> plain("exd8=Q#"), plain("0-0-0+"), plain("⠨⠎⠋⠒")
    ('ed8Q', 'OOO', 'Sf3')
    """
    text = unicodedata.normalize("NFC", text.strip())
    if any("⠀" <= sign <= "⣿" for sign in text):
        text = _printed(text)
    text = _EN_PASSANT.sub("", text)
    castling = _CASTLING.fullmatch(text.rstrip("+#!?"))
    if castling:
        return "OOO" if castling["long"] else "OO"
    return text.translate(_SILENT).translate(_FIGURINES).translate(_CYRILLIC_FILES)


def _printed(cells: str) -> str:
    """Braille as print: capital signs make capitals, lowered cells and those behind a number sign are digits."""
    cells = cells.removesuffix(_MATE)
    signs: list[str] = []
    is_capital = in_number = False
    for cell in cells:
        if cell in "⠠⠨":
            is_capital = True
        elif cell == "⠼":
            in_number = True
        elif in_number and cell in _UPPER_DIGITS:
            signs.append(_UPPER_DIGITS[cell])
        elif cell in _CELL_DIGITS:
            signs.append(_CELL_DIGITS[cell])
        elif cell in _CELL_LETTERS:
            signs.append(_CELL_LETTERS[cell].upper() if is_capital else _CELL_LETTERS[cell])
            is_capital = in_number = False
        elif cell == "⠤":
            signs.append("-")
        # signs of capture and check say nothing here
    return "".join(signs)


def _words(board: chess.Board, move: chess.Move, alternatives: Sequence[Letters]) -> Iterator[str]:
    if board.is_castling(move):
        yield "OO" if chess.square_file(move.to_square) > chess.square_file(move.from_square) else "OOO"
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    origin, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    file, rank = origin[0], origin[1]
    for letters in alternatives:
        promoted = letters.of(move.promotion) if move.promotion else ""
        for ending in {promoted, ""}:
            yield origin + to + ending
            if kind == chess.PAWN:
                for head in ("", file, "P", f"P{file}", f"P{origin}"):
                    if head or not board.is_capture(move):
                        yield head + to + ending
                if board.is_capture(move):
                    yield file + to[0] + ending
            else:
                letter = letters.of(kind)
                for head in ("", file, rank, origin):
                    yield letter + head + to + ending


@cache
def _as_cells(letters: Letters) -> Letters:
    """The letters as they come back from braille, which has no own cells for Cyrillic ones: Кр is Kr, Л is L."""
    return Letters(
        **{
            chess.piece_name(kind): "".join(_CELL_LETTERS[cell_of(sign)] for sign in letters.of(kind)).capitalize()
            for kind in PIECE_TYPES
        }
    )


def _with_letters(word: str) -> str:
    """Digits as a hand writes them that leaves out number signs: 1 to 8 as a to h."""
    return word.translate(str.maketrans("12345678", "abcdefgh"))
