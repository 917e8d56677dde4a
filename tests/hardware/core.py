"""The firmware's core as a library of this machine, through ctypes: its line and its contacts are here."""

import ctypes
from functools import cache

from access_chess.board.wire.framing import Heard, decode
from tests.support.board_sim import built

ROWS = 9


class Identity(ctypes.Structure):
    """`struct identity` of core/board.h."""

    _fields_ = (
        ("boot", ctypes.c_uint16),
        ("number", ctypes.c_uint16),
        ("build", ctypes.c_uint32),
        ("reset_cause", ctypes.c_uint8),
    )


@cache
def library() -> ctypes.CDLL:
    """The core, built with traps for undefined behaviour."""
    return ctypes.CDLL(str(built().core))


class Core:
    """One board in the library; the library has only one at a time."""

    def __init__(self, contacts: int, boot: int = 1) -> None:
        self.contacts, self.ms = contacts, 0
        self._lib = library()
        self._lib.host_reset()
        self._lib.scan_start(8)
        for row in range(ROWS):
            self._lib.scan_prime(row, contacts >> 8 * row & 0xFF)
        self._lib.board_start(ctypes.byref(Identity(boot=boot, reset_cause=1)))
        self.step()

    def step(self) -> None:
        """The loop's work of this millisecond."""
        self._lib.board_step(ctypes.c_uint32(self.ms))

    def run(self, milliseconds: int) -> None:
        """Samples and the loop, as time goes on."""
        for _ in range(milliseconds):
            self.ms += 1
            for row in range(ROWS):
                self._lib.scan_sample(row, self.contacts >> 8 * row & 0xFF, ctypes.c_uint32(self.ms))
            self.step()

    def bring(self, data: bytes) -> None:
        """Bytes from the host."""
        self._lib.host_bring(data, len(data))
        self.step()

    def room(self, free: int) -> None:
        """How many bytes the line takes without waiting."""
        ctypes.c_uint8.in_dll(self._lib, "host_room").value = free

    def take(self) -> list[Heard]:
        """The frames sent since the last time."""
        sent = ctypes.c_uint32.in_dll(self._lib, "host_sent")
        data = bytes((ctypes.c_uint8 * 65536).in_dll(self._lib, "host_out")[: sent.value])
        sent.value = 0
        return [decode(block) for block in data.split(b"\0") if block]
