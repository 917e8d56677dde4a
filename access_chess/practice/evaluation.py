"""What a position is worth to the built-in engine, in hundredths of a pawn.

Each man counts by where it stands, in the middlegame and in the endgame, and what lies between is mixed by what is left
on the board. Pawns are judged as a whole; a player far ahead drives the bare king to the edge. Values are our own.
"""

from typing import NamedTuple

import chess

PIECE_VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}

#: What a kind of man weighs for the phase: 24 at the beginning of a game, 0 in an endgame of pawns.
PHASE = (0, 0, 1, 1, 2, 4, 0)
FULL_PHASE = 24

DRIVING_PHASE = 6  # of the loser: rook and a minor piece at most; then their king is driven
WINNING_MARGIN = 300  # ahead by a minor piece: drive the other king to the edge
EDGE = 12  # for each step of the losing king from the middle
APPROACH = 6  # for each step by which the kings are nearer to each other

BISHOP_PAIR = (25, 45)
DOUBLED, ISOLATED = (-8, -20), (-12, -14)
#: Of a passed pawn, by its rank from its own side.
PASSED = ((0, 0), (2, 10), (4, 16), (8, 30), (22, 55), (45, 95), (80, 150), (0, 0))
OPEN_FILE, HALF_OPEN_FILE = (24, 12), (12, 8)
SHIELD = 9  # for each pawn before a castled king
BLOCKED = 28  # for each unmoved pawn on d or e with an own man before it, which keeps its bishop in as well

Tapered = tuple[int, int]  # in the middlegame, in the endgame


