"""What happens on all boards of a floor, in one order, and what an arbiter who rules has seen of it.

The disk under all of them is told of once where it fails, and once where it is well again.
"""

import threading
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from access_chess.hall.rules.attention import Need
from access_chess.hall.rules.orders import Order
from access_chess.laws.events import Event
from access_chess.session.ports import JournalError, Recorded


class News(Struct, frozen=True, kw_only=True):
    """One event of one board, at this wall time. `count` numbers all news from 1. `raised` are the needs it brought."""

    count: int
    board: int
    wall: datetime
    recorded: Recorded
    raised: tuple[Need, ...] = ()

    @property
    def event(self) -> Event:
        """What has happened."""
        return self.recorded.event


class Seen(Struct, frozen=True, kw_only=True):
    """What an arbiter knows of: the news up to a count, and those of `told`, which came as answers to their orders."""

    count: int
    told: frozenset[int] = frozenset()

    def has(self, news: News) -> bool:
        """Whether they know of it."""
        return news.count <= self.count or news.count in self.told


class Ruled(Struct, frozen=True, kw_only=True):
    """What came of a ruling: the events, an order that is on its way, or the news because of which it was not done.

    `refused` is the phrase of why it cannot be done at this board.
    """

    news: tuple[News, ...] = ()
    order: Order | None = None
    is_stale: bool = False
    refused: str = ""


class DiskNews(Struct, frozen=True, kw_only=True):
    """What has become of the disk: why it fails, or None where it is well again; counted from 1."""

    count: int
    failure: JournalError | None


class HallDisk:
    """What all games of a hall have found the disk to be. May be used from any thread."""

    def __init__(self, on_news: Callable[[], None]) -> None:
        self._on_news = on_news
        self._changing = threading.Lock()
        self._failing: set[int] = set()  # the games of which not everything is kept
        self._last: DiskNews | None = None

    def fail(self, game: int, error: JournalError) -> None:
        """What is played in this game cannot be kept."""
        with self._changing:
            is_news = not self._failing
            self._failing.add(game)
            if is_news:
                self._tell(error)
        if is_news:
            self._on_news()

    def be_well(self, game: int) -> None:
        """All of this game is kept, after all."""
        with self._changing:
            is_news = game in self._failing and len(self._failing) == 1
            self._failing.discard(game)
            if is_news:
                self._tell(None)
        if is_news:
            self._on_news()

    def news(self, after: int) -> DiskNews | None:
        """How it stands, where that has changed since the news of this count; a newcomer hears of a failing disk."""
        with self._changing:
            last = self._last
        return last if last is not None and last.count > after and (after or last.failure is not None) else None

    def _tell(self, failure: JournalError | None) -> None:
        self._last = DiskNews(count=1 if self._last is None else self._last.count + 1, failure=failure)
