"""A ledger that is lost and filled again by another hall, just while this one writes."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

from access_chess.edge.hall.ledger_book import LedgerBook
from access_chess.edge.hall.ledger_copy import LedgerCopy
from access_chess.edge.hall.shared_tokens import SharedTokens
from access_chess.hall.orders import Order
from access_chess.hall.records import OrderStands, encoded
from access_chess.laws.commands import StopClocks, StopReason
from access_chess.session.hosting.ledger_ports import ConflictError, Followed, Kept, Message

BEFORE, FILLED, OWN = 5, 1_000_007, 1_000_008


def order(name: str) -> Order:
    return Order(
        id=name, board=7, game=1, seen=3, by="Maria", command=StopClocks(reason=StopReason.OTHER),
        issued=datetime(2026, 11, 22, tzinfo=UTC),
    )  # fmt: skip


class LostOnce:
    """A Ledger that is empty when it is written to for the first time; another hall fills it before we hear of that."""

    position = BEFORE

    def __init__(self) -> None:
        self.after: list[int | None] = []

    def follow(self, followed: Followed, *, after: int) -> None:
        self.followed = followed

    def append_all(self, messages: Sequence[Message]) -> list[int | Exception]:
        (message,) = messages
        self.after.append(message.after)
        if len(self.after) == 1:
            self.tell(FILLED, message.subject)
            return [ConflictError(0)]
        return [OWN] if message.after == FILLED else [ConflictError(FILLED)]

    def tell(self, position: int, subject: str) -> None:
        self.followed.take(Kept(position=position, subject=subject, body=encoded(OrderStands(order=order("other")))))

    def append(self, message: Message) -> int:
        raise AssertionError("there are no games")

    def last(self, subject: str) -> Kept | None:
        raise AssertionError("there are no games")

    def catch_up(self, position: int, seconds: float) -> bool:
        return True


def test_what_another_hall_has_filled_again_meanwhile_is_not_forgotten() -> None:
    """The order is written after what stands there by then, and not refused for ever."""
    ledger, copy = LostOnce(), LedgerCopy(None, cast(SharedTokens, None))
    book = LedgerBook(ledger, copy, "event")
    book.follow(lambda record, position: None)
    ledger.tell(BEFORE, "hall.event.order.7")
    book.change_order(lambda: order("ours"))
    assert ledger.after == [BEFORE, FILLED]
    book.close()
    copy.close()
