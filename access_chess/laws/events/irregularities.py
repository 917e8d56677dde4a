"""Findings, restored positions, warnings and penalties."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import PenaltyKind
from access_chess.laws.events.reasons import Event, Offence, Timed


class IrregularityFound(Event, frozen=True):
    """Something was not as the Laws want it. `color` is the player at fault, if there is one.

    `number` is that of the move on the scoresheet, where it was found and claimed there.
    """

    offence: Offence
    article: str
    color: chess.Color | None = None
    counted: bool = False
    number: int | None = None


class PositionRestored(Timed, frozen=True):
    """The game stands again before ply `ply` (0: the first move that was made).

    `touches` bind the replacing move as if made in that order, `released` fixes its square (A15), and
    `times` are the displays then, None where they stay.
    """

    ply: int
    article: str
    touches: tuple[chess.Square, ...] = ()
    released: chess.Move | None = None
    castling_intended: bool = False
    times: ByColor[timedelta] | None = None


class PromotedToQueen(Event, frozen=True):
    """The pawn left on the last rank became a queen (F18 7.5.2)."""

    color: chess.Color
    article: str


class WarningGiven(Event, frozen=True):
    """A player was warned."""

    color: chess.Color
    offence: Offence
    article: str


class PenaltyImposed(Event, frozen=True):
    """The arbiter imposed a penalty of 13.4; its effect on clocks and result are events of their own."""

    color: chess.Color
    kind: PenaltyKind
    article: str
    time: timedelta = timedelta()


class BoardTurned(Event, frozen=True):
    """The position was transferred to a correctly placed board."""

    article: str


class CastlingRightLost(Event, frozen=True):
    """Set up on a wrong square and noticed too late: with the piece on `square` its player may not castle (A.4.a)."""

    color: chess.Color
    square: chess.Square
    article: str


class ColorsStay(Event, frozen=True):
    """The game goes on with reversed colors."""

    article: str


class BoardsCompared(Event, frozen=True):
    """The scoresheets were compared; they agree up to ply `ply` (excluded)."""

    ply: int
    agree: bool
    article: str


class CorrectionAgreed(Event, frozen=True):
    """One player agreed to put right what can no longer be claimed."""

    color: chess.Color
    article: str
