"""What a page and the games that are played here tell each other, as values; and what is agreed for a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import cached_property

import chess
from msgspec import Struct

from access_chess.hall.rules.view import BoardView
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.editions import Edition
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Duty, Player, Regulations, Setup
from access_chess.laws.time_control import TimeControl, days_a_move
from access_chess.play.messages import Participant
from access_chess.play.seat import Deed
from access_chess.play.time_teller import Watch
from access_chess.requests.names import RequestName
from access_chess.requests.words import PlayerLanguage
from access_chess.speech.announcement import Verbosity
from access_chess.speech.answers.clock import SILENT, Schedule
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
    """A short answer that would mean something now: a request, or a `line` that would be typed, behind which a square
    is to be named where it `takes_square`; with its words where they are not yes or no, or that line.
    """

    name: RequestName | None = None
    line: str = ""
    words: str = ""
    takes_square: bool = False


class SeatState(Struct, frozen=True, kw_only=True):
    """What stands at a place beside the lines: the board as everybody sees it, and what waits for this player.

    `is_due`: the game waits for this player. `answers` are those to the question that is open, `asked` its words, and
    `question` its number, which an answer bears; it is empty where nothing is asked. `asked_by` is the ticket of the
    line because of which this place has asked it; empty: it came from elsewhere.
    `is_sound_on`: silence was not asked for. In a game that `is_blindfold` the view has no position.
    `shown` are squares to which an answer points: where a man may go, or a hint.
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
    shown: frozenset[chess.Square] = frozenset()


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


class Guest(Struct, frozen=True, kw_only=True):
    """A player who sits at a station of their own: what carries the game to it, and what they may ask of the opponent.

    `watches` do something by time. `late` tells how much later than its stamp something may come from there. The player
    `is_there` while a line stands.
    """

    participants: tuple[Participant, ...]
    watches: tuple[Watch, ...]
    deeds: Mapping[RequestName, Deed]
    late: Callable[[Game], timedelta]
    is_there: Callable[[], bool]


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


def setup_of(terms: Terms, robot_name: str, edition: Edition) -> Setup:
    """What is agreed for a game at pages."""
    players = ByColor(
        _person(terms.white, chess.WHITE in terms.assisted), _person(terms.black, chess.BLACK in terms.assisted)
    )
    if terms.robot is not None:
        players = players.put(terms.robot, Player(name=robot_name.format(level=terms.level), is_program=True))
    return Setup(
        edition=edition,
        time=terms.control if terms.days is None else days_a_move(terms.days),
        days_per_move=terms.days,
        players=players,
        regulations=Regulations(take_backs=terms.robot is not None, is_blindfold=terms.is_blindfold),
        presses_for=both(True),
        arbiter=ArbiterMode.HUMAN if terms.has_arbiter else ArbiterMode.PROGRAM,
    )


def _person(name: str, is_assisted: bool) -> Player:
    return Player(name=name, is_blind=is_assisted, assistant=tuple(Duty) if is_assisted else None)


def robot_of(setup: Setup) -> chess.Color | None:
    """The engine's color; None where two persons play."""
    return next((color for color in chess.COLORS if setup.players[color].is_program), None)
