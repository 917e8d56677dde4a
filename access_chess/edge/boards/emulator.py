"""A board that is not there: the real firmware in its emulator, or, where that cannot be built, one made of values.

Both stand at a port and speak the same frames; the driver does not know the difference.
"""

import subprocess
import tempfile
import threading
from pathlib import Path

import chess
from msgspec.structs import replace

from access_chess.board.ports import BoardDriver, EmulatedBoard, Listener
from access_chess.edge.boards.firmware import Built, NoEmulatorError, build
from access_chess.edge.boards.in_process import START, in_process_board
from access_chess.edge.boards.serial_board import SerialBoard

NAME = "emulator"
QUIT_TIMEOUT = 5.0  # seconds


def emulated_board(listener: Listener, *, occupied: chess.SquareSet = START) -> EmulatedBoard:
    """A board with pegs in these apertures, and the hand that plays on it."""
    try:
        return _with_firmware(listener, build(), occupied)
    except NoEmulatorError as error:
        return replace(in_process_board(listener, occupied), why_not_firmware=str(error))


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
        """A peg leaves its aperture."""
        self.tell(f"lift {chess.square_name(square)}")

    def place(self, square: chess.Square) -> None:
        """A peg goes into an aperture."""
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


DRIVER = BoardDriver(
    example=NAME,
    is_meant=lambda name: name == NAME,
    is_there=lambda name: True,
    open=lambda name, listener, occupied: emulated_board(listener, occupied=occupied),
)
