"""Set-up, presence, sealing and resuming, and the end of a game."""

from datetime import timedelta

import chess

from access_chess.laws.commands.base import Author, Result
from access_chess.laws.events.reasons import Ending, Refusal, Timed, Untimed
from access_chess.laws.setup import Setup
from access_chess.laws.winnability.verdict import Proof


class GameSetUp(Untimed, frozen=True):
    """The agreement before the game; always the first event."""

    setup: Setup


class CommandTaken(Untimed, frozen=True):
    """A command that bears an id was decided on; what follows of it stands behind. A repeat of it changes nothing.

    `waived` is the time that it was on its way and that is not counted.
    """

    id: str
    author: Author
    waived: timedelta = timedelta()


class Refused(Untimed, frozen=True):
    """A request out of place: nothing changes. `color` None: no player asked, but the arbiter."""

    color: chess.Color | None
    reason: Refusal
    article: str


class PlayerArrived(Timed, frozen=True):
    """A player came to the board."""

    color: chess.Color


class PlayerLeft(Timed, frozen=True):
    """A player left the playing area."""

    color: chess.Color


class PlayerReturned(Timed, frozen=True):
    """A player came back."""

    color: chess.Color


class MovesTakenBack(Timed, frozen=True):
    """Practice: the game stands again before ply `ply`, and the clocks as they stood when it was made.

    Without `with_clocks` (a server's game, and those of earlier versions) the clocks are left as they are.
    """

    color: chess.Color
    ply: int
    with_clocks: bool = False


class GameEnded(Timed, frozen=True):
    """The game is over. `reason` is the proof of winnability, where one was needed."""

    result: Result
    ending: Ending
    article: str
    color: chess.Color | None = None
    reason: Proof | None = None


class LeaveGranted(Untimed, frozen=True):
    """The arbiter allows a player to leave the playing area or the venue."""

    color: chess.Color
    article: str


class ResultSigned(Untimed, frozen=True):
    """A player signed both scoresheets with this result."""

    color: chess.Color
    result: Result
    article: str


class SealingCalled(Timed, frozen=True):
    """The player to move has to seal."""

    color: chess.Color
    article: str
    resumption: str = ""


class MoveSealed(Untimed, frozen=True):
    """The sealed move was written or changed. `moves` are the legal moves that the text can mean."""

    color: chess.Color
    text: str
    moves: tuple[chess.Move, ...]
    article: str
    played: bool = False


class GameAdjourned(Timed, frozen=True):
    """The sealer stopped the clock: the sealed move is final, the envelope closed."""

    color: chess.Color
    article: str


class GameResumed(Timed, frozen=True):
    """An adjourned or stopped game was taken up again."""

    article: str


class EnvelopeOpened(Timed, frozen=True):
    """The envelope was opened."""

    article: str


class EnvelopeLost(Timed, frozen=True):
    """The envelope is lost; the sealer plays the move that they say they sealed."""

    article: str
