"""The boards under an arbiter that are not played at pages of this hall: those of stations, and other halls' games."""

from collections.abc import Callable

from access_chess.hall.orders import ArbiterCommand, Order
from access_chess.hall.records import HOSTED_FROM
from access_chess.laws.setup import ArbiterMode
from access_chess.session.hosting.station_ports import Notice, StationBoard, Stations


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
