"""Endings of three men by exact knowledge: king and queen, rook or pawn against king, solved backwards from mate.

Built when it is first needed, in a second or two. The stronger side is White here; other boards are turned over.
"""

from functools import cache

import chess
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

UNKNOWN = -1

Depths = NDArray[np.int8]  # by the squares of White's king, White's man, Black's king
Mask = NDArray[np.bool_]
_STEPS = tuple((file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank)


class EndingTable(Struct, frozen=True, kw_only=True):
    """In how many moves White mates, where White is to move and where Black is; UNKNOWN where White does not."""

    to_win: Depths
    to_lose: Depths


@cache
def table(kind: chess.PieceType) -> EndingTable:
    """The table of a queen, a rook or a pawn."""
    attacked = _attacked(kind)
    legal = _legal(kind)
    flights = _flights(attacked)
    is_stuck = ~np.any(flights, axis=0)
    to_win, to_lose = np.full((2, 64, 64, 64), UNKNOWN, np.int8)
    to_lose[legal & is_stuck & attacked] = 0
    promoted = [table(each).to_lose for each in (chess.QUEEN, chess.ROOK)] if kind == chess.PAWN else []
    depth, longest = 0, max((int(new.max()) for new in promoted), default=0)  # of what a promotion leads to
    while depth <= longest or np.any(to_lose == depth):
        depth += 1
        reached = _before(kind, to_lose == depth - 1)
        for new in promoted:
            reached |= _before_promotion(new == depth - 1)
        to_win[legal & ~attacked & (to_win == UNKNOWN) & reached] = depth
        won = to_win != UNKNOWN
        escapes = np.any([flight & ~won[:, :, _to(step)] for step, flight in zip(_STEPS, flights, strict=True)], axis=0)
        to_lose[legal & (to_lose == UNKNOWN) & ~is_stuck & ~escapes] = depth
    return EndingTable(to_win=to_win, to_lose=to_lose)


def _legal(kind: chess.PieceType) -> Mask:
    """Three squares of their own, kings apart, a pawn where pawns may stand."""
    same = np.eye(64, dtype=bool)
    near = kings_near() | same
    legal = ~same[:, :, None] & ~same[None, :, :] & ~near[:, None, :]
    if kind == chess.PAWN:
        legal[:, [square for square in chess.SQUARES if chess.square_rank(square) in (0, 7)], :] = False
    return np.asarray(legal)


def kings_near() -> Mask:
    """Squares beside each other."""
    return np.array([[chess.square_distance(one, other) == 1 for other in chess.SQUARES] for one in chess.SQUARES])


def _attacked(kind: chess.PieceType) -> Mask:
    """Where the man attacks the square of Black's king; only White's king can stand between."""
    found = np.zeros((64, 64, 64), bool)
    for man in chess.SQUARES:
        for target in targets(kind, man):
            found[:, man, target] = True
            found[list(chess.SquareSet(chess.between(man, target))), man, target] = False
    return found


def targets(kind: chess.PieceType, square: chess.Square) -> chess.SquareSet:
    """What a white man attacks from here on an empty board."""
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    return board.attacks(square)


def _to(step: tuple[int, int]) -> NDArray[np.intp]:
    """Where each square comes by a step; off the board it stays, which is never asked for."""
    return np.array([square if (to := stepped(square, step)) is None else to for square in chess.SQUARES], np.intp)


def stepped(square: chess.Square, step: tuple[int, int]) -> chess.Square | None:
    """Where a step by files and ranks leads; None off the board."""
    file, rank = chess.square_file(square) + step[0], chess.square_rank(square) + step[1]
    return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else None


def _flights(attacked: Mask) -> list[Mask]:
    """By each step, where Black's king may go: not beside the other king, not into an attack; it may take the man.

    It leaves its own square, so that a line goes on behind it: the attack is looked at as if it were not there.
    """
    near, same = kings_near(), np.eye(64, dtype=bool)
    found = []
    for step in _STEPS:
        to = _to(step)
        on_board = np.array([stepped(square, step) is not None for square in chess.SQUARES])
        takes = same[:, to][None, :, :]
        guarded = near[:, to][:, None, :]
        hit = attacked[:, :, to] & ~takes
        stays_off_own = ~same[:, to][:, None, :]
        found.append(np.asarray(on_board[None, None, :] & ~guarded & ~hit & stays_off_own))
    return found


def _before(kind: chess.PieceType, reached: Mask) -> Mask:
    """The positions with White to move from which one of these can be reached, promotions aside."""
    found = np.zeros_like(reached)
    for step in _STEPS:
        on_board = np.array([stepped(square, step) is not None for square in chess.SQUARES])
        found |= reached[_to(step)] & on_board[:, None, None]
    for man, target, between in _man_moves(kind):
        free = np.ones((64, 64), bool)
        blockers = [*chess.SquareSet(between), target]
        free[blockers, :] = False
        free[:, blockers] = False
        found[:, man, :] |= reached[:, target, :] & free
    return found


@cache
def _man_moves(kind: chess.PieceType) -> tuple[tuple[chess.Square, chess.Square, chess.Bitboard], ...]:
    """From, to, and what must be empty between."""
    if kind == chess.PAWN:
        single = [(square, square + 8, 0) for square in range(8, 48)]
        double = [(square, square + 16, chess.BB_SQUARES[square + 8]) for square in range(8, 16)]
        return (*single, *double)
    return tuple((man, target, chess.between(man, target)) for man in chess.SQUARES for target in targets(kind, man))


def _before_promotion(reached: Mask) -> Mask:
    found = np.zeros_like(reached)
    for man in range(48, 56):
        free = np.ones((64, 64), bool)
        free[man + 8, :] = False
        free[:, man + 8] = False
        found[:, man, :] = reached[:, man + 8, :] & free
    return found
