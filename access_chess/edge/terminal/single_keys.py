"""Keys of a plain terminal, each stamped as it is pressed, and whole lines where one is asked for."""

import queue
import sys
import threading
from collections.abc import Callable
from typing import Any

from access_chess.laws.clock import Instant
from access_chess.session.ports import Entered


class SingleKeys:
    """Reads keys into an inbox; `proceed` after each, and ask for a line or for a key. The end of the input is None.

    Where no person types (a pipe, a file), or with `is_by_line`, everything is lines.
    """

    def __init__(
        self, inbox: Callable[[Entered | None], None], now: Callable[[], Instant], *, is_by_line: bool
    ) -> None:
        self._inbox = inbox
        self._now = now
        self.is_typed = sys.stdin.isatty()
        self._is_by_line = is_by_line or not self.is_typed
        self._wanted: queue.SimpleQueue[bool] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="keys", daemon=True).start()

    def proceed(self, *, with_line: bool) -> None:
        """Read the next key, or a whole line."""
        self._wanted.put(with_line)

    def _run(self) -> None:
        terminal = _Terminal()
        while True:
            with_line = self._wanted.get() or self._is_by_line
            text = terminal.line() if with_line else terminal.key()
            self._inbox(Entered(text=text.rstrip("\r\n"), at=self._now(), is_key=not with_line) if text else None)
            if not text:
                return


class _Terminal:
    """Standard input, in the system's line mode, or key by key without an echo."""

    def __init__(self) -> None:
        self._line_mode: list[Any] | None = None  # how to get back to it

    def line(self) -> str:
        if self._line_mode is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSANOW, self._line_mode)
            self._line_mode = None
        return sys.stdin.readline()

    def key(self) -> str:
        try:
            import termios
            import tty
        except ImportError:
            import msvcrt

            return str(msvcrt.getwch())  # type: ignore[attr-defined]
        if self._line_mode is None:
            self._line_mode = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin, termios.TCSANOW)
        return sys.stdin.read(1)
