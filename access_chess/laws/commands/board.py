"""Hands on the board."""

import chess

from access_chess.laws.commands.base import ByPlayer


class TouchPieces(ByPlayer, frozen=True):
    """Deliberate touches on an ordinary board, in this order unless `in_order` is false."""

    squares: tuple[chess.Square, ...]
    in_order: bool = True


class BrushPiece(ByPlayer, frozen=True):
    """Clearly accidental contact; `frees`: it had been taken for a touch, which binds no longer."""

    square: chess.Square
    frees: bool = False


class AdjustPieces(ByPlayer, frozen=True):
    """`I adjust`, said beforehand, naming these squares (none: all of them)."""

    squares: tuple[chess.Square, ...] = ()


class FeelSquares(ByPlayer, frozen=True):
    """A finger explores the pegged board without lifting anything."""

    squares: tuple[chess.Square, ...]


class LiftPiece(ByPlayer, frozen=True):
    """On the pegged board a piece leaves its aperture."""

    square: chess.Square


class PlacePiece(ByPlayer, frozen=True):
    """On the pegged board the piece in hand is put into an aperture."""

    square: chess.Square


class RemovePiece(ByPlayer, frozen=True):
    """The captured piece is taken off the board."""

    square: chess.Square


class ReleasePiece(ByPlayer, frozen=True):
    """On an ordinary board the piece in hand is let go on this square."""

    square: chess.Square


class ChoosePromotion(ByPlayer, frozen=True):
    """The new piece touches the promotion square; `of_opponent` where it has the wrong color."""

    piece_type: chess.PieceType
    of_opponent: bool = False


class PlayMove(ByPlayer, frozen=True):
    """All that makes this move: touch or lift, remove, release or place, promote, announce, write; not the clock.

    `written` is false where the player does not write it down, `against_touch` true where it is made though a touched
    piece binds the player to another: nobody prevents that, but the opponent may complain (4.7).
    """

    move: chess.Move
    two_hands: bool = False
    written: bool = True
    against_touch: bool = False


class PlayIllegalMove(ByPlayer, frozen=True):
    """An illegal move made on the board and released, the clock not yet pressed."""

    move: chess.Move


class PutBackMove(ByPlayer, frozen=True):
    """The player puts back what was moved with both hands, before pressing the clock."""


class KnockPiecesOver(ByPlayer, frozen=True):
    """The player displaces pieces on these squares (7.3)."""

    squares: tuple[chess.Square, ...]


class SetPiecesUp(ByPlayer, frozen=True):
    """The player puts the pieces that they displaced back on their squares."""
