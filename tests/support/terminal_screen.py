"""A terminal with rows, columns and a cursor, on which a program runs: what a braille display would follow."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pyte

from tests.support.terminal_player import PATIENCE, ROOT, heed_control_c

COLUMNS, ROWS = 40, 24


class TerminalScreen:
    """Runs a command at a terminal of 40 columns; `row` is what stands where the cursor is.

    `size` is what the system says that it has: its rows and columns.
    """

    def __init__(
        self, *command: str, environment: dict[str, str] | None = None, size: tuple[int, int] = (ROWS, COLUMNS)
    ) -> None:
        self.screen = pyte.HistoryScreen(COLUMNS, ROWS, history=1000)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.program = subprocess.Popen(
            [sys.executable, *command], stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, cwd=ROOT,
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(environment or {})}, start_new_session=True,
            preexec_fn=heed_control_c,
        )  # fmt: skip

    @property
    def row(self) -> str:
        """The row in which the cursor is, up to the cursor."""
        return self.screen.display[self.screen.cursor.y][: self.screen.cursor.x]

    @property
    def rows(self) -> list[str]:
        """All rows that are not empty, those that were scrolled away as well."""
        gone = ["".join(row[column].data for column in range(COLUMNS)) for row in self.screen.history.top]
        return [row.rstrip() for row in (*gone, *self.screen.display) if row.strip()]

    @property
    def echoes(self) -> bool:
        """Whether the system shows what is typed, as a shell expects it."""
        return bool(termios.tcgetattr(self.theirs)[3] & termios.ECHO)

    def press(self, keys: str) -> None:
        """Press keys, without Enter."""
        os.write(self._ours, keys.encode())

    def until(self, is_so: Callable[[], bool]) -> None:
        """Read what is written until it is so."""
        while not is_so():
            ready, _, _ = select.select([self._ours], [], [], PATIENCE)
            assert ready, f"waited in vain; the screen shows {self.rows} and the cursor {self.row!r}"
            self._stream.feed(os.read(self._ours, 4096))

    def until_row(self, row: str) -> None:
        """Read until this stands before the cursor."""
        self.until(lambda: self.row == row)

    def tell(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.program.send_signal(number)

    def close(self) -> None:
        """End it, whatever it does."""
        self.program.kill()
        self.program.wait(PATIENCE)
        os.close(self._ours)
        os.close(self.theirs)


def playing(home: Path, *arguments: str) -> TerminalScreen:
    """`access-chess play`, without sound."""
    return TerminalScreen(
        "-m", "access_chess", "play", "--no-sound", *arguments, environment={"ACCESS_CHESS_HOME": str(home)}
    )
