"""The line of a station at another hall: what is lost on the way ends it, and so does either end."""

import contextlib
import itertools
import queue
from collections import defaultdict
from collections.abc import Callable
from typing import cast

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from access_chess.hall.cluster import forwarded_lines
from access_chess.hall.cluster.broker import Broker
from access_chess.hall.cluster.forwarded_lines import FarLine, ForwardedLines

PATIENCE = 20.0


class Brokers:
    """Messages that arrive at once; those of which `loses` says so do not."""

    def __init__(self) -> None:
        self._takes: dict[str, list[Callable[[Msg], None]]] = defaultdict(list)
        self._asked = itertools.count()
        self.loses: Callable[[bytes], bool] = lambda body: False

    def send(self, subject: str, body: bytes, reply: str = "") -> None:
        for take in () if self.loses(body) else tuple(self._takes[subject]):
            take(Msg(cast(Client, None), subject, reply, body))

    def ask(self, subject: str, body: bytes, seconds: float) -> bytes | None:
        answers: queue.Queue[bytes] = queue.Queue()
        inbox = f"inbox.{next(self._asked)}"
        self.listen(inbox, lambda message: answers.put(message.data))
        self.send(subject, body, inbox)
        with contextlib.suppress(queue.Empty):
            return answers.get(timeout=seconds)
        return None

    def listen(self, subject: str, take: Callable[[Msg], None]) -> Callable[[], None]:
        self._takes[subject].append(take)
        return lambda: self._takes[subject].remove(take)


class Station:
    """A station's line, as the hall has it to which it came."""

    def __init__(self) -> None:
        self.says: queue.Queue[str | None] = queue.Queue()
        self.hears: queue.Queue[str] = queue.Queue()

    def recv(self, timeout: float | None = None) -> str:
        said = self.says.get(timeout=PATIENCE)
        if said is None:
            self.close()  # for all others who listen
            raise ConnectionResetError
        return said

    def send(self, message: str) -> None:
        self.hears.put(message)

    def close(self) -> None:
        self.says.put(None)


class Seats:
    """The seats of one hall."""

    def __init__(self, *rooms: str) -> None:
        self.rooms = rooms
        self.entered: queue.Queue[tuple[str, FarLine, bytes]] = queue.Queue()
        self.left: queue.Queue[bool] = queue.Queue()

    def knows(self, room: str) -> bool:
        return room in self.rooms

    def answer(self, room: str, line: object) -> None:
        raise AssertionError("nobody comes to a seat of his own hall here")

    def admit(self, room: str, line: FarLine, fingerprint: bytes) -> None:
        self.entered.put((room, line, fingerprint))
        self.left.get(timeout=PATIENCE)


def halls(brokers: Brokers) -> tuple[Seats, ForwardedLines]:
    """The seats of one hall, and the door of another."""
    seats, none = Seats("room"), Seats()
    line = cast(Broker, brokers)
    ForwardedLines(seats, seats.admit, b"one", line, "open")
    return seats, ForwardedLines(none, none.admit, b"other", line, "open")


def talking(brokers: Brokers) -> tuple[Seats, Station, FarLine]:
    """A station that has come to a seat of one hall by the other, and that hall's end of its line."""
    seats, door = halls(brokers)
    station = Station()
    forwarded_lines.in_thread(door.answer, "room", station)
    station.says.put("I come")
    room, line, fingerprint = seats.entered.get(timeout=PATIENCE)
    assert (room, fingerprint, line.recv(PATIENCE)) == ("room", b"other", "I come")
    return seats, station, line


def test_a_seat_that_no_hall_has_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarded_lines, "KNOWN", 0.01)
    door = halls(Brokers())[1]
    assert not door.knows("elsewhere")
    monkeypatch.setattr(forwarded_lines, "KNOWN", PATIENCE)
    assert door.knows("room")


def test_who_shows_many_wrong_codes_does_not_make_all_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarded_lines, "MOST_SOUGHT", 0)
    monkeypatch.setattr(forwarded_lines, "KNOWN", PATIENCE)
    assert not halls(Brokers())[1].knows("room")  # at once: it is not even looked for


def test_frames_go_both_ways_until_one_of_both_goes() -> None:
    seats, station, line = talking(Brokers())
    line.send("welcome")
    assert station.hears.get(timeout=PATIENCE) == "welcome"
    station.says.put("thanks")
    assert line.recv(PATIENCE) == "thanks"
    station.close()
    with pytest.raises(ConnectionResetError):
        line.recv(PATIENCE)
    seats.left.put(True)


def test_a_hall_that_hangs_up_ends_the_station_s_line() -> None:
    seats, station, line = talking(Brokers())
    seats.left.put(True)
    with pytest.raises(ConnectionResetError):
        station.recv()
    with pytest.raises(ConnectionResetError):
        line.send("too late")


def test_what_comes_after_something_that_was_lost_is_not_heard() -> None:
    brokers = Brokers()
    seats, station, line = talking(brokers)
    brokers.loses = lambda body: b"lost" in body
    station.says.put("this is lost")
    station.says.put("and this has come")
    with pytest.raises(ConnectionResetError):
        line.recv(PATIENCE)
    seats.left.put(True)


def test_an_end_that_is_silent_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarded_lines, "SILENT", 0.01)
    line = FarLine(lambda place, text, is_last: None)
    with pytest.raises(ConnectionResetError):
        line.recv()
