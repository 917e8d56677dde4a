"""In what order a whole position is read out, and what has changed in it since."""

from collections.abc import Iterable
from enum import Enum, auto

import chess
from msgspec import Struct

from access_chess.practice.exploring import by_files


class ReadingOrder(Enum):
    """How a whole position is read out."""

    BY_KIND = auto()  # White, then Black: kings, queens … pawns, file by file
    MINE_FIRST = auto()  # the same, one's own men first
    BY_RANK = auto()
    BY_FILE = auto()
    FROM_THE_KING = auto()  # by the steps of the own king


#: The king first, the pawns apart.
KINDS = (chess.KING, chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Stretch(Struct, frozen=True, kw_only=True):
    """A part of a reading, said in one breath: these squares, of one side, or of a rank, a file or a distance from 1.

    `is_pawns`: they are that side's pawns.
    """

    squares: tuple[chess.Square, ...]
    color: chess.Color | None = None
    is_pawns: bool = False
    rank: int | None = None
    file: int | None = None
    distance: int | None = None


def read_out(board: chess.Board, order: ReadingOrder, color: chess.Color) -> tuple[Stretch, ...]:
    """The parts of a reading for the player of `color`; every man stands in exactly one of them."""
    match order:
        case ReadingOrder.BY_KIND:
            return (*_of_side(board, chess.WHITE), *_of_side(board, chess.BLACK))
        case ReadingOrder.MINE_FIRST:
            return (*_of_side(board, color), *_of_side(board, not color))
        case ReadingOrder.BY_RANK:
            ranks = range(8) if color else range(7, -1, -1)
            return tuple(
                Stretch(squares=squares, rank=rank) for rank in ranks if (squares := _men(board, chess.BB_RANKS[rank]))
            )
        case ReadingOrder.BY_FILE:
            return tuple(
                Stretch(squares=squares, file=file)
                for file in range(8)
                if (squares := _men(board, chess.BB_FILES[file]))
            )
        case ReadingOrder.FROM_THE_KING:
            return _rings(board, color)


def _of_side(board: chess.Board, color: chess.Color) -> tuple[Stretch, ...]:
    pieces = tuple(square for kind in KINDS for square in by_files(board.pieces_mask(kind, color)))
    pawns = by_files(board.pieces_mask(chess.PAWN, color))
    found = (Stretch(squares=pieces, color=color), Stretch(squares=pawns, color=color, is_pawns=True))
    return tuple(stretch for stretch in found if stretch.squares)


def _men(board: chess.Board, mask: chess.Bitboard) -> tuple[chess.Square, ...]:
    return by_files(board.occupied & mask)


def _rings(board: chess.Board, color: chess.Color) -> tuple[Stretch, ...]:
    king = board.king(color)
    if king is None:
        return read_out(board, ReadingOrder.BY_KIND, color)
    by_distance: dict[int, list[chess.Square]] = {}
    for square in by_files(board.occupied & ~chess.BB_SQUARES[king]):
        by_distance.setdefault(chess.square_distance(king, square), []).append(square)
    return tuple(Stretch(squares=tuple(squares), distance=step) for step, squares in sorted(by_distance.items()))


class Change(Struct, frozen=True, kw_only=True):
    """A man that stood on `before` (None: nowhere) and stands on `after` now (None: nowhere)."""

    man: chess.Piece
    before: chess.Square | None
    after: chess.Square | None


def changes(before: chess.Board, after: chess.Board) -> tuple[Change, ...]:
    """What is different on the board: a man gone from one square and new on another has moved, to the nearest."""
    old, new = before.piece_map(), after.piece_map()
    gone = {square: man for square, man in old.items() if new.get(square) != man}
    come = {square: man for square, man in new.items() if old.get(square) != man}
    found = []
    for square in sorted(gone):
        targets = [at for at, man in come.items() if man == gone[square]]
        target = min(targets, key=lambda at: (chess.square_distance(square, at), at), default=None)
        if target is not None:
            del come[target]
        found.append(Change(man=gone[square], before=square, after=target))
    found += [Change(man=man, before=None, after=square) for square, man in sorted(come.items())]
    return tuple(sorted(found, key=lambda change: (change.after is None, change.before is None)))


def new_attacks(
    before: chess.Board, after: chess.Board, color: chess.Color, moves: Iterable[chess.Move] = ()
) -> tuple[chess.Square, ...]:
    """The squares of a player's men that some man of the opponent attacks now and did not before these moves."""
    came_from = {move.to_square: move.from_square for move in moves}

    def origin(at: chess.Square) -> chess.Square:
        return came_from.get(at, at)

    return tuple(
        square
        for square in chess.scan_forward(after.occupied_co[color])
        if any(
            not before.attacks_mask(origin(attacker)) & chess.BB_SQUARES[origin(square)]
            for attacker in after.attackers(not color, square)
        )
    )
