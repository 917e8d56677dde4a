"""An order whose board is cut off: the arbiter is asked about it, and sends it or takes it back, at his desk."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest

from access_chess.hall.people.database import Role
from access_chess.hall.rules.orders import NO_GAP, OVERDUE_AFTER, OrderState
from access_chess.laws.events import TimeAdded
from access_chess.session.ports import Gap
from tests.support.breakable_line import breakable_line
from tests.support.hall_server import ServedHall
from tests.support.hall_visitor import Visitor
from tests.support.station_table import StationTable, reported, until

ENGLISH = {"accept-language": "en"}


class Arbiter(Visitor):
    """By forms alone."""

    def page(self, path: str = "/arbiter") -> str:
        return self.client.get(path, headers=ENGLISH).text

    def rule(self, line: str) -> None:
        seen = self.page().partition('name="seen" value="')[2].partition('"')[0]
        self.post("/arbiter/line", line=line, seen=seen)


@pytest.mark.parametrize("is_sent", [True, False])
def test_an_order_is_lost_on_the_way_and_sent_again_or_recalled(
    hall: ServedHall, tmp_path: Path, *, is_sent: bool
) -> None:
    arbiter = Arbiter(hall)
    arbiter.sign_in(Role.ARBITER)
    with breakable_line(hall.port) as line:
        table = StationTable(tmp_path / "station", line.address, hall.store.new_code(7, is_named=False))
        until(lambda: reported(hall.store, 7) == table.texts)
        line.cut()
        arbiter.rule("7 add time black 2:00")
        assert "add time black 2:00" in arbiter.page("/arbiter/board/7")
        hall.stop()
        hall.wall = lambda: datetime.now(UTC) + OVERDUE_AFTER + timedelta(seconds=1)
        hall.start()
        asked = arbiter.page()
        assert re.search(r"add time black 2:00, \d\d:\d\d\. Your order was not done in time\. Send, or recall\?", asked)
        if is_sent:
            arbiter.rule("7 send")
        else:
            (order,) = hall.stations.orders(7)
            arbiter.post(f"/arbiter/orders/{order.id}/recall")
        line.mend()
        until(lambda: hall.stations.board(7), lambda board: board is not None and board.is_there)
        table.play("e4")
        until(lambda: reported(hall.store, 7) == table.texts)
        wanted = OrderState.DONE if is_sent else OrderState.RECALLED
        until(lambda: hall.stations.orders(7)[0].state, lambda state: state is wanted)
        assert sum(isinstance(entry.event, TimeAdded) for entry in table.journal.entries(table.game)) == int(is_sent)
        assert ("done, event" if is_sent else "recalled") in arbiter.page("/arbiter/board/7")
        assert ("gets two minutes more" in arbiter.page("/arbiter/log")) is is_sent
        table.close()
    arbiter.client.close()


def test_the_arbiter_has_the_lost_time_counted_at_a_station(hall: ServedHall, tmp_path: Path) -> None:
    """How much it is stands in the station's journal alone; a second order finds nothing left."""
    arbiter = Arbiter(hall)
    arbiter.sign_in(Role.ARBITER)
    table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(7, is_named=False))
    until(lambda: reported(hall.store, 7) == table.texts)
    table.session.gap = Gap(color=chess.WHITE, time=timedelta(seconds=90))
    arbiter.rule("7 count")
    until(lambda: hall.stations.orders(7)[-1].state, lambda state: state is OrderState.DONE)
    arbiter.rule("7 count")
    until(lambda: hall.stations.orders(7)[-1].state, lambda state: state is OrderState.REFUSED)
    assert hall.stations.orders(7)[-1].reason == NO_GAP
    counted = [entry.event for entry in table.journal.entries(table.game) if isinstance(entry.event, TimeAdded)]
    assert [(event.color, event.time) for event in counted] == [(chess.WHITE, timedelta(seconds=-90))]
    table.close()
    arbiter.client.close()
