"""Who may learn of an event: one row for every type, and what is not named here is refused by a test.

A spectator never gets events, only views (`view`), which change when something public has happened.
"""

from enum import Enum, auto

from access_chess.laws import events as happened
from access_chess.laws.events import Event


class Publication(Enum):
    """How far the news of an event goes."""

    PUBLIC = auto()  # spectators, later if the hall delays them, without articles, reasons and texts
    BOTH = auto()  # the players, as the narrator allows, and the arbiter
    ONE = auto()  # the player concerned, as the narrator allows; the arbiter on the board's own page
    SEALED = auto()  # nobody before the envelope is opened: it stays where the game is played


#: 6.14 (2009) has a demonstration board show the position and the moves; all else in a game is the players' affair.
PUBLICATION: dict[type, Publication] = {
    **dict.fromkeys(
        (
            happened.GameSetUp,
            happened.PlayerArrived,
            happened.MoveMade,
            happened.MoveCompleted,
            happened.ClockStarted,
            happened.ClockPressed,
            happened.ClockHandedBack,
            happened.ClocksStopped,
            happened.PeriodBegun,
            happened.TimeSet,
            happened.TimeAdded,
            happened.MoveCounterSet,
            happened.ExtraDelayGranted,
            happened.PositionRestored,
            happened.PromotedToQueen,
            happened.CastlingRightLost,
            happened.MovesTakenBack,
            happened.SealingCalled,
            happened.GameAdjourned,
            happened.GameResumed,
            happened.EnvelopeOpened,
            happened.GameEnded,
        ),
        Publication.PUBLIC,
    ),
    **dict.fromkeys(
        (
            happened.PlayerLeft,
            happened.PlayerReturned,
            happened.LeaveGranted,
            happened.MoveAnnounced,
            happened.SlipCorrected,
            happened.AnnouncementRepeated,
            happened.ExecutedOnOtherBoard,
            happened.FlagFell,
            happened.ClockCounterSet,
            happened.DrawOffered,
            happened.DrawDeclined,
            happened.DrawAccepted,
            happened.ClaimMade,
            happened.ClaimAccepted,
            happened.ClaimRejected,
            happened.ClaimPostponed,
            happened.ArbiterAsked,
            happened.IrregularityFound,
            happened.WarningGiven,
            happened.PenaltyImposed,
            happened.PiecesKnockedOver,
            happened.PiecesSetUp,
            happened.BoardTurned,
            happened.ColorsStay,
            happened.BoardsCompared,
            happened.CorrectionAgreed,
            happened.EnvelopeLost,
            happened.AppealMade,
            happened.AppealRuled,
            happened.ResultSigned,
            happened.SheetBorrowed,
            happened.SheetReturned,
            happened.SheetHandedIn,
            happened.CompletionDue,
            happened.ReconstructionBegun,
        ),
        Publication.BOTH,
    ),
    **dict.fromkeys(
        (
            happened.CommandTaken,
            happened.Refused,
            happened.Told,
            happened.QuestionAsked,
            happened.MoveWritten,
            happened.OfferWritten,
            happened.ScoresheetCompleted,
            happened.PiecesTouched,
            happened.PieceLifted,
            happened.PiecePutBack,
            happened.PieceBrushed,
            happened.PieceRemoved,
            happened.PieceReleased,
            happened.PiecesAdjusted,
            happened.PromotionChosen,
        ),
        Publication.ONE,
    ),
    happened.MoveSealed: Publication.SEALED,
}


def publication_of(event: Event) -> Publication:
    """How far the news of this event goes."""
    return PUBLICATION[type(event)]
