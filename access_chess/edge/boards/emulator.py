"""A board that is not there: the real firmware in its emulator, or, where that cannot be built, one made of values.

Both stand at a port and speak the same frames; the driver does not know the difference.
"""

import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import chess

from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.board.wire.frames import BLACK_LEVER, FIRST_BUTTON, WHITE_LEVER
from access_chess.board.wire.simulated_board import ModelBoard, passed, received, standing, started, touched
from access_chess.edge.boards.firmware import Built, NoEmulatorError, build
from access_chess.edge.boards.serial_board import PortGoneError, SerialBoard, Transport

START = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8)
WAIT = 0.01  # seconds that a read waits for the first byte, as at a serial port
QUIT_TIMEOUT = 5.0  # seconds


def emulated_board(listener: Listener, *, occupied: chess.SquareSet = START) -> EmulatedBoard:
    """A board with pegs in these apertures, and the hand that plays on it."""
    try:
        return _with_firmware(listener, build(), occupied)
    except NoEmulatorError as error:
        model = InProcessBoard(occupied)
        board = SerialBoard(listener, port="in-process", open_port=lambda port: model.open())
        return EmulatedBoard(board, model, str(error))


def _with_firmware(listener: Listener, made: Built, occupied: chess.SquareSet) -> EmulatedBoard:
    sim = BoardSimProcess(made, occupied)
    return EmulatedBoard(_OwnedBoard(listener, sim), sim)


class BoardSimProcess:
    """`board_sim` in real time, with its port in a folder of its own. It ends with `close`, or with this program.

    `control`, if given, is where a socket is made that takes the commands of `hardware/README.md` from others.
    """

    def __init__(self, made: Built, occupied: chess.SquareSet = START, *, control: Path | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="access_chess_board_")
        self.port = str(Path(self._folder.name) / "port")
        command = [str(made.board_sim), "--firmware", str(made.firmware), "--link", self.port, "--pace"]
        command += ["--control", str(control)] if control else []
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._lock = threading.Lock()
        assert self._process.stdout is not None
        self._process.stdout.readline()  # "ready"
        self.set_up(occupied)

    def tell(self, command: str) -> str:
        """One command of `hardware/README.md`; its answer. Raises ValueError with the answer to a wrong one."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().strip()
        if not answer.startswith("ok"):
            raise ValueError(f"board_sim refuses {command!r}: {answer}")
        return answer.removeprefix("ok").strip()

    def lift(self, square: chess.Square) -> None:
        self.tell(f"lift {chess.square_name(square)}")

    def place(self, square: chess.Square) -> None:
        self.tell(f"place {chess.square_name(square)}")

    def set_up(self, occupied: chess.SquareSet) -> None:
        """Pegs in exactly these apertures."""
        self.tell(f"squares {int(occupied):016x}")

    def press(self, color: chess.Color) -> None:
        """A player's lever goes down, and stays."""
        self.tell(f"press {chess.COLOR_NAMES[color]}")

    def release(self, color: chess.Color) -> None:
        """A player's lever comes up."""
        self.tell(f"release {chess.COLOR_NAMES[color]}")

    def push(self, button: int, *, down: bool) -> None:
        """Button 1 to 4 goes down, or comes up."""
        self.tell(f"{'press' if down else 'release'} {button}")

    def close(self) -> None:
        """End the emulator: for the driver, the cable is pulled."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(QUIT_TIMEOUT)
        self._process.stdout.close()
        self._folder.cleanup()


class _OwnedBoard(SerialBoard):
    """The driver of an emulated board, which ends with it."""

    def __init__(self, listener: Listener, sim: BoardSimProcess) -> None:
        self._sim = sim
        super().__init__(listener, port=sim.port)

    def close(self) -> None:
        """Let the board go, and end its emulator."""
        super().close()
        self._sim.close()


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
        self._touch(square, is_closed=False)

    def place(self, square: chess.Square) -> None:
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


def in_process_board(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
    """A board made of values behind the real driver: no tools are needed, and nothing waits."""
    model = InProcessBoard(occupied)
    return EmulatedBoard(SerialBoard(listener, port="in-process", open_port=lambda port: model.open()), model)
