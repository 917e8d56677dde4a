"""What the hall does by itself: signs of life, by which it knows afterwards how long it was closed; and tidying up."""

import contextlib
from collections.abc import Callable

from access_chess.edge.hall.alarm import Alarm
from access_chess.edge.hall.database import HallDatabase
from access_chess.session.ports import StorageError

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
