"""Proofs that a king can never be mated: from the pieces alone, and from the squares that each may ever reach."""

import chess

from access_chess.laws.winnability.mobility import Army, Mobility
from access_chess.laws.winnability.steps import pawn_attacks
from access_chess.laws.winnability.verdict import Proof


def king_region_proof(board: chess.Board, winner: chess.Color) -> Proof | None:
    """Why no series of legal moves lets `winner` mate, or None when this cannot be shown. The game must not be over.

    A mate needs a square where the king is attacked, and each neighbour square must be attacked too or blocked by
    the king's own side: one piece for each such square.
    """
    mobility = Mobility(board)
    hunters, hunted = mobility.armies[winner], mobility.armies[not winner]
    region = hunted.king.reach
    attacked = _attackable(hunters)
    # A king that stands under a lasting attack must leave at once, for this is not mate, and cannot come back.
    scaffolds = region & attacked & ~hunters.attacked
    if not scaffolds:
        return Proof.KING_UNREACHABLE
    for square in chess.scan_forward(scaffolds):
        flight = chess.BB_KING_ATTACKS[square] & region & ~attacked
        if not flight or _can_be_confined(square, flight, hunters, hunted):
            return None
    return Proof.KING_UNCONFINABLE


def _attackable(army: Army) -> int:
    """Every square that a piece of the army, its king excepted, may ever attack."""
    squares = 0
    for piece in army.pieces:
        if piece.reach != piece.origin:
            squares |= piece.reach
    for pawn in army.pawns:
        squares |= pawn.promoted | pawn_attacks(pawn.reach, army.color)
    return squares


def _can_be_confined(square: int, flight: int, hunters: Army, hunted: Army) -> bool:
    """Can the hunters' king from one place guard, and hunted pieces block, every square of flight?"""
    blockers = [
        squares for roamer in (*hunted.pieces, *hunted.pawns) if (squares := (roamer.reach | roamer.promoted) & flight)
    ]
    if _all_blocked(flight, blockers):
        return True
    near = hunters.king.reach & ~chess.BB_KING_ATTACKS[square] & ~chess.BB_SQUARES[square]
    guarded = {chess.BB_KING_ATTACKS[place] & flight for place in chess.scan_forward(near)} - {0}
    return any(_all_blocked(flight & ~by_king, blockers) for by_king in guarded)


def _all_blocked(squares: int, blockers: list[int]) -> bool:
    """Is there a different blocker for each square? Squares are few, so plain recursion finds the matching."""
    if not squares:
        return True
    square = squares & -squares
    return any(
        _all_blocked(squares ^ square, blockers[:index] + blockers[index + 1 :])
        for index, reach in enumerate(blockers)
        if reach & square
    )


def material_proof(board: chess.Board, winner: chess.Color) -> Proof | None:
    """Why `winner` cannot mate with this material, wherever it stands, or None when it might (6.9; 2018: 9.6).

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
