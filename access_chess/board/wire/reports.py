"""What a sensor board reports to the program, as values.

Every report has `at`: the instant on this machine's monotonic clock when it happened, worked out from the board's own
time stamp for lifts, places, levers and buttons, so that cable and computer cost a player no time.
"""

from datetime import timedelta
from enum import Enum
from typing import TypeAlias

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.wire.frames import BLACK_LEVER, FIRST_BUTTON, INPUTS, WHITE_LEVER, Hello
from access_chess.laws.clock import Instant

SQUARES = len(chess.SQUARES)
LEVERS = {WHITE_LEVER: chess.WHITE, BLACK_LEVER: chess.BLACK}


class BoardState(Struct, frozen=True, kw_only=True):
    """Which contacts are closed: `squares` is a bitboard of the pegs, `keys` has levers (bits 0, 1) and buttons."""

    squares: chess.Bitboard = chess.BB_EMPTY
    keys: int = 0

    @property
    def occupancy(self) -> chess.SquareSet:
        """The squares with a peg in their aperture."""
        return chess.SquareSet(self.squares)

    def is_closed(self, number: int) -> bool:
        """Is this input (numbered as on the wire) closed: a peg in place, a key pressed?"""
        contacts = self.squares if number < SQUARES else self.keys
        return bool(contacts >> number % SQUARES & 1)

    def changed(self, number: int) -> "BoardState":
        """The state with this input the other way round."""
        bit = 1 << number % SQUARES
        if number < SQUARES:
            return replace(self, squares=self.squares ^ bit)
        return replace(self, keys=self.keys ^ bit)


class Disconnection(Enum):
    """Why a board is no longer heard."""

    NO_BOARD = "no board answered at this port"
    NO_PORT = "there is no such port, or it cannot be opened"
    UNPLUGGED = "the port has gone"
    SILENT = "the board is silent"
    PROTOCOL = "the board speaks another protocol, of a version that this program does not know"
    CLOSED = "this program closed the port"


class Loss(Enum):
    """Why reports were lost."""

    GONE = "more happened than the board could keep"
    STATE_DIFFERS = "the board stands otherwise than its reports said"
    RESTARTED = "the board was reset"


class Connected(Struct, frozen=True, kw_only=True):
    """A board answered, and this is what stands on it: to be compared with the game before play goes on."""

    port: str
    identity: Hello
    state: BoardState
    at: Instant


class Disconnected(Struct, frozen=True, kw_only=True):
    """The board is not heard; the driver goes on looking for it. `port` is empty where none was found."""

    port: str
    reason: Disconnection
    at: Instant


class ReportsLost(Struct, frozen=True, kw_only=True):
    """Something happened that nobody can tell any more, and this is what stands now: to be compared with the game."""

    reason: Loss
    state: BoardState
    at: Instant


class Lifted(Struct, frozen=True, kw_only=True):
    """A peg left its aperture."""

    square: chess.Square
    at: Instant


class Placed(Struct, frozen=True, kw_only=True):
    """A peg was put into an aperture."""

    square: chess.Square
    at: Instant


class LeverPressed(Struct, frozen=True, kw_only=True):
    """A player's lever of the clock went down."""

    color: chess.Color
    at: Instant


class LeverReleased(Struct, frozen=True, kw_only=True):
    """A player's lever of the clock came up."""

    color: chess.Color
    at: Instant


class ButtonPressed(Struct, frozen=True, kw_only=True):
    """One of the buttons 1 to 4 went down."""

    button: int
    at: Instant


class ButtonReleased(Struct, frozen=True, kw_only=True):
    """One of the buttons 1 to 4 came up."""

    button: int
    at: Instant


class Quiet(Struct, frozen=True, kw_only=True):
    """Up to this instant nothing else has happened on the board: it says so itself, behind all that it has reported."""

    at: Instant


class ClockLeapt(Struct, frozen=True, kw_only=True):
    """The board's clock and this machine's went apart by so much at once; positive: the board's is ahead.

    What was reported since the last comparison, some seconds ago at most, bears a doubtful stamp.
    """

    by: timedelta
    at: Instant


class CommandRefusal(Enum):
    """Why a command had no effect."""

    NOT_CONNECTED = "no board is connected"
    OUT_OF_LIMITS = "the board does not accept this value"
    UNKNOWN = "this board's firmware does not know the command"


class CommandRefused(Struct, frozen=True, kw_only=True):
    """A command to the board had no effect; `command` is the name of its frame."""

    command: str
    reason: CommandRefusal
    at: Instant


ContactReport = Lifted | Placed | LeverPressed | LeverReleased | ButtonPressed | ButtonReleased
BoardReport = Connected | Disconnected | ReportsLost | ContactReport | Quiet | ClockLeapt | CommandRefused


def contact_report(number: int, is_closed: bool, at: Instant) -> ContactReport | None:
    """The report of one changed input; None for an input that this version does not know."""
    if number < SQUARES:
        return Placed(square=number, at=at) if is_closed else Lifted(square=number, at=at)
    if number in LEVERS:
        color = LEVERS[number]
        return LeverPressed(color=color, at=at) if is_closed else LeverReleased(color=color, at=at)
    if number < INPUTS:
        button = number - FIRST_BUTTON + 1
        return ButtonPressed(button=button, at=at) if is_closed else ButtonReleased(button=button, at=at)
    return None


class ControllerFound(Struct, frozen=True, kw_only=True):
    """A game controller was plugged in."""

    name: str


class ControllerLost(Struct, frozen=True, kw_only=True):
    """A game controller is gone."""

    name: str


ControllerReport: TypeAlias = LeverPressed | LeverReleased | ButtonPressed | ControllerFound | ControllerLost
