"""The chain of hashes over the entries of a game: who deletes, changes or exchanges one breaks it at that place.

Each link is BLAKE2b over the link before it and the digest of the entry. The first hangs on the number
of the game, so that no entry fits into another one.
"""

import hashlib
from dataclasses import dataclass

import msgspec

SIZE = 16  # bytes; nobody has to be kept from forging by chance, and a page of 4 KiB holds more entries


@dataclass(frozen=True)
class Row:
    """One entry as it stands on disk: `at` in microseconds, `wall` in ISO 8601, `form` the format of its text."""

    number: int
    at: int
    wall: str
    author: str
    command: str
    form: int
    event: str
    chain: bytes = b""


def first_link(game: int) -> bytes:
    """What the first entry of a game hangs on."""
    return _digest(msgspec.json.encode([game]))


def link(before: bytes, row: Row) -> bytes:
    """The link of an entry, given that of the one before it. Raises ValueError for text that is no Unicode."""
    text = msgspec.json.encode([row.number, row.at, row.wall, row.author, row.command, row.form, row.event])
    return _digest(before + _digest(text))


def heartbeat_seal(game: int, at: int, wall: str) -> bytes:
    """The digest of a sign of life, which stands beside the chain: no damaged one may cost a player his time."""
    return _digest(msgspec.json.encode([game, at, wall]))


def _digest(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=SIZE).digest()
