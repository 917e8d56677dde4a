"""Plain lines, from and to a pipe, a file or a terminal without an editor; single keys where a terminal gives them."""

import codecs
import contextlib
import io
import os
import select
import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from access_chess.edge.terminal.key_names import (
    ESCAPE,
    WINDOWS_FIRST,
    is_begun,
    key_name,
    typed_behind,
    windows_key_name,
    without_keys,
)
from access_chess.edge.terminal.text import decoded
from access_chess.laws.clock import Instant
from access_chess.session.ports import Entered


class StandardOutput:
    """Where lines are written, by a thread of its own: a screen that stands still (Control-S, a pipe that nobody
    reads) holds nobody up.

    The reader may go away, as in `| head -1`: then `on_gone` is called once, in the thread that writes. A disk
    may be full: then what is spoken goes on, and `failure` tells why nothing more is written.
    """

    def __init__(self, on_gone: Callable[[], None]) -> None:
        self._on_gone = on_gone
        self.failure: OSError | None = None
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._writer: threading.Thread | None = None

    def write(self, text: str, /) -> None:
        """Write it in its turn, if anybody reads it. Returns at once."""
        if self._writer is None:
            self._writer = threading.Thread(target=self._write_all, name="screen", daemon=True)
            self._writer.start()
        self._waiting.put(text)

    def flush(self) -> None:
        """What is written is shown soon."""

    def close(self) -> None:
        """Wait until all is shown."""
        if self._writer is not None:
            self._waiting.put(None)
            self._writer.join()
            self._writer = None

    def _write_all(self) -> None:
        while (text := self._waiting.get()) is not None:
            if self.failure is None:
                self._show(text)

    def _show(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            if self._waiting.empty():
                sys.stdout.flush()
        except OSError as error:
            self.failure = error
            drop_output()
            if isinstance(error, BrokenPipeError):
                self._on_gone()


def drop_output() -> None:
    """Nobody reads standard output any more: what is still in its buffer goes nowhere, and nothing complains of it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


LATE = 2.0  # seconds without a call to read the next line
BETWEEN_SIGNS = 0.05  # seconds between the signs of one key


class PlainTerminal(StandardOutput):
    """Reads lines or single keys into an inbox, one for each `proceed`, and writes lines; None is the end of the input.

    Where no person types (a pipe, a file), everything is lines. Whatever goes wrong with the input ends it.
    """

    def __init__(
        self,
        inbox: Callable[[Entered | None], None],
        now: Callable[[], Instant],
        *,
        is_by_line: bool = False,
    ) -> None:
        super().__init__(lambda: inbox(None))
        self._inbox = inbox
        self._now = now
        self._on_waiting: Callable[[], None] = lambda: None
        self.is_typed = sys.stdin.isatty()
        self._is_by_line = is_by_line or not self.is_typed
        self._wanted: SimpleQueue[bool] = SimpleQueue()
        threading.Thread(target=self._run, name="lines", daemon=True).start()

    def watch(self, on_waiting: Callable[[], None]) -> None:
        """Have this called with each entry, and where the last one has not been dealt with for long."""
        self._on_waiting = on_waiting

    def proceed(self, *, with_line: bool = True) -> None:
        """The last entry has been dealt with: read the next line, or a key."""
        self._wanted.put(with_line)

    def _run(self) -> None:
        try:
            keyboard = _Keyboard()
            while True:
                with_line = self._next_wanted() or self._is_by_line
                raw = keyboard.line() if with_line else keyboard.key()
                if not raw:
                    return
                text = without_keys(raw.rstrip("\r\n")) if with_line else raw
                self._on_waiting()
                self._inbox(Entered(text=text, at=self._now(), is_key=not with_line))
        except (OSError, ValueError):  # closed: then nothing more can be entered
            return
        finally:
            self._inbox(None)

    def _next_wanted(self) -> bool:
        while True:
            with contextlib.suppress(Empty):
                return self._wanted.get(timeout=LATE)
            self._on_waiting()


class _Keyboard:
    """Standard input, in the system's line mode, or key by key without an echo.

    It is read without Python's buffer: a thread that waits in that one would hold up the end of the program. And no
    further than the line goes: the next reader in this process, in another language perhaps, goes on from there.
    """

    def __init__(self) -> None:
        try:
            self._file = sys.stdin.fileno()
            self._more: Callable[[], bytes] = lambda: os.read(self._file, 1)
        except io.UnsupportedOperation:  # it is no file: what is read is in memory
            self._more = sys.stdin.buffer.readline
        self._line_mode: list[Any] | None = None  # how to get back to it
        self._behind = ""  # signs that were typed right after Escape

    def line(self) -> str:
        if self._line_mode is not None:
            import termios

            termios.tcsetattr(self._file, termios.TCSANOW, self._line_mode)
            self._line_mode = None
        line = bytearray(self._behind.encode())
        self._behind = ""
        while not line.endswith(b"\n") and (more := self._more()):
            line += more
        return decoded(bytes(line))

    def key(self) -> str:
        try:
            import termios
            import tty
        except ImportError:
            import msvcrt

            first = str(msvcrt.getwch())  # type: ignore[attr-defined]
            if first in WINDOWS_FIRST:
                return windows_key_name(str(msvcrt.getwch()))  # type: ignore[attr-defined]
            return key_name(first)
        if self._line_mode is None:
            self._line_mode = termios.tcgetattr(self._file)
            tty.setcbreak(self._file, termios.TCSANOW)
        if self._behind:
            name, self._behind = self._behind[0], self._behind[1:]
            return name
        letters = codecs.getincrementaldecoder("utf-8")("replace")
        pressed = ""
        while raw := os.read(self._file, 1):
            pressed += letters.decode(raw)
            if is_begun(pressed) and select.select([self._file], [], [], BETWEEN_SIGNS)[0]:
                continue
            if pressed:
                self._behind = typed_behind(pressed)
                return ESCAPE if self._behind else key_name(pressed)
        return ""
