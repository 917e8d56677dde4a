"""What the arbiter has to know of the ways to the boards, counted in the order in which it came."""

import threading

from access_chess.hall.records import Noticed
from access_chess.session.hosting.station_ports import Notice, NoticeKind

MOST = 1000  # the oldest are forgotten


class Notices:
    """May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notices: list[Notice] = []
        self._count = 0

    def add(self, record: Noticed) -> None:
        """One more."""
        with self._lock:
            self._count += 1
            kind = NoticeKind(record.notice)
            notice = Notice(count=self._count, board=record.board, kind=kind, wall=record.wall, number=record.number)
            self._notices = [*self._notices[-MOST + 1 :], notice]

    def after(self, count: int) -> tuple[Notice, ...]:
        """Those after the one of this count."""
        with self._lock:
            return tuple(notice for notice in self._notices if notice.count > count)
