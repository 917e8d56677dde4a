"""The line from a station to its hall: one WebSocket, over TLS where the hall has a certificate.

A hall's own certificate is signed by nobody. So it is pinned: with a code both sides prove that they see the same one,
and from then on no other is spoken to, before anything is said that somebody else could use.
"""

import hashlib
import logging
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct
from websockets.exceptions import InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from access_chess.hall.rules.codes import digested, fits, hall_proof, plain_code, station_proof
from access_chess.hall.rules.wire import (
    CODE,
    MOST_BYTES,
    PATH,
    PING,
    SUBPROTOCOL,
    TOKEN,
    Joined,
    NonsenseError,
    from_hall,
)
from access_chess.phrased_error import PhrasedError

OPENED = 2.0  # seconds; a lost first packet is sent again after one
CLOSED = 1.0  # seconds for a polite goodbye


class NoLineError(PhrasedError):
    """There is no line to the hall, and why: it may be there later."""


class NotLetInError(NoLineError):
    """The hall is there, and does not let this station in."""


class Endpoint(Struct, frozen=True, kw_only=True):
    """Where at an address somebody is let in, and what is spoken there."""

    path: str
    subprotocol: str


STATIONS = Endpoint(path=PATH, subprotocol=SUBPROTOCOL)


class SignedIn(Struct, frozen=True, kw_only=True):
    """What a code has brought: the answer of the hall, and the fingerprint of its certificate (hexadecimal)."""

    joined: Joined
    fingerprint: str


def sign_in(hall: str, code: str) -> SignedIn:
    """Sign in by a code, which is used up. Raises NoLineError."""
    opened = opened_socket(hall)
    digest, fingerprint = digested(plain_code(code)), fingerprint_of(opened)
    with connected(hall, opened, STATIONS, {"Authorization": f"{CODE} {station_proof(digest, fingerprint)}"}) as line:
        try:
            joined = from_hall(line.recv(OPENED))
        except (NonsenseError, TimeoutError, OSError) as error:
            raise NoLineError("hall_unreached", address=hall) from error
    if not isinstance(joined, Joined) or not fits(joined.proof, hall_proof(digest, fingerprint, joined.token)):
        raise NotLetInError("hall_not_it", address=hall)
    return SignedIn(joined=joined, fingerprint=fingerprint.hex())


def open_line(hall: str, token: str, fingerprint: str) -> ClientConnection:
    """The line of a station that is signed in. Raises NoLineError."""
    opened = opened_socket(hall)
    if fingerprint_of(opened).hex() != fingerprint:
        opened.close()
        raise NotLetInError("hall_not_it", address=hall)
    return connected(hall, opened, STATIONS, {"Authorization": f"{TOKEN} {token}"})


def opened_socket(hall: str) -> socket.socket:
    """A connection to the hall, encrypted if it is to be, of which nothing is believed yet."""
    parts = urlsplit(hall)
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        opened = socket.create_connection((parts.hostname or "", port), OPENED)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if parts.scheme != "https":
            return opened
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it is compared with the pinned one
        return context.wrap_socket(opened)
    except (OSError, ValueError) as error:
        raise NoLineError("hall_unreached", address=hall) from error


def fingerprint_of(opened: socket.socket) -> bytes:
    """The fingerprint of the certificate which the other side has shown; none without TLS."""
    if not isinstance(opened, ssl.SSLSocket):
        return b""
    return hashlib.sha256(opened.getpeercert(binary_form=True) or b"").digest()


def connected(hall: str, opened: socket.socket, door: Endpoint, headers: Mapping[str, str]) -> ClientConnection:
    """The line over such a connection. Raises NoLineError."""
    address = f"ws://{urlsplit(hall).netloc}{door.path}"  # the socket is encrypted already, where it is
    try:
        return connect(
            address, sock=opened, additional_headers=headers,
            subprotocols=[Subprotocol(door.subprotocol)], open_timeout=OPENED, ping_interval=PING, ping_timeout=PING,
            close_timeout=CLOSED, max_size=MOST_BYTES, compression=None, proxy=None,
            logger=silent(),
        )  # fmt: skip
    except InvalidStatus as error:
        opened.close()
        raise NotLetInError("hall_lets_nobody_in", address=hall) from error
    except (InvalidHandshake, OSError, EOFError) as error:
        opened.close()
        raise NoLineError("hall_unreached", address=hall) from error


def silent() -> logging.Logger:
    """For lines: what goes wrong with one is told in words or not at all, and never written into the terminal."""
    logger = logging.getLogger("access_chess.lines")
    if not logger.handlers:
        logger.propagate = False
        logger.addHandler(logging.NullHandler())
    return logger
