"""The hall's signs of life, by which it knows afterwards how long it was closed."""

import contextlib

from access_chess.edge.hall.alarm import Alarm
from access_chess.edge.hall.database import HallDatabase
from access_chess.session.ports import StorageError

EACH = 60.0  # seconds: what is shorter than some minutes costs nobody anything


class Life:
    """Keeps a sign of life each minute, until it is closed."""

    def __init__(self, database: HallDatabase) -> None:
        self._database = database
        self._alarm = Alarm()
        self._beat()

    def close(self) -> None:
        """The hall closes."""
        self._alarm.close()
        self._live()

    def _beat(self) -> None:
        self._live()
        self._alarm.after(EACH, self._beat)

    def _live(self) -> None:
        with contextlib.suppress(StorageError):  # a full disk is told of where something has to be kept
            self._database.live()
