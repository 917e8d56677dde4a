"""What two stations say to each other that play one game: messages as values, one JSON object a frame of text.

The host, who has invited, decides; the guest asks, and writes what was decided into a journal of their own, to the
letter. What they have in common with a station and its hall is said in the same words (`wire`).

>>> encoded(Answered(id="7f-3"))
'{"kind":"answered","id":"7f-3"}'
>>> from_host('{"kind":"answered","id":"7f-3","new":1}')
Answered(id='7f-3', refused='')
"""

from datetime import timedelta
from functools import partial
from typing import Annotated, Any, TypeAlias

import chess
import msgspec

from access_chess.hall.rules.wire import (
    Beat,
    Bye,
    Count,
    Entries,
    GameHead,
    Have,
    Joined,
    Name,
    StationMessage,
    decoded,
    encoded,
)
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command, SealMove, StopClocks, StopReason, assistant_of, player
from access_chess.laws.commands.base import ByPlayer
from access_chess.laws.editions import Edition
from access_chess.laws.game import Game
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import TimeControl

__all__ = [
    "Answered",
    "Come",
    "GuestCommands",
    "GuestTerms",
    "GuestWelcome",
    "Knock",
    "OpponentNews",
    "Wish",
    "encoded",
    "from_guest",
    "from_host",
    "why_not",
    "why_not_wanted",
]

VERSION = 2
SUBPROTOCOL = "access-chess.remote"  # the version is said in the first frame, so that a refusal has words
MOST_COMMANDS = 20  # that follow each other with nothing between
LONGEST_ID = 60
MOST_TEXT = 500  # letters of a text in a command
#: Two machines' clocks do not run alike: so much more may somebody have thought than has passed here.
DRIFT, SPARE = 0.001, timedelta(seconds=1)

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ID)]
#: No game lasts a hundred days.

LONGEST = timedelta(days=100)


