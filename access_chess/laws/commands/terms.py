"""The words that commands and events share: grounds of claims, verdicts, penalties, results."""

from enum import Enum


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
