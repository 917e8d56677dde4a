"""A host's room in a hall: the hall tells of each guest, and carries a line there."""

import random
import threading
from collections.abc import Callable
from contextlib import suppress

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from access_chess.edge.station.line import NoLineError, connected, fingerprint_of, opened_socket
from access_chess.edge.station.link import JITTER, WAITS
from access_chess.edge.station.remote.lines import AT_ONCE, GUESTS, RemoteLine
from access_chess.edge.station.sign_in import SignIn
from access_chess.hall import remote, wire

LEFT = 1.0  # seconds for the thread to end


class HallRoom:
    """Keeps the room open, whatever becomes of the hall; each guest is answered in a thread of its own."""

    def __init__(self, sign_in: SignIn, room: str, answer: Callable[[RemoteLine], None]) -> None:
        self._sign_in = sign_in
        self._room = room
        self._answer = answer
        self._free = threading.Semaphore(AT_ONCE)
        self._closing = threading.Event()
        self._line: ClientConnection | None = None
        self._thread = threading.Thread(target=self._run, name="remote room", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the room go."""
        self._closing.set()
        line = self._line
        if line is not None:
            line.close()
        self._thread.join(LEFT)

    def _run(self) -> None:
        tries = 0
        while not self._closing.is_set():
            with suppress(NoLineError, ConnectionClosed, wire.NonsenseError, OSError), self._connected({}) as line:
                self._line = line
                tries = 0
                while not self._closing.is_set():
                    self._hear(remote.of_room(line.recv()))
            wait = WAITS[min(tries, len(WAITS) - 1)] * (1 + random.uniform(-JITTER, JITTER))
            tries += 1
            self._closing.wait(wait)

    def _hear(self, guest: remote.GuestWaiting) -> None:
        if self._free.acquire(blocking=False):
            threading.Thread(target=self._meet, args=(guest.line,), name="remote guest's line", daemon=True).start()

    def _meet(self, number: str) -> None:
        try:
            with suppress(NoLineError, ConnectionClosed, OSError), self._connected({"Line": number}) as line:
                self._answer(line)
        finally:
            self._free.release()

    def _connected(self, headers: dict[str, str]) -> ClientConnection:
        """A line to the hall that the station is signed in at, and to no other. Raises NoLineError."""
        sign_in = self._sign_in
        opened = opened_socket(sign_in.hall)
        if fingerprint_of(opened).hex() != sign_in.fingerprint:
            opened.close()
            raise NoLineError("hall_not_it", address=sign_in.hall)
        own = {"Authorization": f"{wire.TOKEN} {sign_in.token}", "Room": self._room}
        return connected(sign_in.hall, opened, GUESTS, own | headers)
