"""What the apertures of a pegged board tell about the position on it: which are filled, never with what; and what hands
do there to make a move or to set up a position: lifts and places, one after the other.
"""

from collections.abc import Collection

import chess
from msgspec import Struct

from access_chess.laws.game import Game, pushed
from access_chess.laws.touch_move import castling_squares, is_promotion, victim_square


def changed_squares(old: chess.Board, new: chess.Board) -> chess.SquareSet:
    """The squares on which the two positions differ, by kind or color.

    >>> before, after = chess.Board(), chess.Board()
    >>> after.push_san("e4")
    Move.from_uci('e2e4')
    >>> [chess.square_name(square) for square in changed_squares(before, after)]
    ['e2', 'e4']
    """
    changed = old.occupied_co[chess.WHITE] ^ new.occupied_co[chess.WHITE]
    changed |= old.occupied_co[chess.BLACK] ^ new.occupied_co[chess.BLACK]
    for piece_type in chess.PIECE_TYPES:
        changed |= old.pieces_mask(piece_type, chess.WHITE) ^ new.pieces_mask(piece_type, chess.WHITE)
        changed |= old.pieces_mask(piece_type, chess.BLACK) ^ new.pieces_mask(piece_type, chess.BLACK)
    return chess.SquareSet(changed)


def is_executed(
    old: chess.Board, new: chess.Board, *, occupied: chess.Bitboard, lifted: Collection[chess.Square]
) -> bool:
    """Whether a board on which `old` stood now shows `new`, as far as pegs tell.

    Where one piece takes the place of another, the first must have been lifted since.
    """
    for square in changed_squares(old, new):
        is_occupied = bool(occupied & chess.BB_SQUARES[square])
        if is_occupied != bool(new.occupied & chess.BB_SQUARES[square]):
            return False
        if is_occupied and old.piece_at(square) is not None and square not in lifted:
            return False
    return True


def standing(game: Game) -> chess.Bitboard:
    """The apertures that are filled if the game knows all that the hand has done."""
    hand, occupied = game.hand, game.board.occupied
    for square in hand.lifted:
        occupied &= ~chess.BB_SQUARES[square]
    for square in hand.released_on:
        occupied |= chess.BB_SQUARES[square]
    if hand.illegal is not None:
        occupied |= chess.BB_SQUARES[hand.illegal.to_square]
    return occupied


def goal(game: Game) -> chess.Board:
    """The position that the board should show: the game's, or the one after the move that was let go."""
    released = game.hand.released
    if released is None:
        return game.board
    is_unnamed = is_promotion(game.board, released) and released.promotion is None
    kind = game.hand.promotion or (chess.QUEEN if is_unnamed else released.promotion)
    return pushed(game.board, chess.Move(released.from_square, released.to_square, kind))


def in_hand(game: Game, occupied: chess.Bitboard) -> list[chess.Square]:
    """Where the pieces come from that the player to move has out, in the order of lifting."""
    moved = _moved(game)
    return [
        square
        for square in game.hand.lifted
        if game.board.color_at(square) is game.turn and not occupied & chess.BB_SQUARES[square] and square not in moved
    ]


def _moved(game: Game) -> set[chess.Square]:
    """Where the pieces come from that have been let go."""
    released = game.hand.released
    if released is None:
        return {game.hand.illegal.from_square} if game.hand.illegal is not None else set()
    if not game.board.is_castling(released):
        return {released.from_square}
    rook, king_to, rook_to = castling_squares(game.board, released)
    pairs = ((released.from_square, king_to), (rook, rook_to))
    return {start for start, to in pairs if to in game.hand.released_on}


class Movement(Struct, frozen=True):
    """A piece leaves its aperture, or is put into one."""

    square: chess.Square
    is_lift: bool


def movements(board: chess.Board, move: chess.Move) -> tuple[Movement, ...]:
    """The own piece first, then the captured one; castling king first; the new piece in place of the pawn.

    >>> for movement in movements(chess.Board(), chess.Move.from_uci("e2e4")):
    ...     print("lift" if movement.is_lift else "place", chess.square_name(movement.square))
    lift e2
    place e4
    """
    if board.is_castling(move):
        rook, king_to, rook_to = castling_squares(board, move)
        if king_to in (rook, move.from_square) or rook_to == move.from_square:  # in Chess960 both have to be out first
            order = ((move.from_square, True), (rook, True), (king_to, False), (rook_to, False))
        else:
            order = ((move.from_square, True), (king_to, False), (rook, True), (rook_to, False))
        return tuple(Movement(square, is_lift) for square, is_lift in order)
    victim = victim_square(board, move)
    removed = () if victim is None else (Movement(victim, is_lift=True),)
    return (Movement(move.from_square, is_lift=True), *removed, Movement(move.to_square, is_lift=False))


class SetupStep(Struct, frozen=True, kw_only=True):
    """Put this piece into the aperture; None: take out what is there."""

    square: chess.Square
    piece: chess.Piece | None = None


def setup_steps(position: chess.Board, occupied: chess.Bitboard) -> tuple[SetupStep, ...]:
    """What has still to be done, from a1 to h8. Which piece is in a filled aperture, no sensor tells.

    >>> setup_steps(chess.Board(), chess.Board().occupied)
    ()
    """
    too_many = chess.SquareSet(occupied & ~position.occupied)
    missing = chess.SquareSet(position.occupied & ~occupied)
    return (
        *(SetupStep(square=square) for square in too_many),
        *(SetupStep(square=square, piece=position.piece_at(square)) for square in missing),
    )
