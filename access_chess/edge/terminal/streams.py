"""Standard input and output of this process, made so that nothing that is read or written can break the program."""

import contextlib
import io
import os
import sys
from typing import TextIO

from access_chess.edge.terminal.text import SPELT, between_words, shown_lines


class SafeOutput(io.TextIOBase):
    """A text stream that shows what would steer a terminal, and spells letters that its encoding does not have."""

    def __init__(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=SPELT)
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a base class says it is a plain attribute
        """That of the stream."""
        return self._stream.encoding

    def write(self, text: str, /) -> int:
        """Write it."""
        self._stream.write(between_words(shown_lines(text), self._columns()))
        return len(text)

    def _columns(self) -> int:
        """Of the terminal that it is; 0 where it is none, or does not know."""
        try:
            return os.get_terminal_size(self._stream.fileno()).columns if self._stream.isatty() else 0
        except (OSError, ValueError):
            return 0

    def flush(self) -> None:
        """Let it be read now."""
        if not self._stream.closed:
            self._stream.flush()

    def fileno(self) -> int:
        """The number that the system has given it."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """It is."""
        return True


def make_streams_safe() -> None:
    """Once, at the start of the program: what was closed is empty, and what is no text is read with signs for it.

    A number of a closed stream would else be given to the next file that is opened, such as the journal.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):  # what cannot even be opened stays away
                _open_nothing(number)
                setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sys.stdout, sys.stderr = _safe(sys.stdout), _safe(sys.stderr)


def _open_nothing(number: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def _safe(stream: TextIO) -> TextIO:
    return stream if stream is None else SafeOutput(stream)  # type: ignore[return-value]
