"""A pegged sensor board as the program sees it, whatever it is: at a port, in the emulator, or made of values."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

import chess
from msgspec import Struct

if TYPE_CHECKING:  # the wire is needed only where there is a board
    from access_chess.board.wire.reports import BoardReport

NO_BOARD = "none"  # what is typed where none is wanted
#: Told of every report, in the board's own thread: it must return at once, as a queue's `put` does.
Listener: TypeAlias = Callable[["BoardReport"], None]


class SensorBoard(Protocol):
    """A board. Its reports go to the listener; commands return at once, and are lost while it is not connected."""

    @property
    def is_connected(self) -> bool:
        """Is the whole state of a board known?"""
        ...

    @property
    def occupancy(self) -> chess.SquareSet:
        """The squares with a peg in their aperture, as last heard."""
        ...

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        """Turn servo 0 to 3 to a pulse of 500 to 2500 µs, at `slew` µs a second (0: at once); pulse 0 lets it go."""
        ...

    def buzz(self, hertz: int, milliseconds: int) -> None:
        """Sound the buzzer."""
        ...

    def vouch(self) -> None:
        """Have the board tell soon that nothing else has happened: a `Quiet` follows, or what did happen."""
        ...

    def give_number(self, number: int) -> None:
        """Let the board keep this number, by which two boards are told apart."""
        ...

    def close(self) -> None:
        """Let the board go."""
        ...


class SimulatedHand(Protocol):
    """What a hand does on a board that is not there: for the demonstration and for tests."""

    def lift(self, square: chess.Square) -> None:
        """A peg leaves its aperture."""
        ...

    def place(self, square: chess.Square) -> None:
        """A peg goes into an aperture."""
        ...

    def set_up(self, occupied: chess.SquareSet) -> None:
        """Pegs in exactly these apertures."""
        ...

    def press(self, color: chess.Color) -> None:
        """A player's lever goes down, and stays."""
        ...

    def release(self, color: chess.Color) -> None:
        """A player's lever comes up."""
        ...

    def push(self, button: int, *, down: bool) -> None:
        """Button 1 to 4."""
        ...


class EmulatedBoard(Struct, frozen=True):
    """A board that is not there, the hand that plays on it, and why it is not the real firmware (empty: it is)."""

    board: SensorBoard
    hand: SimulatedHand
    why_not_firmware: str = ""


#: What a hand is to do, and what a typed line has it do: None where it is no such line.
HandDeed: TypeAlias = Callable[[SimulatedHand], None]
HandOf: TypeAlias = Callable[[str], HandDeed | None]


class BoardDriver(Struct, frozen=True, kw_only=True):
    """One kind of board: which names mean it, and how it is opened.

    `example` is such a name; `is_there` tells whether it can be opened now (True where nobody can know); `open` takes
    the name, who is told of its reports, and the pegs with which a board that is not there begins.
    """

    example: str
    is_meant: Callable[[str], bool]
    is_there: Callable[[str], bool]
    open: Callable[[str, Listener, chess.SquareSet], "SensorBoard | EmulatedBoard"]


def hand_of(line: str) -> HandDeed | None:
    """What a typed command has the hand do; None where it is none."""
    match line.split():
        case ["lift", name] if name in chess.SQUARE_NAMES:
            return lambda hand: hand.lift(chess.parse_square(name))
        case ["place", name] if name in chess.SQUARE_NAMES:
            return lambda hand: hand.place(chess.parse_square(name))
        case ["press", "white" | "black" as color]:
            return lambda hand: hand.press(color == "white")
        case ["release", "white" | "black" as color]:
            return lambda hand: hand.release(color == "white")
        case ["press" | "release" as verb, "1" | "2" | "3" | "4" as button]:
            return lambda hand: hand.push(int(button), down=verb == "press")
    return None


def move_hand(hand: SimulatedHand, words: list[str]) -> None:
    """One typed command, or nothing; raises ValueError when it is none."""
    deed = hand_of(" ".join(words))
    if deed is not None:
        deed(hand)
    elif words:
        raise ValueError(f"expected a command of the hand, got {words!r}")
