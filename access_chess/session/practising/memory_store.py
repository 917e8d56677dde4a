"""Keeps the events of a drill for as long as it lasts: what is tried in practice never comes into the journal."""

from collections.abc import Sequence
from datetime import datetime

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author
from access_chess.laws.events import Event, GameSetUp
from access_chess.machine_clock import Up
from access_chess.session.ports import Entry, Heartbeat


class MemoryStore:
    """Fulfils `EventStore`, in memory alone; only the last game is kept."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def begin(self, event: GameSetUp, wall: datetime, /) -> int:
        """A new game, in the place of the one before."""
        self._entries = [Entry(number=0, at=Instant(), wall=wall, event=event)]
        return 1

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
        """Events that followed from one command."""
        for place, event in enumerate(events, start=number):
            self._entries.append(Entry(number=place, at=at, wall=wall, event=event, author=author, command=command))

    def entries(self, game: int, /) -> tuple[Entry, ...]:
        """All events of the game."""
        return tuple(self._entries)

    def beat(self, game: int, /, *, at: Instant, wall: datetime, up: Up | None = None) -> None:
        """Nothing: no power cut is survived."""

    def heartbeat(self, game: int, /) -> Heartbeat | None:
        """None."""
        return None

    def confirm(self) -> None:
        """All is where it was."""
