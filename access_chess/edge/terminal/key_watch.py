"""Speech yields to any key, not only to Enter: the line that is being edited is looked at while it grows."""

import threading
import time
from collections.abc import Callable

#: Seconds between two looks: with the mixer's buffer well within the 50 ms in which a key must silence speech.
LOOK = 0.02


def watch_keys(on_key: Callable[[], None], line: Callable[[], str] | None = None) -> None:
    """Call `on_key` from a thread of its own, soon after each key that changes the line; without end.

    `line` gives the line as typed so far. Where the system has no line editing, nothing is watched.
    """
    line = line or _edited_line()
    if line is not None:
        threading.Thread(target=_watch, args=(on_key, line), name="keys", daemon=True).start()


def _watch(on_key: Callable[[], None], line: Callable[[], str]) -> None:
    before = line()
    while True:
        time.sleep(LOOK)
        now = line()
        if now != before and now:
            on_key()
        before = now


def _edited_line() -> Callable[[], str] | None:
    try:
        import readline
    except ImportError:  # Windows
        return None
    return readline.get_line_buffer
