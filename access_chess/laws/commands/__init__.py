"""What people and devices ask for: commands, as orders. `decide` answers each with events; none can fail.

`color` is the player who acts; commands without one are the arbiter's, or time itself. Each bears its author, who by
default is just that one; `rights` has who may give what. The loop stamps a command when it comes, unless a device did.

A new command is a class in one of these files and a name in `Command`; `decide` says who answers it.
"""

from typing import TypeAlias

from access_chess.laws.commands.arbiter import *
from access_chess.laws.commands.base import *
from access_chess.laws.commands.board import *
from access_chess.laws.commands.claims import *

Command: TypeAlias = (
    Arrive | Leave | Return | TouchPieces | BrushPiece | AdjustPieces | FeelSquares | LiftPiece | PlacePiece
    | RemovePiece | ReleasePiece | ChoosePromotion | PlayMove | PlayIllegalMove | AnnounceMove
    | CorrectAnnouncement | RepeatAnnouncement | WriteMove | WriteOffer | Ask | PressClock | StopClocks | TimePassed
    | OfferDraw | AcceptDraw | DeclineDraw | Resign | ClaimDraw | ClaimQuickplay | RequestExtraTime
    | ClaimIllegalMove | ClaimTouch | ClaimFlag | ClaimClock | Appeal | AgreeCorrection | SealMove | TakeBack | Tell
    | StartClock | Adjourn | Resume | OpenEnvelope | LoseEnvelope | Rule | FindIllegalMove
    | FindDisplaced | FindWrongSetup | FindBoardTurned | FindColorsReversed | CompareBoards | SetClock | SetMoveCounter
    | AddTime | CountGap | ImposePenalty | FindDevice | FindRefusal | RuleAppeal | Declare
    | CompleteScoresheet | FindWrongClock | GrantLeave | HandInSheet | HearBothResign | Reconstruct | KnockPiecesOver
    | FollowServer | BeginReconstruction | BorrowSheet | ReturnSheet
    | PutBackMove | SetPiecesUp | SignResult | WithdrawClaim | WithdrawOffer
)  # fmt: skip

#: What an assistant may do at all, as far as it is granted (E.2.9).
AssistantAct: TypeAlias = (
    AnnounceMove | RepeatAnnouncement | PressClock | PlayMove | WriteMove | WriteOffer | Tell | ClaimFlag | ClaimTouch
)
