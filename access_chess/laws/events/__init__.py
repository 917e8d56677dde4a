"""What happened: events, in the past tense. The journal keeps them, `evolve` folds them, speech tells them.

An event carries all that `evolve` needs, so that no rule is applied twice. `at` is the instant of the game at which
it happened; `article` is the rule that was applied, with its number in the edition in force.

A new event is a class in one of these files and a name in `Event`; `evolve` says what it changes.
"""

from typing import TypeAlias

from access_chess.laws.events.board import *
from access_chess.laws.events.claims import *
from access_chess.laws.events.clock import *
from access_chess.laws.events.game import *
from access_chess.laws.events.reasons import *

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
