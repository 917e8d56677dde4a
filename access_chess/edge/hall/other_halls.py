"""Which boards are connected to the other halls: each tells it all the time, and one that is silent has gone."""

import secrets
from collections.abc import Callable

import msgspec

from access_chess.edge.hall.alarm import Alarm
from access_chess.edge.hall.stations import HallStations
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.session.hosting.ledger_ports import Post
from access_chess.session.ports import StorageError

EACH = 1.0  # seconds between two words of a hall
SILENT = 4.0  # seconds without one, after which it has gone: as long as a station is waited for


class Word(msgspec.Struct, frozen=True):
    """What a hall tells: its name, which is another one each time that it is started, its number, and its boards."""

    hall: str
    number: int
    boards: tuple[int, ...] = ()
    is_going: bool = False


class OtherHalls:
    """The halls of an event. `number` is that of this one, under which it begins games."""

    def __init__(
        self, post: Post, subject: str, number: int, stations: HallStations, *, clock: MonotonicClock = monotonic_clock
    ) -> None:
        self._post = post
        self._subject = subject
        self._run = secrets.token_hex(8)
        self._number = number
        self._stations = stations
        self._clock = clock
        self._heard: dict[str, tuple[float, Word]] = {}
        self._alarm = Alarm()
        self._leave: Callable[[], None] = post.listen(subject, self._hear)
        self._speak()

    def close(self) -> None:
        """Say that this hall goes, and hear no more."""
        self._leave()
        self._alarm.close()
        self._post.send(self._subject, msgspec.json.encode(Word(self._run, self._number, is_going=True)))

    def is_there(self, number: int) -> bool:
        """Whether the hall of this number was heard of lately."""
        return any(word.number == number for _, word in tuple(self._heard.values()))

    def _hear(self, body: bytes) -> None:
        try:
            word = msgspec.json.decode(body, type=Word)
        except msgspec.MsgspecError:
            return
        if word.is_going:
            self._heard.pop(word.hall, None)
            self._alarm.after(0, self._tell)
        elif word.hall != self._run:
            before = self._heard.get(word.hall)
            self._heard[word.hall] = (self._now(), word)
            if before is None or before[1] != word:
                self._alarm.after(0, self._tell)  # it may take a while, and the brokers' thread has other work

    def _speak(self) -> None:
        word = Word(self._run, self._number, tuple(self._stations.connected()))
        self._post.send(self._subject, msgspec.json.encode(word))
        silent = [hall for hall, (at, _) in tuple(self._heard.items()) if self._now() - at > SILENT]
        for hall in silent:
            del self._heard[hall]
        if silent:
            self._tell()
        self._alarm.after(EACH, self._speak)

    def _tell(self) -> None:
        there = frozenset(board for _, word in tuple(self._heard.values()) for board in word.boards)
        try:
            self._stations.hear_of_others(there)
        except StorageError:  # it is told again with the next change
            return

    def _now(self) -> float:
        return self._clock().total_seconds()
