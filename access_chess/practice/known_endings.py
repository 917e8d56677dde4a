"""What becomes of an ending with best play: queen, rook, pawn, or bishop and knight, against the bare king."""

from collections.abc import Callable
from dataclasses import dataclass

import chess


@dataclass(frozen=True, kw_only=True)
class Result:
    """Who wins with best play; None: nobody, it is a draw."""

    winner: chess.Color | None


@dataclass(frozen=True, kw_only=True)
class Outcome(Result):
    """In how many of his moves the winner mates; 0 in a draw."""

    moves: int


#: What becomes of a position with best play; None where that is not known.
Known = Callable[[chess.Board], Result | None]


DRAW = Outcome(winner=None, moves=0)


def outcome(board: chess.Board) -> Outcome | None:
    """What becomes of a position with best play; None: it is no ending that is known here."""
    if board.is_insufficient_material():
        return DRAW
    white, black = (board.occupied_co[color] & ~board.kings for color in chess.COLORS)
    if board.castling_rights or (white and black):
        return None
    if black:
        turned = outcome(board.mirror())
        if turned is None or turned.winner is None:
            return turned
        return Outcome(winner=chess.BLACK, moves=turned.moves)
    moves = _moves_to_mate(board)
    if moves is None:
        return None
    from access_chess.practice.ending_table import UNKNOWN

    return DRAW if moves == UNKNOWN else Outcome(winner=chess.WHITE, moves=moves)


def _moves_to_mate(board: chess.Board) -> int | None:
    """In how many moves White wins, who has all men but one king; None: these men are not known here."""
    from access_chess.practice import bishop_and_knight  # the tables need NumPy, which takes its time
    from access_chess.practice.ending_table import table

    men = board.occupied & ~board.kings
    if chess.popcount(men) == 2 and board.bishops and board.knights:
        return bishop_and_knight.moves_to_mate(board)
    if chess.popcount(men) != 1:
        return None
    man = chess.msb(men)
    kind, white, black = board.piece_type_at(man), board.king(chess.WHITE), board.king(chess.BLACK)
    assert kind is not None and white is not None and black is not None
    found = table(kind)
    return int((found.to_win if board.turn else found.to_lose)[white, man, black])
