"""What all commands bear, and the words that they share with events.

A command bears who gives it, the device's stamp, and an id that makes a repeat harmless. The words are grounds of
claims, verdicts, penalties, results.
"""

from datetime import timedelta
from enum import Enum

import chess
import msgspec

from access_chess.laws.clock import Instant


class Role(Enum):
    """In what capacity a command is given. The clock lets time pass; the program carries out what was agreed."""

    PLAYER = "player"
    ASSISTANT = "assistant"
    ARBITER = "arbiter"
    CLOCK = "clock"
    PROGRAM = "program"
    SPECTATOR = "spectator"


class Author(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who gives a command: in what role, and as or for which player, where the role is a player's or an assistant's."""

    role: Role
    color: chess.Color | None = None


ARBITER = Author(role=Role.ARBITER)
CLOCK = Author(role=Role.CLOCK)
PROGRAM = Author(role=Role.PROGRAM)
SPECTATOR = Author(role=Role.SPECTATOR)
_PLAYERS = {color: Author(role=Role.PLAYER, color=color) for color in chess.COLORS}
_ASSISTANTS = {color: Author(role=Role.ASSISTANT, color=color) for color in chess.COLORS}


def player(color: chess.Color) -> Author:
    """The player of these pieces."""
    return _PLAYERS[color]


def assistant_of(color: chess.Color) -> Author:
    """The assistant of the player of these pieces."""
    return _ASSISTANTS[color]


class Given(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Any command. `author` None: the one from whom such a command comes by itself (`given_by`).

    `stamp` is the instant at which a device with a clock of its own saw it. A command whose `id` (not empty) has been
    decided on before in this game changes nothing. `waived` is time on its way here that was not counted: by so much
    the stamp lies before its arrival.
    """

    author: Author | None = None
    stamp: Instant | None = None
    id: str = ""
    waived: timedelta = timedelta()


class ByPlayer(Given, frozen=True):
    """What the player of `color` does, or the assistant in the player's name."""

    color: chess.Color

    @property
    def given_by(self) -> Author:
        """Who gives it: the player, unless another is named."""
        return player(self.color) if self.author is None else self.author


class ByArbiter(Given, frozen=True):
    """What is the arbiter's to do."""

    @property
    def given_by(self) -> Author:
        """Who gives it: the arbiter, unless another is named."""
        return ARBITER if self.author is None else self.author


class DrawGround(Enum):
    """On what a draw is claimed by the player to move (9.2, 9.3)."""

    THREEFOLD = "threefold"
    FIFTY = "fifty"


class QuickplayGround(Enum):
    """10.2.a: the position cannot be won by normal means, or the opponent makes no effort to do so."""

    MEANS = "means"
    EFFORT = "effort"


class Question(Enum):
    """What a player may ask the assistant or the clock."""

    MOVES = "moves"
    TIMES = "times"
    MY_TIME = "my-time"
    OPPONENT_TIME = "opponent-time"
    EXACT_TIME = "exact-time"
    DIFFERENCE = "difference"
    TIME_USED = "time-used"
    TO_CONTROL = "to-control"
    CONTROL = "control"
    DIAL = "dial"


class StopReason(Enum):
    """Why both displays were stopped. The first four are a player's (6.12.b); the rest are the program's own."""

    ARBITER = "arbiter"
    PROMOTION_PIECE = "promotion-piece"
    CLAIM = "claim"
    DISTURBANCE = "disturbance"
    SEALED = "sealed"
    FLAG = "flag"
    BOARD = "board"
    POWER = "power"
    SCORESHEETS = "scoresheets"
    OTHER = "other"


class Verdict(Enum):
    """The arbiter's answer to a claim."""

    ACCEPT = "accept"
    REJECT = "reject"
    POSTPONE = "postpone"


class PenaltyKind(Enum):
    """The penalties of 13.4 (F18+: 12.9)."""

    WARNING = "warning"
    OPPONENT_TIME = "opponent-time"
    OWN_TIME = "own-time"
    LOSS = "loss"
    FEWER_POINTS = "fewer-points"
    OPPONENT_POINTS = "opponent-points"
    FINE = "fine"
    EXCLUSION = "exclusion"
    EXPULSION = "expulsion"


class ServerEnding(Enum):
    """Why a game is over that a server has ruled. `LEFT`: a player was gone; `OTHER`: whatever the server knows."""

    MATE = "mate"
    RESIGNED = "resigned"
    STALEMATE = "stalemate"
    LEFT = "left"
    DRAWN = "drawn"
    OUT_OF_TIME = "out_of_time"
    ABORTED = "aborted"
    OTHER = "other"


class Result(Enum):
    """The result of a game as written on the scoresheet; `NONE`: it goes on, or waits for a ruling."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    HALF_TO_WHITE = "1/2-0"
    HALF_TO_BLACK = "0-1/2"
    ANNULLED = "annulled"
    NONE = "none"
