"""What a person was understood to ask for: values that the dialogue, the game and the command line share. The echo is
one: the opponent repeats the announced move, and both are told when it differs (E.2.1).
"""

from enum import StrEnum

import chess
from msgspec import Struct

from access_chess.requests.names import RequestName
from access_chess.requests.row import Confirmed
from access_chess.requests.table import ROWS

MOST_OPTIONS = 4  # moves between which is asked: more cannot be kept in mind; then the squares are asked for

#: Requests that change or end the game and cannot be taken back: doubt about them is never settled by a guess.
DESTRUCTIVE = frozenset(
    {RequestName.DECLINE_DRAW, *(name for name, row in ROWS.items() if row.confirmed is not Confirmed.NEVER)}
)


class HeardMove(Struct, frozen=True, kw_only=True):
    """One legal move was understood. `confidence` is the estimated chance that it is what was said, 0 to 1."""

    move: chess.Move
    confidence: float
    heard: str


class HeardCommand(Struct, frozen=True, kw_only=True):
    """A command was understood; `square`, `piece`, `move`, `file`, `rank` or `number` is set where it names one.

    `is_doubtful`: it may have been the answer to a question between moves, and its move is asked about.
    """

    name: RequestName
    confidence: float
    heard: str
    square: chess.Square | None = None
    piece: chess.PieceType | None = None
    move: chess.Move | None = None
    file: int | None = None
    rank: int | None = None
    number: int | None = None
    is_doubtful: bool = False


class HeardChoice(Struct, frozen=True, kw_only=True):
    """Several moves fit what was said, the likeliest first; they differ in what `asked` tells."""

    moves: tuple[chess.Move, ...]
    confidence: float
    heard: str


class Nothing(StrEnum):
    """Why nothing was understood."""

    SILENCE = "silence"
    NOISE = "noise"
    UNSURE = "unsure"
    TOO_NOISY = "too_noisy"
    ILLEGAL = "illegal"


class HeardNothing(Struct, frozen=True, kw_only=True):
    """Nothing that may be acted on was understood. `heard` is the nearest reading, for tuning only."""

    reason: Nothing
    heard: str = ""


Asked = HeardMove | HeardCommand | HeardChoice | HeardNothing


class Echo(StrEnum):
    """How a repetition compares with the announcement."""

    SAME = "echo_same"
    DIFFERENT = "echo_different"
    UNCLEAR = "echo_unclear"


def compared(announced: chess.Move, repeated: Asked) -> Echo:
    """Doubt is never taken for a difference: what was not clearly heard is asked for again."""
    match repeated:
        case HeardMove():
            return Echo.SAME if repeated.move == announced else Echo.DIFFERENT
        case HeardChoice():
            # "rook david one" without telling which rook, as the announcement may have been: it fits
            return Echo.SAME if announced in repeated.moves else Echo.UNCLEAR
        case _:
            return Echo.UNCLEAR
