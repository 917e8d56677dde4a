"""What a page needs of a game that is played here, as values and protocols; the rooms of `edge` know no more of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import cached_property
from typing import Protocol

import chess
from msgspec import Struct

from access_chess.hall.view import BoardView
from access_chess.laws.commands import Command
from access_chess.laws.game import Game
from access_chess.laws.time_control import TimeControl
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.words import PlayerLanguage
from access_chess.session.ports import Companion
from access_chess.session.seat_setup import Extra
from access_chess.speech.announcement import Verbosity
from access_chess.speech.answers.schedule import SILENT, Schedule
from access_chess.speech.utterance import Utterance


class Manner(Struct, frozen=True, kw_only=True):
    """How a player is spoken to: language and form of moves, how much is said, when the time is told unasked."""

    language: PlayerLanguage
    verbosity: Verbosity = Verbosity.NORMAL
    schedule: Schedule = SILENT


class Line(Struct, frozen=True, kw_only=True):
    """One thing that was said at a place, numbered from 1. `is_aside`: it does not interrupt what is being read.

    `is_old` ones were said before the place was opened, and stand there to be read again.
    """

    number: int
    utterance: Utterance
    is_aside: bool = False
    is_old: bool = False


class Answer(Struct, frozen=True, kw_only=True):
    """A short answer that would mean something now, with its words where they are not yes or no."""

    name: RequestName
    words: str = ""


class SeatState(Struct, frozen=True, kw_only=True):
    """What stands at a place beside the lines: the board as everybody sees it, and what waits for this player.

    `is_due`: the game waits for this player. `answers` are those to the question that is open, `asked` its words, and
    `question` its number, which an answer bears; it is empty where nothing is asked. `asked_by` is the ticket of the
    line because of which this place has asked it; empty: it came from elsewhere.
    `is_sound_on`: silence was not asked for. In a game that `is_blindfold` the view has no position.
    """

    view: BoardView
    is_due: bool
    answers: tuple[Answer, ...]
    asked: str
    question: str
    asked_by: str
    offered_by: chess.Color | None
    is_sound_on: bool
    is_blindfold: bool = False


@dataclass(frozen=True, kw_only=True)
class Published:
    """The board after one public event: the event's number, when it happened (UTC), and the move, if it was one.

    `before` is the position in which the move was made, from which it is announced. `is_first`: a game begins.
    `look` makes the view, which most boards need at few of their events: where somebody watches.
    """

    number: int
    wall: datetime
    look: Callable[[], BoardView] = field(repr=False, compare=False)
    move: chess.Move | None = None
    before: chess.Board | None = None
    is_first: bool = False

    @cached_property
    def view(self) -> BoardView:
        """What everybody may see."""
        return self.look()


class Down(Struct, frozen=True, kw_only=True):
    """A time in which the hall was closed: from when (UTC), and how long."""

    since: datetime
    time: timedelta


def down_since(last_sign: datetime | None, now: datetime) -> Down | None:
    """The time since the hall's last sign of life; None where it has never been there."""
    return None if last_sign is None else Down(since=last_sign, time=max(timedelta(), now - last_sign))


class Leaving(Enum):
    """How a player leaves the game at this place: to play another, or for the list of games."""

    NEW_GAME = auto()
    QUIT = auto()


class Outcome(Struct, frozen=True, kw_only=True):
    """What came of a line: how the player leaves, if they do; why it was not done, where it may be mended."""

    leaving: Leaving | None = None
    fault: str = ""


class Seat(Protocol):
    """A player's place. May be used from any thread; `enter` and `ask` return when what follows has been said.

    Commands that follow from a line bear its `ticket`, by which the journal knows that it was done.
    """

    @property
    def color(self) -> chess.Color:
        """Whose place it is."""
        ...

    @property
    def birth(self) -> str:
        """Names this run of line numbers: it is another one after the hall or the manner has begun anew."""
        ...

    @property
    def manner(self) -> Manner:
        """How the player is spoken to here."""
        ...

    def enter(self, line: str, question: str | None = None, /, *, ticket: str = "") -> Outcome:
        """Do what a line asks for, as at a terminal.

        `question` is the number of the one that stood in its state when the line was typed, empty where none did: an
        answer to another one answers nothing. None: whichever waits.
        """
        ...

    def ask(self, request: Request, /, *, ticket: str = "") -> Outcome:
        """Do what a button asks for; an answer bears its `question`, as a line does."""
        ...

    def press(self, key: str, square: chess.Square, /, *, ticket: str = "") -> Outcome:
        """Answer a key that is pressed on a square of the board, where the player may be told of it."""
        ...

    def lines(self, after: int = 0, /) -> tuple[Line, ...]:
        """What was said after this number; the oldest are forgotten."""
        ...

    def state(self) -> SeatState:
        """What stands here now."""
        ...

    def tell(self, utterance: Utterance, /) -> None:
        """Say what is not of the game, aside."""
        ...

    def listen(self, on_change: Callable[[], None], /) -> Callable[[], None]:
        """Be called, from any thread, when there is something new; the result takes that back."""
        ...


