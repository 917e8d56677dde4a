"""What a station and its hall say to each other: messages as values, one JSON object a frame of text.

Fields that are not known are passed over, a `kind` that is not known is nonsense, and the version is the name of the
subprotocol. An entry is the journal's own text, so that it can be compared to the letter.

>>> encoded(Have(game=3, entries=58))
'{"kind":"have","game":3,"entries":58}'
>>> from_hall('{"kind":"have","game":3,"entries":58,"new":1}')
Have(game=3, entries=58)

That they have the same game both know by a chain over its entries. Each link is BLAKE2b over the link before it and the
digest of the entry. The journal has a chain of its own (over the bare entries); this one hides a sealed move: its
digest is made with a salt that only the station knows until the envelope is opened, because of the few legal moves each
could be tried. Numbers of bytes: 16, as in the journal.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeAlias

import chess
import msgspec

from access_chess.entry_row import EntryRow
from access_chess.hall.rules.orders import ArbiterCommand
from access_chess.laws.clock import Instant

VERSION = 1
SUBPROTOCOL = f"access-chess.station.{VERSION}"
PATH = "/station"  # where a hall takes them in
MOST_BYTES = 256 * 1024  # of a frame
MOST_ITEMS = 500  # of one `entries`; an event has about 250 bytes
#: Each side pings so often, and waits so long for the answer: a silent cut is noticed after four seconds at most.
PING = 2.0
#: The end that lets a line in sends no tickets of TLS sessions: they come right after the handshake, and a thread that
#: listens takes them for the answer, and gives up when none follows in time, while another sends its first word.
NO_TICKETS = 0
BEAT = 2.0  # seconds between two of a station's signs of life
SILENT = 4.2  # seconds without a word of it, after which a station is away, whatever becomes of its line
_MICROSECOND = timedelta(microseconds=1)
TOKEN, CODE = "Bearer", "Code"  # how a station shows who it is: by its token, or once by a code


#: A digest, or a link of the chain.
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, msgspec.Meta(max_length=100)]
#: A number of a game, or of an entry: as large as SQLite and a browser can count.
Count = Annotated[int, msgspec.Meta(ge=0, le=2**52)]


class NonsenseError(ValueError):
    """A frame that is no message of this version."""


class StationMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True):
    """Any message."""


class GameHead(msgspec.Struct, frozen=True, kw_only=True):
    """How far a game goes: so many entries, and the chain over them (`histories`), in hexadecimal."""

    game: Count
    entries: Count
    chain: Hex


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of a journal: `event` is its text to the letter, `form` the format of that, `wall` in ISO 8601.

    `seal` (hexadecimal) stands in the place of the text's digest where the text does not leave the station.
    """

    number: Count
    at: timedelta
    wall: str
    event: msgspec.Raw
    author: str = ""
    command: str = ""
    form: Count
    seal: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$")] = ""


def item_of(row: EntryRow) -> Item:
    """An entry as it stands in the journal."""
    return Item(
        number=row.number, at=row.at * _MICROSECOND, wall=row.wall, event=msgspec.Raw(row.event.encode()),
        author=row.author, command=row.command, form=row.form,
    )  # fmt: skip


def row_of(item: Item) -> EntryRow:
    """An entry that was sent, as a row."""
    return EntryRow(
        number=item.number, at=item.at // _MICROSECOND, wall=item.wall, author=item.author, command=item.command,
        form=item.form, event=bytes(item.event).decode(), seal=item.seal,
    )  # fmt: skip


class StationHello(StationMessage, frozen=True, tag="hello"):
    """A station's first word: its journal's name, the program's version, and how far its games go.

    `run` is a random name of this process: the hall tells a station that comes back from another one by it.
    """

    journal: Name
    run: Name
    program: Name
    profile: Name
    games: tuple[GameHead, ...]


class Entries(StationMessage, frozen=True, tag="entries"):
    """Entries of a game, the first with the number `first`; `before` is the chain over those before it."""

    game: Count
    first: Count
    before: Hex
    items: tuple[Item, ...]


class Unsealed(StationMessage, frozen=True, tag="unsealed"):
    """The text of a sealed move whose envelope was opened, with the salt (hexadecimal) that its seal was made with."""

    game: Count
    item: Item
    salt: Hex


class Beat(StationMessage, frozen=True, tag="beat"):
    """A sign of life: the instant of the game that is played, and whose clock runs; `game` 0: none is played."""

    game: Count = 0
    now: Instant = timedelta()
    running: chess.Color | None = None


class OrderAnswer(StationMessage, frozen=True, tag="answer"):
    """What became of an order: a value of `OrderState`, the numbers of the events that followed, or why not."""

    order: str
    outcome: str
    numbers: tuple[Count, ...] = ()
    reason: str = ""


class KnownHistory(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much of a game the hall has; `sealed` are the numbers of entries whose text it does not know."""

    game: Count
    entries: Count
    chain: Hex
    sealed: tuple[Count, ...] = ()


class Joined(StationMessage, frozen=True, tag="joined"):
    """The answer to a code: the station's token from now on, its board, and that the hall knew the code, too."""

    token: str
    board: int
    proof: str


class Welcome(StationMessage, frozen=True, tag="welcome"):
    """The hall's first word: its time (UTC), what it has of each game, and which orders were taken back."""

    time: datetime
    board: int
    name: str
    have: tuple[KnownHistory, ...]
    recall: tuple[str, ...] = ()


class Have(StationMessage, frozen=True, tag="have"):
    """So many entries of a game are kept now."""

    game: Count
    entries: Count


class OrderGiven(StationMessage, frozen=True, tag="order"):
    """An order; after `until`, by the hall's time, nobody expects it any more."""

    order: str
    game: Count
    seen: Count
    by: str
    command: ArbiterCommand
    until: datetime


class Recall(StationMessage, frozen=True, tag="recall"):
    """An order is taken back."""

    order: str


class Bye(StationMessage, frozen=True, tag="bye"):
    """The hall hangs up, for this reason; see `REASONS`."""

    reason: str


GAP = "gap"  # entries came that do not join on: ask again how much is there
HISTORY = "history"  # what came does not follow from what was there: all of the game is to be sent anew
REPLACED = "replaced"  # another station has come with the same token
NONSENSE = "nonsense"
CLOSING = "closing"
SHUT_OUT = "shut_out"  # its token counts no longer
UNKEPT = "unkept"  # the hall cannot keep it now
REASONS = frozenset({GAP, HISTORY, REPLACED, NONSENSE, CLOSING, SHUT_OUT, UNKEPT})

FromStation: TypeAlias = StationHello | Entries | Unsealed | Beat | OrderAnswer
FromHall: TypeAlias = Joined | Welcome | Have | OrderGiven | Recall | Bye

_STATION = msgspec.json.Decoder(FromStation)
_HALL = msgspec.json.Decoder(FromHall)
_ENCODER = msgspec.json.Encoder()


def encoded(message: StationMessage) -> str:
    """A message as the text of a frame."""
    return _ENCODER.encode(message).decode()


def from_station(text: str | bytes) -> FromStation:
    """What a station says. Raises NonsenseError."""
    message: FromStation = decoded(_STATION, text)
    return message


def from_hall(text: str | bytes) -> FromHall:
    """What the hall says. Raises NonsenseError."""
    message: FromHall = decoded(_HALL, text)
    return message


def decoded(decoder: msgspec.json.Decoder[Any], text: str | bytes) -> Any:
    """A frame as one of the messages that a decoder knows. Raises NonsenseError."""
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, OverflowError, UnicodeError) as error:
        raise NonsenseError(str(error)) from error


SIZE = 16


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
