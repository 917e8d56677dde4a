"""TLS at the hall's port, where a browser that comes without it is told so in one sentence."""

import ssl
from pathlib import Path
from typing import Any

from access_chess.hall.wire import NO_TICKETS

_COMES_PLAIN = "HTTP_REQUEST"  # what OpenSSL calls an http request where a handshake should begin


class _Encrypted(ssl.SSLObject):
    """One connection. `refusal` is what goes back, unencrypted and once, to a client that does not encrypt."""

    outgoing: ssl.MemoryBIO
    refusal: bytes
    is_plain = False

    def do_handshake(self) -> None:
        """What asyncio asks for: it sends what is outgoing when more is to be read, and closes in its time."""
        if not self.is_plain:
            try:
                return super().do_handshake()
            except ssl.SSLError as error:
                if error.reason != _COMES_PLAIN:
                    raise
            self.is_plain = True
            self.outgoing.write(self.refusal)
        raise ssl.SSLWantReadError


class Encryption(ssl.SSLContext):
    """The server's side of TLS by a certificate; `sentence` is for those who come by plain http."""

    refusal = b""

    @classmethod
    def by(cls, certificate: Path, key: Path, sentence: str) -> "Encryption":
        """With the files of a certificate and its key."""
        made = cls(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(certificate, key)
        made.num_tickets = NO_TICKETS
        made.sslobject_class = _Encrypted
        body = f"{sentence}\n".encode()
        head = "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
        made.refusal = f"{head}content-length: {len(body)}\r\n\r\n".encode() + body
        return made

    def wrap_bio(self, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *given: Any, **named: Any) -> ssl.SSLObject:
        """A connection on it."""
        found = super().wrap_bio(incoming, outgoing, *given, **named)
        assert isinstance(found, _Encrypted), "so it was asked for"
        found.outgoing, found.refusal = outgoing, self.refusal
        return found
