"""What can be practised, as values: a drill asks, judges an answer, gives hints and explains.

Nothing here knows of time, of other drills or of words: `practice.round` asks one drill after the other.
"""

from datetime import timedelta
from enum import Enum, auto
from typing import Protocol

import chess
from msgspec import Struct

from access_chess.practice.position import after
from access_chess.practice.sentence import MoveName, Sentence


class AnswerKind(Enum):
    """What a drill waits for."""

    MOVE = auto()
    YES_NO = auto()
    SQUARE_COLOR = auto()  # light or dark
    NUMBER = auto()
    RULING = auto()  # the number of a choice; or yes, no, who wins, a draw, a time
    SQUARES = auto()
    MAN = auto()  # who stands on a square, or nobody
    PIECE = auto()  # a kind of man
    ARTICLE = auto()  # where a rule stands in the Laws
    ANY_KEY = auto()  # whatever is entered: to go on when one is ready


class DrillAnswer(Struct, frozen=True, kw_only=True):
    """What the player says: the field of the kind that was waited for is filled.

    `man` is a piece of either color; `is_nobody`: the square is empty. `squares` are in the order in which they were
    named. A man that is put on a square fills both; `request` is the name of what was done at the referee, `result`
    what was signed there. An `article` is a number as it was typed; with none of these fields the player goes on
    without an answer. A ruling is a `number`, yes or no, the `winner`, a draw, or a `time`.
    """

    move: chess.Move | None = None
    is_yes: bool | None = None
    is_light: bool | None = None
    number: int | None = None
    squares: tuple[chess.Square, ...] = ()
    man: chess.Piece | None = None
    is_nobody: bool = False
    request: str = ""
    result: str = ""
    article: str = ""
    winner: chess.Color | None = None
    is_draw: bool = False
    time: timedelta | None = None


class DrillOutcome(Enum):
    """What an answer means for its drill."""

    SOLVED = auto()
    GOES_ON = auto()  # right so far: `DrillVerdict.then` asks on
    WRONG = auto()  # it may be tried again
    REFUSED = auto()  # nobody moves like that: it may be tried again, and was no try
    MISSED = auto()  # wrong, and the question is over


class DrillVerdict(Struct, frozen=True, kw_only=True):
    """What becomes of an answer.

    `moves` are made on the board because of it, the player's and a reply. `then` is the drill from there on. With
    `to_refute` somebody is to find the opponent's best reply on that board, which tells why the move was wrong.
    In a lesson a detour goes on but `is_nearer` is false, and more moves than were needed cost stars. What is solved
    but for something that belongs to it `is_hard`.
    """

    outcome: DrillOutcome
    said: tuple[Sentence, ...] = ()
    moves: tuple[chess.Move, ...] = ()
    then: "Drill | None" = None
    to_refute: chess.Board | None = None
    is_nearer: bool = True
    stars_lost: int = 0
    is_hard: bool = False


class Drill(Protocol):
    """One thing to be practised. A value: it is never changed.

    `kind` and `name` are under what it is remembered. `before` and `made` are a position and the moves made in it, as
    they are to stand on the board; `is_hidden`: the board may not be asked about, since the head is what is trained.
    `waits`: when it is over, the player says when they are ready for the next one.
    """

    @property
    def kind(self) -> str:
        """What is trained: `puzzles`, `openings`, `colours` …"""
        ...

    @property
    def name(self) -> str:
        """This one of its kind."""
        ...

    @property
    def before(self) -> chess.Board:
        """The position to begin with. Not to be changed."""
        ...

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """Moves that have been made in it already, the last of which the player may ask for."""
        ...

    @property
    def is_hidden(self) -> bool:
        """Whether the position is to be kept in the head."""
        ...

    @property
    def waits(self) -> bool:
        """Whether the next drill begins only when the player is ready."""
        ...

    @property
    def expects(self) -> AnswerKind:
        """What it waits for."""
        ...

    @property
    def squares(self) -> int:
        """How many squares are an answer, where squares are."""
        ...

    @property
    def question(self) -> tuple[Sentence, ...]:
        """What is asked."""
        ...

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """From the smallest to the largest; none where a hint would be the answer."""
        ...

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The solution, and why."""
        ...

    def accepts(self, answer: DrillAnswer, /) -> DrillVerdict:
        """What becomes of an answer of the kind that is waited for."""
        ...


def color_to_move(drill: Drill) -> chess.Color:
    """Whose move it is when the drill begins, and so the player's color."""
    return drill.before.turn if len(drill.made) % 2 == 0 else not drill.before.turn


def board_of(drill: Drill) -> chess.Board:
    """The position in which the drill asks."""
    return after(drill.before, *drill.made)


def last_move(drill: Drill) -> MoveName:
    """The last move that was made in it; there must be one."""
    return MoveName(after(drill.before, *drill.made[:-1]), drill.made[-1])
