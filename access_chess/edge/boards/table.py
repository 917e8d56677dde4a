"""The sensor boards of one game: opened, and let go. At the loop of a table what hands do there are messages.

A game that is decided elsewhere, or is a drill, has its boards as an output with a thread, a queue and a clock.
"""

import queue
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from enum import Enum, auto

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED, Calibration
from access_chess.board.pegs.players_board import SETTLE, Notice, PlayersBoard
from access_chess.board.pegs.playing import (
    LISTEN_BUTTON,
    AfterBoards,
    AllBoards,
    clock_command,
    is_displacement,
    written_by_program,
)
from access_chess.board.ports import EmulatedBoard, HandOf, Listener, SensorBoard, SimulatedHand
from access_chess.board.wire.board_clock import GameTime, game_time
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ClockLeapt,
    CommandRefused,
    Connected,
    Disconnected,
    Quiet,
    ReportsLost,
)
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import Loop, Recorded

DECIDED = 1.0  # seconds; a decision takes milliseconds
COUNTS = 2 * SETTLE.total_seconds()  # seconds that a typed hand waits for its placement to count
HAND = 2.0  # seconds at most until an emulated hand's deed is reported; it takes a hundredth of one

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
        for unit in self.units:
            unit.close()
        for sensor in self._sensors:
            sensor.close()


def _listener(index: int, listen: Listen) -> Listener:
    return lambda report: listen(index, report)


class _Wake(Enum):
    LOOK = auto()  # the game has changed
    DISPLACED = auto()  # the arbiter has found pieces displaced
    END = auto()


class BoardTable:
    """All boards of a game; an output of its session, whose clock starts when every board is right.

    `on_listen` is called when the button that opens the microphone is pressed, `on_trouble` when a report leads to an
    error of the program; the boards go on.
    """

    def __init__(
        self,
        seats: Sequence[TableBoard],
        *,
        tell: Tell,
        on_trouble: Callable[[Exception], None],
        on_listen: Callable[[], None] = lambda: None,
        hand_of: HandOf = lambda line: None,
        calibration: Calibration = UNCALIBRATED,
    ) -> None:
        self._seats = seats
        self._tell = tell
        self._on_trouble = on_trouble
        self._on_listen = on_listen
        self._hand_of = hand_of
        self._boards = AllBoards(boards=tuple(seat.unheard for seat in seats))
        self._told = [timedelta.min for _ in seats]
        self._calibration = calibration
        self._opened: OpenedBoards | None = None
        self._inbox: queue.SimpleQueue[tuple[int, BoardReport] | _Wake] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._heard = threading.Condition()
        self._reports = 0
        self._session: Loop | None = None
        self._time = GameTime(origin=timedelta())
        self._thread = threading.Thread(target=self._run, name="board table", daemon=True)

    def join(self, session: Loop) -> None:
        """Open the boards, and begin to turn their reports into commands."""
        self._session = session
        self._time = game_time(session.now, monotonic_clock)
        listen = self._inbox.put
        self._opened = OpenedBoards(
            self._seats, session.game, lambda index, report: listen((index, report)), calibration=self._calibration
        )
        for unit in self._opened.units:
            unit.join(session)
        self._thread.start()
        session.await_reports(self._has_told_all)

    def on_event(self, recorded: Recorded) -> None:
        """Look at the boards again: the game has changed."""
        for written in () if self._session is None else written_by_program(recorded.event, recorded.at):
            assert self._session is not None
            self._session.submit(written.command, at=written.at)
        for unit in () if self._opened is None else self._opened.units:
            unit.on_event(recorded)
        self._inbox.put(_Wake.DISPLACED if is_displacement(recorded.event) else _Wake.LOOK)

    def close(self) -> None:
        """Let the boards go."""
        self._inbox.put(_Wake.END)
        if self._thread.is_alive():
            self._thread.join()
        if self._opened is not None:
            self._opened.close()

    def announce(self, move: chess.Move) -> bool:
        """A move that is said is the announcement of the one done on the board, where the player has such a board."""
        assert self._session is not None
        with self._lock:
            said = self._boards.announced(move, self._session.game, at=self._session.now())
            if said is not None:
                self._take(said)
            return said is not None

    def does(self, line: str) -> bool:
        """Lift, place, press and release by the hand of the first emulated board, until it is reported and counts."""
        hands = () if self._opened is None else self._opened.hands
        deed = self._hand_of(line)
        if not hands or deed is None:
            return False
        with self._heard:
            self._heard.wait_for(lambda: not self._boards.is_halted, HAND)
            before = self._reports
        deed(hands[0])
        with self._heard:
            self._heard.wait_for(lambda: self._reports > before, HAND)
            self._heard.wait_for(lambda: not self._counts_soon(), COUNTS)
        return True

    def _has_told_all(self, until: Instant) -> bool:
        """Have the boards told all that happened before this instant? Those that have not are asked."""
        told = enumerate(zip(self._boards.boards, self._told, strict=True))
        behind = [index for index, (board, told) in told if board.is_connected and told < until]
        for index in behind:
            assert self._opened is not None, "they have been heard"
            self._opened.vouch(index)
        return not behind

    def _counts_soon(self) -> bool:
        """Is there a placement that counts by itself in a moment?"""
        assert self._session is not None
        return self._boards.counts_soon(self._session.game)

    def settle(self) -> None:
        """Whatever stands on the boards has been let go: the players have gone on to something else."""
        if self._session is None:
            return
        with self._lock:
            self._take(self._boards.settled(self._session.game))

    def check(self) -> None:
        """Say what is wrong with each board, square by square."""
        assert self._session is not None
        with self._lock:
            self._take(self._boards.asked(self._session.game))

    def _run(self) -> None:
        assert self._session is not None
        while (item := self._inbox.get()) is not _Wake.END:
            try:
                with self._lock:
                    self._turn(self._session, item)
            except Exception as error:  # noqa: BLE001  part of the loop: a defect is told of, and the boards go on
                self._on_trouble(error)
            with self._heard:
                self._reports += not isinstance(item, _Wake) and not isinstance(item[1], Quiet)
                self._heard.notify_all()

    def _turn(self, session: Loop, item: "tuple[int, BoardReport] | _Wake") -> None:
        if isinstance(item, _Wake):
            self._take(self._boards.looked(session.game, is_displaced=item is _Wake.DISPLACED))
        elif not isinstance(item[1], CommandRefused):
            self._hear(session, *item)
        clock = clock_command(self._boards.boards, session.game)
        if clock is not None:
            session.submit(clock)
            session.wait_until_decided(DECIDED)

    def _hear(self, session: Loop, index: int, report: BoardReport) -> None:
        if isinstance(report, ButtonPressed) and report.button == LISTEN_BUTTON:
            self._on_listen()
        if isinstance(report, Connected | ReportsLost) and self._opened is not None:
            self._opened.forget(index)
        at = self._time.of(report.at)
        self._take(self._boards.reported(index, replace(report, at=at), session.game))
        if not isinstance(report, Disconnected | ClockLeapt):  # these bear this machine's time
            self._told[index] = max(self._told[index], at)

    def _take(self, followed: AfterBoards) -> None:
        assert self._session is not None
        self._boards = followed.boards
        for stamped in followed.commands:
            self._session.submit(stamped.command, at=stamped.at)
        for notice, color in followed.notices:
            self._tell(notice, color)
        if followed.commands:
            self._session.wait_until_decided(DECIDED)
