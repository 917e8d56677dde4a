"""What is said, written and asked, by players and assistants."""

from typing import TypeAlias

import chess

from access_chess.laws.commands.base import Author, ByPlayer, assistant_of
from access_chess.laws.commands.board import PlayMove
from access_chess.laws.commands.claims import ClaimFlag, ClaimTouch
from access_chess.laws.commands.presence import PressClock
from access_chess.laws.commands.terms import Question


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


#: What an assistant may do at all, as far as it is granted (E.2.9).
AssistantAct: TypeAlias = (
    AnnounceMove | RepeatAnnouncement | PressClock | PlayMove | WriteMove | WriteOffer | Tell | ClaimFlag | ClaimTouch
)
