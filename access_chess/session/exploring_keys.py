"""The single keys while a position is explored: what each asks for, from where the cursor is.

Keys have the names that terminals and windows give them: a sign, or "up", "ctrl+up", "alt+up", "shift+4", "escape",
"backspace", "enter". Up is away from the player; Alt turns an arrow by an eighth, clockwise.
"""

from collections.abc import Callable
from enum import Enum, auto

import chess

from access_chess.practice.exploring import (
    Cursor,
    Direction,
    line_through,
    stepped,
    to_file,
    to_next_man,
    to_rank,
)
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.table import EXPLORING_KEYS


class NoRequest(Enum):
    """Why a key asks for nothing."""

    EDGE = auto()  # there the board, or the line, ends
    UNKNOWN = auto()


_ARROWS = {"up": Direction.UP, "right": Direction.RIGHT, "down": Direction.DOWN, "left": Direction.LEFT}
_SLANTED = {
    "up": Direction.UP_RIGHT,
    "right": Direction.DOWN_RIGHT,
    "down": Direction.DOWN_LEFT,
    "left": Direction.UP_LEFT,
}
_DIAGONALS = {"s": Direction.UP_RIGHT, "S": Direction.DOWN_RIGHT, "/": Direction.UP_RIGHT, "\\": Direction.DOWN_RIGHT}
_MEN = {chess.piece_symbol(kind): kind for kind in chess.PIECE_TYPES}
_ALIKE = {"\x7f": "backspace", "\b": "backspace", "\r": "enter", "\n": "enter", "F2": "escape"}
#: What the digits 1 to 8 give together with Shift, where a terminal tells no more: German keyboards, and all others.
_SHIFTED = {"de": '!"§$%&/(', "": "!@#$%^&*"}


def asked_by_key(key: str, cursor: Cursor, board: chess.Board, language: str) -> Request | NoRequest:
    """What a key asks for; `language` (BCP 47) tells which keyboard it is."""
    key = _ALIKE.get(key, key)
    if (arrow := key.rpartition("+")[2]) in _ARROWS:
        return _stepped(key, arrow, cursor, board)
    if (file := _file_of(key, language)) is not None:
        return _go(to_file(cursor, file))
    if key in chess.RANK_NAMES:
        return _go(to_rank(cursor, chess.RANK_NAMES.index(key)))
    if key.lower() in _MEN:
        return Request(name=RequestName.NEXT_MAN, piece=_MEN[key.lower()], is_opponents=key.isupper())
    if (asked := _LINES.get(key)) is not None:
        return asked(cursor)
    if key in ("o", "enter"):
        return _go(cursor)
    if key in _DIAGONALS:
        line = line_through(cursor.square, _DIAGONALS[key])
        return _go(cursor) if len(line) == 1 else Request(name=RequestName.READ_DIAGONAL, squares=(line[0], line[-1]))
    if key in EXPLORING_KEYS:
        return Request(name=EXPLORING_KEYS[key])
    return NoRequest.UNKNOWN


_LINES: dict[str, Callable[[Cursor], Request]] = {
    "f": lambda cursor: Request(name=RequestName.READ_FILE, file=chess.square_file(cursor.square)),
    "F": lambda cursor: Request(name=RequestName.READ_RANK, number=chess.square_rank(cursor.square) + 1),
}


def _stepped(key: str, arrow: str, cursor: Cursor, board: chess.Board) -> Request | NoRequest:
    match key.removesuffix(arrow):
        case "":
            found = stepped(cursor, _ARROWS[arrow])
        case "alt+":
            found = stepped(cursor, _SLANTED[arrow])
        case "ctrl+":
            found = to_next_man(board, cursor, _ARROWS[arrow])
        case _:
            return NoRequest.UNKNOWN
    return NoRequest.EDGE if found is None else _go(found)


def _go(cursor: Cursor) -> Request:
    return Request(name=RequestName.GO_TO, squares=(cursor.square,))


def _file_of(key: str, language: str) -> int | None:
    """The file that Shift and a digit mean: windows tell the digit, terminals the sign."""
    if key.startswith("shift+"):
        digit = key.removeprefix("shift+")
        return chess.RANK_NAMES.index(digit) if digit in chess.RANK_NAMES else None
    signs = _SHIFTED.get(language.split("-")[0], _SHIFTED[""])
    return signs.index(key) if len(key) == 1 and key in signs else None
