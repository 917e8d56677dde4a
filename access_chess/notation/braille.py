"""Moves and positions in six-dot braille, for embossers, braille displays and braille files.

Ranks are lowered digits without a number sign, as chess is written in braille. English follows the Braille Chess Code
of UKAAF (2015): own letters for bishop (L) and knight (S), no capital sign, capture and check before the square of
arrival. All other languages write their own letters with their own capital sign, so that a bishop is never taken for
the b-file; but Russian has none, and there a capture that a queen and the f-pawn can make is written with both squares.
"""

import re
from collections.abc import Iterable

import chess
from msgspec import Struct

from access_chess.notation.written import LETTERS, Letters, long, san

_LATIN = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
_CYRILLIC = dict(zip("дклорстфц", "⠙⠅⠇⠕⠗⠎⠞⠋⠉", strict=True))  # the letters of pieces
_LOWERED = dict(zip("0123456789", "⠴⠂⠆⠒⠲⠢⠖⠶⠦⠔", strict=True))
_CELLS = {**_LATIN, **_CYRILLIC, **_LOWERED, "-": "⠤"}

DOT_6, DOTS_46 = "⠠", "⠨"  # capital signs: of English and most others; of German, French, Spanish, Portuguese
_CAPTURE, _CHECK, _CAPTURE_AND_CHECK, _MATE = "⠰", "⠘", "⠸", "⠜⠍"  # UKAAF 1.3, 1.4
_CAPITALS = {"de": DOTS_46, "es": DOTS_46, "fr": DOTS_46, "pt": DOTS_46, "ru": ""}  # liblouis's tables of grade 1

UKAAF = Letters(king="K", queen="Q", rook="R", bishop="L", knight="S")

#: the braille cells 0 to 63 as the characters of a braille file (North American ASCII braille)
_FILE_CHARACTERS = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
_FIRST_CELL = 0x2800


class BrailleCode(Struct, frozen=True, kw_only=True):
    """How one language writes chess: letters, the sign before a capital, signs before the square or letters within."""

    language: str
    letters: Letters
    capital: str = DOT_6
    has_signs: bool = False  # capture and check as signs before the square of arrival


def braille_code(language: str, letters: Letters) -> BrailleCode:
    """The code of a language (BCP 47), which writes these letters in print."""
    primary = language.split("-")[0].lower()
    if primary == "en":
        return BrailleCode(language=language, letters=UKAAF, capital="", has_signs=True)
    return BrailleCode(language=language, letters=letters, capital=_CAPITALS.get(primary, DOT_6))


def braille(board: chess.Board, move: chess.Move, code: BrailleCode) -> str:
    """Short notation in Unicode's braille cells: Sf3 is ⠨⠎⠋⠒ in German, ⠎⠋⠒ in English. The move must be legal."""
    text = san(board, move, code.letters)
    if board.is_castling(move):
        return _with_mate("".join(_CELLS[sign] for sign in text.rstrip("+#").lower()), text, code)
    if code.has_signs:
        return _with_signs(text)
    if not code.capital and _has_two_meanings(board, text):
        text = long(board, move, code.letters).replace("-", "")
    return lettered(_bare(text), code)


def _bare(text: str) -> str:
    return text.rstrip("+#").replace("=", "")


def _has_two_meanings(board: chess.Board, text: str) -> bool:
    """Whether a queen's capture and one of the f-pawn have the same cells, as in Russian without capital signs."""
    word = _bare(text)
    if not re.fullmatch("[Фf]x[eg][1-8]", word):
        return False
    words = (_bare(san(board, each, LETTERS["ru"])) for each in board.legal_moves)
    return sum(each[1:] == word[1:] and each[0] in "Фf" for each in words) > 1


def braille_men(men: Iterable[tuple[chess.PieceType, chess.Square]], code: BrailleCode) -> str:
    """Men with their squares, as moves are written: in German ⠨⠅⠑⠂ ⠑⠆ is Ke1 e2.

    >>> braille_men([(chess.KING, chess.E1), (chess.PAWN, chess.E2)], braille_code("en", UKAAF))
    '⠅⠑⠂ ⠑⠆'
    """
    return " ".join(
        lettered("" if kind == chess.PAWN else code.letters.of(kind), code) + lettered(chess.square_name(square), code)
        for kind, square in men
    )


def lettered(text: str, code: BrailleCode) -> str:
    """Letters and lowered digits as they stand in a move: d2d5 is ⠙⠆⠙⠢."""
    return "".join((code.capital if sign.isupper() else "") + _CELLS[sign.lower()] for sign in text)


def cell_of(letter: str) -> str:
    """The cell of a letter of a piece, in whatever alphabet it is written in print."""
    return _CELLS[letter.lower()]


def lowered(number: int) -> str:
    """A number in lowered digits, without a number sign.

    >>> lowered(12)
    '⠂⠆'
    """
    return "".join(_LOWERED[digit] for digit in str(number))


def braille_file_text(cells: str) -> str:
    """Cells, blanks and line ends as the characters of a `.brf` file."""
    return "".join(
        _FILE_CHARACTERS[ord(cell) - _FIRST_CELL] if _FIRST_CELL <= ord(cell) < _FIRST_CELL + 64 else cell
        for cell in cells
    )


def cells_of_file_text(text: str) -> str:
    """The cells that the characters of a `.brf` file mean; what is none of them stays.

    >>> cells_of_file_text("SF3")
    '⠎⠋⠒'
    """
    return "".join(
        sign if sign == " " or (at := _FILE_CHARACTERS.find(sign.upper())) < 0 else chr(_FIRST_CELL + at)
        for sign in text
    )


def _with_signs(text: str) -> str:
    """English: "Rxf4+" is ⠗⠸⠋⠲, "cxd5" ⠉⠰⠙⠢; the sign stands before the square of arrival."""
    move, _, promoted = text.rstrip("+#").partition("=")
    head, square = move[:-2].replace("x", ""), move[-2:]
    is_capture, is_check = "x" in move, text.endswith("+")
    sign = _CAPTURE_AND_CHECK if is_capture and is_check else _CAPTURE if is_capture else _CHECK if is_check else ""
    cells = "".join(_CELLS[letter.lower()] for letter in head)
    arrival = "".join(_CELLS[letter] for letter in square + promoted.lower())
    return cells + sign + arrival + (_MATE if text.endswith("#") else "")


def _with_mate(cells: str, text: str, code: BrailleCode) -> str:
    return cells + _MATE if code.has_signs and text.endswith("#") else cells
