"""What halls on several machines write in their ledger, one message each, and under which subjects.

>>> board_subject("open-2026", Head(journal="4f", game=3))
'hall.open-2026.board.4f.3'
>>> event_token("Stadtmeisterschaft Köln, U 12")
'stadtmeisterschaft-k-ln-u-12'
"""

import hashlib
import re
from datetime import datetime
from typing import TypeAlias

import msgspec

from access_chess.entry_row import EntryRow
from access_chess.hall.rules.orders import Order

#: Each hall numbers its own games and exhibitions from a multiple of this on; the playing hall's boards are below.
HOSTED_FROM = 100_000
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Head(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which game: the journal that it stands in, its number there, and how often another one was reported instead."""

    journal: str
    game: int
    line: int = 0


class ConflictError(Exception):
    """Somebody else has written on this subject meanwhile; `position` is that of that message."""

    def __init__(self, position: int) -> None:
        super().__init__(f"the last message of the subject has the position {position}")
        self.position = position


class LedgerRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """Any message of the ledger."""


class Reported(LedgerRecord, frozen=True, tag="entries"):
    """The next entries of a board's game, as they came from its owner."""

    board: int
    head: Head
    rows: tuple[EntryRow, ...]

    @property
    def first(self) -> int:
        """The number of the first of them."""
        return self.rows[0].number

    @property
    def identity(self) -> tuple[int, Head, int, str]:
        """What it says: from the same entry on another one may go further."""
        return self.board, self.head, self.first, self.rows[-1].link


class Opened(LedgerRecord, frozen=True, tag="opened"):
    """The text of a sealed move, whose envelope was opened."""

    board: int
    head: Head
    number: int
    event: str


class OrderStands(LedgerRecord, frozen=True, tag="order"):
    """How an order stands now."""

    order: Order


class BoardPresence(LedgerRecord, frozen=True, tag="presence"):
    """The station of a board is connected again, or is missed: its clock is known, or is not."""

    board: int
    is_there: bool


class Noticed(LedgerRecord, frozen=True, tag="notice"):
    """What the arbiter has to know of the way to a board: a value of `NoticeKind`."""

    board: int
    notice: str
    wall: datetime
    number: int = 0


AnyRecord: TypeAlias = Reported | Opened | OrderStands | BoardPresence | Noticed
_DECODER = msgspec.json.Decoder(AnyRecord)


def encoded(record: LedgerRecord) -> bytes:
    """A record as the body of a message."""
    return msgspec.json.encode(record)


def decoded(body: bytes) -> AnyRecord | None:
    """The record of a message; None where it is none that is known here: a later version may have more kinds."""
    try:
        record: AnyRecord = _DECODER.decode(body)
    except msgspec.MsgspecError:
        return None
    return record


def event_token(name: str) -> str:
    """The part of the subjects that tells one event from another, by what the event is called."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "hall"


def board_subject(event: str, head: Head) -> str:
    """Where the entries of a game stand; whatever a journal is called, it is one word there."""
    journal = head.journal
    if not _TOKEN.fullmatch(journal):
        journal = hashlib.blake2b(journal.encode(), digest_size=16).hexdigest()
    return f"hall.{event}.board.{journal}.{head.game}" + (f"-{head.line}" if head.line else "")


def order_subject(event: str, board: int) -> str:
    """Where the orders for a board stand."""
    return f"hall.{event}.order.{board}"


def roster_subject(event: str) -> str:
    """Where it stands who is where."""
    return f"hall.{event}.roster"
