"""Lines between two stations: the host's own port, with TLS and a certificate that the guest pins; or the host's room
in a hall, which tells of each guest and carries a line there.
"""

import contextlib
import random
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

from access_chess.edge.station.line import (
    CLOSED,
    OPENED,
    Endpoint,
    NoLineError,
    NotLetInError,
    SignedIn,
    connected,
    fingerprint_of,
    opened_socket,
    silent,
)
from access_chess.edge.station.link import JITTER, WAITS
from access_chess.edge.station.sign_in import SignIn
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.codes import digested, fits, hall_proof, plain_code, station_proof
from access_chess.hall.rules.wire import MOST_BYTES, NO_TICKETS, PING, Bye, Joined, NonsenseError
from access_chess.phrased_error import PhrasedError

GUESTS = Endpoint(path="/remote", subprotocol=remote.SUBPROTOCOL)
COME_IN = 10.0  # seconds that a guest whose machine is slow has to open a line
TRIES = 5  # at a door where nobody answers in time
AT_ONCE = 8  # connections; a guest comes alone, and the former line may not have been missed yet


class RemoteLine(Protocol):
    """A connection, opened by either end. May be used from any thread."""

    def recv(self, timeout: float | None = None) -> str | bytes:
        """The next frame. Raises TimeoutError, ConnectionClosed."""
        ...

    def send(self, message: str, /) -> None:
        """Send a frame. Raises ConnectionClosed."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class Way(Struct, frozen=True, kw_only=True):
    """How a host is reached: at an address, or in a room of a hall."""

    address: str
    room: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """What a hall is told."""
        return {"Room": self.room} if self.room else {}


class RefusedError(NoLineError):
    """The other end does not play; `reason` is the word of its goodbye."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"remote_{reason}")
        self.reason = reason


def knock(way: Way, code: str, form: int) -> SignedIn:
    """Show a host that one knows the code; again where the host is slow, which uses nothing up. Raises NoLineError."""
    for _ in range(TRIES - 1):
        try:
            return _knocked(way, code, form)
        except NoLineError as error:
            if not _is_slow(error):
                raise
    return _knocked(way, code, form)


def _is_slow(error: BaseException | None) -> bool:
    """Whether somebody may be there, who has not answered in time."""
    return error is not None and (isinstance(error, TimeoutError) or _is_slow(error.__cause__))


def _knocked(way: Way, code: str, form: int) -> SignedIn:
    opened = _opened(way)
    digest, fingerprint = digested(plain_code(code)), fingerprint_of(opened)
    proof = station_proof(digest, fingerprint)
    try:
        with _connected(way, opened) as line:
            line.send(remote.encoded(remote.Knock(version=remote.VERSION, form=form, proof=proof)))
            answer = remote.from_host(line.recv(2 * OPENED))
    except (NonsenseError, TimeoutError, ConnectionClosed, OSError) as error:
        raise NoLineError("remote_unreached", address=way.address) from error
    if isinstance(answer, Bye):
        raise RefusedError(answer.reason)
    if not isinstance(answer, Joined) or not fits(answer.proof, hall_proof(digest, fingerprint, answer.token)):
        raise NotLetInError("remote_not_it", address=way.address)
    return SignedIn(joined=answer, fingerprint=fingerprint.hex())


def line_to(way: Way, fingerprint: str) -> ClientConnection:
    """The line to a host that is known. Raises NoLineError."""
    opened = _opened(way)
    if fingerprint_of(opened).hex() != fingerprint:
        opened.close()
        raise NotLetInError("remote_not_it", address=way.address)
    return _connected(way, opened)


def _opened(way: Way) -> socket.socket:
    try:
        return opened_socket(way.address)
    except NoLineError as error:
        raise NoLineError("remote_unreached", address=way.address) from error


def _connected(way: Way, opened: socket.socket) -> ClientConnection:
    try:
        return connected(way.address, opened, GUESTS, way.headers)
    except NoLineError as error:
        is_unknown = way.room and isinstance(error, NotLetInError)
        raise NoLineError("remote_no_room" if is_unknown else "remote_unreached", address=way.address) from error


class HostPortTakenError(PhrasedError):
    """A host's port cannot be had."""


class OwnPort:
    """A host's own door: each who comes is answered in a thread of its own."""

    def __init__(
        self, listening: socket.socket, certificate: tuple[Path, Path], answer: Callable[[RemoteLine], None]
    ) -> None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*certificate)
        context.num_tickets = NO_TICKETS
        self._answer = answer
        self._free = threading.Semaphore(AT_ONCE)
        self._server = serve(
            self._admit, sock=listening, ssl=context, subprotocols=[Subprotocol(remote.SUBPROTOCOL)],
            origins=[None], compression=None, max_size=MOST_BYTES, open_timeout=COME_IN, ping_interval=PING,
            ping_timeout=PING, close_timeout=CLOSED, logger=silent(),
        )  # fmt: skip
        self._thread = threading.Thread(target=self._server.serve_forever, name="remote door", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let nobody in any more."""
        self._server.shutdown()
        self._thread.join(CLOSED)

    def _admit(self, line: ServerConnection) -> None:
        if self._free.acquire(blocking=False):
            try:
                self._answer(line)
            finally:
                self._free.release()


def listening_at(port: int) -> socket.socket:
    """A socket for an own door, at all addresses of this machine; 0 chooses a port. Raises HostPortTakenError."""
    try:
        if socket.has_dualstack_ipv6():
            with contextlib.suppress(OSError):  # a machine may have been told to have no IPv6
                return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
        return socket.create_server(("", port))
    except OSError as error:
        raise HostPortTakenError("port_taken", port=port, host="0.0.0.0", error=error.strerror or str(error)) from error


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
