"""How far is a position from a mate that both sides work for?

Kings meet at a corner, the hunted army is thinned out, what is missing for a mate is brought or promoted, and squares
of flight are closed. These distances only choose which position is looked at next: they prove nothing.
"""

from typing import NamedTuple

import chess

from access_chess.laws.winnability.steps import knight_steps, pawn_pushes


class Picture(NamedTuple):
    """What is still missing for a mate, each in its own unit, the less the nearer."""

    prey: int
    """King's moves of the hunted king to its corner."""
    king: int
    """King's moves of the other king to two squares from the corner."""
    defenders: int
    """Pieces and pawns that the hunted king still has: they can capture, interpose and get in the way."""
    missing: int
    """Ranks to a promotion that is needed, or moves of a piece that must block a square beside the corner."""
    knight: int
    """Knight's moves to the corner or to a square that attacks it."""
    flights: int
    """Squares beside the hunted king that are neither attacked nor blocked by its own side."""
    freeing: int
    """King's moves to a pawn that stands before the last pawn that could promote, where one must; capturing it frees
    that one."""


def picture(board: chess.Board, winner: chess.Color) -> Picture:
    """Measure the position for a mate by `winner`."""
    own, hunted = board.occupied_co[winner], board.occupied_co[not winner]
    king, prey = chess.msb(board.kings & own), chess.msb(board.kings & hunted)
    bishops, knights, pawns = board.bishops & own, board.knights & own, board.pawns & own
    heavy = bool(own & (board.rooks | board.queens))
    pair = (knights and (bishops or knights & (knights - 1))) or _on_both_colors(bishops)
    needs_blocker = not (heavy or pair or pawns)
    nearest = None
    for corner in _bishops_corners(bishops) if bishops and not heavy else _CORNERS:
        kings = _KING_MOVES[prey][corner], abs(_KING_MOVES[king][corner] - 2)
        missing = _blocker_missing(board, winner, corner) if needs_blocker else 0
        if nearest is None or sum(kings) + missing < nearest[0]:
            nearest = sum(kings) + missing, corner, kings, missing
    assert nearest is not None
    _, corner, kings, missing = nearest
    knight = 0
    if knights and (needs_blocker or (pair and not heavy)):
        knight = _nearest(knights, _CHECKING[corner] if needs_blocker else [corner])
    return Picture(
        prey=kings[0],
        king=kings[1],
        defenders=(hunted & ~board.kings).bit_count(),
        missing=_ranks_to_go(pawns, winner) if pawns and not (heavy or pair) else missing,
        knight=knight,
        flights=sum(
            not board.is_attacked_by(winner, square)
            for square in chess.scan_forward(chess.BB_KING_ATTACKS[prey] & ~hunted)
        ),
        freeing=_moves_to_free(board, winner, king) if pawns and not (heavy or pair) else 0,
    )


def is_pawn_bound(board: chess.Board, winner: chess.Color) -> bool:
    """Has this side bishops of one color alone, and no pawn that can move before its king has captured another?"""
    own = board.occupied_co[winner]
    bishops = board.bishops & own
    has_others = own & (board.knights | board.rooks | board.queens) or _on_both_colors(bishops)
    return bool(bishops and not has_others and _barring(board, winner))


def _on_both_colors(bishops: int) -> bool:
    return bool(bishops & chess.BB_LIGHT_SQUARES and bishops & chess.BB_DARK_SQUARES)


def _bishops_corners(bishops: int) -> tuple[chess.Square, ...]:
    light = (chess.H1, chess.A8) if bishops & chess.BB_LIGHT_SQUARES else ()
    dark = (chess.A1, chess.H8) if bishops & chess.BB_DARK_SQUARES else ()
    return light + dark


def _ranks_to_go(pawns: int, color: chess.Color) -> int:
    """The way of the foremost pawn, three for each rank, as the moves before and after it count too."""
    ranks = (7 - chess.msb(pawns) // 8) if color else chess.lsb(pawns) // 8
    return 3 * ranks + 4


def _barring(board: chess.Board, winner: chess.Color) -> int:
    """The hunted pawns head-on before all of the winner's; none where one of these can move on."""
    own, hunted = board.occupied_co[winner], board.occupied_co[not winner]
    before = pawn_pushes(board.pawns & own, winner)
    return 0 if before & ~(board.pawns & hunted) else before


def _moves_to_free(board: chess.Board, winner: chess.Color, king: chess.Square) -> int:
    """With a start for what is not free at all, since the king has to come back afterwards."""
    barring = _barring(board, winner)
    return _BARRED + min((_KING_MOVES[king][square] for square in chess.scan_forward(barring)), default=-_BARRED)


def _blocker_missing(board: chess.Board, winner: chess.Color, corner: chess.Square) -> int:
    """A lone knight, or bishops of one color, need a hunted piece beside the corner that cannot interfere there."""
    own, hunted = board.occupied_co[winner], board.occupied_co[not winner]
    if board.knights & own:
        blockers = hunted & (board.knights | board.bishops | board.rooks)
    else:
        light = board.bishops & own & chess.BB_LIGHT_SQUARES
        other = chess.BB_DARK_SQUARES if light else chess.BB_LIGHT_SQUARES
        blockers = hunted & (board.knights | board.bishops & other)
    if not blockers:
        pawns = board.pawns & hunted
        return 4 + _ranks_to_go(pawns, not winner) if pawns else 0
    return 2 * min(
        _moves_away(board, square, target)
        for square in chess.scan_forward(blockers)
        for target in (corner ^ 1, corner ^ 8)
    )


def _moves_away(board: chess.Board, square: chess.Square, target: chess.Square) -> int:
    if board.knights & chess.BB_SQUARES[square]:
        return _KNIGHT_MOVES[square][target]
    if board.rooks & chess.BB_SQUARES[square]:
        return (square >> 3 != target >> 3) + (square & 7 != target & 7)
    if bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) != bool(
        chess.BB_SQUARES[target] & chess.BB_LIGHT_SQUARES
    ):
        return _NEVER
    return 1 + _KING_MOVES[square][target] // 3 if square != target else 0


def _nearest(knights: int, targets: list[chess.Square]) -> int:
    return min(_KNIGHT_MOVES[square][target] for square in chess.scan_forward(knights) for target in targets)


def _count_knight_moves(start: chess.Square) -> list[int]:
    moves = [0] * 64
    seen = front = chess.BB_SQUARES[start]
    count = 0
    while front:
        for square in chess.scan_forward(front):
            moves[square] = count
        front = knight_steps(front) & ~seen
        seen |= front
        count += 1
    return moves


_BARRED = 12  # more than any way back
_NEVER = 9  # a bishop cannot come to a square of the other color
_CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)
_CHECKING = {corner: list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[corner])) for corner in _CORNERS}
_KNIGHT_MOVES = [_count_knight_moves(square) for square in chess.SQUARES]
_KING_MOVES = [[chess.square_distance(start, end) for end in chess.SQUARES] for start in chess.SQUARES]
