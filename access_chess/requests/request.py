"""One request: the same value for what is typed, said, pressed or clicked, with all that it names."""

from datetime import timedelta
from enum import StrEnum

import chess
from msgspec import Struct

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import PenaltyKind, Result
from access_chess.notation.illegality import Illegal
from access_chess.notation.reading import Ambiguous, PromotionMissing, Unreadable
from access_chess.requests.names import RequestName
from access_chess.requests.row import Topic
from access_chess.speech.answers.clock import Schedule

NotOneMove = Unreadable | Illegal | Ambiguous | PromotionMissing


class Missing(StrEnum):
    """What a request lacks; the values are the phrases that ask for it."""

    SQUARE = "square_missing"
    PIECE = "piece_missing"
    MOVE = "move_missing"
    COLOR = "color_missing"
    TIME = "time_missing"
    NUMBER = "number_missing"
    PENALTY = "penalty_missing"
    RESULT = "result_missing"
    SCHEDULE = "schedule_missing"
    WORDS = "not_read"


class Request(Struct, frozen=True, kw_only=True):
    """What is asked for.

    `words` are those in which it was typed or heard, for the record. `color` is the player who asks if they were
    named, or whom a ruling of the arbiter concerns (None: both). `is_heard`: a microphone may have misheard it.
    `moves` are the legal moves that are meant, several where that has still to be asked; `is_doubtful`: even the
    only one is asked about, and what else may have been pressed by mistake. `is_opponents`: the pieces asked for
    are the opponent's, or `whose` where a color was named. `time` is a thinking time, `times` are what the displays
    should show (None: that one was not named); `schedule_suffers` if they are not put right. `schedule` is when the
    time is told. `condition` is what a draw is offered on; a claim's move `is_unwritten` where it is only said, and
    `by_display` the claim rests on a display; `is_anyway`: without waiting to be allowed to. `pin` is the
    arbiter's. An answer bears the number of its `question`, where that is known: one that is asked no more is not
    answered by it (None: it answers what is asked).
    """

    name: RequestName
    words: str = ""
    color: chess.Color | None = None
    is_heard: bool = False
    squares: tuple[chess.Square, ...] = ()
    piece: chess.PieceType | None = None
    is_opponents: bool = False
    whose: chess.Color | None = None
    file: int | None = None
    moves: tuple[chess.Move, ...] = ()
    is_doubtful: bool = False
    offers_draw: bool = False
    number: int | None = None
    time: timedelta | None = None
    times: ByColor[timedelta | None] | None = None
    schedule_suffers: bool = False
    condition: str = ""
    is_unwritten: bool = False
    by_display: bool = False
    is_anyway: bool = False
    penalty: PenaltyKind | None = None
    result: Result | None = None
    scores: ByColor[tuple[str, ...]] | None = None
    topic: Topic | None = None
    schedule: Schedule | None = None
    pin: str | None = None
    question: str | None = None

    @property
    def move(self) -> chess.Move | None:
        """The move that is meant; None where there is none, or where several are."""
        return self.moves[0] if len(self.moves) == 1 else None


class Unfinished(Struct, frozen=True, kw_only=True):
    """A request that lacks something, which is asked for; `why` the move that was named with it is none, or not one."""

    request: Request
    missing: Missing
    why: NotOneMove | None = None
