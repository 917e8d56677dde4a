"""The course for beginners, as data: lessons and their tasks, without a word that is heard.

`course.toml` beside this file has them; `voices/<pack>/lessons.toml` has the words. A task is known by its lesson and
its place there, counted from one, and so are its words: `goal_3` is what the third task of its lesson asks.
"""

from enum import Enum
from typing import TypeAlias

import chess
import msgspec
from msgspec import Struct

from access_chess.practice.position import position_of

WORDS_OF_SAID = "said"  # the table of `lessons.toml` that belongs to no lesson


class Group(Enum):
    """The five parts of the course, in their order."""

    FIRST_STEPS = "first_steps"
    WHOLE_GAME = "whole_game"
    AMONG_PEOPLE = "among_people"
    MORE = "more"
    OLD_TALES = "old_tales"


class Wanted(Enum):
    """What a move that is to be found does."""

    ANY = "any"
    CAPTURE = "capture"
    CHECK = "check"
    MATE = "mate"
    STALEMATE = "stalemate"
    ESCAPE = "escape"  # the king leaves the check
    BLOCK = "block"  # another man steps between
    TAKE_CHECKER = "take-checker"
    CASTLE = "castle"
    EN_PASSANT = "en-passant"
    PROMOTE = "promote"
    SAFE_CAPTURE = "safe-capture"  # of a man whose square nobody guards


