"""Where a hall is reached, and how a browser knows that it is this one."""

from pathlib import Path

from msgspec import Struct

from access_chess.hall.web.guards import LOOPBACK
from access_chess.phrased_error import PhrasedError
from access_chess.speech.language.voice_pack import VoicePack


class HallAddress(Struct, frozen=True, kw_only=True):
    """The address of the start page without its last stroke, the names that are ours, and what is told of it.

    `digest` is that of the certificate as a client sees it, empty without one.
    """

    address: str
    hosts: frozenset[str]
    lines: tuple[str, ...]
    certificate: tuple[Path, Path] | None = None
    digest: bytes = b""


def hall_address(
    port: int, *, is_lan: bool, own: tuple[Path | None, Path | None], folder: Path, pack: VoicePack
) -> HallAddress:
    """On this machine without more; in a network with TLS, by an own certificate or by one made here."""
    if not is_lan:
        line = pack.phrase("hall_reached_here").text
        return HallAddress(address=f"http://127.0.0.1:{port}", hosts=LOOPBACK, lines=(line,))
    # not needed without TLS, and slow to import
    from access_chess.hall.web.certificate import (
        digest_of,
        fingerprint,
        in_address,
        own_addresses,
        own_certificate,
        own_names,
    )

    addresses, names = own_addresses(), own_names()
    hosts = LOOPBACK | {*addresses, *names}
    if own[0] is not None and own[1] is not None:
        named = _names_of(own[0])
        address = f"https://{named[0]}:{port}"
        return HallAddress(
            address=address, hosts=hosts | {*named}, lines=(), certificate=(own[0], own[1]), digest=digest_of(own[0])
        )
    certificate = own_certificate(folder, names, (*addresses, "127.0.0.1"))
    others = [f"https://{in_address(name)}:{port}/" for name in (*addresses[1:], *names[1:2])]
    return HallAddress(
        address=f"https://{in_address(addresses[0]) if addresses else '127.0.0.1'}:{port}",
        hosts=hosts,
        lines=(
            *((pack.phrase("hall_also_at", addresses=", ".join(others)).text,) if others else ()),
            pack.phrase("hall_warns_once").text,
            fingerprint(certificate[0]),
        ),
        certificate=certificate,
        digest=digest_of(certificate[0]),
    )


def _names_of(certificate: Path) -> list[str]:
    from cryptography import x509

    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound) as error:
        raise PhrasedError("certificate_fails", path=certificate, error=error) from error
    names = [name.lower() for name in named.get_values_for_type(x509.DNSName) if "*" not in name]
    if not names:
        raise PhrasedError("certificate_no_host", path=certificate)
    return names
