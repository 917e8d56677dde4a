"""The server: binds a port, and serves until it is told to stop."""

import asyncio
import contextlib
import gc
import ipaddress
import logging
import socket
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import h11
import uvicorn
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.hall.rules.wire import MOST_BYTES, PATH, PING
from access_chess.hall.web.certificate import Encryption
from access_chess.hall.web.readers import LINE
from access_chess.phrased_error import PhrasedError
from access_chess.speech.language.voice_pack import VoicePack

WAITING = 256  # connections that nobody has taken yet
SILENT = 10.0  # seconds from a connection to its first whole request
MOST_HEAD = 16_384  # bytes of a request before its form: cookies and the longest path are a tenth of it
#: More than the streams that an address may have, and the pages beside them: a playing hall may have one address.
CONNECTIONS_AN_ADDRESS = 256
#: New objects until those are searched for garbage, such searches until one of what they left, and such until one of
#: everything: a few a second, one in some seconds, one in some minutes where a thousand boards play. So at most a
#: million objects wait that nobody needs, such as those of connections that have ended: a hundred MB.
SEARCHES = (20_000, 10, 5)
HOST_BITS = 64  # of an address of IPv6, by which hosts of one network differ
FALLBACK = "en"  # the language of the log where none is told
STOPPING = 3  # seconds for pages to be answered when the server stops; streams are ended at once


class PortTakenError(PhrasedError):
    """The port cannot be had; the message is one plain sentence."""


def bound(host: str, port: int) -> socket.socket:
    """A socket of this address, before anything is said of it. Raises PortTakenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once (TCP_NODELAY) only where the protocol is named: else each waits some 40 ms
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family is socket.AF_INET6:
        found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)  # IPv4 has a socket of its own
    try:
        found.bind((host, port))
        found.listen(WAITING)  # from now on browsers wait for an answer, where they were refused before
    except OSError as error:
        found.close()
        why = error.strerror or str(error)
        raise PortTakenError("port_taken", port=str(port), host=host, error=why) from error
    return found


def bound_everywhere(port: int) -> tuple[socket.socket, ...]:
    """Sockets of all addresses of this machine at one port, of IPv6 where it has that. Raises PortTakenError."""
    found = [bound("0.0.0.0", port)]
    with contextlib.suppress(PortTakenError, OSError):
        found.append(bound("::", found[0].getsockname()[1]))
    return tuple(found)


class Connection(H11Protocol):
    """One connection, of which nobody has too many, and which has to say soon what it wants.

    h11 holds no more of a head than it is told; the faster parser that may be installed holds all of it.
    """

    _of_address: ClassVar[Counter[str]] = Counter()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._pages, self.app = self.app, self._lending

    async def _lending(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application, which may write to many readers at once without a task for each."""
        scope["extensions"] = {LINE: self.transport}
        await self._pages(scope, receive, send)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._address = _counted_as(str(transport.get_extra_info("peername", ("",))[0]))
        if self.client is not None:
            self.client = (self._address, self.client[1])
        self._of_address[self._address] += 1
        self._silent = self.loop.call_later(SILENT, self._give_up)
        if self._of_address[self._address] > CONNECTIONS_AN_ADDRESS:
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A station takes the connection over."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def _forget(self) -> None:
        self._silent.cancel()
        self._of_address[self._address] -= 1
        if not self._of_address[self._address]:
            del self._of_address[self._address]

    def _give_up(self) -> None:
        if vars(self)["scope"] is None:  # no request has come whole
            self.transport.close()


class StationLine(WebSocketsSansIOProtocol):
    """One WebSocket. A station sends signs of life as often as we would ask for one, and pings us: so it is not asked,
    which would be a fifth of what a thousand stations cost.
    """

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to talk to us."""
        if event.path == PATH:
            self.ping_interval = None
        super().handle_connect(event)


class HallServer(uvicorn.Server):
    """uvicorn, whose open streams end as soon as it is to stop."""

    def __init__(
        self, config: uvicorn.Config, on_stop: Callable[[], None], on_start: Callable[[], None] | None
    ) -> None:
        super().__init__(config)
        self._on_stop = on_stop
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """What uvicorn does, in the loop in which all pages are answered."""
        if self._on_start is not None:
            self._on_start()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then what uvicorn does."""
        self._on_stop()
        await super().shutdown(sockets)


@contextlib.contextmanager
def beside(server: HallServer, listening: Sequence[socket.socket]) -> Iterator[None]:
    """A second server in a thread of its own, as long as the block runs."""
    thread = threading.Thread(target=server.run, args=(list(listening),), name="public pages", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(2 * STOPPING)


def search_seldom() -> None:
    """Have a process that serves search for garbage seldom.

    What a hall keeps is games, which nothing refers back to: a search through all of them finds nothing, and with a
    thousand boards everything stands still for a quarter of a second meanwhile.
    """
    gc.set_threshold(*SEARCHES)


def _counted_as(address: str) -> str:
    """The address by which rates are counted: of IPv6 the network, since everybody has as many of its addresses as they
    likes.

    >>> [_counted_as(each) for each in ("10.0.0.7", "::1", "2001:db8:0:1:2:3:4:5")]
    ['10.0.0.7', '::1', '2001:db8:0:1::']
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4 or found.is_loopback:
        return address
    return str(ipaddress.ip_network((int(found) >> HOST_BITS << HOST_BITS, 128 - HOST_BITS)).network_address)


class _HallLog(logging.Filter):
    """What goes wrong with a page is one line in the hall's log, and no traceback."""

    def __init__(self, pack: VoicePack) -> None:
        super().__init__()
        self._pack = pack

    def filter(self, record: logging.LogRecord) -> bool:
        """Make a line of an error; what is no news is dropped.

        Who does not answer when TLS is to end is cut off, and so is who breaks off: a library's second line on it.
        """
        if str(record.msg).startswith(("Cancel ", "ASGI callable")):
            return False
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            record.msg, record.args, record.exc_info = self._told(error), (), None
        return True

    def _told(self, error: BaseException) -> str:
        if isinstance(error, ClientDisconnect | h11.LocalProtocolError):
            return self._pack.phrase("hall_cut_off").text
        where = traceback.extract_tb(error.__traceback__)[-1]
        named = f"{type(error).__name__} ({error}), {Path(where.filename).name}:{where.lineno}"
        return self._pack.phrase("hall_page_failed", error=" ".join(named.split())).text


def server_of(
    app: ASGIApp,
    on_stop: Callable[[], None],
    *,
    certificate: tuple[Path, Path] | None = None,
    on_start: Callable[[], None] | None = None,
    pack: VoicePack | None = None,
    plain: str = "",
) -> HallServer:
    """The server of an application; `certificate` are the files of a certificate and its key, for TLS.

    `plain` is said to those who come without TLS then; `pack` has the words of the hall's log.
    """
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # else the sender would choose whose rates are used up
        lifespan="off",
        http=Connection,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_graceful_shutdown=STOPPING,
        ws=StationLine,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
    )
    config.load()
    log = logging.getLogger("uvicorn.error")
    log.filters[:] = [_HallLog(pack or load_voice_pack(FALLBACK))]
    if certificate is not None:
        config.ssl = Encryption.by(*certificate, plain)
    return HallServer(config, on_stop, on_start)
