"""What the pieces alone decide, wherever they stand (6.9; 2018: 9.6; settled.md)."""

import chess

from access_chess.laws.winnability.verdict import Proof


def material_proof(board: chess.Board, winner: chess.Color) -> Proof | None:
    """Why `winner` cannot mate with this material, or None when it might.

    >>> material_proof(chess.Board("8/8/8/8/8/4k3/8/R3K3 w - - 0 1"), chess.BLACK).name
    'BARE_KING'
    """
    own = board.occupied_co[winner] & ~board.kings
    if not own:
        return Proof.BARE_KING
    if own & (board.pawns | board.rooks | board.queens):
        return None
    loser = board.occupied_co[not winner]
    if own & board.knights:
        lone_knight = not own & (own - 1)
        # A lone knight needs a blocker beside the king, and a queen on that square would guard against the mate.
        return Proof.MATERIAL if lone_knight and not loser & ~board.kings & ~board.queens else None
    on_light = bool(board.bishops & chess.BB_LIGHT_SQUARES)
    on_dark = bool(board.bishops & chess.BB_DARK_SQUARES)
    if (on_light and on_dark) or loser & (board.pawns | board.knights):
        return None
    return Proof.MATERIAL
