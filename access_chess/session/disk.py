"""A journal whose disk may fail while a game is played: the clocks run on, and play does where somebody says so."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author
from access_chess.laws.commands.base import CLOCK
from access_chess.laws.events import Event, GameSetUp
from access_chess.machine_clock import Up
from access_chess.session.game_in_play import Record
from access_chess.session.ports import Entry, EventStore, Heartbeat, JournalError

#: Seconds between two tries to write what waits.
RETRY = 1.0
#: Seconds between two looks, while somebody is asked, whether a flag has fallen meanwhile.
LOOK = 0.1
#: A disk takes a few thousandths of a second; after so many seconds it is told that it hangs.
HANGS = 3.0
#: What is wrong with the disk and not with the journal: it may be well again in a moment.
_OF_THE_DISK = frozenset({"journal_disk_full", "journal_denied", "journal_unusable", "journal_held"})


def is_of_the_disk(error: JournalError) -> bool:
    """Whether the game could go on without being kept."""
    return error.phrase in _OF_THE_DISK


def begun(
    begin: Callable[[], Record], *, agree: Callable[[JournalError], None], go_on_in_memory: Callable[[], None]
) -> Record:
    """A new game; where the disk does not take it, one in memory, once `agree` has returned. Raises JournalError."""
    try:
        return begin()
    except JournalError as error:
        if not is_of_the_disk(error):
            raise
        agree(error)
    go_on_in_memory()
    return begin()


class _Unkept(Struct, frozen=True, kw_only=True):
    """Events of one command that the disk has not taken."""

    game: int
    number: int
    events: Sequence[Event]
    at: Instant
    wall: datetime
    author: Author | None
    command: str


class PatientStore:
    """The EventStore of one game. When the disk fails, `ask` is called once, and what is to be kept waits.

    Until `answer`: yes, the game goes on in memory; no, it ends by the JournalError. What was not kept is tried again
    all the time; `on_kept` is called when all of it is on disk after all, `on_hanging` when the disk does not answer.
    Time waits for no answer: events after which it `is_due` that a flag falls may be told, and so may its fall.
    """

    #: Whether after these events something is due that time alone brings.
    is_due: Callable[[Sequence[Event]], bool] = staticmethod(lambda events: False)

    def __init__(
        self,
        journal: EventStore,
        *,
        ask: Callable[[JournalError], None],
        on_kept: Callable[[], None],
        on_hanging: Callable[[], None] | None = None,
    ) -> None:
        self._journal = journal
        self._ask = ask
        self._on_kept = on_kept
        self._on_hanging = on_hanging
        self._changed = threading.Condition()
        self._unkept: list[_Unkept] = []
        self._failure: JournalError | None = None
        self._goes_on: bool | None = None
        self._since: float | None = None
        self._is_closed = threading.Event()
        self._watch: threading.Thread | None = None

    @property
    def is_asking(self) -> bool:
        """Whether somebody has to say how to go on."""
        return self._failure is not None and self._goes_on is None

    @property
    def failure(self) -> JournalError | None:
        """What the disk has said, while not everything is kept."""
        return self._failure

    def answer(self, *, goes_on: bool) -> None:
        """Go on without keeping the game, or end it."""
        with self._changed:
            self._goes_on = goes_on
            self._changed.notify_all()

    def end(self) -> None:
        """Nobody is asked any more: what waits for an answer ends the game."""
        self._is_closed.set()
        with self._changed:
            if self._goes_on is None:
                self._goes_on = False
            self._changed.notify_all()

    def keep_all(self) -> bool:
        """Try once more to keep what was not kept; is all of the game on disk?"""
        return self._is_kept_after_all()

    def begin(self, event: GameSetUp, wall: datetime, /) -> int:
        """A new game; nothing is played that was not begun on disk."""
        return self._journal.begin(event, wall)

    def append(
        self,
        game: int,
        number: int,
        events: Sequence[Event],
        /,
        *,
        at: Instant,
        wall: datetime,
        author: Author | None = None,
        command: str = "",
    ) -> None:
        """Keep the events; where the disk fails, return when they may be told although they are not kept."""
        self._unkept.append(
            _Unkept(game=game, number=number, events=events, at=at, wall=wall, author=author, command=command)
        )
        while not self._is_kept_after_all():
            if author == CLOCK or self._is_let_go(events):
                return
            if self._goes_on is False and self._failure is not None:
                raise self._failure

    def _is_let_go(self, events: Sequence[Event]) -> bool:
        """Wait for an answer until it is time to try again; may the events be told, though nothing keeps them?"""
        until = time.monotonic() + RETRY
        while self._goes_on is None and time.monotonic() < until:
            if self.is_due(events):
                return True
            with self._changed:
                self._changed.wait_for(lambda: self._goes_on is not None, min(LOOK, RETRY))
        return self._goes_on is True

    def entries(self, game: int, /) -> tuple[Entry, ...]:
        """All events of a game that are on disk."""
        return self._journal.entries(game)

    def beat(self, game: int, /, *, at: Instant, wall: datetime, up: Up | None = None) -> None:
        """A sign of life; nothing waits for it."""
        try:
            if self._is_kept_after_all():
                self._watched(lambda: self._journal.beat(game, at=at, wall=wall, up=up))
                self._be_well()
        except JournalError as error:
            self._failed(error)

    def heartbeat(self, game: int, /) -> Heartbeat | None:
        """The last sign of life of a game."""
        return self._journal.heartbeat(game)

    def confirm(self) -> None:
        """Whether what was kept is still where it was."""
        self._journal.confirm()

    def _is_kept_after_all(self) -> bool:
        """Write what waits, in its order; is all of it on disk? Raises JournalError where the journal is wrong."""
        has_waited = bool(self._unkept)
        try:
            while self._unkept:
                self._watched(self._write_first)
        except JournalError as error:
            self._failed(error)
            return False
        if has_waited:
            self._be_well()
        return True

    def _be_well(self) -> None:
        """Something has been written: a disk that had failed is told to be well again."""
        if self._failure is not None:
            with self._changed:
                self._failure = self._goes_on = None
            self._on_kept()

    def _write_first(self) -> None:
        first = self._unkept[0]
        self._journal.append(
            first.game, first.number, first.events,
            at=first.at, wall=first.wall, author=first.author, command=first.command,
        )  # fmt: skip
        del self._unkept[0]

    def _failed(self, error: JournalError) -> None:
        if not is_of_the_disk(error):
            raise error
        is_new = self._failure is None
        self._failure = error
        if is_new:
            self._ask(error)

    def _watched(self, write: Callable[[], None]) -> None:
        """Write, and have it told if that takes too long."""
        if self._on_hanging is None:
            write()
            return
        if self._watch is None:
            self._watch = threading.Thread(target=self._look, name="disk watch", daemon=True)
            self._watch.start()
        self._since = time.monotonic()
        try:
            write()
        finally:
            self._since = None

    def _look(self) -> None:
        told: float | None = None
        while not self._is_closed.wait(RETRY):
            since = self._since
            if since is not None and since != told and time.monotonic() - since >= HANGS:
                told = since
                if self._on_hanging is not None:
                    self._on_hanging()
