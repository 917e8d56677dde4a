"""Lines from a pipe: who reads them, and in which order; lines that are written, and who waits for them."""

import io
import os
import queue
import threading
from collections.abc import Callable

import pytest

from access_chess.edge.terminal.plain import PlainTerminal, StandardOutput
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import Entered

PATIENCE = 60.0  # seconds until a test gives up waiting for a line
IN_ADVANCE = "language de\nzug\nmr: चाल\n".encode()


class Memory(io.TextIOWrapper):
    """What is read without a file, as where a test types."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(IN_ADVANCE), encoding="utf-8")


def piped() -> io.TextIOWrapper:
    theirs, ours = os.pipe()
    os.write(ours, IN_ADVANCE)
    os.close(ours)
    return os.fdopen(theirs, encoding="utf-8")


@pytest.mark.parametrize("source", [piped, Memory])
def test_one_terminal_goes_on_where_the_one_before_has_stopped(
    monkeypatch: pytest.MonkeyPatch, source: Callable[[], io.TextIOWrapper]
) -> None:
    """Another language is another terminal, and what was written in advance is for it."""
    read = source()
    monkeypatch.setattr("sys.stdin", read)
    lines: list[str | None] = []
    for _ in range(4):
        inbox: queue.SimpleQueue[Entered | None] = queue.SimpleQueue()
        PlainTerminal(inbox.put, monotonic_clock).proceed()
        entered = inbox.get(timeout=PATIENCE)
        lines.append(None if entered is None else entered.text)
    assert lines == ["language de", "zug", "mr: चाल", None]
    read.close()


class StandingScreen(io.StringIO):
    """Shows nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = threading.Event()

    def write(self, text: str, /) -> int:
        self.goes_on.wait(PATIENCE)
        return super().write(text)


def test_a_screen_that_stands_still_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    standing = StandingScreen()
    monkeypatch.setattr("sys.stdout", standing)
    screen = StandardOutput(lambda: None)
    for line in ("one", "two"):
        print(line, file=screen, flush=True)
    assert standing.getvalue() == ""
    standing.goes_on.set()
    screen.close()
    assert standing.getvalue() == "one\ntwo\n"
