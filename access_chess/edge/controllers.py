"""Game controllers: triggers as the levers of the clock, buttons that ask for the time or for an open ear, and
rumble that tells the time.

Every controller that SDL has a mapping for; the left trigger is White's lever, the right one Black's. pygame gives no
time stamp of the device, so a press counts at the look that finds it, at most `POLL` after it.
"""

import os
import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import chess

from access_chess.board.clock_unit.dial_line import Pulse
from access_chess.board.wire.reports import (
    ButtonPressed,
    ControllerFound,
    ControllerLost,
    ControllerReport,
    LeverPressed,
    LeverReleased,
)
from access_chess.edge.diagnosis import Diagnosis
from access_chess.laws.clock import Instant

POLL = 0.004  # seconds
TRIGGER_DOWN, TRIGGER_UP = 0.6, 0.3  # of its way; apart, so that a trembling finger presses once
FULL = 32767  # SDL's greatest value of an axis
FULL_ROUND = 16  # looks between two searches for new controllers: a few hundredths of a second

SEARCH = 0.3  # seconds in which a controller that is plugged in is found

LISTEN_BUTTON = 6
#: SDL's buttons, and the number that the program knows them by. At a clock: White's time, Black's, stop or start, both
#: exact; then listen. Where answers are chosen all but start do something, the rest of the cross, too.
_BUTTONS = {9: 1, 10: 2, 6: 3, 11: 4, 3: 5, 0: LISTEN_BUTTON}  # shoulders, start, cross up, upper and lower button
_BUTTONS |= {13: 7, 12: 8, 14: 8}  # cross left; cross down and right
_TRIGGERS = {4: chess.WHITE, 5: chess.BLACK}


Listener = Callable[[ControllerReport], None]


@dataclass
class _Pad:
    """One controller and what was down at the last look."""

    device: Any
    name: str
    down: set[int]
    pressed: set[int]


class GameControllers:
    """All controllers of this machine, watched by a thread of its own, which also plays the rumble.

    The listener is told in that thread and must return at once. `clock` is the machine's monotonic one.
    """

    def __init__(self, listener: Listener, *, clock: Callable[[], Instant]) -> None:
        self._listener = listener
        self._clock = clock
        self._pads: dict[int, _Pad] = {}
        self._pulses: queue.SimpleQueue[tuple[Pulse, ...]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="controllers", daemon=True)
        self._thread.start()

    def rumble(self, pulses: tuple[Pulse, ...]) -> None:
        """Let every controller tell this, at once: what it was telling is broken off."""
        self._pulses.put(pulses)

    def close(self) -> None:
        """Let the controllers go."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        # without a window SDL hears controllers only where it is told to, and on Windows only in its own thread
        os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
        os.environ.setdefault("SDL_JOYSTICK_THREAD", "1")
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from pygame._sdl2 import controller

        controller.init()  # and SDL's joysticks, of which controllers are some
        looks = 0
        pattern = _Pattern()
        while not self._closing.wait(POLL):
            controller.update()
            if looks % FULL_ROUND == 0:
                self._find(controller)
            looks += 1
            for number, pad in tuple(self._pads.items()):
                if pad.device.attached():
                    self._look_at(pad)
                else:
                    pad.device.quit()
                    del self._pads[number]
                    self._listener(ControllerLost(name=pad.name))
            while not self._pulses.empty():
                pattern = _Pattern(self._pulses.get())
            pattern.play((pad.device for pad in self._pads.values()), time.monotonic())
        for pad in self._pads.values():
            pad.device.stop_rumble()
            pad.device.quit()

    def _find(self, controller: Any) -> None:
        """Open what has been plugged in. One that cannot be opened yet is tried again at the next search."""
        import pygame

        for index in range(controller.get_count()):
            if not controller.is_controller(index):
                continue
            try:
                joystick = pygame.joystick.Joystick(index)
                number = joystick.get_instance_id()  # its own for good; the index may become another's
                if number in self._pads:
                    continue
                device = controller.Controller(index)  # pygame keeps every one that is made, for ever
            except pygame.error:
                continue
            self._pads[number] = _Pad(device=device, name=device.name, down=set(), pressed=set())
            self._listener(ControllerFound(name=device.name))

    def _look_at(self, pad: _Pad) -> None:
        at = self._clock()
        for axis, color in _TRIGGERS.items():
            way = pad.device.get_axis(axis) / FULL
            if axis not in pad.down and way >= TRIGGER_DOWN:
                pad.down.add(axis)
                self._listener(LeverPressed(color=color, at=at))
            elif axis in pad.down and way <= TRIGGER_UP:
                pad.down.remove(axis)
                self._listener(LeverReleased(color=color, at=at))
        pressed = {button for button in _BUTTONS if pad.device.get_button(button)}
        for button in pressed - pad.pressed:
            self._listener(ButtonPressed(button=_BUTTONS[button], at=at))
        pad.pressed = pressed


def examine() -> list[Diagnosis]:
    """Which controllers there are. For `access-chess doctor`."""
    names: list[str] = []
    controllers = GameControllers(
        lambda report: names.append(report.name) if isinstance(report, ControllerFound) else None, clock=timedelta
    )
    time.sleep(SEARCH)
    controllers.close()
    found = "doctor_controllers" if names else "doctor_controllers_none"
    slots = {"names": ", ".join(names)}
    return [Diagnosis(part="doctor_part_controllers", works=True, found=found, slots=slots)]


class _Pattern:
    """Pulses being played: each look starts the next one when its time has come."""

    def __init__(self, pulses: tuple[Pulse, ...] = ()) -> None:
        self._left = list(pulses)
        self._next = 0.0

    def play(self, devices: Iterable[Any], now: float) -> None:
        """Start what is due at this instant (seconds)."""
        if not self._left or now < self._next:
            return
        pulse = self._left.pop(0)
        self._next = max(self._next, now - POLL) + (pulse.length + pulse.rest) / 1000
        for device in devices:
            device.rumble(pulse.strength, pulse.strength, pulse.length)
