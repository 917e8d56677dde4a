"""What the arbiter finds, rules and sets, and what a server says that rules a game elsewhere."""

from datetime import timedelta

import chess

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands.base import (
    PROGRAM,
    Author,
    ByArbiter,
    Given,
    PenaltyKind,
    Result,
    ServerEnding,
    Verdict,
)


class StartClock(ByArbiter, frozen=True):
    """Starts the clock of the player who has the first move."""


class Adjourn(ByArbiter, frozen=True):
    """Tells the player to move to seal; `resumption` is date, time and place of the resumption."""

    resumption: str = ""


class Resume(ByArbiter, frozen=True):
    """Takes up an adjourned or stopped game."""


class OpenEnvelope(ByArbiter, frozen=True):
    """Opens the envelope."""


class LoseEnvelope(ByArbiter, frozen=True):
    """The envelope cannot be found."""


class Rule(ByArbiter, frozen=True):
    """Answers the pending claim."""

    verdict: Verdict


class FindIllegalMove(ByArbiter, frozen=True):
    """An illegal move, completed as this move number of this player, has been found."""

    number: int
    color: chess.Color


class FindDisplaced(ByArbiter, frozen=True):
    """Pieces were displaced from these squares."""

    squares: tuple[chess.Square, ...] = ()


class FindWrongSetup(ByArbiter, frozen=True):
    """The initial position was wrong; `square` is where the king or rook stands that had the wrong place."""

    square: chess.Square | None = None


class FindWrongClock(ByArbiter, frozen=True):
    """The clock is set wrongly: `noted` is what it should show. `schedule_suffers` if it stays so (A.4.a)."""

    noted: ByColor[timedelta | None]
    schedule_suffers: bool = False


class GrantLeave(ByArbiter, frozen=True):
    """This player may leave the playing area, or the venue, until they are back (12.2)."""

    color: chess.Color


class BeginReconstruction(ByArbiter, frozen=True):
    """No scoresheet is complete: the game is played through on a second board, under control (8.5.c)."""


class HandInSheet(ByArbiter, frozen=True):
    """A player's scoresheet, as it was kept, goes to the organiser (8.3): its text, in print or in ASCII braille."""

    color: chess.Color
    text: str
    is_braille: bool = False


class Reconstruct(ByArbiter, frozen=True):
    """The game is reconstructed because no scoresheet is complete (8.5.c); or it is not `possible` (8.6)."""

    possible: bool = True


class HearBothResign(ByArbiter, frozen=True):
    """Both players have resigned, and nobody knows who did first."""


class FindBoardTurned(ByArbiter, frozen=True):
    """The chessboard lies the wrong way round."""


class FindColorsReversed(ByArbiter, frozen=True):
    """The game began with the wrong colors."""


class CompareBoards(ByArbiter, frozen=True):
    """The two boards differ; `scores` are the moves on the two scoresheets, from the start (SAN)."""

    scores: ByColor[tuple[str, ...]]


class SetClock(ByArbiter, frozen=True):
    """Sets a display."""

    color: chess.Color
    time: timedelta


class SetMoveCounter(ByArbiter, frozen=True):
    """The arbiter corrects the number of completed moves, on a clock alone (6.10.b)."""

    color: chess.Color
    moves: int


class AddTime(ByArbiter, frozen=True):
    """Adds time to a display."""

    color: chess.Color
    time: timedelta


class CountGap(ByArbiter, frozen=True):
    """Time that passed on this player's display while nothing kept it, as in a power cut, is counted after all."""

    color: chess.Color
    time: timedelta


class ImposePenalty(ByArbiter, frozen=True):
    """A penalty of 13.4 for this player."""

    color: chess.Color
    kind: PenaltyKind
    time: timedelta = timedelta()


class FindDevice(ByArbiter, frozen=True):
    """A telephone sounds (2009) or is found (2018 and later)."""

    color: chess.Color


class FindRefusal(ByArbiter, frozen=True):
    """Persistent refusal to comply with the Laws, by one player or (None) by both."""

    color: chess.Color | None


class RuleAppeal(ByArbiter, frozen=True):
    """Answers the pending appeal."""

    upheld: bool


class Declare(ByArbiter, frozen=True):
    """The arbiter declares a result."""

    result: Result


class FollowServer(Given, frozen=True):
    """How a game stands on the server that rules it: here it is made to stand so.

    `moves` (UCI) are all since the initial position, `times` both displays. `offer`: whose draw offer stands. With an
    `outcome` it is over, and `winner` has won, if anybody. The last move of the `sender`, who plays here, may be
    on its way; where it `is_settled` it is not, and what the server does not have is taken back.
    """

    moves: tuple[str, ...] = ()
    times: ByColor[timedelta] | None = None
    offer: chess.Color | None = None
    outcome: ServerEnding | None = None
    winner: chess.Color | None = None
    sender: chess.Color | None = None
    is_settled: bool = False

    @property
    def given_by(self) -> Author:
        """Who gives it: the program, which listens to the server."""
        return PROGRAM
