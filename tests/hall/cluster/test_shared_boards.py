"""Several halls at one ledger: what is reported to one is seen at all, under the same numbers, whatever is killed."""

from datetime import timedelta
from pathlib import Path

import chess
import httpx

from access_chess.edge.storage.event_text import WORDS
from access_chess.hall.rules.orders import OrderState
from access_chess.laws.commands import AddTime, StopClocks, StopReason
from access_chess.laws.events import TimeAdded
from tests.hall.cluster.conftest import Opened
from tests.support.brokers import Brokers, SharedHall
from tests.support.spectator import moves_listed, reading
from tests.support.station_table import StationTable, reported, until

HOPS = ("Nf3", "Nf6", "Ng1", "Ng8")


def seen(board: int, *halls: SharedHall) -> list[list[str]]:
    """What each of these halls has of a board."""
    return [reported(hall.store, board) for hall in halls]


def states(hall: SharedHall, board: int) -> list[OrderState]:
    """Where all orders for a board stand, as this hall knows it."""
    return [order.state for order in hall.stations.orders(board)]


def ids(hall: SharedHall, board: int) -> list[tuple[int, int]]:
    """The number of each public event of a board, with the moves made so far."""
    found = hall.stations.board(board)
    assert found is not None
    return [(each.number, each.view.plies) for each in found.board.shown(hall.hall.public_delay)]


def sat(folder: Path, hall: SharedHall, board: int) -> StationTable:
    """A station of this board."""
    return StationTable(folder, hall.address, hall.store.new_code(board, is_named=False))


def test_a_move_reported_to_one_hall_is_seen_at_the_other_under_the_same_number(
    one: SharedHall, other: SharedHall, station: Path
) -> None:
    table = sat(station, one, 7)
    table.play(*HOPS)
    until(lambda: seen(7, one, other), lambda found: found == [table.texts, table.texts])
    assert ids(one, 7) == ids(other, 7)
    assert moves_listed(httpx.get(f"{other.address}/board/7").text, "knight") == 4
    with reading(7, other.address) as reader:
        until(lambda: len(reader.said) == 4)
        table.play(*HOPS)
        until(lambda: len(reader.said) == 8)
        until(lambda: ids(one, 7)[-1], lambda last: last == (int(reader.ids[-1]), 8))
    table.close()


def test_nobody_misses_or_hears_twice_what_is_played_while_streams_are_deleted_and_their_leader_is_killed(
    cluster: Brokers, one: SharedHall, other: SharedHall, opened: Opened, station: Path
) -> None:
    table = sat(station, one, 8)
    token = one.database.sign_in("Carla")
    with reading(8, other.address) as reader:
        table.play(*HOPS)
        until(lambda: len(reader.said) == 4)
        cluster.delete()
        cluster.delete("KV_hall_people")
        another = one.database.sign_in("Dora")
        table.play(*HOPS)
        until(lambda: len(reader.said) == 8)
        killed = cluster.kill_leader()
        table.play(*HOPS)
        until(lambda: len(reader.said) == 12)
        cluster.begin(killed)
        table.play(*HOPS)
        until(lambda: len(reader.said) >= 16)
    assert len(reader.said) == 16 and reader.reloads == 0
    until(lambda: seen(8, one, other), lambda found: found == [table.texts, table.texts])
    third = opened("third")  # which knows nothing but what was written again
    until(lambda: seen(8, third), lambda found: found == [table.texts])
    until(lambda: [third.database.visitor(each) for each in (token, another)], all)
    with reading(8, third.address, after="3") as late:  # the number is of the stream that is lost
        until(lambda: late.reloads)
    assert not late.said
    table.close()


def test_an_order_from_any_hall_comes_to_the_board_once(one: SharedHall, other: SharedHall, station: Path) -> None:
    table = sat(station, one, 9)
    table.play(*HOPS)
    board = until(lambda: other.stations.board(9))
    assert board is not None
    until(lambda: (board.is_there, len(board.entries)), lambda found: found == (True, len(table.texts)))
    clock = board.clock()
    assert clock is not None and clock.runs is chess.WHITE
    two_minutes = AddTime(color=chess.WHITE, time=timedelta(minutes=2))
    order = other.stations.issue(9, two_minutes, seen=len(board.entries) - 1, by="Maria")
    assert order is not None
    until(lambda: states(one, 9) + states(other, 9), lambda found: found == [OrderState.DONE, OrderState.DONE])
    assert sum(f'"{WORDS[TimeAdded]}"' in text for text in table.texts) == 1
    until(lambda: seen(9, one, other), lambda found: found == [table.texts, table.texts])
    table.leave()
    until(lambda: board.is_there, lambda is_there: not is_there)
    given = other.stations.issue(9, StopClocks(reason=StopReason.ARBITER), seen=0, by="Maria")
    assert given is not None
    until(lambda: len(states(one, 9)) == 2)
    assert one.stations.recall(given.id) is not None
    until(lambda: states(other, 9), lambda found: found == [OrderState.DONE, OrderState.RECALLED])


def test_a_board_goes_on_at_another_hall_when_its_own_is_gone(other: SharedHall, opened: Opened, station: Path) -> None:
    going = opened("going")
    table = sat(station, going, 10)
    with reading(10, going.address, other.address) as reader:
        table.play(*HOPS)
        until(lambda: len(reader.said) == 4)
        going.stop()
        table.leave()
        table.move_to(other.address)
        table.play(*HOPS)
        until(lambda: len(reader.said) >= 8)
    assert len(reader.said) == 8 and reader.reloads == 0
    assert seen(10, other) == [table.texts]
    table.close()
