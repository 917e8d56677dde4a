"""The hall's own certificate, for a network that has no other: made once, kept beside the games, good for a year.

Who comes to its port without TLS is told so in one sentence.
"""

import contextlib
import datetime
import hashlib
import ipaddress
import os
import socket
import ssl
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from access_chess.hall.rules.wire import NO_TICKETS
from access_chess.session.ports import StorageError

GOOD_FOR = datetime.timedelta(days=365)
RENEWED = datetime.timedelta(days=7)  # before its end a new one is made: nobody's tournament ends with its certificate
#: Documentation addresses (RFC 5737, 3849): nothing is sent there, but the system says by which of its own it would be.
ELSEWHERE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}


def own_addresses() -> tuple[str, ...]:
    """Under which addresses other machines reach this one, those of IPv4 first; empty where it is in no network."""
    found: list[str] = []
    for family, elsewhere in ELSEWHERE.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect(elsewhere)
            found.append(str(trial.getsockname()[0]))
        with contextlib.suppress(OSError):
            found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, family)]
    return tuple(dict.fromkeys(address for address in found if _is_reachable(address)))


def _is_reachable(address: str) -> bool:
    """Whether a browser elsewhere can ask for it: none of this machine alone, none that holds on one cable only."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_unspecified or (found.version == 6 and found.is_link_local))


def in_address(host: str) -> str:
    """A host as it stands in an address, before the port.

    >>> in_address("10.0.0.7"), in_address("fd00::2")
    ('10.0.0.7', '[fd00::2]')
    """
    return f"[{host}]" if ":" in host else host


def own_names() -> tuple[str, ...]:
    """The names of this machine, as others may have typed them."""
    name = socket.gethostname().lower()
    return tuple(dict.fromkeys((name, f"{name.partition('.')[0]}.local", "localhost")))


def own_certificate(folder: Path, names: Sequence[str], addresses: Sequence[str]) -> tuple[Path, Path]:
    """The files of a certificate for these names and addresses, and of its key. Raises StorageError.

    The one of before serves again as long as it names all of them, so that browsers and stations know it.
    """
    certificate, key = folder / "hall-certificate.pem", folder / "hall-key.pem"
    if not (key.exists() and _serves(certificate, names, addresses)):
        _make(certificate, key, names, addresses)
    return certificate, key


def fingerprint(certificate: Path) -> str:
    """The SHA-256 of a certificate, in groups of four, as a browser shows it and a person can compare it."""
    digits = digest_of(certificate).hex().upper()
    return " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))


def digest_of(certificate: Path) -> bytes:
    """The SHA-256 of a certificate, the first of its file, as a client sees it."""
    found = x509.load_pem_x509_certificate(certificate.read_bytes())
    return hashlib.sha256(found.public_bytes(serialization.Encoding.DER)).digest()


def _serves(certificate: Path, names: Sequence[str], addresses: Sequence[str]) -> bool:
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    own_ips = named.get_values_for_type(x509.IPAddress)
    missing = {ipaddress.ip_address(each) for each in addresses} - set(own_ips)
    if any(each.version == 6 for each in own_ips):  # systems take another one of IPv6 each day, and stations know us
        missing = {each for each in missing if each.version == 4}
    has_all = set(names) <= set(named.get_values_for_type(x509.DNSName)) and not missing
    return has_all and found.not_valid_after_utc - RENEWED > datetime.datetime.now(datetime.UTC)


def _make(certificate: Path, key: Path, names: Sequence[str], addresses: Sequence[str]) -> None:
    private = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "access_chess hall")])
    now = datetime.datetime.now(datetime.UTC)
    others = [*map(x509.DNSName, names), *(x509.IPAddress(ipaddress.ip_address(address)) for address in addresses)]
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))  # clocks in a hall differ
        .not_valid_after(now + GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName(others), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    text = private.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    try:
        certificate.parent.mkdir(parents=True, exist_ok=True)
        key.unlink(missing_ok=True)
        with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
        certificate.write_bytes(made.public_bytes(pem))
    except OSError as error:
        raise StorageError("hall_certificate_unwritten", path=certificate, error=error.strerror) from error


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
