"""Which boards are connected to the other halls, and which of these boards an arbiter here rules on.

Each hall tells it all the time, and one that is silent has gone.
"""

import secrets
from collections.abc import Callable

import msgspec
from nats.aio.msg import Msg

from access_chess.hall.cluster.broker import Broker
from access_chess.hall.games.alarm import Alarm
from access_chess.hall.games.boards import Notice, StationBoard, Stations
from access_chess.hall.rules.orders import ArbiterCommand, Order
from access_chess.hall.rules.records import HOSTED_FROM
from access_chess.hall.stations.stations import HallStations
from access_chess.laws.setup import ArbiterMode
from access_chess.machine_clock import MonotonicClock, monotonic_clock
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
        self,
        broker: Broker,
        subject: str,
        number: int,
        stations: HallStations,
        *,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._broker = broker
        self._subject = subject
        self._run = secrets.token_hex(8)
        self._number = number
        self._stations = stations
        self._clock = clock
        self._heard: dict[str, tuple[float, Word]] = {}
        self._alarm = Alarm()
        self._leave = broker.listen(subject, self._hear)
        self._speak()

    def close(self) -> None:
        """Say that this hall goes, and hear no more."""
        self._leave()
        self._alarm.close()
        self._broker.send(self._subject, msgspec.json.encode(Word(self._run, self._number, is_going=True)))

    def is_there(self, number: int) -> bool:
        """Whether the hall of this number was heard of lately."""
        return any(word.number == number for _, word in tuple(self._heard.values()))

    def _hear(self, message: Msg) -> None:
        try:
            word = msgspec.json.decode(message.data, type=Word)
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
        self._broker.send(self._subject, msgspec.json.encode(word))
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


class OtherBoards:
    """Stations of the ports, without the games of the hall of this number and those on which nobody rules."""

    def __init__(self, stations: Stations, hall: int) -> None:
        self._stations = stations
        self._own = range(hall * HOSTED_FROM, (hall + 1) * HOSTED_FROM)

    def boards(self) -> tuple[int, ...]:
        """The numbers of all boards."""
        return tuple(number for number in self._stations.boards() if self.board(number) is not None)

    def board(self, number: int) -> StationBoard | None:
        """The board of this number."""
        if number in self._own:
            return None
        found = self._stations.board(number)
        if found is None or number < HOSTED_FROM:
            return found
        is_ruled = found.game is not None and found.game.setup.arbiter is ArbiterMode.HUMAN
        return found if is_ruled else None

    def issue(
        self, board: int, command: ArbiterCommand, *, seen: int, by: str, words: str = "", ticket: str = ""
    ) -> Order | None:
        """Keep an order, and send it."""
        return self._stations.issue(board, command, seen=seen, by=by, words=words, ticket=ticket)

    def insist(self, order: str) -> Order | None:
        """Send an overdue order after all."""
        return self._stations.insist(order)

    def recall(self, order: str) -> Order | None:
        """Take an order back."""
        return self._stations.recall(order)

    def orders(self, board: int | None = None) -> tuple[Order, ...]:
        """The orders."""
        return self._stations.orders(board)

    def notices(self, after: int = 0) -> tuple[Notice, ...]:
        """What the arbiter has to know."""
        return self._stations.notices(after)

    def listen(self, on_change: Callable[[int], None]) -> Callable[[], None]:
        """Be called with the number of a board where something has changed."""
        return self._stations.listen(on_change)