class GuestTerms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a guest has asked for; None: as the host has it."""

    edition: Edition | None = None
    time: TimeControl | None = None
    color: chess.Color | None = None
    profile: Name = ""


class Knock(StationMessage, frozen=True, tag="knock"):
    """A guest's first word, who has a code: that they know it. `form` is the format of the journal's texts."""

    version: Count
    form: Count
    proof: Name


class Come(StationMessage, frozen=True, tag="come"):
    """A guest's first word, who was let in before: their token, and how far they have the game; None: they have none.

    `run` is a random name of their process, so that one that comes back is told from a second one.
    """

    version: Count
    form: Count
    token: Name
    run: Name
    name: Name
    wanted: GuestTerms = GuestTerms()
    head: GameHead | None = None


class GuestWelcome(StationMessage, frozen=True, tag="seated"):
    """The host's first word to a guest who has come: the game in its journal, the guest's color, and who that is."""

    journal: Name
    game: Count
    color: chess.Color
    name: Name
    profile: Name


class GuestCommands(StationMessage, frozen=True, tag="asked"):
    """Commands of the guest's that follow each other with nothing between, each with an id.

    `thought` is how long they have thought since they heard the opponent's move, by their own machine's clock.
    """

    commands: Annotated[tuple[Command, ...], msgspec.Meta(min_length=1, max_length=MOST_COMMANDS)]
    thought: timedelta


class Answered(StationMessage, frozen=True, tag="answered"):
    """The command of this id, and those before it, have been decided on; or the phrase that says why none was."""

    id: Id
    refused: Name = ""


class Wish(StationMessage, frozen=True, tag="wish"):
    """Somebody wants to pause, or to go on (`pause`: which); it is done when both want it."""

    pause: bool


class OpponentNews(StationMessage, frozen=True, tag="news"):
    """What a hall tells a guest of their opponent, who is its guest, too: a phrase of `NEWS`, and their name."""

    phrase: Name
    name: Name = ""


class GuestWaiting(StationMessage, frozen=True, tag="guest"):
    """What a hall tells a host whose room is there: a guest waits for an answer on the line of this number."""

    line: Name


#: They have come, have been away for a while, are back.
NEWS = frozenset({"remote_has_come", "remote_away", "remote_away_arbiter", "online_back"})

#: Why a host hangs up, beside what a hall does it for (`wire`); each has a phrase, "remote_" and the word.
WRONG_CODE = "wrong_code"
TAKEN = "taken"  # somebody else has come with this code
VERSIONS = "versions"
EDITION = "edition"
TIME = "time"
COLOR = "color"
PROFILE = "profile"
NOT_THIS_GAME = frozenset({WRONG_CODE, TAKEN, VERSIONS, EDITION, TIME, COLOR, PROFILE})

FromGuest: TypeAlias = Knock | Come | GuestCommands | Wish | Have
FromHost: TypeAlias = Joined | GuestWelcome | Entries | Answered | Wish | OpponentNews | Beat | Bye

_NUMBERS = {"square": chess.SQUARES, "squares": chess.SQUARES, "piece_type": chess.PIECE_TYPES}
_GUEST = msgspec.json.Decoder(FromGuest)
_ROOM = msgspec.json.Decoder(GuestWaiting)
_HOST = msgspec.json.Decoder(FromHost)


def from_guest(text: str | bytes) -> FromGuest:
    """What a guest says. Raises NonsenseError."""
    message: FromGuest = decoded(_GUEST, text)
    return message


def from_host(text: str | bytes) -> FromHost:
    """What a host says. Raises NonsenseError."""
    message: FromHost = decoded(_HOST, text)
    return message


def of_room(text: str | bytes) -> GuestWaiting:
    """What a hall says to a host. Raises NonsenseError."""
    guest: GuestWaiting = decoded(_ROOM, text)
    return guest


def why_not_wanted(wanted: GuestTerms, setup: Setup, color: chess.Color, profile: str) -> str | None:
    """Why this game is not the one that a guest of this color wants: a reason to hang up; None: it is."""
    if wanted.edition not in (None, setup.edition):
        return EDITION
    if wanted.time not in (None, setup.time):
        return TIME
    if wanted.profile not in ("", profile):
        return PROFILE
    return COLOR if wanted.color not in (None, color) else None


def is_of_player(command: Command, color: chess.Color) -> bool:
    """Whether this is something that the player of this color does, or their assistant for them."""
    return isinstance(command, ByPlayer | StopClocks) and command.color is color


def turn_began(game: Game, color: chess.Color) -> Instant | None:
    """When it became this player's turn to think; None: it is not."""
    clock = game.clock
    if clock.running is not color:
        return None
    return clock.since if clock.pressed_at is None else clock.pressed_at


def why_not(asked: GuestCommands, color: chess.Color, since_told: timedelta | None) -> str | None:
    """The phrase that refuses commands before the Laws have seen them; None: they are this guest's own, and possible.

    `since_told` is how long ago it became their turn; None: it is not.
    """
    if asked.thought < timedelta() or (since_told is not None and asked.thought > _longest_thought(since_told)):
        return "remote_thought"
    for command in asked.commands:
        if not is_of_player(command, color) or command.author not in (None, player(color), assistant_of(color)):
            return "remote_not_yours"
        if isinstance(command, SealMove) or (
            isinstance(command, StopClocks) and command.reason is not StopReason.ARBITER
        ):
            return "remote_no_sealing"
        is_named = 0 < len(command.id) <= LONGEST_ID
        if not is_named or not all(map(partial(_is_sound, command), command.__struct_fields__)):
            return "remote_nonsense"
    return None


def _longest_thought(since_told: timedelta) -> timedelta:
    return since_told * (1 + DRIFT) + SPARE


def _is_sound(command: Command, name: str) -> bool:
    """What the types do not say: squares lie on the board, pieces are pieces, a text can be read out."""
    value = getattr(command, name)
    values: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)
    for each in values:
        match each:
            case chess.Move():
                is_right = {each.from_square, each.to_square} <= {*chess.SQUARES} and each.drop is None
                is_right &= each.promotion is None or each.promotion in chess.PIECE_TYPES
            case bool() | None:
                is_right = True
            case int():
                is_right = each in _NUMBERS.get(name, range(-MOST_TEXT, MOST_TEXT))
            case str():
                is_right = len(each) <= MOST_TEXT
            case timedelta():
                is_right = abs(each) <= LONGEST
            case _:
                is_right = True
        if not is_right:
            return False
    return True
