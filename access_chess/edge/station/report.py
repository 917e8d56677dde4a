"""How far a game has been reported, and what comes next: read from the journal by number, never from a queue."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from access_chess.edge.storage.entry_chain import Row
from access_chess.edge.storage.event_text import FORMAT, read_event, write_event
from access_chess.edge.storage.event_words import WORDS
from access_chess.edge.storage.journal import Journal
from access_chess.hall.wire import (
    MOST_BYTES,
    MOST_ITEMS,
    Entries,
    GameHead,
    Item,
    Kept,
    Message,
    Unsealed,
    chain_after,
    digest_of,
    first_chain,
    salt_of,
)
from access_chess.laws.events import EnvelopeOpened, Event, MoveSealed

_BATCH = MOST_BYTES // 2  # bytes of text; what stands beside it takes less than as much again


class GameReport:
    """One game's report. For one thread at a time; its methods raise JournalError.

    Sealed moves are hidden by the station's `secret`; without one nothing is.
    """

    def __init__(self, journal: Journal, name: str, game: int, secret: bytes | None) -> None:
        self.game = game
        self._journal = journal
        self._name = name
        self._secret = secret
        self._compared = 0
        self._sent = 0
        self._chain = first_chain(name, game)
        self._sealed: set[int] = set()  # whose text the hall does not know
        self._opened = -1  # the last entry that tells of an open envelope

    def head(self) -> GameHead:
        """How far the game goes."""
        rows = self._journal.rows(self.game)
        self._compared = len(rows)
        return GameHead(game=self.game, entries=len(rows), chain=self._chain_over(rows))

    def chain_at(self, entries: int) -> str:
        """The chain over so many of its entries, or over all if there are fewer."""
        return self._chain_over(self._journal.rows(self.game, 0, entries))

    def go_on(self, kept: Kept) -> None:
        """Go on from what the hall has; what has been written since `head` it could not compare."""
        rows = self._journal.rows(self.game, 0, min(kept.entries, self._compared))
        self._sent, self._chain, self._sealed = len(rows), self._chain_over(rows), set(kept.sealed)
        self._opened = max((row.number for row in rows if _is(row, EnvelopeOpened)), default=-1)

    @property
    def sent(self) -> int:
        """How many of its entries have been given out."""
        return self._sent

    def next(self) -> Message | None:
        """What is to be sent next; None: nothing now."""
        opened = sorted(number for number in self._sealed if number < self._opened)
        if opened:
            self._sealed.discard(opened[0])
            return self._unsealed(opened[0])
        rows = self._journal.rows(self.game, self._sent, MOST_ITEMS)
        if not rows:
            return None
        rows = rows[: _fitting(rows)]
        items = tuple(self._item(row) for row in rows)
        message = Entries(game=self.game, first=self._sent, before=self._chain, items=items)
        for item in items:
            self._chain = chain_after(self._chain, item)
        self._sent += len(items)
        self._sealed |= {item.number for item in items if item.seal}
        self._opened = max((row.number for row in rows if _is(row, EnvelopeOpened)), default=self._opened)
        return message

    def _chain_over(self, rows: Sequence[Row]) -> str:
        chain = first_chain(self._name, self.game)
        for row in rows:
            chain = chain_after(chain, self._item(row))
        return chain

    def _item(self, row: Row) -> Item:
        """An entry as it may leave the station."""
        if self._secret is None or not _is(row, MoveSealed):
            return whole_item(row)
        event = read_event(row.event, row.form)
        assert isinstance(event, MoveSealed), "its kind was looked at"
        hidden = write_event(msgspec.structs.replace(event, text="", moves=()))
        seal = digest_of(whole_item(row), self._salt(row.number))
        return msgspec.structs.replace(whole_item(row), event=msgspec.Raw(hidden.encode()), form=FORMAT, seal=seal)

    def _unsealed(self, number: int) -> Unsealed:
        (row,) = self._journal.rows(self.game, number, 1)
        return Unsealed(game=self.game, item=whole_item(row), salt=self._salt(number))

    def _salt(self, number: int) -> str:
        assert self._secret is not None, "what is hidden is hidden by it"
        return salt_of(self._secret, self._name, self.game, number)


def whole_item(row: Row) -> Item:
    """An entry as it stands in the journal."""
    return Item(
        number=row.number, at=timedelta(microseconds=row.at), wall=row.wall, event=msgspec.Raw(row.event.encode()),
        author=row.author, command=row.command, form=row.form,
    )  # fmt: skip


def _is(row: Row, kind: type[Event]) -> bool:
    if row.form == FORMAT:
        return row.event.startswith(f'{{"event":"{WORDS[kind]}"')
    return isinstance(read_event(row.event, row.form), kind)


def _fitting(rows: Sequence[Row]) -> int:
    """How many of these rows one frame holds; one at least."""
    size = 0
    for count, row in enumerate(rows):
        size += len(row.event.encode()) + len(row.wall) + len(row.command)
        if size > _BATCH and count:
            return count
    return len(rows)
