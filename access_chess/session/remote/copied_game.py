"""A game that is decided on elsewhere, as its guest has it: kept here to the letter, and only then told.

What its player does is asked of the host, again and again until the host has answered; each command has an id, so that
a repeat is harmless. What follows comes back as entries of the journal, and everything here works as at any game.
"""

import queue
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.hall.rules.remote import GuestCommands, is_of_player, turn_began
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Command
from access_chess.machine_clock import MonotonicClock, WallClock, monotonic_clock, utc_now
from access_chess.phrased_error import PhrasedError
from access_chess.session.game_in_play import GameInPlay, Record
from access_chess.session.ports import Entry, EventStore, Gap, Loop, Output

SAMPLES = 30  # of the host's time: the one that was on its way for the shortest time is nearest to the truth


class _Turn(Struct, frozen=True, kw_only=True):
    """Whose turn it is: `began` by the host's clock; `heard` is when the player had heard of it."""

    began: Instant
    heard: Instant


class CopiedGame(GameInPlay):
    """One game being followed, by the player of `color`. May be used from any thread."""

    def __init__(
        self,
        record: Record,
        journal: EventStore,
        *,
        color: chess.Color,
        outputs: Sequence[Output] = (),
        on_trouble: Callable[[Exception], None] = lambda error: None,
        on_gap: Callable[[Loop, Gap], None] = lambda session, gap: None,
        clock: MonotonicClock = monotonic_clock,
        wall: WallClock = utc_now,
    ) -> None:
        super().__init__(record, journal, outputs=outputs, on_trouble=on_trouble, clock=clock, wall=wall)
        self._color = color
        self._ids = secrets.token_hex(4)
        self._asked_for = 0
        self._asked: dict[str, GuestCommands] = {}
        self._on_asked: Callable[[], None] = lambda: None
        self._inbox: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._origins: deque[timedelta] = deque(maxlen=SAMPLES)
        began = turn_began(record.game, color)
        self._turn_in_hand = None if began is None else _Turn(began=began, heard=began)

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Ask the host; what is not this player's to do is done where the game is decided on."""
        own = tuple(
            replace(command, id=command.id or self._new_id(), stamp=None)
            for command in commands
            if is_of_player(command, self._color)
        )
        if not own:
            return
        stamps = [command.stamp for command in commands if command.stamp is not None]
        pressed = stamps[-1] if stamps else self.now() if at is None else at
        with self._lock:
            if self._ended:
                return
            self._pending += 1
            self._asked[own[-1].id] = GuestCommands(commands=own, thought=self._thought(pressed))
        self._on_asked()

    def order(self, command: Command, *, unless: Callable[[], bool], then: Callable[[], None]) -> None:
        """Nobody orders anything here: the arbiter's word goes to the host."""
        then()

    def keep_time(self, seconds: float | None = None) -> None:
        """The host keeps it."""

    def take_gap(self) -> Gap | None:
        """Whatever was not counted was not counted at the host's."""
        return None

    def take(self, entries: Sequence[Entry]) -> None:
        """Keep and tell these entries; those of one command together."""
        for _, group in groupby(entries, _cause):
            self._enter(partial(self._follow, tuple(group)))

    def answered(self, last: str, refused: str) -> None:
        """What was asked for up to this id has been decided on; or a phrase says why none of it was."""
        with self._lock:
            asked = self._asked.pop(last, None)
            if asked is not None:
                self._inbox.put(lambda: self._tell_refusal(refused))

    def unanswered(self) -> tuple[GuestCommands, ...]:
        """What was asked for and waits for the host's word, in its order."""
        with self._lock:
            return tuple(self._asked.values())

    def set_time(self, now: Instant) -> None:
        """Go by the host's clock; what it says has been on its way, so the earliest of many is right."""
        with self._lock:
            self._origins.append(self._clock() - now)
            self._origin = min(self._origins)

    def forget_time(self) -> None:
        """The host may have been begun anew, with another clock."""
        with self._lock:
            self._origins.clear()

    def listen(self, on_asked: Callable[[], None]) -> None:
        """Be called when something has been asked for."""
        self._on_asked = on_asked

    def hear(self, began: Instant) -> None:
        """The player has heard now of the turn, which began at that instant."""
        with self._lock:
            turn = self._turn_in_hand
            if turn is not None and turn.began == began:
                self._turn_in_hand = _Turn(began=began, heard=self.now())

    def close(self) -> None:
        """Follow no further; what is still asked for is asked no more."""
        if self.is_alive:
            self._inbox.put(None)
            self._thread.join()
        self._close_outputs()

    def _turn(self) -> bool:
        act = self._inbox.get()
        if act is not None:
            self._do(act)
        return act is not None

    def _enter(self, act: Callable[[], None]) -> None:
        with self._lock:
            self._pending += 1
        self._inbox.put(act)

    def _follow(self, entries: tuple[Entry, ...]) -> None:
        events, first = tuple(entry.event for entry in entries), entries[0]
        self._commit(events, at=first.at, wall=first.wall, author=first.author, command=first.command)
        began = turn_began(self._game, self._color)
        with self._lock:
            turn = self._turn_in_hand
            if began is None or turn is None or turn.began != began:
                self._turn_in_hand = None if began is None else _Turn(began=began, heard=self.now())

    def _tell_refusal(self, refused: str) -> None:
        if refused:
            self._on_trouble(PhrasedError(refused))

    def _thought(self, pressed: Instant) -> timedelta:
        turn = self._turn_in_hand
        return timedelta() if turn is None else max(timedelta(), pressed - turn.heard)

    def _new_id(self) -> str:
        self._asked_for += 1
        return f"{self._ids}-{self._asked_for}"


def _cause(entry: Entry) -> tuple[Instant, datetime, Author | None, str]:
    return entry.at, entry.wall, entry.author, entry.command
