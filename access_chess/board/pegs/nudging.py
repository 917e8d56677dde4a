"""Two players at one board: whose hand it was that lifted a piece of him who has just moved (1.1, 4.2, 4.3).

From the instant that a move is made the opponent has the move, and what he lifts he has touched. But the mover still
sits there with his hand on the lever, and puts his piece straight, or goes on with it.
"""

from dataclasses import replace

import chess

from access_chess.board.pegs.players_board import PlayersBoard, Stamped
from access_chess.board.wire.reports import Placed
from access_chess.laws.commands import PlayMove, TakeBack
from access_chess.laws.game import Game


def is_nudge(board: PlayersBoard, square: chess.Square, game: Game) -> bool:
    """Whether a lift from this square is likelier the mover's than a touch by his opponent, who has the move.

    So it is until the mover has pressed; where the program presses for him, of the piece that he has just moved.
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
    """Whether he who has the move has begun it, with a piece of his own."""
    out = [square for square in board.lifted if not board.is_filled(square)]
    return bool(game.hand.touches) or any(game.board.color_at(square) is game.turn for square in out)


def with_nudges(board: PlayersBoard, game: Game) -> PlayersBoard:
    """The nudges as they stand: none where a piece of his own shows that he who has the move is capturing."""
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
