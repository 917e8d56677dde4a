"""What the hall does by itself, when a time has come: an alarm's thread, which otherwise sleeps, calls it.

What may wait for the disk is done beside that thread, so that no game waits for another's.
"""

import heapq
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from access_chess.machine_clock import monotonic_clock
from access_chess.play.messages import Act


class Alarm:
    """Calls what it was asked to, each once and none too early, until it is closed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="alarm", daemon=True)
        self._thread.start()

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        """Call this in so many seconds."""
        with self._changed:
            heapq.heappush(self._waiting, (_now() + seconds, next(self._order), act))
            self._changed.notify()

    def close(self) -> None:
        """Call what is due by now, and then nothing any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while (act := self._next()) is not None:
            act()

    def _next(self) -> Callable[[], None] | None:
        with self._changed:
            while True:
                left = self._waiting[0][0] - _now() if self._waiting else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._waiting)[2]
                if self._is_closed:
                    return None
                self._changed.wait(left)


#: At the same time: so many signs of life are written together, and a game that hangs holds no other up.
MOST_AT_ONCE = 32


class Waking:
    """Wakes the games of a hall, in threads that they share."""

    def __init__(self) -> None:
        self._alarm = Alarm()
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="games")

    def after(self, seconds: float, act: Act) -> None:
        """Call this in so many seconds, from the alarm's own thread: it takes no time."""
        self._alarm.after(seconds, act)

    def soon(self, act: Callable[[], object]) -> None:
        """Do this in a thread of its own."""
        self._threads.submit(act)

    def close(self) -> None:
        """Wake nobody any more."""
        self._alarm.close()
        self._threads.shutdown()


def _now() -> float:
    return monotonic_clock().total_seconds()
