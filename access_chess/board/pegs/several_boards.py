"""Several boards of one game: play goes on when all of them show it (E.1, E.2.7)."""

from collections.abc import Sequence

from access_chess.board.pegs.players_board import PlayersBoard
from access_chess.laws.commands import Command, Resume, StartClock, StopClocks, StopReason
from access_chess.laws.game import Game


def clock_command(boards: Sequence[PlayersBoard], game: Game) -> Command | None:
    """What the clocks need: to stand while a board is not heard or not compared, so that no player's time pays for it.

    A game that has not begun begins when its boards are right.
    """
    is_halted = any(board.halts for board in boards)
    if game.is_over:
        return None
    if is_halted:
        return StopClocks(reason=StopReason.BOARD) if game.started and game.is_clock_on else None
    if not game.started:
        return StartClock()
    return Resume() if game.stopped is StopReason.BOARD else None
