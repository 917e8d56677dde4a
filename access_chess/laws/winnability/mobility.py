"""Where can each piece ever go? An upper bound for all series of legal moves from a position.

Every piece starts on its own square and floods outwards. A square is closed to it only for a reason that holds for
ever: an own piece stands there that can neither leave nor be captured, an enemy king that cannot move, or, for a king,
a piece attacks it that can neither leave nor be captured. The floods of all pieces open squares for each other, so
they are repeated until nothing grows. What was never opened is never reached: the argument is by induction over
the moves of a game, and needs only that each legal move is among the steps counted here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import chess

from access_chess.laws.winnability.steps import (
    bishop_steps,
    king_steps,
    knight_steps,
    pawn_attacks,
    pawn_pushes,
    promoted_steps,
    rook_steps,
)

_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
_FEW_SQUARES = 6  # a king roaming over more squares than this attacks none of its neighbours from all of them

_STEPS: dict[chess.PieceType, Callable[[int], int]] = {
    chess.KNIGHT: knight_steps,
    chess.BISHOP: bishop_steps,
    chess.ROOK: rook_steps,
    chess.QUEEN: king_steps,
    chess.KING: king_steps,
}


@dataclass(slots=True)
class Roamer:
    """A piece of the diagram and the squares it may ever stand on, or attack by a move onto them.

    For a pawn: its `file`, the squares it may reach once `promoted`, and the enemy pawns `ahead` of it on its file.
    """

    kind: chess.PieceType
    origin: int
    reach: int
    file: int = 0
    promoted: int = 0
    ahead: list["Roamer"] = field(default_factory=list)


@dataclass(slots=True)
class Army:
    """All pieces of one color, with what is known so far of the squares they open, visit and attack for ever."""

    color: chess.Color
    king: Roamer
    pieces: list[Roamer]
    pawns: list[Roamer]
    clear: int = 0
    captures: int = 0
    presence: int = 0
    attacked: int = 0

    def size(self) -> int:
        """Grows with every square that is opened to a piece."""
        total = self.king.reach.bit_count()
        for piece in self.pieces:
            total += piece.reach.bit_count()
        for pawn in self.pawns:
            total += pawn.reach.bit_count() + pawn.promoted.bit_count()
        return total


class Mobility:
    """The floods of all pieces of a position, carried to their end."""

    def __init__(self, board: chess.Board) -> None:
        white, black = _muster(board, chess.WHITE), _muster(board, chess.BLACK)
        _line_up(white, black)
        _line_up(black, white)
        self.armies = (black, white)
        self._castle(board)
        self._pass(board)
        self._settle()

    def _castle(self, board: chess.Board) -> None:
        """Usual castling is a walk of king and rook over clear squares; in Chess960 it may be a leap."""
        for rook in chess.scan_forward(board.clean_castling_rights()):
            color = bool(board.occupied_co[chess.WHITE] & chess.BB_SQUARES[rook])
            king = self.armies[color].king
            if king.origin & chess.BB_FILE_E and chess.BB_SQUARES[rook] & (chess.BB_FILE_A | chess.BB_FILE_H):
                continue
            first_rank = chess.BB_RANK_1 if color else chess.BB_RANK_8
            king.reach |= first_rank & (chess.BB_FILE_C | chess.BB_FILE_G)
            for piece in self.armies[color].pieces:
                if piece.origin == chess.BB_SQUARES[rook]:
                    piece.reach |= first_rank & (chess.BB_FILE_D | chess.BB_FILE_F)

    def _pass(self, board: chess.Board) -> None:
        """A pawn that may be captured en passant counts as able to stand on the square it passed over."""
        if board.ep_square is not None and board.has_pseudo_legal_en_passant():
            victim = pawn_pushes(chess.BB_SQUARES[board.ep_square], not board.turn)
            for pawn in self.armies[not board.turn].pawns:
                if pawn.origin == victim:
                    pawn.reach |= chess.BB_SQUARES[board.ep_square]

    def _settle(self) -> None:
        black, white = self.armies
        size = -1
        while size != (grown := black.size() + white.size()):
            size = grown
            for army in self.armies:
                _survey_captures(army)
            _survey_clear(white, black)
            _survey_clear(black, white)
            _survey_attacks(white)
            _survey_attacks(black)
            _flood(white, black)
            _flood(black, white)


def _muster(board: chess.Board, color: chess.Color) -> Army:
    own = board.occupied_co[color]
    king = board.kings & own
    pieces = [
        Roamer(kind=kind, origin=chess.BB_SQUARES[square], reach=chess.BB_SQUARES[square])
        for kind, squares in (
            (chess.KNIGHT, board.knights),
            (chess.BISHOP, board.bishops),
            (chess.ROOK, board.rooks),
            (chess.QUEEN, board.queens),
        )
        if squares & own
        for square in chess.scan_forward(squares & own)
    ]
    pawns = [
        Roamer(
            kind=chess.PAWN,
            origin=chess.BB_SQUARES[square],
            reach=chess.BB_SQUARES[square],
            file=chess.BB_FILES[square & 7],
        )
        for square in chess.scan_forward(board.pawns & own)
    ]
    return Army(color=color, king=Roamer(kind=chess.KING, origin=king, reach=king), pieces=pieces, pawns=pawns)


def _line_up(own: Army, enemy: Army) -> None:
    """Tell each pawn which enemy pawns stand ahead of it on its file."""
    for pawn in own.pawns:
        pawn.ahead = [
            other for other in enemy.pawns if other.file == pawn.file and (other.origin > pawn.origin) == own.color
        ]


def _survey_captures(own: Army) -> None:
    """The squares where `own` may capture, and where its pieces may stand to be captured."""
    captures = presence = 0
    for piece in own.pieces:
        if piece.reach != piece.origin:
            captures |= piece.reach
        presence |= piece.reach
    for pawn in own.pawns:
        captures |= pawn.promoted | pawn_attacks(pawn.reach, own.color)
        presence |= pawn.reach | pawn.promoted
    if own.king.reach != own.king.origin:
        captures |= own.king.reach
    own.captures, own.presence = captures, presence


def _survey_clear(own: Army, enemy: Army) -> None:
    """The squares that can be free of `own`: those where nothing stands that can neither leave nor be captured."""
    fixed = 0
    for roamer in (*own.pieces, *own.pawns):
        if roamer.reach == roamer.origin and not roamer.origin & enemy.captures:
            fixed |= roamer.origin
    if own.king.reach == own.king.origin:
        fixed |= own.king.origin
    own.clear = chess.BB_ALL & ~fixed


def _survey_attacks(own: Army) -> None:
    """The squares that `own` attacks in every position to come."""
    fixed_pawns = 0
    for pawn in own.pawns:
        if not pawn.origin & own.clear:
            fixed_pawns |= pawn.origin
    attacked = pawn_attacks(fixed_pawns, own.color)
    for piece in own.pieces:
        # A slider attacks at least its neighbour squares, whatever stands there.
        if not piece.origin & own.clear:
            attacked |= _STEPS[piece.kind](piece.origin)
    if own.king.reach.bit_count() <= _FEW_SQUARES:
        common = chess.BB_ALL
        for square in chess.scan_forward(own.king.reach):
            common &= chess.BB_KING_ATTACKS[square]
        attacked |= common
    own.attacked = attacked


def _flood(own: Army, enemy: Army) -> None:
    passable = own.clear & enemy.clear
    for piece in own.pieces:
        piece.reach = _spread(piece.reach, _STEPS[piece.kind], piece.origin | passable, own.clear)
    king = own.king
    king.reach = _spread(king.reach, king_steps, king.origin | passable, own.clear & ~enemy.attacked)
    targets = enemy.presence & own.clear
    seeds = 0
    for pawn in own.pawns:
        _advance(pawn, own, passable, targets)
        seeds |= pawn.promoted | pawn.reach & _LAST_RANKS
    if seeds:
        # One flood for all that promote: a little too wide for each of them, and much faster.
        promoted = _spread(seeds, promoted_steps, passable, own.clear)
        for pawn in own.pawns:
            if pawn.reach & _LAST_RANKS:
                pawn.promoted = promoted


def _spread(reach: int, steps: Callable[[int], int], passable: int, allowed: int) -> int:
    while (grown := reach | steps(reach & passable) & allowed) != reach:
        reach = grown
    return reach


def _advance(pawn: Roamer, own: Army, free: int, targets: int) -> None:
    """Grow the squares that a pawn may stand on as a pawn, by pushes to free squares and captures of targets."""
    reach, file, color = pawn.reach, pawn.file, own.color
    while True:
        grown = reach | pawn_attacks(reach, color) & targets
        if pushes := pawn_pushes(reach, color) & free & ~reach:
            if pawn.ahead and not reach & ~file:
                for other in pawn.ahead:
                    if _keeps_file(other, own.captures):
                        pushes &= _short_of(other.origin, color)
            grown |= pushes
        if grown == reach:
            return
        pawn.reach = reach = grown


def _keeps_file(pawn: Roamer, captures: int) -> bool:
    """Two opposed pawns that keep their file never pass each other."""
    return not (pawn.reach & (~pawn.file | captures) or pawn.promoted)


def _short_of(square: int, color: chess.Color) -> int:
    return square - 1 if color else chess.BB_ALL & ~(square | square - 1)
