"""The kinds of boards that there are. To add one: a file with its `DRIVER`, and its line here."""

import chess

from access_chess.board.ports import NO_BOARD, BoardDriver, EmulatedBoard, Listener, SensorBoard
from access_chess.edge.boards import emulator, serial_board
from access_chess.session.ports import NoBoardError

MOST_BOARDS = 2
#: In the order in which they are asked whether a name means them.
DRIVERS: tuple[BoardDriver, ...] = (
    emulator.DRIVER,
    serial_board.DRIVER,
)


def driver_of(name: str) -> BoardDriver:
    """The kind of board that this name means. Raises NoBoardError."""
    driver = next((driver for driver in DRIVERS if driver.is_meant(name)), None)
    if driver is None:
        example = DRIVERS[-1].example
        raise NoBoardError("board_no_serial", name=repr(name), example=example)
    return driver


def named_boards(text: str) -> tuple[str, ...]:
    """One board or two with a comma between, each a port or the emulator. Raises NoBoardError.

    >>> named_boards("emulator")
    ('emulator',)
    """
    names = tuple(name.strip() for name in text.split(","))
    if len(names) > MOST_BOARDS or not all(names) or NO_BOARD in names:
        raise NoBoardError("board_names", text=repr(text))
    for name in names:
        if not driver_of(name).is_there(name):
            raise NoBoardError("board_no_port", name=repr(name))
    return names


def open_board(name: str, listener: Listener, occupied: chess.SquareSet) -> SensorBoard | EmulatedBoard:
    """The board of this name; one that is not there begins with these pegs. Raises NoBoardError."""
    return driver_of(name).open(name, listener, occupied)
