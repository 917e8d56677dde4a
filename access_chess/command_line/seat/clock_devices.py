"""Opens what there is at a clock beside the keyboard: the clock unit of a sensor board, and game controllers."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import chess

from access_chess.board.ports import EmulatedBoard, SensorBoard, SimulatedHand
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.edge.storage.calibration import load_calibration
from access_chess.laws.clock import DelayDisplay
from access_chess.laws.dial import FlagRises
from access_chess.machine_clock import monotonic_clock
from access_chess.session.clock.game_series import Devices, Felt, Inbox

LEVER_DOWN = 0.03  # seconds that an emulated lever stays down: longer than the firmware's debounce


@contextmanager
def open_devices(
    board: str, inbox: Inbox, *, rises: FlagRises, display: DelayDisplay, with_controllers: bool
) -> Iterator[Devices]:
    """The devices that are wanted, which report to the inbox; they are let go at the end.

    `board` is a serial port, "any", "emulator" or "none". Raises CalibrationError.
    """
    with ExitStack() as closing:
        opened, hand = _board(board, inbox)
        unit = None
        if opened is not None:
            closing.callback(opened.close)
            unit = ClockUnit(opened, load_calibration(), rises=rises, display=display)
        lever = None if hand is None else _lever(hand)
        if not with_controllers:
            yield Devices(unit=unit, lever=lever, board=opened)
            return
        from access_chess.edge.controllers.controller import GameControllers

        controllers = GameControllers(lambda report: inbox.put(Felt(report)), clock=monotonic_clock)
        closing.callback(controllers.close)
        yield Devices(unit=unit, lever=lever, board=opened, feel=controllers.rumble)


def _board(board: str, inbox: Inbox) -> tuple[SensorBoard | None, SimulatedHand | None]:
    if board == "none":
        return None, None
    if board == "any":
        from access_chess.edge.boards.serial_board import SerialBoard

        return SerialBoard(inbox.put), None
    from access_chess.edge.boards.in_process import START
    from access_chess.edge.boards.registry import open_board

    opened = open_board(board, inbox.put, START)
    return (opened.board, opened.hand) if isinstance(opened, EmulatedBoard) else (opened, None)


def _lever(hand: SimulatedHand) -> Callable[[chess.Color], None]:
    """Presses an emulated lever, which comes up by itself a moment later."""

    def press(color: chess.Color) -> None:
        hand.press(color)
        threading.Timer(LEVER_DOWN, hand.release, (color,)).start()

    return press
