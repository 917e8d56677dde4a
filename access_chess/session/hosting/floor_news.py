"""What happens on all boards of a floor, in one order, and what an arbiter who rules has seen of it."""

from datetime import datetime

from msgspec import Struct

from access_chess.hall.attention import Need
from access_chess.hall.orders import Order
from access_chess.laws.events import Event
from access_chess.laws.game import Game


class News(Struct, frozen=True, kw_only=True):
    """One event of one board. `count` numbers all news from 1, `number` the events of the board's game.

    `raised` are the needs that it brought.
    """

    count: int
    board: int
    number: int
    wall: datetime
    event: Event
    before: Game
    after: Game
    raised: tuple[Need, ...] = ()


class Seen(Struct, frozen=True, kw_only=True):
    """What an arbiter knows of: the news up to a count, and those of `told`, which came as answers to their orders."""

    count: int
    told: frozenset[int] = frozenset()

    def has(self, news: News) -> bool:
        """Whether they know of it."""
        return news.count <= self.count or news.count in self.told


class Ruled(Struct, frozen=True, kw_only=True):
    """What came of a ruling: the events, an order that is on its way, or the news because of which it was not done.

    `refused` is the phrase of what cannot be done at this board. `was_done`: by the same ticket, before.
    """

    news: tuple[News, ...] = ()
    order: Order | None = None
    is_stale: bool = False
    refused: str = ""
    was_done: bool = False
