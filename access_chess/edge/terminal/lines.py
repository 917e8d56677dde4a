"""Line input for screen readers and braille displays: plain lines in, plain lines out, no cursor tricks.

Lines come from a thread of their own, so that other inputs (a voice) can reach the same place; the next line is read
only after the last one has been dealt with. Where the system has line editing, the arrow key brings back what was
typed, so that a wrong entry can be mended.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TextIO


class Lines:
    """Reads lines into an inbox; `proceed` after each. The end of the input is None."""

    def __init__(self, inbox: Callable[[str | None], None], stream: TextIO | None = None) -> None:
        self._inbox = inbox
        self._stream = sys.stdin if stream is None else stream
        self._proceed = threading.Semaphore(1)
        threading.Thread(target=self._run, name="lines", daemon=True).start()

    @property
    def is_typed(self) -> bool:
        """Whether a person types, and not a file or a pipe is read."""
        return self._stream.isatty()

    def proceed(self) -> None:
        """The last line has been dealt with: the next may be read."""
        self._proceed.release()

    def _run(self) -> None:
        read = _edited_line if self.is_typed and self._stream is sys.stdin else self._stream.readline
        while True:
            self._proceed.acquire()
            line = read()
            self._inbox(line.rstrip("\r\n") if line else None)
            if not line:
                return


def _edited_line() -> str:
    """A line with the system's own editing; empty at the end of the input."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  its import gives `input` a history
    try:
        return input() + "\n"
    except EOFError:
        return ""


class StandardOutput:
    """Where lines are written.

    Whoever reads them may go away, as in `| head -1`: then no more is written, and `on_gone` is called once, in the
    thread that wrote.
    """

    def __init__(self, on_gone: Callable[[], None]) -> None:
        self._on_gone = on_gone
        self.is_gone = False

    def write(self, text: str, /) -> None:
        """Write it, if anybody reads it."""
        self._try(lambda: sys.stdout.write(text))

    def flush(self) -> None:
        """Let it be read now."""
        self._try(sys.stdout.flush)

    def _try(self, do: Callable[[], object]) -> None:
        if self.is_gone:
            return
        try:
            do()
        except BrokenPipeError:
            self.is_gone = True
            self._on_gone()


def drop_output() -> None:
    """Nobody reads standard output any more: what is still in its buffer goes nowhere, and nothing complains of it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def kept_terminal() -> Iterator[None]:
    """Leave the terminal as it was found, even when the program ends while a line is being edited."""
    restore = _restorer()
    try:
        yield
    finally:
        restore()


def _restorer() -> Callable[[], None]:
    """What brings the terminal back to how it is now; nothing where there is none."""
    try:
        import termios
    except ImportError:  # Windows keeps it by itself
        return lambda: None
    try:
        before = termios.tcgetattr(sys.stdin)
    except (OSError, ValueError, termios.error):
        return lambda: None
    return lambda: termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
