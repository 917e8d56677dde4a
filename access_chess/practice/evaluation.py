"""What a position is worth to the built-in engine, in hundredths of a pawn: material, activity, driving a bare king."""

import chess

PIECE_VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}

ENDGAME_MATERIAL = 1300  # per side, without pawns: queen and rook at most; then the king belongs in the middle
WINNING_MARGIN = 400  # ahead by more than a minor piece: drive the other king to the edge
EDGE = 12  # for each step of the losing king from the middle
APPROACH = 6  # for each step by which the kings are nearer to each other


def _steps_from_middle(square: chess.Square) -> int:
    file, rank = chess.square_file(square), chess.square_rank(square)
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)


def _activity(piece_type: chess.PieceType, square: chess.Square) -> int:
    """How well a man of White's stands on a square, by where it is and nothing else."""
    central = 6 - _steps_from_middle(square)
    rank = chess.square_rank(square)
    match piece_type:
        case chess.PAWN:
            advance = (0, 0, 4, 10, 20, 40, 80, 0)[rank]
            return advance + (3 * central if chess.square_file(square) in (3, 4) else 0)
        case chess.KNIGHT:
            return 8 * central - 24
        case chess.BISHOP:
            return 4 * central - (12 if rank == 0 else 0)
        case chess.ROOK:
            return 20 if rank == 6 else 0
        case chess.QUEEN:
            return 2 * central
        case _:
            return 0


def _king_shelter(square: chess.Square) -> int:
    """The king of White's in the middlegame: at home, and best where castling takes it."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return -25 * rank + (25 if file in (1, 2, 6, 7) else 0)


_WORTH = {
    piece_type: tuple(PIECE_VALUES[piece_type] + _activity(piece_type, square) for square in chess.SQUARES)
    for piece_type in chess.PIECE_TYPES
}
_SHELTER = tuple(_king_shelter(square) for square in chess.SQUARES)
_CENTRAL_KING = tuple(8 * (6 - _steps_from_middle(square)) for square in chess.SQUARES)
_FROM_MIDDLE = tuple(_steps_from_middle(square) for square in chess.SQUARES)


def evaluate(board: chess.Board) -> int:
    """The worth of the position for the player to move; the game's end is not looked at."""
    score = _of(board, chess.WHITE) - _of(board, chess.BLACK)
    if abs(score) > WINNING_MARGIN:
        score += _drive(board, chess.WHITE) if score > 0 else -_drive(board, chess.BLACK)
    return score if board.turn else -score


def _of(board: chess.Board, color: chess.Color) -> int:
    own = board.occupied_co[color]
    flip = 0 if color else 56  # turns a1 into a8
    score = 0
    for piece_type, men in (
        (chess.PAWN, board.pawns),
        (chess.KNIGHT, board.knights),
        (chess.BISHOP, board.bishops),
        (chess.ROOK, board.rooks),
        (chess.QUEEN, board.queens),
    ):
        worth = _WORTH[piece_type]
        for square in chess.scan_forward(men & own):
            score += worth[square ^ flip]
    king = board.king(color)
    if king is None:
        return score
    return score + (_CENTRAL_KING if _is_endgame(board, not color) else _SHELTER)[king ^ flip]


def _is_endgame(board: chess.Board, opponent: chess.Color) -> bool:
    own = board.occupied_co[opponent]
    material = (
        900 * (board.queens & own).bit_count()
        + 500 * (board.rooks & own).bit_count()
        + 325 * ((board.bishops | board.knights) & own).bit_count()
    )
    return material <= ENDGAME_MATERIAL


def _drive(board: chess.Board, winner: chess.Color) -> int:
    """What it helps the winner that the other king is at the edge and his own is near."""
    own, other = board.king(winner), board.king(not winner)
    if own is None or other is None or not _is_endgame(board, not winner):
        return 0
    return EDGE * _FROM_MIDDLE[other] + APPROACH * (7 - chess.square_distance(own, other))
