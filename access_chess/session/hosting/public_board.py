"""A demonstration board (6.14 of 2009): what spectators see of a game, and nothing that is younger than the delay."""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

from msgspec.structs import replace

from access_chess.hall.publication import Publication, publication_of
from access_chess.hall.view import BoardView, view_of
from access_chess.laws.clock import Instant
from access_chess.laws.events import GameSetUp, MoveMade
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.session.hosting.ports import Published
from access_chess.session.hosting.station_ports import Step, steps_of
from access_chess.session.ports import Entry, Recorded


class PublicBoard:
    """Follows a board from its first event, as an output of its session or as a station tells it; may be read from any
    thread. Where the players are not `named`, their names are not shown.
    """

    def __init__(self, entries: Iterable[Entry] = (), *, wall: WallClock = utc_now, named: bool = True) -> None:
        self._wall = wall
        self._named = named
        self._changing = threading.Lock()
        self._published: list[Published] = []
        self._listeners: dict[object, Callable[[], None]] = {}
        self._publish((step.entry.number, step) for step in steps_of(entries))

    def on_event(self, recorded: Recorded) -> None:
        """Keep what is public, and tell all who watch."""
        now = self._wall()
        entry = Entry(number=recorded.number, at=recorded.at, wall=now, event=recorded.event)
        self.show((entry.number, Step(entry=entry, before=recorded.before, after=recorded.after, received=now)))

    def show(self, *steps: tuple[int, Step]) -> None:
        """Keep the public ones of these, and tell all who watch when all are there, if there are any."""
        if self._publish(steps):
            self._tell()

    def show_clock(self, number: int, wall: datetime, game: Game, at: Instant, *, is_known: bool) -> None:
        """Nothing has happened on the board, but its clock is not known any more, or is known again."""
        look = partial(view_of if is_known else _with_unknown_clock, game, at, with_names=self._named)
        with self._changing:
            self._published.append(Published(number=number, wall=wall, look=look))
        self._tell()

    def shown(self, delay: timedelta, after: int = -1) -> tuple[Published, ...]:
        """What may be known by now of what came after the event of this number, oldest first; of the last game."""
        latest = self._wall() - delay
        found: list[Published] = []
        with self._changing:
            for each in reversed(self._published):
                if each.number <= after:
                    break
                if each.wall <= latest:
                    found.append(each)
                    if each.is_first:
                        break
        return tuple(reversed(found))

    def goes_on(self, after: int) -> bool:
        """Whether what came after the event of this number (0: the first) is known, without a gap."""
        with self._changing:
            return after == 0 or not self._published or after >= self._published[0].number

    def due(self, delay: timedelta, after: int) -> datetime | None:
        """When the next thing after this number may be known; None where nothing waits."""
        found: Published | None = None
        with self._changing:
            for each in reversed(self._published):
                if each.number <= after:
                    break
                found = each
        return None if found is None else found.wall + delay

    @property
    def is_watched(self) -> bool:
        """Whether somebody wants to be told of it."""
        return bool(self._listeners)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when something public has happened; the result takes that back."""
        key = object()
        with self._changing:
            self._listeners[key] = on_change
        return lambda: self._leave(key)

    def _tell(self) -> None:
        with self._changing:
            listeners = tuple(self._listeners.values())
        for listener in listeners:
            listener()

    def _leave(self, key: object) -> None:
        with self._changing:
            self._listeners.pop(key, None)

    def _publish(self, steps: Iterable[tuple[int, Step]]) -> bool:
        with self._changing:
            last = self._published[-1].number if self._published else -1
            new = [
                _published(number, step, is_named=self._named)
                for number, step in steps
                if number > last and publication_of(step.entry.event) is Publication.PUBLIC
            ]
            self._published += new
        return bool(new)


def _published(number: int, step: Step, *, is_named: bool) -> Published:
    event = step.entry.event
    move = event.move if isinstance(event, MoveMade) and event.legal else None
    return Published(
        number=number,
        wall=step.received,
        look=partial(view_of, step.after, step.entry.at, with_names=is_named),
        move=move,
        before=None if move is None or step.before is None else step.before.board,
        is_first=isinstance(event, GameSetUp),
    )


def _with_unknown_clock(game: Game, at: Instant, *, with_names: bool) -> BoardView:
    view = view_of(game, at, with_names=with_names)
    return view if view.clock is None else replace(view, clock=replace(view.clock, runs=None))
