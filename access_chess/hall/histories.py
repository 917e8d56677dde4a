"""How a station and its hall know that they have the same game: a chain over its entries, which both make.

Each link is BLAKE2b over the link before it and the digest of the entry. The journal has a chain of its own (over the
bare entries); this one hides a sealed move: its digest is made with a salt that only the station knows until the
envelope is opened, because of the few legal moves each could be tried. Numbers of bytes: 16, as in the journal.
"""

import hashlib
from collections.abc import Iterable
from datetime import timedelta

import msgspec

from access_chess.hall.wire import Item

SIZE = 16
_MICROSECOND = timedelta(microseconds=1)


def first_chain(journal: str, game: int) -> str:
    """What the first entry of a game hangs on: the name of its journal and its number there."""
    return _digest(msgspec.json.encode([journal, game]))


def chain_after(chain: str, item: Item) -> str:
    """The chain when this entry has followed."""
    return _digest(bytes.fromhex(chain) + bytes.fromhex(item.seal or digest_of(item)))


def chains_after(chain: str, items: Iterable[Item]) -> list[str]:
    """The chain after each of these entries."""
    chains = []
    for item in items:
        chain = chain_after(chain, item)
        chains.append(chain)
    return chains


def digest_of(item: Item, salt: str = "") -> str:
    """The digest of an entry's text and of what stands beside it; salted, it does not tell what the text may be."""
    fields = [item.number, item.at // _MICROSECOND, item.wall, item.author, item.command, item.form]
    return _digest(bytes.fromhex(salt) + msgspec.json.encode(fields) + bytes(item.event))


def salt_of(secret: bytes, journal: str, game: int, number: int) -> str:
    """The salt of a sealed entry: always the same at a station, and known to nobody who does not have its secret."""
    text = msgspec.json.encode([journal, game, number])
    return hashlib.blake2b(text, key=secret, digest_size=SIZE).hexdigest()


def _digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=SIZE).hexdigest()
