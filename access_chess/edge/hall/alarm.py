"""What the hall does by itself, called when a time has come by a thread that otherwise sleeps: signs of life, by which
it knows afterwards how long it was closed; and tidying up.
"""

import contextlib
import heapq
import itertools
import threading
from collections.abc import Callable

from access_chess.edge.hall.database import HallDatabase
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import StorageError


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
        """Call nothing any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while (act := self._next()) is not None:
            act()

    def _next(self) -> Callable[[], None] | None:
        with self._changed:
            while not self._is_closed:
                if not self._waiting:
                    self._changed.wait()
                elif (left := self._waiting[0][0] - _now()) > 0:
                    self._changed.wait(left)
                else:
                    return heapq.heappop(self._waiting)[2]
            return None


def _now() -> float:
    return monotonic_clock().total_seconds()


TIDIED = 10.0  # seconds: games that nobody needs are to be gone within a minute
EACH = 60.0  # seconds: what is shorter than some minutes costs nobody anything


class Life:
    """Keeps a sign of life each minute and lets games go that nobody needs any more, until it is closed."""

    def __init__(self, database: HallDatabase, let_go: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._let_go = let_go
        self._alarm, self._tidying = Alarm(), Alarm()
        self._beat()
        self._tidying.after(TIDIED, self._tidy)

    def close(self) -> None:
        """The hall closes."""
        self._alarm.close()
        self._tidying.close()
        self._live()

    def _beat(self) -> None:
        self._live()
        self._alarm.after(EACH, self._beat)

    def _tidy(self) -> None:
        self._let_go()
        self._tidying.after(TIDIED, self._tidy)

    def _live(self) -> None:
        with contextlib.suppress(StorageError):  # a full disk is told of where something has to be kept
            self._database.live()
