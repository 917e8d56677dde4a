"""The sensor boards of one game: opened, and let go. At the loop of a table what hands do there are messages."""

from collections.abc import Callable, Sequence

import chess
from msgspec import Struct

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, Calibration
from access_chess.board.pegs.players_board import Notice, PlayersBoard
from access_chess.board.ports import EmulatedBoard, Listener, SensorBoard, SimulatedHand
from access_chess.board.wire.reports import (
    BoardReport,
)
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.laws.game import Game

#: opens a board; an emulated one begins with pegs in these apertures
Open = Callable[[Listener, chess.SquareSet], SensorBoard | EmulatedBoard]
#: is told of every report, and of which board it is, in that board's own thread
Listen = Callable[[int, BoardReport], None]
#: tells a player (None: both) of the board
Tell = Callable[[Notice, chess.Color | None], None]


class TableBoard(Struct, frozen=True, kw_only=True):
    """One board, and how its player uses it (see `PlayersBoard`)."""

    open: Open
    color: chess.Color | None
    announces: bool
    has_levers: bool

    @property
    def unheard(self) -> PlayersBoard:
        """The board before it has told anything."""
        return PlayersBoard(color=self.color, announces=self.announces, has_levers=self.has_levers)


class OpenedBoards:
    """The boards of a game themselves, with the hands of their clocks, whose `units` are watches of a table."""

    def __init__(
        self,
        seats: Sequence[TableBoard],
        game: Game,
        listen: Listen,
        *,
        calibration: Calibration = UNCALIBRATED,
    ) -> None:
        self.hands: list[SimulatedHand] = []
        self._sensors: list[SensorBoard] = []
        occupied = chess.SquareSet(game.board.occupied)
        for index, seat in enumerate(seats):
            opened = seat.open(_listener(index, listen), occupied)
            self._sensors.append(opened.board if isinstance(opened, EmulatedBoard) else opened)
            self.hands += [opened.hand] if isinstance(opened, EmulatedBoard) else []
        has_clock = game.clock.control is not None
        #: What shows the time at each board, watches of a table.
        self.units = [ClockUnit(sensor, calibration) for sensor in self._sensors] if has_clock else []

    def forget(self, index: int) -> None:
        """A board was reset or came back: nothing is known of the hands of its clock."""
        if self.units:
            self.units[index].forget()

    def vouch(self, index: int) -> None:
        """Have a board tell that nothing else has happened there."""
        self._sensors[index].vouch()

    def close(self) -> None:
        """Let the boards go."""
        for sensor in self._sensors:
            sensor.close()


def _listener(index: int, listen: Listen) -> Listener:
    return lambda report: listen(index, report)
