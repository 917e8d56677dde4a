"""The opponent's best reply to a wrong move: by an engine that judges, or by the built-in one where there is none."""

import chess

from access_chess.practice.analysis import Analyst
from access_chess.practice.engine import LEVELS, choose_move

NODES = 60_000  # a tenth of a second of Stockfish
BUILT_IN_LEVEL = 7  # half a second; it sees what is lost within three plies


def best_reply(board: chess.Board, analyst: Analyst | None) -> chess.Move | None:
    """The move that shows why the one before was wrong; None where the game is over."""
    if board.is_game_over():
        return None
    if analyst is not None:
        lines = analyst.lines(board, nodes=NODES)
        return lines[0].moves[0] if lines else None
    return choose_move(board, LEVELS[BUILT_IN_LEVEL - 1], chance=lambda: 0.5)
