"""Draws, resignation, claims and the sealed move."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands.base import ByPlayer, DrawGround, QuickplayGround, Result


class OfferDraw(ByPlayer, frozen=True):
    """A draw offer; `condition` is what the player attaches to it, which nobody may."""

    condition: str = ""


class WithdrawOffer(ByPlayer, frozen=True):
    """The player wants the offer back."""


class WithdrawClaim(ByPlayer, frozen=True):
    """The player wants the claim back."""


class AcceptDraw(ByPlayer, frozen=True):
    """The opponent's offer is accepted."""


class DeclineDraw(ByPlayer, frozen=True):
    """The opponent's offer is refused in words."""


class Resign(ByPlayer, frozen=True):
    """The player gives the game up."""


class ClaimDraw(ByPlayer, frozen=True):
    """A draw by 9.2 or 9.3; `move` is written and not yet played.

    With `await_answer` the check waits, so that the opponent may accept the claim as the draw offer that it is.
    `written` is false where the move was only said, `by_display` true where the claim rests on what a display shows.
    """

    ground: DrawGround
    move: chess.Move | None = None
    written: bool = True
    by_display: bool = False
    await_answer: bool = False


class ClaimQuickplay(ByPlayer, frozen=True):
    """A draw by 10.2, Appendix D or Guideline III.5."""

    ground: QuickplayGround


class RequestExtraTime(ByPlayer, frozen=True):
    """Guideline III.4: five extra seconds a move for both."""


class ClaimIllegalMove(ByPlayer, frozen=True):
    """A move of the opponent was illegal: the first in the record that was, or that with a number (7.4, 7.5)."""

    number: int | None = None


class ClaimTouch(ByPlayer, frozen=True):
    """The opponent touched this piece and does not move it."""

    square: chess.Square


class ClaimFlag(ByPlayer, frozen=True):
    """The opponent's flag has fallen; includes stopping the clocks."""


class ClaimClock(ByPlayer, frozen=True):
    """A wrong clock time is pointed out; `noted` is what the envelope or the setting says."""

    noted: ByColor[timedelta | None]


class Appeal(ByPlayer, frozen=True):
    """Against the last ruling."""


class AgreeCorrection(ByPlayer, frozen=True):
    """The player agrees to put right what can no longer be claimed; takes effect when both have."""


class SealMove(ByPlayer, frozen=True):
    """Writes, or changes, the sealed move. `moves` are the legal moves that the text can mean."""

    text: str
    moves: tuple[chess.Move, ...]


class TakeBack(ByPlayer, frozen=True):
    """Practice only: moves are taken back until this player has the move again, so many moves ago.

    `number`: until the player has the move of this number.
    """

    count: int = 1
    number: int | None = None


class SignResult(ByPlayer, frozen=True):
    """After the game: the player signs both scoresheets with this result (8.7)."""

    result: Result
