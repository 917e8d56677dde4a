"""What the apertures of a pegged board tell about the position on it: which are filled, never with what."""

from collections.abc import Collection

import chess

from access_chess.laws.game import Game, pushed
from access_chess.laws.touch_move import castling_squares, is_promotion


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
    """Where the pieces of the player to move come from that he has out, in the order of lifting."""
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
