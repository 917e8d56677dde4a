"""What was said, written, asked and told."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import Question
from access_chess.laws.events.reasons import Event, Timed


class MoveAnnounced(Event, frozen=True):
    """The mover said the move; `matches` tells whether it is the move that was made on the board."""

    color: chess.Color
    text: str
    move: chess.Move | None
    matches: bool = True


class SlipCorrected(Event, frozen=True):
    """The announcement was put right in time (E.2.6)."""

    color: chess.Color
    text: str
    move: chess.Move | None
    matches: bool
    article: str


class AnnouncementRepeated(Event, frozen=True):
    """The opponent repeated the announcement; a mismatch is told to both."""

    color: chess.Color
    text: str
    matches: bool
    article: str


class MoveWritten(Event, frozen=True):
    """A move stands on a player's scoresheet, `in_advance` for a claim."""

    color: chess.Color
    move: chess.Move
    in_advance: bool = False


class ScoresheetCompleted(Event, frozen=True):
    """All moves stand on a player's scoresheet."""

    color: chess.Color


class CompletionDue(Event, frozen=True):
    """A flag has fallen: this player completes the scoresheet, from this move number on, before moving (8.5)."""

    color: chess.Color
    number: int
    article: str


class SheetBorrowed(Event, frozen=True):
    """A player completes the scoresheet from the opponent's, while their own clock runs (8.5.b)."""

    color: chess.Color
    article: str


class SheetReturned(Event, frozen=True):
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


class SheetHandedIn(Event, frozen=True):
    """A player's own scoresheet is in the organiser's hands: its text, in print or in ASCII braille."""

    color: chess.Color
    text: str
    is_braille: bool = False


class OfferWritten(Event, frozen=True):
    """`(=)` stands on a player's scoresheet."""

    color: chess.Color


class ExecutedOnOtherBoard(Event, frozen=True):
    """The assistant made the move on the opponent's board (E.2.9.a)."""

    color: chess.Color
    move: chess.Move


class QuestionAsked(Event, frozen=True):
    """A player asked their assistant or the clock."""

    color: chess.Color
    question: Question


class Told(Timed, frozen=True):
    """An answer for that player only: completed moves and displays at that instant."""

    color: chess.Color
    question: Question
    moves: ByColor[int]
    times: ByColor[timedelta]
