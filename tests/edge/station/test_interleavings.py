"""Whatever comes between a station and its hall, in whatever order: in the end both have the same, and orders once.

The frames go through two queues that a cut empties; nothing here waits, and time passes only when it is told to.
"""

from collections import deque
from datetime import UTC, datetime, timedelta
from typing import Any

import chess
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from access_chess.edge.station.report import GameReport, OrderTaker
from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules import wire
from access_chess.hall.rules.orders import OVERDUE_AFTER, Order, OrderState
from access_chess.hall.stations.followed_board import Link
from access_chess.hall.stations.stations import HallStations
from access_chess.hall.stations.store import StationStore
from access_chess.laws.commands import AddTime, PlayMove, PressClock, StartClock, StopClocks, StopReason
from access_chess.laws.events import CommandTaken
from access_chess.session.record import begin_game, resume_game
from tests.support.driver import Driver
from tests.support.station_table import SECRET, SETUP, reported

BOARD = 7


class World:
    """A station, its hall, and the wire between them."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 22, 14, 3, tzinfo=UTC)
        self.journal = Journal(None)
        self.game = begin_game(self.journal, SETUP).number
        self.store = StationStore(None, wall=self.wall)
        self.up: deque[str] = deque()
        self.down: deque[str] = deque()
        self.link: Link | None = None
        self.recalled: set[str] = set()
        self.runs = 0
        self.crash_hall()
        self.crash_station()
        self.playing.do(StartClock())

    def wall(self) -> datetime:
        return self.now

    def crash_hall(self) -> None:
        """The hall begins anew with what it has kept."""
        self.cut()
        self.hall = HallStations(self.store, wall=self.wall)

    def crash_station(self) -> None:
        """The station begins anew with its journal."""
        self.cut()
        self.runs += 1
        self.playing = Driver(resume_game(self.journal, self.game), self.journal)
        self.taker = OrderTaker(self.journal, self.say, wall=self.wall, takes_orders=True)
        self.taker.sit(self.playing)

    def cut(self) -> None:
        """Whatever is on its way is lost."""
        if self.link is not None:
            self.hall.leave(self.link)
        self.link = None
        self.up.clear()
        self.down.clear()

    def connect(self) -> None:
        """A new line: the station says how far it is, the hall what it has."""
        self.cut()
        self.report = GameReport(self.journal, self.journal.name, self.game, bytes.fromhex(SECRET))
        hello = wire.StationHello(
            journal=self.journal.name,
            run=str(self.runs),
            program="1",
            profile="tournament",
            games=(self.report.head(),),
        )
        down = self.down
        self.link = Link(
            token="one", board=BOARD, journal=hello.journal, run=hello.run,
            send=lambda message: down.append(wire.encoded(message)),
        )  # fmt: skip
        welcome = self.hall.welcome(self.link, hello)
        self.report.go_on(welcome.have[0])
        self.taker.welcome(welcome)
        for order in self.hall.orders(BOARD):  # which a thread of the hall does beside
            if order.is_open:
                self.down.append(wire.encoded(given_of(order)))

    def say(self, message: wire.StationMessage) -> None:
        if self.link is not None:
            self.up.append(wire.encoded(message))

    def send(self) -> None:
        """The station sends what comes next of its report."""
        if self.link is not None and (message := self.report.next()) is not None:
            self.say(message)

    def deliver_up(self) -> None:
        """A frame comes to the hall, which hangs up or answers."""
        if self.link is not None and self.up:
            answer = self.hall.hear(self.link, wire.from_station(self.up.popleft()))
            if isinstance(answer, wire.Bye):
                self.cut()

    def deliver_down(self) -> None:
        """A frame comes to the station."""
        if self.down:
            self.taker.hear(wire.from_hall(self.down.popleft()))

    def play(self) -> None:
        """A move, and the clock."""
        game = self.playing.game
        move = next(iter(game.board.legal_moves))
        for command in (PlayMove(color=game.turn, move=move), PressClock(color=game.turn)):
            self.playing.do(command)

    def order(self) -> None:
        """The arbiter gives time, whatever has happened."""
        self.hall.issue(BOARD, AddTime(color=chess.BLACK, time=timedelta(seconds=1)), seen=0, by="Maria")

    def stop(self) -> None:
        """The arbiter stops the clocks."""
        self.hall.issue(BOARD, StopClocks(reason=StopReason.ARBITER), seen=0, by="Maria")

    def recall(self) -> None:
        """He takes his last order back, if it is not done."""
        for order in self.hall.orders(BOARD)[-1:]:
            if (standing := self.hall.recall(order.id)) is not None and standing.state is OrderState.RECALLED:
                self.recalled.add(order.id)

    def insist(self) -> None:
        """He wants what is overdue to be done now."""
        for order in self.hall.orders(BOARD):
            if order.state is OrderState.OVERDUE:
                self.hall.insist(order.id)

    def minute(self) -> None:
        """More than a minute goes by."""
        self.now += OVERDUE_AFTER + timedelta(seconds=1)

    def taken(self) -> list[str]:
        """The orders that the station has decided on, as its journal tells."""
        return [entry.event.id for entry in self.journal.entries(self.game) if isinstance(entry.event, CommandTaken)]


def given_of(order: Order) -> wire.OrderGiven:
    return wire.OrderGiven(
        order=order.id, game=order.game, seen=order.seen, by=order.by, command=order.command,
        until=order.issued + OVERDUE_AFTER,
    )  # fmt: skip


STEPS = (
    "connect", "cut", "crash_hall", "crash_station", "send", "deliver_up", "deliver_down", "play", "order", "order",
    "stop", "recall", "insist", "minute",
)  # fmt: skip


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(STEPS), min_size=10, max_size=60))
@example(["order", "minute", "deliver_down", "insist", "deliver_up", "deliver_down"])
def test_in_the_end_both_have_the_same_and_orders_are_done_once(steps: list[str]) -> None:
    world = World()
    for first in ("connect", "send", "deliver_up"):
        getattr(world, first)()
    late: set[str] = set()
    for step in steps:
        before = set(world.taken())
        standing = {order.id: order for order in world.hall.orders()}
        getattr(world, step)()
        done_now = set(world.taken()) - before
        late |= {each for each in done_now if standing[each].issued + OVERDUE_AFTER < world.now}
    world.connect()
    for _ in range(100):
        world.send()
        world.deliver_up()
        world.deliver_down()
    assert reported(world.store, BOARD) == [row.event for row in world.journal.rows(world.game)]
    taken = world.taken()
    assert len(taken) == len(set(taken)), "an order was done twice"
    states = {order.id: order.state for order in world.hall.orders()}
    assert set(taken) == {each for each, state in states.items() if state is OrderState.DONE}
    assert not late, "an order was done after its minute, and nobody was asked"
    open_ones = [each for each, state in states.items() if state in (OrderState.ISSUED, OrderState.SENT)]
    assert not open_ones, "an order is neither done nor asked about"
    world.hall.close()


def test_the_order_of_a_recall_that_overtakes_it_is_not_done() -> None:
    world = World()
    world.connect()
    world.send()
    world.deliver_up()
    world.order()
    world.recall()
    world.down.rotate()  # the recall first
    world.deliver_down()
    world.deliver_down()
    assert not world.taken()
    assert world.hall.orders()[0].state is OrderState.RECALLED
    world.hall.close()


def test_an_order_that_comes_while_the_game_is_begun_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.taker = OrderTaker(world.journal, world.say, wall=world.wall, takes_orders=True)
    look_up = world.journal.rows_after

    def sat_meanwhile(*wanted: Any) -> Any:
        found = look_up(*wanted)
        monkeypatch.setattr(world.journal, "rows_after", look_up)
        world.taker.sit(world.playing)
        return found

    world.connect()
    world.send()
    world.deliver_up()
    world.order()
    monkeypatch.setattr(world.journal, "rows_after", sat_meanwhile)
    world.deliver_down()
    (order,) = world.hall.orders()
    assert world.taken() == [order.id]
    world.hall.close()
