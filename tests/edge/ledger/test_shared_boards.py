"""Several halls at one ledger: what is reported to one is seen at all, under the same numbers, whatever is killed."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import chess
import httpx

from access_chess.edge.storage.event_words import WORDS
from access_chess.hall.orders import OrderState
from access_chess.laws.commands import AddTime, StopClocks, StopReason
from access_chess.laws.events import TimeAdded
from tests.edge.ledger.conftest import Opened
from tests.support.brokers import Brokers, SharedHall
from tests.support.station_table import StationTable, reported, until

HOPS = ("Nf3", "Nf6", "Ng1", "Ng8")


@dataclass
class Reader:
    """A spectator of board 7, who comes back by the number of the last event whenever his line is cut."""

    addresses: list[str]
    after: str = "0"
    ids: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    reloads: int = 0
    is_over: bool = False

    def read(self) -> None:
        while not self.is_over:
            try:
                self._read(self.addresses[0])
            except httpx.HTTPError:
                self.addresses.append(self.addresses.pop(0))

    def _read(self, address: str) -> None:
        headers = {"last-event-id": self.after}
        with httpx.stream("GET", f"{address}/stream?boards=7", headers=headers, timeout=1) as answer:
            for line in answer.iter_lines():
                if self.is_over:
                    return
                if line.startswith("id: "):
                    self.after = line.removeprefix("id: ")
                    self.ids.append(self.after)
                elif line.startswith("event: reload"):
                    self.reloads += 1
                elif line.startswith('data: {"board"'):
                    self.said += json.loads(line.removeprefix("data: "))["say"]


@contextmanager
def reading(*halls: SharedHall) -> Iterator[Reader]:
    """A reader in a thread of his own; he begins at the first hall."""
    found = Reader([hall.address for hall in halls])
    thread = threading.Thread(target=found.read, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.is_over = True
        thread.join()


def seen(*halls: SharedHall) -> list[list[str]]:
    """What each of these halls has of board 7."""
    return [reported(hall.store, 7) for hall in halls]


def states(hall: SharedHall) -> list[OrderState]:
    """Where all orders stand, as this hall knows it."""
    return [order.state for order in hall.stations.orders()]


def ids(hall: SharedHall) -> list[tuple[int, int]]:
    """The number of each public event of board 7, with the moves made so far."""
    board = hall.stations.board(7)
    assert board is not None
    return [(each.number, each.view.plies) for each in board.board.shown(hall.hall.public_delay)]


def test_a_move_reported_to_one_hall_is_seen_at_the_other_under_the_same_number(opened: Opened, tmp_path: Path) -> None:
    one, other = opened("one"), opened("other")
    table = StationTable(tmp_path / "station", one.address, one.store.new_code(7, is_named=False))
    table.play(*HOPS)
    until(lambda: seen(one, other), lambda found: found == [table.texts, table.texts])
    assert ids(one) == ids(other)
    assert httpx.get(f"{other.address}/board/7").text.count("<li>knight") == 4
    third = opened("third")  # it reads what was there before it
    assert ids(third) == ids(one)
    with reading(other) as reader:
        until(lambda: len(reader.said) == 4)
        table.play(*HOPS)
        until(lambda: len(reader.said) == 8)
    until(lambda: ids(one)[-1], lambda last: last == (int(reader.ids[-1]), 8))
    table.close()


def test_nobody_misses_or_hears_twice_what_is_played_while_the_brokers_leader_is_killed(
    cluster: Brokers, opened: Opened, tmp_path: Path
) -> None:
    one, other = opened("one"), opened("other")
    table = StationTable(tmp_path / "station", one.address, one.store.new_code(7, is_named=False))
    with reading(other) as reader:
        table.play(*HOPS)
        until(lambda: len(reader.said) == 4)
        killed = cluster.kill_leader()
        table.play(*HOPS)
        until(lambda: len(reader.said) == 8)
        cluster.begin(killed)
        table.play(*HOPS)
        until(lambda: len(reader.said) >= 12)
    assert len(reader.said) == 12 and reader.reloads == 0
    until(lambda: seen(one, other), lambda found: found == [table.texts, table.texts])
    assert ids(one) == ids(other)
    table.close()


def test_a_stream_that_is_deleted_in_play_is_made_anew_by_those_who_own_the_boards(
    cluster: Brokers, opened: Opened, tmp_path: Path
) -> None:
    one, other = opened("one"), opened("other")
    table = StationTable(tmp_path / "station", one.address, one.store.new_code(7, is_named=False))
    with reading(other) as reader:
        table.play(*HOPS)
        until(lambda: len(reader.said) == 4)
        cluster.delete()
        table.play(*HOPS)
        until(lambda: len(reader.said) == 8)
        table.play(*HOPS)
        until(lambda: len(reader.said) >= 12)
    assert len(reader.said) == 12 and reader.reloads == 0
    until(lambda: seen(one, other), lambda found: found == [table.texts, table.texts])
    third = opened("third")  # which knows nothing but what was written again
    until(lambda: seen(third), lambda found: found == [table.texts])
    table.close()


def test_a_board_goes_on_at_another_hall_when_its_own_is_gone(opened: Opened, tmp_path: Path) -> None:
    one, other = opened("one"), opened("other")
    table = StationTable(tmp_path / "station", one.address, one.store.new_code(7, is_named=False))
    with reading(one, other) as reader:
        table.play(*HOPS)
        until(lambda: len(reader.said) == 4)
        one.stop()
        table.leave()
        table.move_to(other.address)
        table.play(*HOPS)
        until(lambda: len(reader.said) >= 8)
    assert len(reader.said) == 8 and reader.reloads == 0
    assert seen(other) == [table.texts]
    table.close()


def test_an_order_from_any_hall_comes_to_the_board_once(opened: Opened, tmp_path: Path) -> None:
    one, other = opened("one"), opened("other")
    table = StationTable(tmp_path / "station", one.address, one.store.new_code(7, is_named=False))
    table.play(*HOPS)
    board = until(lambda: other.stations.board(7))
    assert board is not None
    until(lambda: (board.is_there, len(board.entries)), lambda found: found == (True, len(table.texts)))
    clock = board.clock()
    assert clock is not None and clock.runs is chess.WHITE
    two_minutes = AddTime(color=chess.WHITE, time=timedelta(minutes=2))
    order = other.stations.issue(7, two_minutes, seen=len(board.entries) - 1, by="Maria")
    assert order is not None
    until(lambda: states(one) + states(other), lambda found: found == [OrderState.DONE, OrderState.DONE])
    assert sum(f'"{WORDS[TimeAdded]}"' in text for text in table.texts) == 1
    until(lambda: seen(one, other), lambda found: found == [table.texts, table.texts])
    table.leave()
    until(lambda: board.is_there, lambda is_there: not is_there)
    given = other.stations.issue(7, StopClocks(reason=StopReason.ARBITER), seen=0, by="Maria")
    assert given is not None
    until(lambda: len(one.stations.orders()) == 2)
    assert one.stations.recall(given.id) is not None
    until(lambda: states(other), lambda found: found == [OrderState.DONE, OrderState.RECALLED])
