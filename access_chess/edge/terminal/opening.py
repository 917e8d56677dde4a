"""The terminal of this process, with the best that it can do; and leaving it as it was found."""

import contextlib
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from types import FrameType
from typing import Any, Protocol

from access_chess.edge.terminal.edited import EditedTerminal, NoEditorError
from access_chess.edge.terminal.plain import PlainTerminal
from access_chess.laws.clock import Instant
from access_chess.session.ports import Entered


class Terminal(Protocol):
    """Lines or keys come from it, one for each `proceed`; lines are written to it."""

    @property
    def is_typed(self) -> bool:
        """Whether a person types, and not a file or a pipe is read."""
        ...

    def proceed(self, *, with_line: bool = True) -> None:
        """The last line has been dealt with: read the next, or the next key."""
        ...

    def watch(self, on_waiting: Callable[[], None], /) -> None:
        """Have this called with each entry, and where the last one has not been dealt with for long."""
        ...

    def write(self, text: str, /) -> None:
        """Show what was said."""
        ...

    def flush(self) -> None:
        """Nothing is held back."""
        ...

    def close(self) -> None:
        """Leave the terminal as it was found."""
        ...

    @property
    def failure(self) -> OSError | None:
        """Why nothing more could be written, if it was so."""
        ...


def open_terminal(
    inbox: Callable[[Entered | None], None],
    now: Callable[[], Instant],
    *,
    on_key: Callable[[], None] = lambda: None,
    is_by_line: bool = False,
    at_any_time: Collection[str] = (),
) -> Terminal:
    """With a line editor where there is one, else plain lines. Nothing is read before `proceed`.

    With `is_by_line` only lines are read, even where a key is asked for. The keys of `at_any_time` are entered while a
    line is typed, too, where there is an editor.
    """
    try:
        return EditedTerminal(inbox, now, on_key=on_key, is_by_line=is_by_line, at_any_time=at_any_time)
    except NoEditorError:
        return PlainTerminal(inbox, now, is_by_line=is_by_line)


@contextlib.contextmanager
def kept_terminal() -> Iterator[None]:
    """Leave the terminal as it was found, even when the program is told to end while a line is being edited."""
    restore = _restorer()
    with _ended_in_order():
        try:
            yield
        finally:
            restore()


class Terminated(SystemExit):
    """Somebody has asked the program to end; the exit status is the one that shells give for it."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


@contextlib.contextmanager
def _ended_in_order() -> Iterator[None]:
    def end(number: int, _frame: FrameType | None) -> None:
        raise Terminated(number)

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread, which alone gets signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def told_to_end(leave: Callable[[], None]) -> Iterator[None]:
    """Control-C, and the request to end, call `leave` and tear nothing; a second one is the system's, for a disk that
    hangs. Raises Terminated behind it all where that was the request.
    """
    asked: list[int] = []

    def heed(number: int, _frame: FrameType | None) -> None:
        for each in before:
            signal.signal(each, before[each])
        asked.append(number)
        leave()

    before: dict[signal.Signals, Any] = {}
    try:
        for each in (signal.SIGINT, signal.SIGTERM):
            before[each] = signal.signal(each, heed)
    except ValueError:  # not the main thread, which alone gets signals
        yield
        return
    try:
        yield
    finally:
        for each in before:
            signal.signal(each, before[each])
    if signal.SIGTERM in asked:
        raise Terminated(signal.SIGTERM)


def _restorer() -> Callable[[], None]:
    """What brings the terminal back to how it is now; nothing where there is none."""
    try:
        import termios
    except ImportError:  # Windows keeps it by itself
        return lambda: None
    try:
        before = termios.tcgetattr(sys.stdin)
    except (AttributeError, OSError, ValueError, termios.error):
        return lambda: None

    def restore() -> None:
        with contextlib.suppress(termios.error):  # it has gone
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)

    return restore
