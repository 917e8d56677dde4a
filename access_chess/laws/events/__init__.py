"""What happened: events, in the past tense. The journal keeps them, `evolve` folds them, speech tells them.

An event carries all that `evolve` needs, so that no rule is applied twice. `at` is the instant of the game at which
it happened; `article` is the rule that was applied, with its number in the edition in force.
"""

from typing import TypeAlias

from access_chess.laws.events.announcements import (
    AnnouncementRepeated,
    CompletionDue,
    ExecutedOnOtherBoard,
    MoveAnnounced,
    MoveWritten,
    OfferWritten,
    QuestionAsked,
    ReconstructionBegun,
    ScoresheetCompleted,
    SheetBorrowed,
    SheetHandedIn,
    SheetReturned,
    SlipCorrected,
    Told,
)
from access_chess.laws.events.board import (
    MoveCompleted,
    MoveMade,
    PieceBrushed,
    PieceLifted,
    PiecePutBack,
    PieceReleased,
    PieceRemoved,
    PiecesAdjusted,
    PiecesKnockedOver,
    PiecesSetUp,
    PiecesTouched,
    PromotionChosen,
)
from access_chess.laws.events.claims import (
    AppealMade,
    AppealRuled,
    ArbiterAsked,
    ClaimAccepted,
    ClaimMade,
    ClaimPostponed,
    ClaimRejected,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
)
from access_chess.laws.events.clock import (
    ClockCounterSet,
    ClockHandedBack,
    ClockPressed,
    ClocksStopped,
    ClockStarted,
    ExtraDelayGranted,
    FlagFell,
    MoveCounterSet,
    PeriodBegun,
    TimeAdded,
    TimeSet,
)
from access_chess.laws.events.game import (
    CommandTaken,
    EnvelopeLost,
    EnvelopeOpened,
    GameAdjourned,
    GameEnded,
    GameResumed,
    GameSetUp,
    LeaveGranted,
    MoveSealed,
    MovesTakenBack,
    PlayerArrived,
    PlayerLeft,
    PlayerReturned,
    Refused,
    ResultSigned,
    SealingCalled,
)
from access_chess.laws.events.irregularities import (
    BoardsCompared,
    BoardTurned,
    CastlingRightLost,
    ColorsStay,
    CorrectionAgreed,
    IrregularityFound,
    PenaltyImposed,
    PositionRestored,
    PromotedToQueen,
    WarningGiven,
)
from access_chess.laws.events.reasons import ClaimKind, Ending, Offence, Refusal

Event: TypeAlias = (
    GameSetUp | CommandTaken | Refused | PlayerArrived | PlayerLeft | PlayerReturned | PiecesTouched | PieceLifted
    | PiecePutBack | PieceBrushed | PiecesAdjusted
    | PieceRemoved | PieceReleased | PromotionChosen | MoveMade | MoveCompleted | MoveAnnounced | SlipCorrected
    | AnnouncementRepeated | MoveWritten | OfferWritten | ExecutedOnOtherBoard | QuestionAsked | Told | ClockStarted
    | ClockPressed | ClockHandedBack | ClocksStopped | PeriodBegun | FlagFell | TimeSet | MoveCounterSet | TimeAdded
    | ExtraDelayGranted | DrawOffered | DrawDeclined | DrawAccepted | ClaimMade | ClaimAccepted | ClaimRejected
    | ClaimPostponed | ArbiterAsked | IrregularityFound | PositionRestored | PromotedToQueen | WarningGiven
    | PenaltyImposed | BoardTurned | ColorsStay | BoardsCompared | CorrectionAgreed | SealingCalled | MoveSealed
    | GameAdjourned | GameResumed | EnvelopeOpened | EnvelopeLost | AppealMade | AppealRuled | MovesTakenBack
    | GameEnded
    | PiecesKnockedOver | PiecesSetUp | ScoresheetCompleted | LeaveGranted | ResultSigned | ClockCounterSet
    | CastlingRightLost | SheetHandedIn | CompletionDue | SheetBorrowed | SheetReturned | ReconstructionBegun
)  # fmt: skip


def article_of(event: Event) -> str | None:
    """The article that this event applies, or None for an event that is no ruling."""
    return getattr(event, "article", None)


__all__ = [
    "AnnouncementRepeated",
    "AppealMade",
    "AppealRuled",
    "ArbiterAsked",
    "BoardTurned",
    "BoardsCompared",
    "CastlingRightLost",
    "ClaimAccepted",
    "ClaimKind",
    "ClaimMade",
    "ClaimPostponed",
    "ClaimRejected",
    "ClockCounterSet",
    "ClockHandedBack",
    "ClockPressed",
    "ClockStarted",
    "ClocksStopped",
    "ColorsStay",
    "CommandTaken",
    "CompletionDue",
    "CorrectionAgreed",
    "DrawAccepted",
    "DrawDeclined",
    "DrawOffered",
    "Ending",
    "EnvelopeLost",
    "EnvelopeOpened",
    "Event",
    "ExecutedOnOtherBoard",
    "ExtraDelayGranted",
    "FlagFell",
    "GameAdjourned",
    "GameEnded",
    "GameResumed",
    "GameSetUp",
    "IrregularityFound",
    "LeaveGranted",
    "MoveAnnounced",
    "MoveCompleted",
    "MoveCounterSet",
    "MoveMade",
    "MoveSealed",
    "MoveWritten",
    "MovesTakenBack",
    "Offence",
    "OfferWritten",
    "PenaltyImposed",
    "PeriodBegun",
    "PieceBrushed",
    "PieceLifted",
    "PiecePutBack",
    "PieceReleased",
    "PieceRemoved",
    "PiecesAdjusted",
    "PiecesKnockedOver",
    "PiecesSetUp",
    "PiecesTouched",
    "PlayerArrived",
    "PlayerLeft",
    "PlayerReturned",
    "PositionRestored",
    "PromotedToQueen",
    "PromotionChosen",
    "QuestionAsked",
    "ReconstructionBegun",
    "Refusal",
    "Refused",
    "ResultSigned",
    "ScoresheetCompleted",
    "SealingCalled",
    "SheetBorrowed",
    "SheetHandedIn",
    "SheetReturned",
    "SlipCorrected",
    "TimeAdded",
    "TimeSet",
    "Told",
    "WarningGiven",
    "article_of",
]
