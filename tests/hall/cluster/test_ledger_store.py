"""A ledger that is lost and filled again by another hall, just while this one writes; and one that is behind."""

from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import chess
import pytest

from access_chess.edge.station.report import GameReport
from access_chess.edge.storage.journal import Journal
from access_chess.hall.cluster.broker import Followed, Kept
from access_chess.hall.cluster.jetstream import JetStreamLedger, Message
from access_chess.hall.cluster.ledger_store import LedgerStore
from access_chess.hall.cluster.shared_tokens import SharedTokens
from access_chess.hall.rules import wire
from access_chess.hall.rules.orders import Order
from access_chess.hall.rules.records import ConflictError, OrderStands, encoded
from access_chess.hall.stations.followed_board import Link
from access_chess.hall.stations.stations import HallStations
from access_chess.laws.commands import PlayMove, StartClock, StopClocks, StopReason
from access_chess.session.ports import StorageError
from access_chess.session.record import begin_game
from tests.support.driver import Driver
from tests.support.station_table import SETUP, reported

BEFORE, FILLED, OWN = 5, 1_000_007, 1_000_008


def order(name: str) -> Order:
    return Order(
        id=name, board=7, game=1, seen=3, by="Maria", command=StopClocks(reason=StopReason.OTHER),
        issued=datetime(2026, 11, 22, tzinfo=UTC),
    )  # fmt: skip


class LostOnce:
    """A Ledger that is empty when it is written to for the first time; another hall fills it before we hear of that."""

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

    def close(self) -> None:
        pass

    def catch_up(self, position: int, seconds: float) -> bool:
        return True


def test_what_another_hall_has_filled_again_meanwhile_is_not_forgotten() -> None:
    """The order is written after what stands there by then, and not refused for ever."""
    ledger = LostOnce()
    store = LedgerStore(None, cast(JetStreamLedger, ledger), cast(SharedTokens, None), "event")
    store.follow(lambda record, position: None)
    ledger.tell(BEFORE, "hall.event.order.7")
    store.change_order(lambda: order("ours"))
    assert ledger.after == [BEFORE, FILLED]
    store.close()


class Behind:
    """A Ledger that knows a message by its name; its follower is not told while it `is_behind`."""

    def __init__(self) -> None:
        self.is_behind = False
        self._kept: list[Kept] = []
        self._names: list[str] = []
        self._told = 0

    def follow(self, followed: Followed, *, after: int) -> None:
        self.followed = followed

    def append_all(self, messages: Sequence[Message]) -> list[int | Exception]:
        return [self._appended(message) for message in messages]

    def append(self, message: Message) -> int:
        raise AssertionError("the ledger was not lost")

    def last(self, subject: str) -> Kept | None:
        raise AssertionError("the ledger was not lost")

    def close(self) -> None:
        pass

    def catch_up(self, position: int, seconds: float) -> bool:
        while not self.is_behind and self._told < len(self._kept):
            self._told += 1
            self.followed.take(self._kept[self._told - 1])
        return position <= self._told

    def _appended(self, message: Message) -> int | Exception:
        if message.name in self._names:
            return self._names.index(message.name) + 1
        last = max((kept.position for kept in self._kept if kept.subject == message.subject), default=0)
        if message.after not in (None, last):
            return ConflictError(last)
        self._names.append(message.name)
        self._kept.append(Kept(position=len(self._names), subject=message.subject, body=message.body))
        return len(self._names)


def test_more_than_was_kept_at_the_first_try_is_not_taken_for_the_same() -> None:
    """A line is cut before its report comes back, and the next one reports from the same entry on, and further."""
    journal = Journal(None)
    session = Driver(begin_game(journal, SETUP), journal)
    session.do(StartClock())
    tokens = SimpleNamespace(boards=lambda: {7: False}, board_of=lambda token: 7)
    ledger = Behind()
    store = LedgerStore(None, cast(JetStreamLedger, ledger), cast(SharedTokens, tokens), "event")
    hall = HallStations(store)

    def line() -> tuple[Link, GameReport]:
        link = Link(token="one", board=7, journal=journal.name, run="1", send=lambda message: None)
        report = GameReport(journal, journal.name, session.number, None)
        hello = wire.StationHello(
            journal=journal.name, run="1", program="1", profile="tournament", games=(report.head(),)
        )
        report.go_on(hall.welcome(link, hello).have[0])
        return link, report

    def hear(link: Link, report: GameReport) -> wire.FromHall | None:
        message = report.next()
        assert isinstance(message, wire.Entries)
        return hall.hear(link, message)

    ledger.is_behind = True
    with pytest.raises(StorageError):
        hear(*line())
    session.do(PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")))
    second = line()
    ledger.is_behind = False
    assert hear(*second) == wire.Bye(reason=wire.GAP)
    assert isinstance(hear(*line()), wire.Have)
    assert reported(store, 7) == [row.event for row in journal.rows(session.number)]
    hall.close()
    store.close()
    journal.close()
