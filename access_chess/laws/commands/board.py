"""What players do at the board: with hands, mouth and pen, at the clock, coming and going."""

import chess

from access_chess.laws.commands.base import (
    ARBITER,
    CLOCK,
    Author,
    ByPlayer,
    Given,
    Question,
    StopReason,
    assistant_of,
    player,
)


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


class AnnounceMove(ByPlayer, frozen=True):
    """The mover says the move. `move` is what the text was read as; None: not understood."""

    text: str
    move: chess.Move | None = None


class CorrectAnnouncement(ByPlayer, frozen=True):
    """A slip of the tongue is put right."""

    text: str
    move: chess.Move | None = None


class RepeatAnnouncement(ByPlayer, frozen=True):
    """The opponent's echo of the announcement."""

    text: str
    move: chess.Move | None = None


class WriteMove(ByPlayer, frozen=True):
    """A move is written on the player's scoresheet."""

    move: chess.Move


class CompleteScoresheet(ByPlayer, frozen=True):
    """The player writes down all moves that are missing on the scoresheet (8.5)."""


class BorrowSheet(ByPlayer, frozen=True):
    """The player asks for the opponent's scoresheet, to complete their own (8.5.b)."""


class ReturnSheet(ByPlayer, frozen=True):
    """The opponent gets the scoresheet back."""


class WriteOffer(ByPlayer, frozen=True):
    """`(=)` is written on the player's scoresheet."""


class Ask(ByPlayer, frozen=True):
    """A question to the assistant or the clock."""

    question: Question


class Tell(ByPlayer, frozen=True):
    """The assistant of `color` tells numbers of moves or times."""

    question: Question

    @property
    def given_by(self) -> Author:
        """Who gives it: the assistant, unless another is named."""
        return assistant_of(self.color) if self.author is None else self.author


class Arrive(ByPlayer, frozen=True):
    """The player comes to the board."""


class Leave(ByPlayer, frozen=True):
    """The player leaves the playing area, or the playing `venue`; `anyway`: without waiting to be allowed to."""

    venue: bool = False
    anyway: bool = False


class Return(ByPlayer, frozen=True):
    """The player comes back to the playing area."""


class PressClock(ByPlayer, frozen=True):
    """The player stops their own display and starts the other; `other_hand`: not with the hand that moved."""

    other_hand: bool = False


class StopClocks(Given, frozen=True):
    """Both displays are stopped, by a player or (None) by the arbiter."""

    reason: StopReason
    color: chess.Color | None = None

    @property
    def given_by(self) -> Author:
        """Who gives it: the player, or else the arbiter, unless another is named."""
        if self.author is not None:
            return self.author
        return ARBITER if self.color is None else player(self.color)


class TimePassed(Given, frozen=True):
    """Nothing happened but time."""

    @property
    def given_by(self) -> Author:
        """Who gives it: the clock, unless another is named."""
        return CLOCK if self.author is None else self.author
