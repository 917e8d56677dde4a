"""Standard output as plain lines, for whoever reads it: a pipe, a file, a terminal without an editor."""

import contextlib
import os
import sys
from collections.abc import Callable


class StandardOutput:
    """Where lines are written.

    Whoever reads them may go away, as in `| head -1`: then `on_gone` is called once, in the thread that wrote. A disk
    may be full: then what is spoken goes on, and `failure` tells why nothing more is written.
    """

    def __init__(self, on_gone: Callable[[], None]) -> None:
        self._on_gone = on_gone
        self.failure: OSError | None = None

    def write(self, text: str, /) -> None:
        """Write it, if anybody reads it."""
        self._try(lambda: sys.stdout.write(text))

    def flush(self) -> None:
        """Let it be read now."""
        self._try(sys.stdout.flush)

    def _try(self, do: Callable[[], object]) -> None:
        if self.failure is not None:
            return
        try:
            do()
        except OSError as error:
            self.failure = error
            drop_output()
            if isinstance(error, BrokenPipeError):
                self._on_gone()


def drop_output() -> None:
    """Nobody reads standard output any more: what is still in its buffer goes nowhere, and nothing complains of it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
