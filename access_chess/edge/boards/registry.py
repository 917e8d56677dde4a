"""The kinds of boards that there are. To add one: a file with its `DRIVER`, and its line here."""

import chess

from access_chess.board.ports import BoardDriver, EmulatedBoard, Listener, SensorBoard
from access_chess.edge.boards import emulator, serial_board
from access_chess.session.ports import NoBoardError

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


def open_board(name: str, listener: Listener, occupied: chess.SquareSet) -> SensorBoard | EmulatedBoard:
    """The board of this name; one that is not there begins with these pegs. Raises NoBoardError."""
    return driver_of(name).open(name, listener, occupied)
