"""What becomes of an ending with best play: queen, rook, pawn, or bishop and knight, against the bare king; and why a
won one has become a draw, by what the board proves.
"""

from collections.abc import Callable

import chess
from msgspec import Struct

from access_chess.practice.position import after
from access_chess.practice.sentence import ColorName, ManName, MoveName, Sentence, sentence


class EndingResult(Struct, frozen=True, kw_only=True):
    """Who wins with best play; None: nobody, it is a draw."""

    winner: chess.Color | None


class MatingDistance(EndingResult, frozen=True, kw_only=True):
    """In how many of their moves the winner mates; 0 in a draw."""

    moves: int


#: What becomes of a position with best play; None where that is not known.
Known = Callable[[chess.Board], EndingResult | None]


DRAW = MatingDistance(winner=None, moves=0)


def outcome(board: chess.Board) -> MatingDistance | None:
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
        return MatingDistance(winner=chess.BLACK, moves=turned.moves)
    moves = _moves_to_mate(board)
    if moves is None:
        return None
    from access_chess.practice.ending_table import UNKNOWN

    return DRAW if moves == UNKNOWN else MatingDistance(winner=chess.WHITE, moves=moves)


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


def why_drawn(before: chess.Board, move: chess.Move, known: Known = outcome) -> Sentence | None:
    """Why this move gave the win away, in one sentence; None where none of the reasons is proven.

    Of stalemate nothing is said here: it is announced as the end of a game.
    """
    board = after(before, move)
    return _taken(board) or _corner(board) or _behind(before, board) or _opposition(board, known)


def _taken(board: chess.Board) -> Sentence | None:
    """A man without whom there is no win can be taken."""
    taking = next((move for move in board.legal_moves if board.is_capture(move)), None)
    if taking is None:
        return None
    kind = board.piece_type_at(taking.to_square)
    assert kind is not None, "a king takes what stands there"
    return sentence("drawn_taken", man=ManName(kind, taking.to_square), move=MoveName(board, taking))


def _corner(board: chess.Board) -> Sentence | None:
    """A pawn of the outer files, and the other king at the square where it would be promoted or beside it."""
    pawn = _pawn(board)
    if pawn is None or chess.square_file(pawn) not in (0, 7):
        return None
    goal = chess.square(chess.square_file(pawn), 7 if board.color_at(pawn) else 0)
    king = board.king(board.turn)
    is_there = king is not None and chess.square_distance(king, goal) <= 1
    return sentence("drawn_corner", color=ColorName(board.turn)) if is_there else None


def _behind(before: chess.Board, board: chess.Board) -> Sentence | None:
    """The king stood before its pawn, and does not any more."""
    stood, stands = (_ahead(each) for each in (before, board))
    return sentence("drawn_king_behind") if stood and not stands else None


def _opposition(board: chess.Board, known: Known) -> Sentence | None:
    """One move alone holds, and puts the kings two squares apart on one line, with the other one to move."""
    holding = [move for move in board.legal_moves if (result := known(after(board, move))) and result.winner is None]
    if len(holding) != 1:
        return None
    other, goal = board.king(not board.turn), holding[0].to_square
    assert other is not None
    is_facing = chess.square_distance(goal, other) == 2 and chess.ray(goal, other) & ~chess.BB_SQUARES[goal]
    return sentence("drawn_opposition", move=MoveName(board, holding[0])) if is_facing else None


def _pawn(board: chess.Board) -> chess.Square | None:
    """The one pawn; None where there is none, or there are others."""
    return chess.msb(board.pawns) if chess.popcount(board.pawns) == 1 else None


def _ahead(board: chess.Board) -> bool:
    """Whether the king of the only pawn stands nearer to the rank of promotion than it does."""
    pawn = _pawn(board)
    if pawn is None:
        return False
    color = board.color_at(pawn)
    king = board.king(bool(color))
    forward = 1 if color else -1
    return king is not None and forward * (chess.square_rank(king) - chess.square_rank(pawn)) > 0
