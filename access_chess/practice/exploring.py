"""A cursor on the board: it goes from square to square, to the next man, to a rank or file, and never moves a man.

Pure: a step gives a new cursor. Up is away from the player who explores. Beside it stands what they may ask of the
position: pawns by file, what a move would change.
"""

from enum import Enum

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.practice.position import after


class Direction(Enum):
    """A step on the board as White sees it: by files and by ranks."""

    UP = (0, 1)
    UP_RIGHT = (1, 1)
    RIGHT = (1, 0)
    DOWN_RIGHT = (1, -1)
    DOWN = (0, -1)
    DOWN_LEFT = (-1, -1)
    LEFT = (-1, 0)
    UP_LEFT = (-1, 1)


class Cursor(Struct, frozen=True, kw_only=True):
    """The square that is looked at by a player who sits at the side of `color`, and the one that they have marked."""

    square: chess.Square
    color: chess.Color
    mark: chess.Square | None = None


def new_cursor(board: chess.Board, color: chess.Color) -> Cursor:
    """A cursor on the player's own king, where they find their way about."""
    king = board.king(color)
    return Cursor(square=chess.E4 if king is None else king, color=color)


def stepped(cursor: Cursor, direction: Direction) -> Cursor | None:
    """The cursor on the next square in a direction; None beyond the edge."""
    files, ranks = direction.value
    turned = 1 if cursor.color else -1
    file = chess.square_file(cursor.square) + turned * files
    rank = chess.square_rank(cursor.square) + turned * ranks
    if not (0 <= file < 8 and 0 <= rank < 8):
        return None
    return replace(cursor, square=chess.square(file, rank))


def to_next_man(board: chess.Board, cursor: Cursor, direction: Direction) -> Cursor | None:
    """The cursor on the next man in a direction; None where there is none before the edge."""
    found = stepped(cursor, direction)
    while found is not None and board.piece_type_at(found.square) is None:
        found = stepped(found, direction)
    return found


def to_rank(cursor: Cursor, rank: int) -> Cursor:
    """The cursor on a rank, 0 to 7, of its file."""
    return replace(cursor, square=chess.square(chess.square_file(cursor.square), rank))


def to_file(cursor: Cursor, file: int) -> Cursor:
    """The cursor on a file, 0 to 7, of its rank."""
    return replace(cursor, square=chess.square(file, chess.square_rank(cursor.square)))


class ManOfKind(Struct, frozen=True, kw_only=True):
    """One man among those of its kind: its square, its place among them from 1, and how many there are."""

    square: chess.Square
    place: int
    count: int


def next_man(board: chess.Board, cursor: Cursor, piece_type: chess.PieceType, color: chess.Color) -> ManOfKind | None:
    """The next of a player's men of a kind, file by file from the a-file; after the last one the first again."""
    squares = by_files(board.pieces_mask(piece_type, color))
    if not squares:
        return None
    place = squares.index(cursor.square) + 1 if cursor.square in squares else 0
    place %= len(squares)
    return ManOfKind(square=squares[place], place=place + 1, count=len(squares))


def by_files(mask: chess.Bitboard) -> tuple[chess.Square, ...]:
    """The squares of a mask, file by file, each from the first rank up."""
    return tuple(sorted(chess.scan_forward(mask), key=lambda at: (chess.square_file(at), chess.square_rank(at))))


def line_through(square: chess.Square, direction: Direction) -> tuple[chess.Square, ...]:
    """The squares of the whole line through a square, from its end at the a-file, or, of a file, at the first rank."""
    files, ranks = direction.value
    file, rank = chess.square_file(square), chess.square_rank(square)
    found = [
        chess.square(file + step * files, rank + step * ranks)
        for step in range(-7, 8)
        if 0 <= file + step * files < 8 and 0 <= rank + step * ranks < 8
    ]
    return tuple(sorted(found, key=lambda at: (chess.square_file(at), chess.square_rank(at))))


def diagonal_of(one: chess.Square, other: chess.Square) -> Direction | None:
    """The direction of the diagonal on which two squares lie; None where they lie on none, or are the same."""
    files = chess.square_file(other) - chess.square_file(one)
    ranks = chess.square_rank(other) - chess.square_rank(one)
    if files == 0 or abs(files) != abs(ranks):
        return None
    return Direction.UP_RIGHT if files == ranks else Direction.DOWN_RIGHT


class Run(Struct, frozen=True, kw_only=True):
    """A stretch of a line: one man on `first`, or empty squares from `first` to `last`."""

    first: chess.Square
    last: chess.Square
    man: chess.Piece | None


def runs(board: chess.Board, line: tuple[chess.Square, ...]) -> tuple[Run, ...]:
    """A line as it is read: each man by itself, empty squares together."""
    found: list[Run] = []
    for square in line:
        man = board.piece_at(square)
        if man is None and found and found[-1].man is None:
            found[-1] = replace(found[-1], last=square)
        else:
            found.append(Run(first=square, last=square, man=man))
    return tuple(found)


class WhatIf(Struct, frozen=True, kw_only=True):
    """A move that is thought of only: how many replies it allows, and the dearest man that could be taken, if any."""

    replies: int
    hanging: chess.PieceType | None


def pawns_on(board: chess.Board, file: int) -> tuple[chess.Square, ...]:
    """The pawns of both sides on a file, from the first rank up."""
    return tuple(square for square in chess.scan_forward(board.pawns & chess.BB_FILES[file]))


def what_if(board: chess.Board, move: chess.Move) -> WhatIf:
    """What a legal move would allow the opponent."""
    there = after(board, move)
    replies = tuple(there.legal_moves)
    taken = [there.piece_type_at(reply.to_square) for reply in replies if there.is_capture(reply)]
    return WhatIf(replies=len(replies), hanging=max((piece for piece in taken if piece), default=None))
