"""Draw offers, claims, rulings on them and appeals; findings, restored positions, warnings and penalties."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands.base import PenaltyKind, QuickplayGround
from access_chess.laws.events.reasons import ClaimKind, Offence, Timed, Untimed


class DrawOffered(Untimed, frozen=True):
    """A draw offer stands."""

    color: chess.Color
    article: str


class DrawDeclined(Untimed, frozen=True):
    """The opponent's offer was refused, in words or by touching a piece."""

    color: chess.Color
    article: str


class DrawAccepted(Untimed, frozen=True):
    """The opponent's offer was accepted."""

    color: chess.Color
    article: str


class ClaimMade(Untimed, frozen=True):
    """A claim awaits its ruling."""

    color: chess.Color
    kind: ClaimKind
    article: str
    move: chess.Move | None = None
    square: chess.Square | None = None
    ground: QuickplayGround | None = None


class ClaimAccepted(Untimed, frozen=True):
    """The claim is right."""

    color: chess.Color
    kind: ClaimKind
    article: str


class ClaimRejected(Untimed, frozen=True):
    """The claim is wrong; `must_play` is the claimed move, or else the piece that must move."""

    color: chess.Color
    kind: ClaimKind
    article: str
    must_play: chess.Move | None = None


class ClaimPostponed(Untimed, frozen=True):
    """The arbiter watches on and rules later."""

    color: chess.Color
    kind: ClaimKind
    article: str


class ArbiterAsked(Untimed, frozen=True):
    """Only a person can judge this: the question is put to the arbiter, with its article."""

    kind: ClaimKind
    color: chess.Color
    article: str


class AppealMade(Untimed, frozen=True):
    """A player appealed against the last ruling."""

    color: chess.Color
    article: str


class AppealRuled(Untimed, frozen=True):
    """The appeal was answered."""

    color: chess.Color
    upheld: bool
    article: str


class IrregularityFound(Untimed, frozen=True):
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


class PromotedToQueen(Untimed, frozen=True):
    """The pawn left on the last rank became a queen (F18 7.5.2)."""

    color: chess.Color
    article: str


class WarningGiven(Untimed, frozen=True):
    """A player was warned."""

    color: chess.Color
    offence: Offence
    article: str


class PenaltyImposed(Untimed, frozen=True):
    """The arbiter imposed a penalty of 13.4; its effect on clocks and result are events of their own."""

    color: chess.Color
    kind: PenaltyKind
    article: str
    time: timedelta = timedelta()


class BoardTurned(Untimed, frozen=True):
    """The position was transferred to a correctly placed board."""

    article: str


class CastlingRightLost(Untimed, frozen=True):
    """Set up on a wrong square and noticed too late: with the piece on `square` its player may not castle (A.4.a)."""

    color: chess.Color
    square: chess.Square
    article: str


class ColorsStay(Untimed, frozen=True):
    """The game goes on with reversed colors."""

    article: str


class BoardsCompared(Untimed, frozen=True):
    """The scoresheets were compared; they agree up to ply `ply` (excluded)."""

    ply: int
    agree: bool
    article: str


class CorrectionAgreed(Untimed, frozen=True):
    """One player agreed to put right what can no longer be claimed."""

    color: chess.Color
    article: str
