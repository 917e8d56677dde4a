"""What people and devices ask for: commands, as orders. `decide` answers each with events; none can fail.

`color` is the player who acts; commands without one are the arbiter's, or time itself. Each bears its author, who by
default is just that one; `rights` has who may give what. The loop stamps a command when it comes, unless a device did.
"""

from typing import TypeAlias

from access_chess.laws.commands.announcements import (
    AnnounceMove,
    Ask,
    AssistantAct,
    CorrectAnnouncement,
    RepeatAnnouncement,
    Tell,
    WriteMove,
    WriteOffer,
)
from access_chess.laws.commands.arbiter import (
    AddTime,
    Adjourn,
    CompareBoards,
    Declare,
    FindBoardTurned,
    FindColorsReversed,
    FindDevice,
    FindDisplaced,
    FindIllegalMove,
    FindRefusal,
    FindWrongSetup,
    ImposePenalty,
    LoseEnvelope,
    OpenEnvelope,
    Resume,
    Rule,
    RuleAppeal,
    SetClock,
    SetMoveCounter,
    StartClock,
)
from access_chess.laws.commands.author import ARBITER, CLOCK, PROGRAM, SPECTATOR, Author, Role, assistant_of, player
from access_chess.laws.commands.board import (
    AdjustPieces,
    BrushPiece,
    ChoosePromotion,
    FeelSquares,
    LiftPiece,
    PlacePiece,
    PlayIllegalMove,
    PlayMove,
    ReleasePiece,
    RemovePiece,
    TouchPieces,
)
from access_chess.laws.commands.claims import (
    AcceptDraw,
    AgreeCorrection,
    Appeal,
    ClaimClock,
    ClaimDraw,
    ClaimFlag,
    ClaimIllegalMove,
    ClaimQuickplay,
    ClaimTouch,
    DeclineDraw,
    OfferDraw,
    RequestExtraTime,
    Resign,
    SealMove,
    TakeBack,
)
from access_chess.laws.commands.presence import Arrive, Leave, PressClock, Return, StopClocks, TimePassed
from access_chess.laws.commands.terms import (
    DrawGround,
    PenaltyKind,
    Question,
    QuickplayGround,
    Result,
    StopReason,
    Verdict,
)

Command: TypeAlias = (
    Arrive | Leave | Return | TouchPieces | BrushPiece | AdjustPieces | FeelSquares | LiftPiece | PlacePiece
    | RemovePiece | ReleasePiece | ChoosePromotion | PlayMove | PlayIllegalMove | AnnounceMove
    | CorrectAnnouncement | RepeatAnnouncement | WriteMove | WriteOffer | Ask | PressClock | StopClocks | TimePassed
    | OfferDraw | AcceptDraw | DeclineDraw | Resign | ClaimDraw | ClaimQuickplay | RequestExtraTime
    | ClaimIllegalMove | ClaimTouch | ClaimFlag | ClaimClock | Appeal | AgreeCorrection | SealMove | TakeBack | Tell
    | StartClock | Adjourn | Resume | OpenEnvelope | LoseEnvelope | Rule | FindIllegalMove
    | FindDisplaced | FindWrongSetup | FindBoardTurned | FindColorsReversed | CompareBoards | SetClock | SetMoveCounter
    | AddTime | ImposePenalty | FindDevice | FindRefusal | RuleAppeal | Declare
)  # fmt: skip


__all__ = [
    "ARBITER",
    "CLOCK",
    "PROGRAM",
    "SPECTATOR",
    "AcceptDraw",
    "AddTime",
    "Adjourn",
    "AdjustPieces",
    "AgreeCorrection",
    "AnnounceMove",
    "Appeal",
    "Arrive",
    "Ask",
    "AssistantAct",
    "Author",
    "BrushPiece",
    "ChoosePromotion",
    "ClaimClock",
    "ClaimDraw",
    "ClaimFlag",
    "ClaimIllegalMove",
    "ClaimQuickplay",
    "ClaimTouch",
    "Command",
    "CompareBoards",
    "CorrectAnnouncement",
    "Declare",
    "DeclineDraw",
    "DrawGround",
    "FeelSquares",
    "FindBoardTurned",
    "FindColorsReversed",
    "FindDevice",
    "FindDisplaced",
    "FindIllegalMove",
    "FindRefusal",
    "FindWrongSetup",
    "ImposePenalty",
    "Leave",
    "LiftPiece",
    "LoseEnvelope",
    "OfferDraw",
    "OpenEnvelope",
    "PenaltyKind",
    "PlacePiece",
    "PlayIllegalMove",
    "PlayMove",
    "PressClock",
    "Question",
    "QuickplayGround",
    "ReleasePiece",
    "RemovePiece",
    "RepeatAnnouncement",
    "RequestExtraTime",
    "Resign",
    "Result",
    "Resume",
    "Return",
    "Role",
    "Rule",
    "RuleAppeal",
    "SealMove",
    "SetClock",
    "SetMoveCounter",
    "StartClock",
    "StopClocks",
    "StopReason",
    "TakeBack",
    "Tell",
    "TimePassed",
    "TouchPieces",
    "Verdict",
    "WriteMove",
    "WriteOffer",
    "assistant_of",
    "player",
]
