"""How a board comes to show a position: one step after the other, removals first."""

from dataclasses import dataclass

import chess


@dataclass(frozen=True, kw_only=True)
class SetupStep:
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
