"""Which boards are connected to the other halls: each tells it all the time, and one that is silent has gone."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from access_chess.edge.hall.alarm import Alarm
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.session.hosting.ledger_ports import Post
from access_chess.session.ports import StorageError

EACH = 1.0  # seconds between two words of a hall
SILENT = 4.0  # seconds without one, after which it has gone: as long as a station is waited for


class Word(msgspec.Struct, frozen=True):
    """What a hall tells: its name, which is another one each time that it is started, and its boards."""

    hall: str
    boards: tuple[int, ...] = ()


class Told(Protocol):
    """Who has boards here, and wants to know of others'."""

    def connected(self) -> Iterable[int]:
        """The boards whose stations are connected here."""
        ...

    def hear_of_others(self, boards: frozenset[int], /) -> None:
        """The boards whose stations are connected to another hall now."""
        ...


class OtherHalls:
    """The halls of an event. `run` names this one."""

    def __init__(
        self, post: Post, subject: str, run: str, told: Told, *, clock: MonotonicClock = monotonic_clock
    ) -> None:
        self._post = post
        self._subject = subject
        self._run = run
        self._told = told
        self._clock = clock
        self._heard: dict[str, tuple[float, Word]] = {}
        self._alarm = Alarm()
        self._leave: Callable[[], None] = post.listen(subject, self._hear)
        self._speak()

    def close(self) -> None:
        """Say that this hall goes, and hear no more."""
        self._leave()
        self._alarm.close()
        self._post.send(self._subject, msgspec.json.encode(Word(self._run)))

    def names(self) -> frozenset[str]:
        """The other halls that are there."""
        return frozenset(self._heard)

    def _hear(self, body: bytes) -> None:
        try:
            word = msgspec.json.decode(body, type=Word)
        except msgspec.MsgspecError:
            return
        if word.hall != self._run:
            before = self._heard.get(word.hall)
            self._heard[word.hall] = (self._now(), word)
            if before is None or before[1] != word:
                self._tell()

    def _speak(self) -> None:
        word = Word(self._run, tuple(self._told.connected()))
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
            self._told.hear_of_others(there)
        except StorageError:  # it is told again with the next change
            return

    def _now(self) -> float:
        return self._clock().total_seconds()
