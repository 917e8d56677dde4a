"""The game of the demonstration, and White's pegged board: a hand plays on it, and its reports bear simulated time."""

import queue
from collections.abc import Callable
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.board.pegs.occupancy import Movement
from access_chess.board.pegs.players_board import PlayersBoard, Turn
from access_chess.board.pegs.playing import announced, passed, reported
from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.board.wire.reports import (
    BoardReport,
    ClockLeapt,
    Connected,
    LeverPressed,
    LeverReleased,
    Lifted,
    Placed,
    Quiet,
)
from access_chess.laws.clock import Instant
from access_chess.laws.commands import AnnounceMove, Command
from access_chess.laws.decide import decide
from access_chess.laws.events import GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup
from access_chess.session.ports import Output, Recorded

OpenBoard = Callable[[Listener, chess.SquareSet], EmulatedBoard]
PATIENCE = 5.0  # seconds that a report may take: five hundred times what it does


class NoReportError(Exception):
    """The board does not report what was done on it."""


class DemonstratedGame:
    """A game as it stands, of which an output is told event by event. No journal keeps it."""

    def __init__(self, setup: Setup, output: Output) -> None:
        self.game = new_game(GameSetUp(setup=setup))
        self._output = output
        self._number = 1  # of the next event; the game was set up by the first
        self._last = timedelta()

    def give(self, command: Command, at: Instant) -> None:
        """Decide a command, and tell what follows. A device's stamp may lie a little before what was decided before."""
        at = max(at, self._last)
        for event in decide(self.game, command, at=at):
            before, self.game, self._last = self.game, evolve(self.game, event), at
            recorded = Recorded(number=self._number, at=at, before=before, event=event, after=self.game)
            self._number += 1
            self._output.on_event(recorded)


class DemonstratedBoard:
    """The board, and both players' levers. Raises NoReportError where a report does not come."""

    def __init__(self, shown: DemonstratedGame, open_board: OpenBoard) -> None:
        self._shown = shown
        self._reports: queue.SimpleQueue[BoardReport] = queue.SimpleQueue()
        self._board = PlayersBoard(color=chess.WHITE)
        self._pressed: chess.Color | None = None
        self._offset: Instant = timedelta()  # of simulated time to that of the reports
        self._emulated = open_board(self._listen, chess.SquareSet(shown.game.board.occupied))
        self._hear(lambda report: isinstance(report, Connected), timedelta())

    def move(self, movement: Movement, at: Instant) -> None:
        """A hand lifts or places a piece."""
        hand = self._emulated.hand
        if movement.is_lift:
            hand.lift(movement.square)
        else:
            hand.place(movement.square)
        kind = Lifted if movement.is_lift else Placed
        self._hear(lambda report: isinstance(report, kind) and report.square == movement.square, at)

    def press(self, color: chess.Color, at: Instant) -> None:
        """A player presses their own lever, and so lifts the other one."""
        self._emulated.hand.press(color)
        self._hear(lambda report: isinstance(report, LeverPressed), at)
        if self._pressed is not None:
            self._emulated.hand.release(self._pressed)
            self._hear(lambda report: isinstance(report, LeverReleased), at)
        self._pressed = color

    def announce(self, said: AnnounceMove, at: Instant) -> None:
        """White says the move."""
        self._look(at)
        self._take(announced(self._board, said, self._shown.game, at=at))

    def close(self) -> None:
        """Let the board go."""
        self._emulated.board.close()

    def _listen(self, report: BoardReport) -> None:
        """Simulated time goes on by the demonstration alone, not by what the board says of its own."""
        if not isinstance(report, Quiet | ClockLeapt):
            self._reports.put(report)

    def _hear(self, is_expected: Callable[[BoardReport], bool], at: Instant) -> None:
        """All reports up to the expected one, which happened `at`, and those that have come by then.

        The others keep their distance in time: one that a bad line held up, to what was done before.
        """
        heard: list[BoardReport] = []
        while not any(map(is_expected, heard)) or not self._reports.empty():
            try:
                heard.append(self._reports.get(timeout=PATIENCE))
            except queue.Empty:
                raise NoReportError(f"the board does not report what was done, only {heard!r}") from None
        expected = next(filter(is_expected, heard))
        for report in heard:
            if report is expected:
                self._offset = at - report.at
            stamp = max(self._offset + report.at, self._board.now)
            self._take(reported(self._board, replace(report, at=stamp), self._shown.game))

    def _look(self, at: Instant) -> None:
        self._take(passed(self._board, self._shown.game, at=at))

    def _take(self, turn: Turn) -> None:
        self._board = turn.board
        for stamped in turn.commands:
            self._shown.give(stamped.command, stamped.at)
