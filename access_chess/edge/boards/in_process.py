"""A board made of values inside this program, for machines that cannot run the firmware's emulator."""

import threading
import time
from collections.abc import Callable

import chess

from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.board.wire.frames import BLACK_LEVER, FIRST_BUTTON, WHITE_LEVER
from access_chess.board.wire.simulated_board import ModelBoard, passed, received, standing, started, touched
from access_chess.edge.boards.serial_board import PortGoneError, SerialBoard, Transport

START = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8)
WAIT = 0.01  # seconds that a read waits for the first byte, as at a serial port


def in_process_board(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
    """A board made of values behind the real driver: no tools are needed, and nothing waits."""
    model = InProcessBoard(occupied)
    return EmulatedBoard(SerialBoard(listener, port="in-process", open_port=lambda port: model.open()), model)


class InProcessBoard:
    """The board made of values, with this machine's clock, a hand, and a port that the driver opens."""

    def __init__(self, occupied: chess.SquareSet = START) -> None:
        self._board: ModelBoard = standing(occupied)
        self._sent = b""
        self._changed = threading.Condition()
        self._started = time.monotonic()
        self._is_plugged = True
        self._do(lambda at_ms: started(self._board))

    def open(self) -> Transport:
        """Its port. Raises PortGoneError while it is unplugged."""
        if not self._is_plugged:
            raise PortGoneError("unplugged")
        self._sent = b""
        return self

    def read(self) -> bytes:
        """What the board has sent; waits a moment for the first byte. Raises PortGoneError."""
        self._do(lambda at_ms: passed(self._board, at_ms=at_ms))
        with self._changed:
            if not self._sent:
                self._changed.wait(WAIT)
            sent, self._sent = self._sent, b""
        if not self._is_plugged:
            raise PortGoneError("unplugged")
        return sent

    def write(self, data: bytes) -> None:
        """Bytes for the board. Raises PortGoneError."""
        if not self._is_plugged:
            raise PortGoneError("unplugged")
        self._do(lambda at_ms: received(self._board, data, at_ms=at_ms))

    def close(self) -> None:
        """The driver has closed the port; the board stays."""

    def plug(self, *, is_plugged: bool) -> None:
        """Pull the cable, or put it in again, which starts the board anew."""
        if is_plugged:
            self._started = time.monotonic()
            self._do(lambda at_ms: started(self._board))
        self._is_plugged = is_plugged

    def lift(self, square: chess.Square) -> None:
        """A peg leaves its aperture."""
        self._touch(square, is_closed=False)

    def place(self, square: chess.Square) -> None:
        """A peg goes into an aperture."""
        self._touch(square, is_closed=True)

    def set_up(self, occupied: chess.SquareSet) -> None:
        """Pegs in exactly these apertures."""
        for square in chess.SQUARES:
            self._touch(square, is_closed=square in occupied)

    def press(self, color: chess.Color) -> None:
        """A player's lever goes down, and stays."""
        self._touch(WHITE_LEVER if color else BLACK_LEVER, is_closed=True)

    def release(self, color: chess.Color) -> None:
        """A player's lever comes up."""
        self._touch(WHITE_LEVER if color else BLACK_LEVER, is_closed=False)

    def push(self, button: int, *, down: bool) -> None:
        """Button 1 to 4 goes down, or comes up."""
        self._touch(FIRST_BUTTON + button - 1, is_closed=down)

    def _touch(self, number: int, *, is_closed: bool) -> None:
        self._do(lambda at_ms: touched(self._board, number, is_closed, at_ms=at_ms))

    def _do(self, step: Callable[[int], tuple[ModelBoard, bytes]]) -> None:
        with self._changed:
            self._board, sent = step(int((time.monotonic() - self._started) * 1000))
            self._sent += sent
            self._changed.notify_all()
