"""A move in six-dot braille, for embossers, braille displays and braille files.

Ranks are lowered digits without a number sign, as chess is written in braille; a piece has the capital sign before its
letter, so that a bishop is never taken for the b-file. Check and mate are not written (C.13: not compulsory).
"""

import chess

from access_chess.notation.letters import Letters
from access_chess.notation.written import san

_CAPITAL = "⠠"
_LATIN = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
_CYRILLIC = dict(zip("дклорстфц", "⠙⠅⠇⠕⠗⠎⠞⠋⠉", strict=True))  # the letters of pieces
_LOWERED = dict(zip("12345678", "⠂⠆⠒⠲⠢⠖⠶⠦", strict=True))
_CELLS = {**_LATIN, **_CYRILLIC, **_LOWERED, "-": "⠤"}

#: the braille cells 0 to 63 as the characters of a braille file (North American ASCII braille)
_FILE_CHARACTERS = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
_FIRST_CELL = 0x2800


def braille(board: chess.Board, move: chess.Move, letters: Letters) -> str:
    """Short notation in Unicode's braille cells: Sf3 is ⠠⠎⠋⠒. The move must be legal."""
    text = san(board, move, letters).rstrip("+#").replace("=", "")
    if board.is_castling(move):
        text = text.lower()
    return "".join((_CAPITAL if sign.isupper() else "") + _CELLS[sign.lower()] for sign in text)


def braille_file_text(cells: str) -> str:
    """Cells, blanks and line ends as the characters of a `.brf` file."""
    return "".join(
        _FILE_CHARACTERS[ord(cell) - _FIRST_CELL] if _FIRST_CELL <= ord(cell) < _FIRST_CELL + 64 else cell
        for cell in cells
    )
