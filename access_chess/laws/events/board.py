"""What happened at the board: hands and the moves they make; what was said, written, asked and told."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands.base import Question
from access_chess.laws.events.reasons import Timed, Untimed


class PiecesTouched(Untimed, frozen=True):
    """Deliberate touches (on the pegged board: out of the aperture). `article` is the obligation that follows."""

    color: chess.Color
    squares: tuple[chess.Square, ...]
    article: str
    in_order: bool = True


class PieceLifted(Untimed, frozen=True):
    """On the pegged board a piece left its aperture; whether it counts as touched is another event."""

    color: chess.Color
    square: chess.Square


class PiecePutBack(Untimed, frozen=True):
    """On the pegged board a lifted piece went back into its aperture; it stays touched."""

    color: chess.Color
    square: chess.Square


class PieceBrushed(Untimed, frozen=True):
    """An accidental contact, which binds nothing; `frees`: not even if it had been taken for a touch."""

    color: chess.Color
    square: chess.Square
    article: str
    frees: bool = False


class PiecesAdjusted(Untimed, frozen=True):
    """`I adjust`: until the move is made, touches of these squares (none: all) bind nothing."""

    color: chess.Color
    squares: tuple[chess.Square, ...]
    article: str


class PieceRemoved(Untimed, frozen=True):
    """A captured piece was taken off."""

    color: chess.Color
    square: chess.Square


class PieceReleased(Timed, frozen=True):
    """A piece was let go as part of `move`; `legal` says whether that square binds."""

    color: chess.Color
    move: chess.Move
    square: chess.Square
    legal: bool
    article: str


class PromotionChosen(Untimed, frozen=True):
    """The new piece touched the promotion square."""

    color: chess.Color
    piece_type: chess.PieceType
    article: str


class MoveMade(Timed, frozen=True):
    """A move was made on the board (4.6, E.2.3). `legal` is false for one that the Laws do not allow."""

    color: chess.Color
    move: chess.Move
    legal: bool = True
    two_hands: bool = False
    written: bool = True
    announced: bool = True
    castling_intended: bool = False


class MoveCompleted(Untimed, frozen=True):
    """A made move counts as completed though the clock was not pressed (F18 6.2.1.2)."""

    color: chess.Color
    article: str


class PiecesKnockedOver(Untimed, frozen=True):
    """A player displaced pieces on these squares; they are put back on that player's time."""

    color: chess.Color
    squares: tuple[chess.Square, ...]
    article: str


class PiecesSetUp(Untimed, frozen=True):
    """The pieces that a player displaced stand on their squares again."""

    color: chess.Color


class MoveAnnounced(Untimed, frozen=True):
    """The mover said the move; `matches` tells whether it is the move that was made on the board."""

    color: chess.Color
    text: str
    move: chess.Move | None
    matches: bool = True


class SlipCorrected(Untimed, frozen=True):
    """The announcement was put right in time (E.2.6)."""

    color: chess.Color
    text: str
    move: chess.Move | None
    matches: bool
    article: str


class AnnouncementRepeated(Untimed, frozen=True):
    """The opponent repeated the announcement; a mismatch is told to both."""

    color: chess.Color
    text: str
    matches: bool
    article: str


class MoveWritten(Untimed, frozen=True):
    """A move stands on a player's scoresheet, `in_advance` for a claim."""

    color: chess.Color
    move: chess.Move
    in_advance: bool = False


class ScoresheetCompleted(Untimed, frozen=True):
    """All moves stand on a player's scoresheet."""

    color: chess.Color


class CompletionDue(Untimed, frozen=True):
    """A flag has fallen: this player completes the scoresheet, from this move number on, before moving (8.5)."""

    color: chess.Color
    number: int
    article: str


class SheetBorrowed(Untimed, frozen=True):
    """A player completes the scoresheet from the opponent's, while their own clock runs (8.5.b)."""

    color: chess.Color
    article: str


class SheetReturned(Untimed, frozen=True):
    """The opponent has the scoresheet again."""

    color: chess.Color


class ReconstructionBegun(Timed, frozen=True):
    """No scoresheet is complete, and the game is played through: what is noted before (8.5.c).

    The position, whose clock was running, both displays, and how many moves each has completed.
    """

    fen: str
    running: chess.Color | None
    times: ByColor[timedelta]
    moves: ByColor[int]
    article: str


class SheetHandedIn(Untimed, frozen=True):
    """A player's own scoresheet is in the organiser's hands: its text, in print or in ASCII braille."""

    color: chess.Color
    text: str
    is_braille: bool = False


class OfferWritten(Untimed, frozen=True):
    """`(=)` stands on a player's scoresheet."""

    color: chess.Color


class ExecutedOnOtherBoard(Untimed, frozen=True):
    """The assistant made the move on the opponent's board (E.2.9.a)."""

    color: chess.Color
    move: chess.Move


class QuestionAsked(Untimed, frozen=True):
    """A player asked their assistant or the clock."""

    color: chess.Color
    question: Question


class Told(Timed, frozen=True):
    """An answer for that player only: completed moves and displays at that instant."""

    color: chess.Color
    question: Question
    moves: ByColor[int]
    times: ByColor[timedelta]
