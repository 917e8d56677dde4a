"""Pieces that were knocked over, told from pieces that were touched (4.3, 7.3), and whose hand it was.

A hand puts one piece down before it takes the next but one. Where more leave their apertures and none is put down, the
pace, the colors and the region tell what happened; and where they do not, the arbiter is asked.

From the instant that a move is made the opponent has the move, and what they lift they have touched (1.1, 4.2, 4.3).
But the mover still sits there with a hand on the lever, and puts the piece straight, or goes on with it.
"""

from datetime import timedelta
from enum import Enum, auto
from itertools import pairwise

import chess
from msgspec.structs import replace

from access_chess.board.pegs.players_board import PlayersBoard, Stamped
from access_chess.board.wire.reports import Lifted, Placed
from access_chess.laws.commands import PlayMove, TakeBack
from access_chess.laws.game import Game

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


def is_nudge(board: PlayersBoard, square: chess.Square, game: Game) -> bool:
    """Whether a lift from this square is likelier the mover's than a touch by the opponent, who has the move.

    So it is until the mover has pressed; where the program presses, of the piece that the mover has just moved.
    """
    mover = not game.turn
    if board.color is not None or not board.may_touch(game) or game.board.color_at(square) is not mover:
        return False
    if _is_own_out(board, game):
        return False
    if board.has_levers:
        return bool(game.uncompleted[mover]) and game.clock.running is not game.turn
    return bool(game.plies) and game.plies[-1].move.to_square == square


def _is_own_out(board: PlayersBoard, game: Game) -> bool:
    """Whether the player to move has begun the move, with a piece of their own."""
    out = [square for square in board.lifted if not board.is_filled(square)]
    return bool(game.hand.touches) or any(game.board.color_at(square) is game.turn for square in out)


def with_nudges(board: PlayersBoard, game: Game) -> PlayersBoard:
    """The nudges as they stand: none where one of their own pieces shows that the player to move is capturing."""
    if not board.nudged:
        return board
    if _is_own_out(board, game) or game.is_over:
        return replace(board, nudged=())
    is_movers = [square for square in board.nudged if game.board.color_at(square) is not game.turn]
    return replace(board, nudged=tuple(is_movers))


def straightened(
    board: PlayersBoard, game: Game, ready: tuple[Placed, ...]
) -> tuple[PlayersBoard, tuple[Placed, ...], tuple[Stamped, ...]]:
    """Nudged pieces that stand again: nothing came of it, or the move goes on elsewhere, where it may be taken back.

    Returns the board, what was placed otherwise, and the commands by which the move goes on.
    """
    board = with_nudges(board, game)
    back = tuple(each for each in ready if each.square in board.nudged)
    others = tuple(each for each in ready if each not in back)
    nudged = tuple(square for square in board.nudged if all(square != each.square for each in back))
    commands: tuple[Stamped, ...] = ()
    if len(nudged) == 1 and others:
        commands = _gone_on(game, nudged[0], others[0])
        nudged, others = (), others[1:]
    held = tuple(each for each in board.held if each not in ready or each in others)
    return replace(board, nudged=nudged, held=held), others, commands


def _gone_on(game: Game, origin: chess.Square, placed: Placed) -> tuple[Stamped, ...]:
    """The piece just moved rests elsewhere: where moves may be taken back, this one is, and made anew."""
    if not game.plies or not game.setup.regulations.take_backs:
        return ()
    last = game.plies[-1]
    move = chess.Move(last.move.from_square, placed.square, last.move.promotion)
    if last.move.to_square != origin or move not in last.before.legal_moves:
        return ()
    commands = (TakeBack(color=last.color), PlayMove(color=last.color, move=move))
    return tuple(Stamped(command=command, at=placed.at) for command in commands)
