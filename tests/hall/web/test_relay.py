"""A hall carries a game between two stations: for a host who is signed in, and to nobody else."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from access_chess.edge.station.line import sign_in
from access_chess.edge.station.remote.lines import HallRoom, RemoteLine
from access_chess.edge.station.sign_in import SignIn
from access_chess.hall.rules import remote
from access_chess.hall.rules.codes import room_of
from tests.support.hall_server import ServedHall, served

PATIENCE = 20.0
ROOM = room_of("K7Q2M-9XTBZ")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    with served(tmp_path) as hall:
        yield hall


def _line(hall: ServedHall, *, origin: str | None = None, **headers: str) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{hall.port}/remote", additional_headers=headers, open_timeout=PATIENCE, proxy=None,
        subprotocols=[Subprotocol(remote.SUBPROTOCOL)], origin=None if origin is None else Origin(origin),
    )  # fmt: skip


def _host(hall: ServedHall, answer: Callable[[RemoteLine], None]) -> HallRoom:
    joined = sign_in(hall.address, hall.store.new_code(7, is_named=False)).joined
    return HallRoom(SignIn(hall=hall.address, token=joined.token, board=7), ROOM, answer)


def _visit(hall: ServedHall) -> ClientConnection:
    """A guest's line, as soon as the room is open."""
    for _ in range(1000):
        try:
            return _line(hall, Room=ROOM)
        except InvalidStatus:
            threading.Event().wait(0.02)
    raise AssertionError("the room did not open")


def test_frames_go_both_ways_unread_and_both_lines_end_together(hall: ServedHall) -> None:
    ended = threading.Event()

    def echo(line: RemoteLine) -> None:
        try:
            while True:
                line.send(f"{line.recv(PATIENCE)!r} heard")
        except ConnectionClosed:
            ended.set()

    room = _host(hall, echo)
    with _visit(hall) as guest, _visit(hall) as other:
        guest.send("one {")
        other.send("two")
        assert guest.recv(PATIENCE) == "'one {' heard"
        assert other.recv(PATIENCE) == "'two' heard"
    assert ended.wait(PATIENCE)
    room.close()


def test_a_room_ends_with_its_host(hall: ServedHall) -> None:
    room = _host(hall, lambda line: None)
    with _visit(hall):
        room.close()
    with pytest.raises(InvalidStatus):
        for _ in range(1000):
            with _line(hall, Room=ROOM):
                threading.Event().wait(0.02)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Room": ROOM},
        {"Room": ROOM, "Authorization": "Bearer guessed"},
        {"Authorization": "Bearer guessed", "Line": "0"},
    ],
    ids=["no room", "no host", "no station", "no line"],
)
def test_nobody_else_comes_in(hall: ServedHall, headers: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus):
        _line(hall, **headers)


def test_no_page_comes_in(hall: ServedHall) -> None:
    joined = sign_in(hall.address, hall.store.new_code(7, is_named=False)).joined
    with pytest.raises(InvalidStatus):
        _line(hall, origin=hall.address, Room=ROOM, Authorization=f"Bearer {joined.token}")


def test_another_station_does_not_take_a_room_or_answer_its_guests(hall: ServedHall) -> None:
    room = _host(hall, lambda line: line.send("the host"))
    with _visit(hall) as guest:
        thief = sign_in(hall.address, hall.store.new_code(8, is_named=False)).joined.token
        for number in range(3):
            with pytest.raises(InvalidStatus):
                _line(hall, Room=ROOM, Authorization=f"Bearer {thief}", Line=str(number))
        with pytest.raises(InvalidStatus):
            _line(hall, Room=ROOM, Authorization=f"Bearer {thief}")
        assert guest.recv(PATIENCE) == "the host"
    room.close()
