"""The real programs, killed while they play: the hall has what the station has, and an order is done once."""

import sys
from pathlib import Path

import msgspec
import pytest

from access_chess.hall.rules.orders import Order, OrderState
from tests.support.station_process import BOARD, are_equal, playing, until


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows; the gate runs on Linux")
def test_hall_and_station_are_equal_whoever_is_killed(tmp_path: Path) -> None:
    """Fifty kills and fifty cuts of the wire are made by `tests.benchmarks.hall.stations`."""
    with playing(tmp_path) as (hall, station):
        for _ in range(4):
            station.move()
        until(lambda: are_equal(hall, station) and len(station.rows()) > 8)
        hall.sign_in()
        hall.kill()
        station.move()
        station.settle()
        hall.serve()
        assert hall.order(f"{BOARD} add time black 2:00")
        station.kill()
        station.sit(hall.address, "--resume")
        station.move()
        station.settle()
        until(lambda: hall.health()["orders_open"], lambda count: count == 0)
        until(lambda: are_equal(hall, station))
        taken = [row[4] for row in station.rows() if '"event":"command_taken"' in row[6]]
        (order,) = (msgspec.json.decode(value, type=Order) for _, value in hall.orders())
        assert (taken, order.state) == ([order.id], OrderState.DONE)
        said = station.said.read_text()
        assert said.count("Black gets two minutes more") <= 1  # none, where it was killed before it could say so
        assert "cannot be reached" not in said  # in competition nobody hears of the hall but its first word (13.6)
