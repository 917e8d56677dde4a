"""Where the lines of a command go."""

from collections.abc import Sequence
from dataclasses import dataclass

from access_chess.edge.terminal.opening import Terminal
from access_chess.session.ports import Screen


@dataclass(frozen=True)
class Screens:
    """Several screens that show the same lines: a window, and the terminal beside it with its braille display."""

    screens: Sequence[Screen]

    def write(self, text: str, /) -> None:
        """Show it on each."""
        for screen in self.screens:
            screen.write(text)

    def flush(self) -> None:
        """Let it be read now."""
        for screen in self.screens:
            screen.flush()


def tell_failure(terminal: Terminal) -> None:
    """Raise what has kept lines from being written, once all else has been done."""
    if terminal.failure is not None:
        raise terminal.failure
