"""The sensor boards of one game: what hands do on them becomes commands, and what is wrong with them is said.

All of it is decided by `access_chess.board.pegs.playing`, on values; here are the queue, the thread and the clock.
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
from access_chess.board.pegs.hand import rest
from access_chess.board.pegs.players_board import SETTLE, Notice, PlayersBoard, Turn
from access_chess.board.pegs.playing import announced, asked, clock_command, displaced, passed, reported, settled
from access_chess.board.ports import EmulatedBoard, Listener, SensorBoard, SimulatedHand
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
from access_chess.laws.commands import AnnounceMove, WriteMove
from access_chess.laws.events import IrregularityFound, MoveMade, Offence
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import Loop, Recorded

DECIDED = 1.0  # seconds; a decision takes milliseconds
LISTEN_BUTTON = 2
COUNTS = 2 * SETTLE.total_seconds()  # seconds that a typed hand waits for its placement to count
HAND = 2.0  # seconds at most until an emulated hand's deed is reported; it takes a hundredth of one

#: opens a board; an emulated one begins with pegs in these apertures
Open = Callable[[Listener, chess.SquareSet], SensorBoard | EmulatedBoard]
#: tells a player (None: both) of the board
Tell = Callable[[Notice, chess.Color | None], None]


class _Wake(Enum):
    LOOK = auto()  # the game has changed
    DISPLACED = auto()  # the arbiter has found pieces displaced
    END = auto()


class TableBoard(Struct, frozen=True, kw_only=True):
    """One board, and how its player uses it (see `PlayersBoard`)."""

    open: Open
    color: chess.Color | None
    announces: bool
    has_levers: bool


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
        move_hand: Callable[[SimulatedHand, list[str]], None] | None = None,
        calibration: Calibration = UNCALIBRATED,
    ) -> None:
        self._seats = seats
        self._tell = tell
        self._on_trouble = on_trouble
        self._on_listen = on_listen
        self._move_hand = move_hand
        self._boards = [
            PlayersBoard(color=seat.color, announces=seat.announces, has_levers=seat.has_levers) for seat in seats
        ]
        self._told = [timedelta.min for _ in seats]
        self._sensors: list[SensorBoard] = []
        self._hands: list[SimulatedHand] = []
        self._calibration = calibration
        self._units: list[ClockUnit] = []
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
        self._time = game_time(session, monotonic_clock)
        occupied = chess.SquareSet(session.game.board.occupied)
        for index, seat in enumerate(self._seats):
            opened = seat.open(self._listener(index), occupied)
            self._sensors.append(opened.board if isinstance(opened, EmulatedBoard) else opened)
            self._hands += [opened.hand] if isinstance(opened, EmulatedBoard) else []
        if session.game.clock.control is not None:
            self._units = [ClockUnit(sensor, self._calibration) for sensor in self._sensors]
        for unit in self._units:
            unit.join(session)
        self._thread.start()
        session.await_reports(self._has_told_all)

    def on_event(self, recorded: Recorded) -> None:
        """Look at the boards again: the game has changed. A move made on a board is recorded by the program (E.2.5)."""
        event = recorded.event
        if isinstance(event, MoveMade) and not event.written and self._session is not None:
            self._session.submit(WriteMove(color=event.color, move=event.move), at=recorded.at)
        for unit in self._units:
            unit.on_event(recorded)
        is_displaced = isinstance(event, IrregularityFound) and event.offence is Offence.DISPLACED_PIECES
        self._inbox.put(_Wake.DISPLACED if is_displaced else _Wake.LOOK)

    def close(self) -> None:
        """Let the boards go."""
        self._inbox.put(_Wake.END)
        if self._thread.is_alive():
            self._thread.join()
        for unit in self._units:
            unit.close()
        for sensor in self._sensors:
            sensor.close()

    def announce(self, move: chess.Move) -> bool:
        """A move that is said is the announcement of the one done on the board, where the player has such a board."""
        assert self._session is not None
        with self._lock:
            game = self._session.game
            index = next((i for i, board in enumerate(self._boards) if board.color in (None, game.turn)), None)
            if index is None or self._boards[index].halts or game.is_over:
                return False
            is_in_hand = bool(game.hand.lifted or self._boards[index].held)
            if not (game.setup.players[game.turn].is_blind or is_in_hand):
                return False
            said = AnnounceMove(color=game.turn, text=game.board.san(move), move=move)
            self._take(index, announced(self._boards[index], said, game, at=self._session.now()))
            return True

    def does(self, line: str) -> bool:
        """Lift, place, press and release by the hand of the first emulated board, until it is reported and counts."""
        if not self._hands or self._move_hand is None or not line.strip():
            return False
        with self._heard:
            self._heard.wait_for(lambda: not any(board.halts for board in self._boards), HAND)
            before = self._reports
        try:
            self._move_hand(self._hands[0], line.split())
        except ValueError:
            return False
        with self._heard:
            self._heard.wait_for(lambda: self._reports > before, HAND)
            self._heard.wait_for(lambda: not any(self._counts_soon(board) for board in self._boards), COUNTS)
        return True

    def _has_told_all(self, until: Instant) -> bool:
        """Have the boards told all that happened before this instant? Those that have not are asked."""
        behind = [
            sensor
            for board, told, sensor in zip(self._boards, self._told, self._sensors, strict=True)
            if board.is_connected and told < until
        ]
        for sensor in behind:
            sensor.vouch()
        return not behind

    def _counts_soon(self, board: PlayersBoard) -> bool:
        """Is there a placement that counts by itself in a moment?"""
        assert self._session is not None
        return any(rest(board, self._session.game, placed) <= SETTLE for placed in board.held)

    def settle(self) -> None:
        """Whatever stands on the boards has been let go: the players have gone on to something else."""
        if self._session is None:
            return
        with self._lock:
            for index, board in enumerate(self._boards):
                self._take(index, settled(board, self._session.game))

    def check(self) -> None:
        """Say what is wrong with each board, square by square."""
        assert self._session is not None
        with self._lock:
            for index, board in enumerate(self._boards):
                self._take(index, asked(board, self._session.game))

    def _listener(self, index: int) -> Listener:
        return lambda report: self._inbox.put((index, report))

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
            for index, board in enumerate(self._boards):
                turn = displaced(board, session.game) if item is _Wake.DISPLACED else Turn(board=board)
                self._take(index, turn)
                self._take(index, passed(self._boards[index], session.game, at=self._boards[index].now))
        elif not isinstance(item[1], CommandRefused):
            self._hear(session, *item)
        clock = clock_command(self._boards, session.game)
        if clock is not None:
            session.submit(clock)
            session.wait_until_decided(DECIDED)

    def _hear(self, session: Loop, index: int, report: BoardReport) -> None:
        if isinstance(report, ButtonPressed) and report.button == LISTEN_BUTTON:
            self._on_listen()
        if self._units and isinstance(report, Connected | ReportsLost):
            self._units[index].forget()
        at = self._time.of(report.at)
        self._take(index, reported(self._boards[index], replace(report, at=at), session.game))
        if not isinstance(report, Disconnected | ClockLeapt):  # these bear this machine's time
            self._told[index] = max(self._told[index], at)

    def _take(self, index: int, turn: Turn) -> None:
        assert self._session is not None
        self._boards[index] = turn.board
        for stamped in turn.commands:
            self._session.submit(stamped.command, at=stamped.at)
        for notice in turn.notices:
            self._tell(notice, turn.board.color)
        if turn.commands:
            self._session.wait_until_decided(DECIDED)
