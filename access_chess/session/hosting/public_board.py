"""A demonstration board (6.14 of 2009): what spectators see of a game, and nothing that is younger than the delay."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from access_chess.hall.publication import Publication, publication_of
from access_chess.hall.view import view_of
from access_chess.laws.clock import Instant
from access_chess.laws.events import Event, GameSetUp, MoveMade
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.session.hosting.ports import Published
from access_chess.session.ports import Entry, Recorded


class PublicBoard:
    """Follows a game from its first event, as an output of its session; may be read from any thread."""

    def __init__(self, entries: Iterable[Entry], *, wall: WallClock = utc_now) -> None:
        self._wall = wall
        self._changing = threading.Lock()
        self._published: list[Published] = []
        self._listeners: dict[object, Callable[[], None]] = {}
        game: Game | None = None
        for entry in entries:
            before = game
            is_first = isinstance(entry.event, GameSetUp)
            game = new_game(entry.event) if isinstance(entry.event, GameSetUp) else evolve(_known(game), entry.event)
            self._publish(entry.number, entry.wall, game if is_first else _known(before), entry.event, game, entry.at)

    def on_event(self, recorded: Recorded) -> None:
        """Keep what is public, and tell whoever watches."""
        self._publish(recorded.number, self._wall(), recorded.before, recorded.event, recorded.after, recorded.at)
        with self._changing:
            listeners = tuple(self._listeners.values())
        for listener in listeners:
            listener()

    def shown(self, delay: timedelta, after: int = -1) -> tuple[Published, ...]:
        """What may be known by now of what came after this number, the oldest first."""
        latest = self._wall() - delay
        with self._changing:
            return tuple(each for each in self._published if each.number > after and each.wall <= latest)

    def due(self, delay: timedelta, after: int) -> datetime | None:
        """When the next thing after this number may be known; None where nothing waits."""
        with self._changing:
            return next((each.wall + delay for each in self._published if each.number > after), None)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when something public has happened; the result takes that back."""
        key = object()
        with self._changing:
            self._listeners[key] = on_change
        return lambda: self._leave(key)

    def _leave(self, key: object) -> None:
        with self._changing:
            self._listeners.pop(key, None)

    def _publish(self, number: int, wall: datetime, before: Game, event: Event, after: Game, at: Instant) -> None:
        with self._changing:
            if publication_of(event) is not Publication.PUBLIC or number in {
                each.number for each in self._published[-1:]
            }:
                return
            made = isinstance(event, MoveMade) and event.legal
            self._published.append(
                Published(
                    number=number,
                    wall=wall,
                    view=view_of(after, at),
                    move=event.move if isinstance(event, MoveMade) and made else None,
                    before=before.board if made else None,
                )
            )


def _known(game: Game | None) -> Game:
    assert game is not None, "the first event sets the game up"
    return game
