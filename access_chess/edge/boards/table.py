"""The sensor boards of one game: opened, and let go. At the loop of a table what hands do there are messages."""

import threading
from collections.abc import Callable, Sequence
from itertools import compress

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, Calibration
from access_chess.board.pegs.players_board import Notice, PlayersBoard
from access_chess.board.ports import EmulatedBoard, Listener, SensorBoard, SimulatedHand
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    Connected,
    Disconnected,
    Lifted,
    Placed,
    ReportsLost,
)
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.laws.game import Game
from access_chess.machine_clock import monotonic_clock

#: opens a board; an emulated one begins with pegs in these apertures
Open = Callable[[Listener, chess.SquareSet], SensorBoard | EmulatedBoard]
#: is told of every report, and of which board it is, in that board's own thread
Listen = Callable[[int, BoardReport], None]
#: tells a player (None: both) of the board
Tell = Callable[[Notice, chess.Color | None], None]


class TableBoard(Struct, frozen=True, kw_only=True):
    """One board, and how its player uses it (see `PlayersBoard`). With `stays_open` no game lets it go."""

    open: Open
    color: chess.Color | None
    announces: bool
    has_levers: bool
    stays_open: bool = False

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
        self._own = [not seat.stays_open for seat in seats]
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
        for sensor in compress(self._sensors, self._own):
            sensor.close()


class KeptBoard:
    """A board that stays open from game to game: to each it is as if it had been connected just now.

    Its reports come in the board's thread and go to who listens at the time.
    """

    def __init__(self, open_board: Open) -> None:
        self._open_board = open_board
        self._opened: SensorBoard | EmulatedBoard | None = None
        self._lock = threading.Lock()
        self._listener: Listener = lambda report: None
        self._there: Connected | None = None  # with what stands on it by now

    def open(self, listener: Listener, occupied: chess.SquareSet) -> SensorBoard | EmulatedBoard:
        """The board, which reports to this listener from now on; one that is not there begins with these pegs."""
        with self._lock:
            self._listener = listener
            if self._there is not None:
                listener(replace(self._there, at=monotonic_clock()))
        if self._opened is None:
            self._opened = self._open_board(self._heard, occupied)
        return self._opened

    def close(self) -> None:
        """Let the board go."""
        if self._opened is not None:
            (self._opened.board if isinstance(self._opened, EmulatedBoard) else self._opened).close()

    def _heard(self, report: BoardReport) -> None:
        with self._lock:
            there = self._there
            match report:
                case Connected():
                    self._there = report
                case Disconnected():
                    self._there = None
                case ReportsLost() if there is not None:
                    self._there = replace(there, state=report.state)
                case Lifted() | Placed() if there is not None:
                    bit, is_in = chess.BB_SQUARES[report.square], isinstance(report, Placed)
                    squares = there.state.squares | bit if is_in else there.state.squares & ~bit
                    self._there = replace(there, state=BoardState(squares=squares))
            self._listener(report)


def _listener(index: int, listen: Listen) -> Listener:
    return lambda report: listen(index, report)
