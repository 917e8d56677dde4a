"""What a person was understood to ask for: values that the dialogue, the game and the command line share."""

from dataclasses import dataclass
from enum import StrEnum

import chess

from access_chess.profile import Profile
from access_chess.requests.names import RequestName

#: Commands that change or end the game and cannot be taken back: doubt about them is never settled by a guess.
DESTRUCTIVE = frozenset(
    {
        RequestName.OFFER_DRAW,
        RequestName.ACCEPT_DRAW,
        RequestName.DECLINE_DRAW,
        RequestName.RESIGN,
        RequestName.CLAIM_THREEFOLD,
        RequestName.CLAIM_FIFTY,
        RequestName.TAKE_BACK,
        RequestName.NEW_GAME,
    }
)

_ONLY_IN_PRACTICE = frozenset({RequestName.TAKE_BACK, RequestName.NEW_GAME})
# The board answers nothing about the position to a player in competition (11.3.a, E.2.9.d): only his own board does.
_NOT_IN_TOURNAMENT = _ONLY_IN_PRACTICE | {RequestName.WHAT_IS_ON, RequestName.WHERE_IS, RequestName.WHOSE_TURN}


def commands_of(profile: Profile) -> frozenset[RequestName]:
    """The commands that a profile listens for."""
    missing = {
        Profile.PRACTICE: frozenset[RequestName](),
        Profile.TOURNAMENT: _NOT_IN_TOURNAMENT,
        Profile.ASSISTED: _ONLY_IN_PRACTICE,
    }[profile]
    return frozenset(RequestName) - missing


@dataclass(frozen=True, kw_only=True)
class HeardMove:
    """One legal move was understood. `confidence` is the estimated chance that it is what was said, 0 to 1."""

    move: chess.Move
    confidence: float
    heard: str


@dataclass(frozen=True, kw_only=True)
class HeardCommand:
    """A command was understood; `square`, `piece` or `move` is set where the command names one."""

    name: RequestName
    confidence: float
    heard: str
    square: chess.Square | None = None
    piece: chess.PieceType | None = None
    move: chess.Move | None = None


@dataclass(frozen=True, kw_only=True)
class HeardChoice:
    """Several moves fit what was said, the likeliest first; they differ in what `asked` tells."""

    moves: tuple[chess.Move, ...]
    confidence: float
    heard: str


class Nothing(StrEnum):
    """Why nothing was understood."""

    SILENCE = "silence"
    NOISE = "noise"
    UNSURE = "unsure"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, kw_only=True)
class HeardNothing:
    """Nothing that may be acted on was understood. `heard` is the nearest reading, for tuning only."""

    reason: Nothing
    heard: str = ""


Asked = HeardMove | HeardCommand | HeardChoice | HeardNothing