def _centrality(square: chess.Square) -> int:
    """0 in a corner to 6 in the middle."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return 6 - max(3 - file, file - 4) - max(3 - rank, rank - 4)


def _pawn(file: int, rank: int, central: int) -> Tapered:
    advance = ((0, 0), (0, 0), (2, 4), (8, 8), (16, 18), (28, 36), (50, 70), (0, 0))[rank]
    in_the_middle = 9 * (rank - 1) if file in (3, 4) and rank <= 4 else 3 * (rank - 1) if file in (2, 5) else 0
    unmoved = -14 if file in (3, 4) and rank == 1 else 0
    return advance[0] + in_the_middle + unmoved, advance[1]


def _knight(file: int, rank: int, central: int) -> Tapered:
    undeveloped = -14 if rank == 0 else 0
    outpost = 10 if 3 <= rank <= 5 and 2 <= file <= 5 else 0
    return 9 * central - 32 + undeveloped + outpost, 8 * central - 32


def _bishop(file: int, rank: int, central: int) -> Tapered:
    undeveloped = -16 if rank == 0 else 0
    fianchetto = 12 if (file, rank) in ((1, 1), (6, 1)) else 0
    return 4 * central - 8 + undeveloped + fianchetto, 3 * central - 8


def _rook(file: int, rank: int, central: int) -> Tapered:
    return (22 if rank == 6 else 6 if rank == 0 and 2 <= file <= 5 else 0), 20 if rank == 6 else 0


def _queen(file: int, rank: int, central: int) -> Tapered:
    return (central - 4 if rank else -2), 5 * central - 12


def _king(file: int, rank: int, central: int) -> Tapered:
    home = 32 if (file, rank) in ((1, 0), (6, 0)) else 22 if (file, rank) in ((2, 0), (7, 0), (0, 0)) else 0
    return home - 26 * rank - (6 if 3 <= file <= 5 and rank == 0 else 0), 11 * central - 30


_KINDS = {
    chess.PAWN: _pawn,
    chess.KNIGHT: _knight,
    chess.BISHOP: _bishop,
    chess.ROOK: _rook,
    chess.QUEEN: _queen,
    chess.KING: _king,
}


def _table(piece_type: chess.PieceType) -> tuple[Tapered, ...]:
    worth = PIECE_VALUES[piece_type]
    endgame = worth + {chess.PAWN: 20, chess.KNIGHT: -20, chess.ROOK: 30}.get(piece_type, 0)
    found = []
    for square in chess.SQUARES:
        middle, end = _KINDS[piece_type](chess.square_file(square), chess.square_rank(square), _centrality(square))
        found.append((worth + middle, endgame + end))
    return tuple(found)


_OF_WHITE = {piece_type: _table(piece_type) for piece_type in chess.PIECE_TYPES}
#: By color and kind of man, and square: what it is worth to White in the middlegame, in the endgame.
WORTH: tuple[dict[chess.PieceType, tuple[Tapered, ...]], ...] = (
    {kind: tuple((-table[at ^ 56][0], -table[at ^ 56][1]) for at in range(64)) for kind, table in _OF_WHITE.items()},
    _OF_WHITE,
)


class Sum(NamedTuple):
    """The men of a position added up: to White in the middlegame, in the endgame, and how much of one it is."""

    middle: int
    end: int
    phase: int


def added_up(board: chess.Board) -> Sum:
    """The sum of all men; the search carries it on from move to move."""
    middle = end = phase = 0
    for square, piece in board.piece_map().items():
        worth = WORTH[piece.color][piece.piece_type][square]
        middle, end, phase = middle + worth[0], end + worth[1], phase + PHASE[piece.piece_type]
    return Sum(middle, end, phase)


class Evaluator:
    """Evaluates positions; what the pawns are worth together is kept, since it seldom changes."""

    def __init__(self) -> None:
        self._pawns: dict[tuple[int, int], Tapered] = {}

    def evaluate(self, board: chess.Board, men: Sum) -> int:
        """The worth for the player to move; the game's end is not looked at."""
        white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
        pawns = (board.pawns & white, board.pawns & black)
        structure = self._pawns.get(pawns)
        if structure is None:
            structure = self._pawns[pawns] = pawn_structure(*pawns)
        middle, end = men.middle + structure[0], men.end + structure[1]
        for sign, own, ours, theirs in ((1, white, *pawns), (-1, black, pawns[1], pawns[0])):
            bishops = board.bishops & own
            if bishops & (bishops - 1):
                middle, end = middle + sign * BISHOP_PAIR[0], end + sign * BISHOP_PAIR[1]
            for rook in chess.scan_forward(board.rooks & own):
                file = chess.BB_FILES[rook & 7]
                if not file & ours:
                    bonus = HALF_OPEN_FILE if file & theirs else OPEN_FILE
                    middle, end = middle + sign * bonus[0], end + sign * bonus[1]
            middle += sign * SHIELD * (_before_king(board.kings & own, sign) & ours).bit_count()
            middle -= sign * BLOCKED * (_before_center(ours, sign) & own).bit_count()
        phase = min(men.phase, FULL_PHASE)
        score = int((middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE)  # the same for both colors
        if men.phase <= 2 * DRIVING_PHASE and abs(score) > WINNING_MARGIN:
            score += _drive(board, chess.WHITE) if score > 0 else -_drive(board, chess.BLACK)
        return score if board.turn else -score


def evaluate(board: chess.Board) -> int:
    """The worth of one position for the player to move."""
    return Evaluator().evaluate(board, added_up(board))


def _before_king(king: chess.Bitboard, sign: int) -> chess.Bitboard:
    """The three squares before a king on its first two ranks, away from the middle files; none elsewhere."""
    if not king & _SHELTERED[sign]:
        return chess.BB_EMPTY
    row = king | (king << 1 & ~chess.BB_FILE_A) | (king >> 1 & ~chess.BB_FILE_H)
    return row << 8 if sign > 0 else row >> 8


def _before_center(pawns: chess.Bitboard, sign: int) -> chess.Bitboard:
    """The squares before the pawns that still stand on the first square of d and e."""
    return (pawns & _CENTER & chess.BB_RANK_2) << 8 if sign > 0 else (pawns & _CENTER & chess.BB_RANK_7) >> 8


_CENTER = chess.BB_FILE_D | chess.BB_FILE_E
_WINGS = chess.BB_FILE_A | chess.BB_FILE_B | chess.BB_FILE_C | chess.BB_FILE_G | chess.BB_FILE_H
_SHELTERED = {1: _WINGS & (chess.BB_RANK_1 | chess.BB_RANK_2), -1: _WINGS & (chess.BB_RANK_7 | chess.BB_RANK_8)}


def pawn_structure(white: chess.Bitboard, black: chess.Bitboard) -> Tapered:
    """What the pawns are worth together to White, beyond where each stands: passed, doubled, isolated ones."""
    middle = end = 0
    for sign, own, others in ((1, white, black), (-1, black, white)):
        for square in chess.scan_forward(own):
            file, rank = square & 7, square >> 3 if sign > 0 else 7 - (square >> 3)
            found = [
                DOUBLED if own & _AHEAD[sign][square] else None,
                None if own & _BESIDE[file] else ISOLATED,
                None if others & _GUARDS[sign][square] else PASSED[rank],
            ]
            for bonus in found:
                if bonus is not None:
                    middle, end = middle + sign * bonus[0], end + sign * bonus[1]
    return middle, end


def _ranks_ahead(square: chess.Square, sign: int) -> chess.Bitboard:
    rank = square >> 3
    ahead = range(rank + 1, 8) if sign > 0 else range(rank)
    return sum(chess.BB_RANKS[each] for each in ahead)


_BESIDE = tuple(sum(chess.BB_FILES[each] for each in (file - 1, file + 1) if 0 <= each < 8) for file in range(8))
_AHEAD = {
    sign: tuple(chess.BB_FILES[square & 7] & _ranks_ahead(square, sign) for square in range(64)) for sign in (1, -1)
}
_GUARDS = {
    sign: tuple((chess.BB_FILES[at & 7] | _BESIDE[at & 7]) & _ranks_ahead(at, sign) for at in range(64))
    for sign in (1, -1)
}


def _drive(board: chess.Board, winner: chess.Color) -> int:
    """What it helps the winner that the other king is at the edge and their own is near."""
    own, other = board.king(winner), board.king(not winner)
    pieces = board.occupied_co[not winner] & ~board.pawns
    if (
        own is None
        or other is None
        or sum(PHASE[board.piece_type_at(at) or 0] for at in chess.scan_forward(pieces)) > 3
    ):
        return 0
    return EDGE * (6 - _centrality(other)) + APPROACH * (7 - chess.square_distance(own, other))
