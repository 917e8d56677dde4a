"""A game controller of SDL's own making: plugged in, pulled and handled by a test, with all its rumble on record."""

import ctypes
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

TRIGGER_LEFT, TRIGGER_RIGHT = 4, 5
SHOULDER_LEFT, SHOULDER_RIGHT, START, LOWER, UPPER = 9, 10, 6, 0, 3
CROSS_UP, CROSS_DOWN, CROSS_LEFT, CROSS_RIGHT = 11, 12, 13, 14

_Pointer = ctypes.c_void_p
_Rumble = ctypes.CFUNCTYPE(ctypes.c_int, _Pointer, ctypes.c_uint16, ctypes.c_uint16)


class _Description(ctypes.Structure):
    """SDL_VirtualJoystickDesc of SDL 2.24 and later."""

    _fields_ = [
        ("version", ctypes.c_uint16), ("type", ctypes.c_uint16), ("axes", ctypes.c_uint16),
        ("buttons", ctypes.c_uint16), ("hats", ctypes.c_uint16), ("vendor", ctypes.c_uint16),
        ("product", ctypes.c_uint16), ("padding", ctypes.c_uint16), ("button_mask", ctypes.c_uint32),
        ("axis_mask", ctypes.c_uint32), ("name", ctypes.c_char_p), ("userdata", _Pointer), ("update", _Pointer),
        ("set_player_index", _Pointer), ("rumble", _Rumble), ("rumble_triggers", _Pointer), ("set_led", _Pointer),
        ("send_effect", _Pointer),
    ]  # fmt: skip


@dataclass
class VirtualController:
    """One controller. `rumble` holds each change of the motor's strength: when (seconds), and the strength, 0 to 1."""

    sdl: ctypes.CDLL
    index: int
    handle: int
    rumble: list[tuple[float, float]]
    description: ctypes.Structure  # SDL calls back through it

    def pull(self, trigger: int, way: float) -> None:
        """Move a trigger to so much of its way, 0 to 1."""
        value = round(way * 65535) - 32768
        self.sdl.SDL_JoystickSetVirtualAxis(_Pointer(self.handle), trigger, ctypes.c_int16(value))

    def push(self, button: int, *, down: bool) -> None:
        """Push or let go a button."""
        self.sdl.SDL_JoystickSetVirtualButton(_Pointer(self.handle), button, ctypes.c_uint8(down))


@contextmanager
def virtual_controller() -> Iterator[VirtualController]:
    """A controller that is plugged in."""
    pygame.joystick.init()
    sdl = ctypes.CDLL(_library())
    record: list[tuple[float, float]] = []

    def rumble(_userdata: object, low: int, _high: int) -> int:
        record.append((time.monotonic(), low / 65535))
        return 0

    description = _Description(
        version=1, type=1, axes=6, buttons=15, name=b"Virtual controller", rumble=_Rumble(rumble)
    )
    index = sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(description))
    assert index >= 0, "this SDL makes no virtual joysticks"
    sdl.SDL_JoystickOpen.restype = _Pointer
    handle = sdl.SDL_JoystickOpen(index)
    controller = VirtualController(sdl=sdl, index=index, handle=handle, rumble=record, description=description)
    for trigger in (TRIGGER_LEFT, TRIGGER_RIGHT):
        controller.pull(trigger, 0.0)
    try:
        yield controller
    finally:
        sdl.SDL_JoystickClose(_Pointer(handle))
        sdl.SDL_JoystickDetachVirtual(index)


def _library() -> str:
    """The SDL that pygame has loaded."""
    if sys.platform == "linux":
        with open("/proc/self/maps", encoding="utf-8") as maps:  # noqa: PTH123
            return next(line.split()[-1] for line in maps if "libSDL2-2" in line)
    raise NotImplementedError(f"where pygame keeps its SDL is not known on {sys.platform!r}")