class _Task(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """`teaches` are the teachable things that it tells, or that nobody solves it without."""

    teaches: tuple[str, ...] = ()


class TellTask(_Task, frozen=True, kw_only=True, tag="tell"):
    """The next part of the lesson is told."""


class AskTask(_Task, frozen=True, kw_only=True, tag="ask"):
    """A question with one answer; of `choices`, `number` is the place of the right one, counted from one.

    `position` may be looked at; where there is none, the board is empty.
    """

    square: str | None = None
    number: int | None = None
    is_yes: bool | None = None
    is_light: bool | None = None
    man: str | None = None
    choices: int = 0
    position: str = ""

    def __post_init__(self) -> None:
        """Exactly one answer, of which there is such a thing."""
        given = [each for each in (self.square, self.number, self.is_yes, self.is_light, self.man) if each is not None]
        if len(given) != 1:
            raise ValueError(f"expected one answer, got {given!r}")
        if self.choices and not (2 <= self.choices <= 4 and self.number in range(1, self.choices + 1)):
            raise ValueError(f"expected the number of one of two to four choices, got {self.number} of {self.choices}")
        _check_square(self.square)
        _check_man(self.man)
        _check_position(self.position)


class TrueTask(_Task, frozen=True, kw_only=True, tag="true"):
    """A sentence that is true or false, by an article of the Laws of 2009 where one says so."""

    is_true: bool
    article: str = ""


class _SoloTask(_Task, frozen=True, kw_only=True):
    """`par` is the fewest moves; a test proves it."""

    position: str
    par: int

    def __post_init__(self) -> None:
        _check_position(self.position)


class CollectTask(_SoloTask, frozen=True, kw_only=True, tag="collect"):
    """One color moves alone and takes all targets; where no man stands on one, a coin lies there."""

    targets: str


class FlagTask(_SoloTask, frozen=True, kw_only=True, tag="flag"):
    """A square is to be reached by a man of this kind, past men that stand and guard."""

    target: str
    man: str

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_man(self.man)


class RaceTask(_SoloTask, frozen=True, kw_only=True, tag="race"):
    """Pawns against pawns: who is first on the last rank. The other side's foremost pawn advances."""


class FindTask(_Task, frozen=True, kw_only=True, tag="find"):
    """Any legal move that does what is wanted."""

    position: str
    find: Wanted

    def __post_init__(self) -> None:
        _check_position(self.position)


class AllTask(_Task, frozen=True, kw_only=True, tag="all"):
    """Every legal move that does what is wanted, one by one, in any order."""

    position: str
    find: Wanted

    def __post_init__(self) -> None:
        _check_position(self.position)


class LineTask(_Task, frozen=True, kw_only=True, tag="line"):
    """Fixed moves, the player's first, each followed by the other side's (UCI)."""

    position: str
    moves: str

    def __post_init__(self) -> None:
        board = position_of(self.position)
        for move in self.moves.split():
            board.push_uci(move)  # raises ValueError where it is not legal


class SetUpTask(_Task, frozen=True, kw_only=True, tag="setup"):
    """Men are put on their squares in any order: "Ra1 Rh1", small letters for Black. `position` stands already."""

    men: str
    position: str = ""

    def __post_init__(self) -> None:
        for each in self.men.split():
            chess.Piece.from_symbol(each[0])
            _check_square(each[1:])
        _check_position(self.position)


class ActTask(_Task, frozen=True, kw_only=True, tag="act"):
    """One step at the referee: a request by its name, of these squares or this result, or a move.

    `steps` come before it and `step` is the player's own, in the words of a story (`stories/format.md`), with who
    did it and at which second behind them: "wait by black at 200". After it `article` has been applied or,
    where none is named, nothing has been refused. `blind`: White is. `arbiter` as in a story.
    """

    request: str = ""
    squares: str = ""
    result: str = ""
    move: str = ""
    position: str = chess.STARTING_FEN
    steps: tuple[str, ...] = ()
    step: str
    time: str = "5400"
    blind: bool = False
    arbiter: str = "program"
    article: str = ""

    def __post_init__(self) -> None:
        if bool(self.request) == bool(self.move):
            raise ValueError(f"expected a request or a move, got {self.request!r} and {self.move!r}")
        _check_position(self.position)


class GameTask(_Task, frozen=True, kw_only=True, tag="game"):
    """A game against the engine of a level, of so many moves at least; no clock, help and take-backs are free."""

    level: int
    moves: int


Task: TypeAlias = (
    TellTask
    | AskTask
    | TrueTask
    | CollectTask
    | FlagTask
    | RaceTask
    | FindTask
    | AllTask
    | LineTask
    | SetUpTask
    | ActTask
    | GameTask
)


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One lesson: what `learn NAME` opens. `articles` are those of the Laws of 2009 that it teaches."""

    name: str
    group: Group
    articles: tuple[str, ...] = ()
    minutes: int = 6  # it takes no longer
    tasks: tuple[Task, ...] = msgspec.field(name="task")

    @property
    def questions(self) -> tuple[tuple[int, Task], ...]:
        """The tasks that ask something, by their places."""
        return tuple((place, task) for place, task in enumerate(self.tasks, 1) if not isinstance(task, TellTask))


class BeginnersCourse(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All lessons, in the order in which `learn` goes through them."""

    lessons: tuple[Lesson, ...] = msgspec.field(name="lesson")

    def lesson(self, name: str) -> Lesson | None:
        """The lesson of this name."""
        return next((each for each in self.lessons if each.name == name), None)


def read_course(text: bytes) -> BeginnersCourse:
    """The course of a file. Raises msgspec.ValidationError, with the place, and ValueError where it is no TOML."""
    return msgspec.toml.decode(text, type=BeginnersCourse)


def keys_of(lesson: Lesson) -> tuple[str, ...]:
    """The keys of the words that a lesson must have in `lessons.toml`."""
    own = ["title", "parts", "why"]
    if any(isinstance(task, CollectTask | FlagTask | RaceTask) for task in lesson.tasks):
        own.append("wrong")
    for place, task in lesson.questions:
        own += [f"goal_{place}", f"hint_{place}"]
        match task:
            case TrueTask():
                own.append(f"why_{place}")
            case ActTask():
                own.append(f"answer_{place}")
            case AskTask() if task.choices:
                own.append(f"choices_{place}")
            case _:
                pass
    return tuple(own)


def _check_square(name: str | None) -> None:
    if name is not None:
        chess.parse_square(name)


def _check_man(name: str | None) -> None:
    if name is not None and name not in chess.PIECE_NAMES[1:]:
        raise ValueError(f"expected a kind of man, got {name!r}")


def _check_position(text: str) -> None:
    if text:
        position_of(text)
