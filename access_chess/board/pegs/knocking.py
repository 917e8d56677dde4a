"""Pieces that were knocked over, told from pieces that were touched (4.3, 7.3).

A hand puts one piece down before it takes the next but one. Where more leave their apertures and none is put down, the
pace, the colors and the region tell what happened; and where they do not, the arbiter is asked.
"""

from datetime import timedelta
from enum import Enum, auto
from itertools import pairwise

import chess

from access_chess.board.wire.reports import Lifted

AT_ONCE = timedelta(milliseconds=250)  # two hands lift two pieces in so short a time, but not three
SLOWLY = timedelta(milliseconds=700)  # one piece rolls against the next
IN_DOUBT = timedelta(seconds=2)  # slower than this somebody takes pieces out one by one
MANY_AT_ONCE = 3
MANY_SLOWLY = 4
NEAR = 2  # king's steps from one piece of a heap to the next


class Pattern(Enum):
    """What the latest lifts look like."""

    TOUCHED = auto()
    KNOCKED = auto()
    IN_DOUBT = auto()


def pattern(lifts: tuple[Lifted, ...], position: chess.Board) -> tuple[Pattern, tuple[chess.Square, ...]]:
    """What these lifts look like, with nothing put down between them, and the squares that belong to it.

    >>> names = [(chess.G1, 0), (chess.F1, 90), (chess.G2, 180)]
    >>> lifts = tuple(Lifted(square=square, at=timedelta(milliseconds=ms)) for square, ms in names)
    >>> pattern(lifts, chess.Board())[0].name
    'KNOCKED'
    """
    if len(_latest(lifts, AT_ONCE)) >= MANY_AT_ONCE:
        return Pattern.KNOCKED, _heap(_latest(lifts, SLOWLY), _latest(lifts, AT_ONCE))
    slow = _latest(lifts, SLOWLY)
    if len(slow) >= MANY_SLOWLY and _is_of_both_colors(slow, position) and len(_heap(slow, slow[-1:])) == len(slow):
        return Pattern.KNOCKED, _squares(slow)
    doubtful = _latest(lifts, IN_DOUBT)
    if len(doubtful) >= MANY_AT_ONCE:
        return Pattern.IN_DOUBT, _squares(doubtful)
    return Pattern.TOUCHED, ()


def _latest(lifts: tuple[Lifted, ...], apart: timedelta) -> tuple[Lifted, ...]:
    """The last of them, each so soon after the one before."""
    first = len(lifts) - 1
    for (index, before), (_, after) in reversed(list(pairwise(enumerate(lifts)))):
        if after.at - before.at > apart:
            break
        first = index
    return lifts[max(first, 0) :]


def _is_of_both_colors(lifts: tuple[Lifted, ...], position: chess.Board) -> bool:
    return {position.color_at(each.square) for each in lifts} >= {chess.WHITE, chess.BLACK}


def _heap(lifts: tuple[Lifted, ...], core: tuple[Lifted, ...]) -> tuple[chess.Square, ...]:
    """Those of the squares that lie together with the core, in the order of lifting."""
    heap = set(_squares(core))
    while more := {
        square
        for square in set(_squares(lifts)) - heap
        if any(chess.square_distance(square, other) <= NEAR for other in heap)
    }:
        heap |= more
    return tuple(square for square in _squares(lifts) if square in heap)


def _squares(lifts: tuple[Lifted, ...]) -> tuple[chess.Square, ...]:
    return tuple(each.square for each in lifts)
