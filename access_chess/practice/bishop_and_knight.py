"""Bishop and knight against king by exact knowledge, solved backwards from mate.

Built when it is first needed, in some seconds. The stronger side is White here, and its bishop stands on light squares:
a board with the other one is seen in a mirror. A position is a number: the squares of White's king, bishop (the
thirty-two light ones), knight and of Black's king, in this order.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

import chess
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from access_chess.practice.ending_table import UNKNOWN, Mask, kings_near, stepped, targets

SHAPE = (64, 32, 64, 64)
LONGEST = 33  # moves; the longest win there is

Numbers = NDArray[np.int32]
Depths = NDArray[np.int8]
_LIGHT = np.array(list(chess.SquareSet(chess.BB_LIGHT_SQUARES)))
_PLACE = {int(square): place for place, square in enumerate(_LIGHT)}
_KING_STEPS = tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))
_BISHOP_STEPS = tuple(product((-1, 1), repeat=2))
_KNIGHT_STEPS = tuple(step for step in product((-2, -1, 1, 2), repeat=2) if abs(step[0]) != abs(step[1]))
_OF_KING, _OF_BISHOP, _OF_KNIGHT = 32 * 64 * 64, 64 * 64, 64  # what a step of each is worth in a position's number


class BishopAndKnight(Struct, frozen=True, kw_only=True):
    """In how many moves White mates, where White is to move and where Black is; UNKNOWN where White does not."""

    to_win: Depths
    to_lose: Depths


def moves_to_mate(board: chess.Board) -> int:
    """In how many moves White's bishop and knight mate; UNKNOWN where they do not."""
    if board.bishops & chess.BB_DARK_SQUARES:
        board = board.transform(chess.flip_horizontal)
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    place = (white, _PLACE[chess.msb(board.bishops)], chess.msb(board.knights), black)
    found = table()
    return int((found.to_win if board.turn else found.to_lose)[place])


@cache
def table() -> BishopAndKnight:
    """All positions with both colors to move, from mate to mate in LONGEST."""
    attacked = _attacked()
    legal = _legal()
    flights = _flights(attacked)
    to_win, to_lose = np.full((2, legal.size), UNKNOWN, np.int8)
    is_open = (legal & ~attacked).ravel()  # White to move, not yet won
    lost = np.flatnonzero(legal & attacked & (flights == 0)).astype(np.int32)
    is_legal, left = legal.ravel(), flights.ravel()
    to_lose[lost] = 0
    for depth in range(1, LONGEST + 1):
        won = _first_reached(_before_white(lost), is_open)
        to_win[won] = depth
        lost = _without_flight(won, left, is_legal)
        to_lose[lost] = depth
    return BishopAndKnight(to_win=to_win.reshape(SHAPE), to_lose=to_lose.reshape(SHAPE))


def _first_reached(found: Iterator[Numbers], is_open: Mask) -> Numbers:
    """Those that are met for the first time; they are closed in `is_open`."""
    new = []
    for each in found:
        fresh = each[is_open[each]]
        is_open[fresh] = False
        new.append(fresh)
    return np.concatenate(new)


def _without_flight(won: Numbers, left: NDArray[np.int8], is_legal: Mask) -> Numbers:
    """Black's positions whose last way out leads to one of these; each way is crossed off in `left`."""
    new = []
    black = won & 63
    for step in _KING_STEPS:
        before = _moved(won, black, _targets(step), 1)
        left[before] -= 1
        new.append(before[(left[before] == 0) & is_legal[before]])
    return np.concatenate(new)


def _before_white(reached: Numbers) -> Iterator[Numbers]:
    """The positions in which White could have moved to these, legal or not; each step never twice to the same."""
    king, bishop = reached // _OF_KING, reached // _OF_BISHOP & 31
    knight, black = reached // _OF_KNIGHT & 63, reached & 63
    for step in _KING_STEPS:
        yield _moved(reached, king, _targets(step), _OF_KING)
    for step in _KNIGHT_STEPS:
        yield _moved(reached, knight, _targets(step), _OF_KNIGHT)
    for step in _BISHOP_STEPS:
        further = _bishop_targets(step)
        rest, here, others = reached - bishop * _OF_BISHOP, bishop, (king, knight, black)
        while rest.size:
            to = further[here]
            square = _LIGHT[to]
            is_free = (to >= 0) & np.all([square != other for other in others], axis=0)
            rest, here = rest[is_free], to[is_free]
            others = (others[0][is_free], others[1][is_free], others[2][is_free])
            yield rest + here * _OF_BISHOP


def _moved(positions: Numbers, square: Numbers, further: Numbers, worth: int) -> Numbers:
    """The positions with one man a step further; those in which it would leave the board fall out."""
    to = further[square]
    stays = to >= 0
    return positions[stays] + (to - square)[stays] * np.int32(worth)


@cache
def _targets(step: tuple[int, int]) -> Numbers:
    """Where each square comes by a step; UNKNOWN off the board."""
    reached = [stepped(square, step) for square in chess.SQUARES]
    return np.array([UNKNOWN if square is None else square for square in reached], np.int32)


@cache
def _bishop_targets(step: tuple[int, int]) -> Numbers:
    reached = [stepped(int(square), step) for square in _LIGHT]
    return np.array([UNKNOWN if square is None else _PLACE[square] for square in reached], np.int32)


def _legal() -> Mask:
    """Four squares of their own, kings apart."""
    same = np.eye(64, dtype=bool)
    apart = ~same
    on_bishop = apart[_LIGHT]
    legal = on_bishop.T[:, :, None, None] & apart[:, None, :, None] & ~(kings_near() | same)[:, None, None, :]
    return np.asarray(legal & on_bishop[None, :, :, None] & on_bishop[None, :, None, :] & apart[None, None])


def _attacked() -> Mask:
    """Where bishop or knight attacks the square of Black's king; White's other men can stand between."""
    found = np.zeros(SHAPE, bool)
    for square in chess.SQUARES:
        found[:, :, square, list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square]))] = True
    for place, square in enumerate(_LIGHT):
        for target in targets(chess.BISHOP, int(square)):
            free = np.ones((64, 64), bool)
            blockers = list(chess.SquareSet(chess.between(int(square), target)))
            free[blockers, :] = False
            free[:, blockers] = False
            found[:, place, :, target] |= free
    return found


def _flights(attacked: Mask) -> NDArray[np.int8]:
    """How many ways Black's king has to go, taking an unprotected man among them."""
    safe = ~attacked & ~(kings_near() | np.eye(64, dtype=bool))[:, None, None, :]
    count = np.zeros(SHAPE, np.int8)
    for step in _KING_STEPS:
        to = _targets(step)
        count[..., to >= 0] += safe[..., to[to >= 0]]
    return count
