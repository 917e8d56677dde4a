"""What an arbiter is told unasked: what happens on the boards, what stands in their way, what became of orders."""

import itertools
from collections import deque
from collections.abc import Iterable, Iterator

from msgspec import Struct

from access_chess.hall.attention import Need
from access_chess.hall.orders import Order, OrderState
from access_chess.session.hosting.desk_words import DeskWords
from access_chess.session.hosting.floor import Floor
from access_chess.session.hosting.floor_news import News

ANSWERED = 1_000  # news that one desk is known to have had as answers: more than a page can be behind


class Aside(Struct, frozen=True, kw_only=True):
    """Something to be told of a board, or (None) of the hall; `is_need`: because of it the board needs an arbiter."""

    board: int | None
    text: str
    is_need: bool = False


class DeskAsides:
    """What one desk has been told of its floor; what has come to it as an answer is not told again."""

    def __init__(self, floor: Floor, words: DeskWords) -> None:
        self._floor = floor
        self._words = words
        self._known = floor.count
        self._noticed = max((notice.count for notice in floor.notices(0)), default=0)
        self._answered: deque[int] = deque(maxlen=ANSWERED)
        self._outside: set[tuple[int, Need]] = set()
        self._orders: dict[str, Order] = {}
        self._disk = 0

    @property
    def answered(self) -> frozenset[int]:
        """The counts of the news that came as answers: the one who gave the order knows of them."""
        return frozenset(self._answered)

    def answer(self, news: Iterable[News]) -> None:
        """This news is told as the answer to what was ordered."""
        self._answered.extend(each.count for each in news)

    def follow(self, order: Order) -> None:
        """Tell what becomes of this order."""
        self._orders[order.id] = order

    def come(self) -> Iterator[Aside]:
        """What has come since this was asked last."""
        yield from self._of_events()
        yield from self._of_needs()
        yield from self._of_notices()
        yield from self._of_orders()
        yield from self._of_disk()

    def _of_events(self) -> Iterator[Aside]:
        """What has happened on the floor; of one board in one."""
        answered = self.answered
        for number, news in itertools.groupby(self._floor.news(self._known), key=lambda each: each.board):
            told: list[str] = []
            for each in news:
                self._known = each.count
                if each.count in answered:
                    continue
                for need in each.raised:
                    yield Aside(board=number, text=self._words.of_need(number, need, each).text, is_need=True)
                if not each.raised and self._words.is_told(each):
                    told += (part.text for part in self._words.of_news(each))
            if told:
                yield Aside(board=number, text=" ".join(told))

    def _of_needs(self) -> Iterator[Aside]:
        """Boards that cannot be reached, and orders that were not done: no event tells of these."""
        now = [(number, need) for number, need in self._floor.needs() if need.number < 0]
        for number, need in now:
            if (number, need) not in self._outside:
                yield Aside(board=number, text=self._words.of_need(number, need).text, is_need=True)
        self._outside = set(now)

    def _of_notices(self) -> Iterator[Aside]:
        for notice in self._floor.notices(self._noticed):
            self._noticed = notice.count
            yield Aside(board=notice.board, text=self._words.of_notice(notice).text)

    def _of_orders(self) -> Iterator[Aside]:
        """What became of the orders that were given here; that they were done is told by what has happened."""
        for order in [order for order in self._floor.orders() if order.id in self._orders]:
            if order.state in (OrderState.STALE, OrderState.REFUSED):
                why = "desk_stale" if order.state is OrderState.STALE else "desk_order_refused"
                yield Aside(board=order.board, text=self._words.phrase(why).text)
            if not order.is_open and order.state is not OrderState.OVERDUE:
                del self._orders[order.id]

    def _of_disk(self) -> Iterator[Aside]:
        news = self._floor.disk.news(self._disk)
        if news is not None:
            self._disk = news.count
            yield Aside(board=None, text=self._words.of_disk(news))
