"""Keeps what happens at a table, also where the disk fails: then somebody is asked, and nobody waits for the answer."""

import contextlib
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from access_chess.conversation.state import CarryOut
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author
from access_chess.laws.commands.base import CLOCK
from access_chess.laws.events import Event, MoveMade
from access_chess.machine_clock import WallClock, up_beside
from access_chess.play.messages import DiskFailed, Effect, KeptAfterAll
from access_chess.session.disk import is_of_the_disk
from access_chess.session.ports import Entry, EventStore, JournalError

#: Between two tries to write what waits for the disk.
RETRY = timedelta(seconds=1)


class Unkept(Struct, frozen=True, kw_only=True):
    """Events of one command that the disk has not taken yet; `number` is the first one's."""

    number: int
    events: Sequence[Event]
    at: Instant
    wall: datetime
    author: Author | None
    command: str


class Parked(Struct, frozen=True, kw_only=True):
    """A command whose events wait for the disk, and what is done after it."""

    asked: CarryOut | None
    giver: int | None
    events: Sequence[Event]
    at: Instant
    rest: deque[tuple[int, Effect]]


class Keeping:
    """One game of a journal. What was not kept is tried again with all that follows; nothing here waits.

    Every method raises JournalError where the journal is wrong, or where nobody wants to go on without it.
    """

    def __init__(self, journal: EventStore, game: int, at: Instant, wall: WallClock) -> None:
        self._journal = journal
        self._game = game
        self._wall = wall
        self._unkept: list[Unkept] = []
        self._was_failing = False
        #: The last instant that is on disk, by an entry or by a sign of life.
        self.at = at
        #: What the disk has said, while not everything is kept.
        self.failure: JournalError | None = None
        #: Whether somebody wants to go on without it; None: nobody has said yet.
        self.goes_on: bool | None = None
        #: Whether the disk is being written to just now; may be looked at from any thread.
        self.is_writing = False

    @property
    def unkept_moves(self) -> int | None:
        """How many moves wait for the disk; None where all of the game is there."""
        if not self._unkept:
            return None
        return sum(isinstance(event, MoveMade) for unkept in self._unkept for event in unkept.events)

    def entries(self) -> tuple[Entry, ...]:
        """All that has happened: what is on disk, and what waits for it."""
        kept = self._journal.entries(self._game)
        waiting = (
            Entry(
                number=number, at=unkept.at, wall=unkept.wall, event=event, author=unkept.author, command=unkept.command
            )
            for unkept in self._unkept
            for number, event in enumerate(unkept.events, unkept.number)
        )  # fmt: skip
        return (*kept, *(entry for entry in waiting if entry.number >= len(kept)))

    @property
    def is_asking(self) -> bool:
        """Whether somebody has to say how it goes on."""
        return self.failure is not None and self.goes_on is None

    def news(self) -> DiskFailed | KeptAfterAll | None:
        """What has become of the disk since it was last asked for; None: nothing."""
        was_failing, self._was_failing = self._was_failing, self.failure is not None
        if self.failure is not None:
            return None if was_failing else DiskFailed(error=self.failure)
        return KeptAfterAll() if was_failing else None

    def keep(self, unkept: Unkept) -> bool:
        """Whether these events may be told now: they are kept, or somebody goes on without. Time waits for nobody."""
        self._unkept.append(unkept)
        return self.is_kept_after_all() or unkept.author == CLOCK or self.goes_on is True

    def beat(self, at: Instant) -> None:
        """Keep that the game has come so far."""
        if at <= self.at or not self.is_kept_after_all():
            return
        try:
            with self._writing():
                self._journal.beat(self._game, at=at, wall=self._wall(), up=up_beside(self._wall))
        except JournalError as error:
            self._failed(error)
            return
        self.at = at
        self._be_well()

    def is_kept_after_all(self) -> bool:
        """Write what waits, in its order; is all of it on disk?"""
        if not self._unkept:
            return True
        try:
            while self._unkept:
                self._write(self._unkept[0])
        except JournalError as error:
            self._failed(error)
            return False
        self._be_well()
        return True

    def _write(self, first: Unkept) -> None:
        with self._writing():
            self._journal.append(
                self._game, first.number, first.events,
                at=first.at, wall=first.wall, author=first.author, command=first.command,
            )  # fmt: skip
        del self._unkept[0]
        self.at = max(self.at, first.at)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        self.is_writing = True
        try:
            yield
        finally:
            self.is_writing = False

    def _be_well(self) -> None:
        self.failure = self.goes_on = None

    def _failed(self, error: JournalError) -> None:
        if not is_of_the_disk(error) or self.goes_on is False:
            raise error
        self.failure = error
