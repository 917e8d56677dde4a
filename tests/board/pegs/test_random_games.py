"""Random games on one pegged board: whatever detours hands make on their way, the moves are those that were meant."""

import random
from datetime import timedelta

import chess
import pytest

from access_chess.board.pegs.occupancy import Movement, movements
from tests.support.table import Table

PAUSE = timedelta(milliseconds=600)  # long enough for a placement to count
SHORT = timedelta(milliseconds=60)
PLIES = 16
GAMES = 60


@pytest.mark.parametrize("seed", range(GAMES))
def test_detours_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    board = chess.Board.from_chess960_pos(chance.randrange(960))
    table = Table(board.fen(), chess960=True, color=None, blind=False)
    meant = []
    for _ in range(PLIES):
        moves = [move for move in board.legal_moves if not _has_to_be_announced(board, move)]
        if not moves:
            break
        move = chance.choice(moves)
        for movement in movements(board, move):
            _detour(table, movement, chance)
            _do(table, movement)
        if move.promotion:
            table.say(board.san(move))
        table.play(f"press {chess.COLOR_NAMES[board.turn]}", PAUSE)
        meant.append(move)
        board.push(move)
        assert [ply.move for ply in table.game.plies] == meant
        assert table.board.occupied == board.occupied
        assert table.refused == []
    assert table.notices == []


def _has_to_be_announced(board: chess.Board, move: chess.Move) -> bool:
    """A castling after which king or rook stands where one of them stood (F.3.b)."""
    return board.is_castling(move) and len({movement.square for movement in movements(board, move)}) < 4


def _do(table: Table, movement: Movement) -> None:
    table.play(f"{'lift' if movement.is_lift else 'place'} {chess.square_name(movement.square)}", PAUSE)


def _detour(table: Table, movement: Movement, chance: random.Random) -> None:
    """An own piece is put back and lifted again; a piece on its way is dragged over a free aperture."""
    is_own = table.game.board.color_at(movement.square) is table.game.turn
    if chance.random() < 0.5 or (movement.is_lift and not is_own):
        return  # a captured piece that is put back cannot be told from the piece that captures it
    if movement.is_lift:
        _do(table, movement)
        table.play(f"place {chess.square_name(movement.square)}", chance.choice((SHORT, PAUSE)))
        return
    free = chess.SquareSet(~table.board.occupied & chess.BB_ALL & ~chess.BB_SQUARES[movement.square])
    table.play(f"drag {chess.square_name(chance.choice(list(free)))}", SHORT)