class Demonstrated(Protocol):
    """A game as spectators see it, from any thread."""

    def shown(self, delay: timedelta, after: int = -1, /) -> tuple["Published", ...]:
        """What may be known by now of what came after the event of this number, the oldest first."""
        ...

    def goes_on(self, after: int, /) -> bool:
        """Whether what came after the event of this number (0: the first) is known, without a gap."""
        ...

    def due(self, delay: timedelta, after: int, /) -> datetime | None:
        """When the next thing after this number may be known; None where nothing waits."""
        ...

    def listen(self, on_change: Callable[[], None], /) -> Callable[[], None]:
        """Be called when something public has happened; the result takes that back."""
        ...


class Guest(Struct, frozen=True, kw_only=True):
    """A player who sits at a station of their own: what carries the game to it, and what they may ask of the opponent.

    `late` tells how much later than its stamp something may come from there. The player `is_there` while a line stands.
    """

    companions: tuple[Companion, ...]
    requests: Mapping[RequestName, Extra]
    late: Callable[[Game], timedelta]
    is_there: Callable[[], bool]


class HostedGame(Protocol):
    """A game that is played here."""

    @property
    def board(self) -> Demonstrated:
        """The game as spectators see it, who may not see all games."""
        ...

    @property
    def number(self) -> int:
        """Its number in the journal."""
        ...

    @property
    def game(self) -> Game:
        """How it stands."""
        ...

    @property
    def awaited(self) -> frozenset[chess.Color]:
        """The players who have to come, or to come back, before anything can be done."""
        ...

    @property
    def next_level(self) -> int:
        """How strong the engine is to be in the next game."""
        ...

    def seat(self, color: chess.Color, manner: Manner, /) -> Seat:
        """The place of a player, spoken to in this manner from now on; with both there, the clock starts."""
        ...

    def seat_at(self, color: chess.Color, /) -> Seat | None:
        """The place of a player, if it is open."""
        ...

    def assistants_seat(self, color: chess.Color, manner: Manner, /) -> Seat:
        """The place of a player's assistant, spoken to in this manner from now on."""
        ...

    def assistants_seat_at(self, color: chess.Color, /) -> Seat | None:
        """The place of a player's assistant, if it is open."""
        ...

    def seat_guest(self, color: chess.Color, make: Callable[[], Guest], /) -> bool:
        """A player sits at a station: `make` tells how, if they are not seated yet; were they seated by this?"""
        ...

    def do(self, *commands: Command) -> None:
        """Have commands decided on that have waited elsewhere, and wait until they are told."""
        ...


#: Whether commands of a player wait elsewhere, and are not for the game now.
MustWait = Callable[[HostedGame, tuple[Command, ...]], bool]


class Games(Protocol):
    """All games that are played here. Its methods raise JournalError, and may take a moment.

    What `must_wait` is not decided on, no matter who asks for it.
    """

    must_wait: MustWait

    @property
    def running(self) -> int:
        """How many are held in memory now."""
        ...

    def begin(self, terms: "Terms", /) -> HostedGame:
        """A new game."""
        ...

    def game(self, number: int, level: int, /) -> HostedGame:
        """A game that was begun before, taken up where it stands; `level` is the engine's, if one plays."""
        ...

    def take_up(self, number: int, level: int, down: Down | None, /) -> HostedGame:
        """A game by correspondence; `down` is the time for which there was no hall, and is given back."""
        ...

    def close(self) -> None:
        """Let all games go."""
        ...


class Terms(Struct, frozen=True, kw_only=True):
    """What is agreed before a game at pages: names by color, the engine's color and level, the time.

    `robot` None: two persons play. `control` None: without clocks. `is_blindfold`: nobody who plays sees the board.
    With `days` it is played by correspondence, so many for each move.
    `has_arbiter`: a person at the hall's desk rules on it, and the program on nothing that it would have to judge.
    The players of the colors that are `assisted` are blind, and each has an assistant with all duties (E.2.9).
    """

    white: str = ""
    black: str = ""
    robot: chess.Color | None = None
    level: int = 3
    control: TimeControl | None = None
    days: int | None = None
    is_blindfold: bool = False
    has_arbiter: bool = False
    assisted: frozenset[chess.Color] = frozenset()
