"""Tells the time of the running clock unasked, by a schedule, and never into something else that is said."""

from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.session.announcer import Announcer
from access_chess.session.kept_time import is_time_running
from access_chess.speech.answers.clock import Schedule, next_telling, patience, telling
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import Channel, Utterance

RETRY = timedelta(milliseconds=50)


class Watch(Protocol):
    """What is done by time at a table: the time that is told unasked, the hands of a clock."""

    @property
    def due(self) -> Instant | None:
        """When it wants to be asked; None: not before something happens."""
        ...

    def look(self, game: Game, at: Instant, /) -> None:
        """Its clocks have changed."""
        ...

    def ring(self, game: Game, at: Instant, /) -> Utterance | None:
        """Do what is due, if anything is; what is to be said."""
        ...


class TimeTeller:
    """For the table's loop: `due` is when it wants to be asked."""

    def __init__(self, pack: VoicePack, schedule: Schedule, *, is_silent: Callable[[Channel], bool]) -> None:
        self._pack = pack
        self._schedule = schedule
        self._is_silent = is_silent
        self._next: tuple[Instant, timedelta] | None = None
        self.due: Instant | None = None

    def follow(self, schedule: Schedule, game: Game, at: Instant) -> None:
        """Tell the time by this schedule from now on."""
        self._schedule = schedule
        self.look(game, at)

    def speak(self, pack: VoicePack) -> None:
        """Tell the time in another language from now on."""
        self._pack = pack

    def look(self, game: Game, at: Instant) -> None:
        """The game has changed: the next time to be told may be another."""
        self._next = next_telling(self._schedule, game, at)
        self.due = None if self._next is None else self._next[0]

    def ring(self, game: Game, at: Instant) -> Utterance | None:
        """What is to be said now; where something else is being said, it asks to be woken again."""
        if self._next is None or self.due is None or at < self.due:
            return None
        instant, display = self._next
        utterance = telling(game, display, self._pack)
        if utterance is None or at > instant + patience(display):
            self.look(game, max(instant, at))
            return None
        if not self._is_silent(utterance.channel):
            self.due = at + RETRY
            return None
        self.look(game, instant)
        return utterance


class TimesAtPlaces:
    """Tells each place its time, by a schedule and in words of its own; `keep` has it on disk before it is told."""

    def __init__(self, keep: Callable[[Instant], None]) -> None:
        self._keep = keep
        self._places: dict[int, tuple[TimeTeller, Announcer]] = {}

    def sit(self, index: int, teller: TimeTeller | None, voice: Announcer | None) -> None:
        """This is who tells the time at this place from now on, and speaks there; None: nobody does."""
        self._places.pop(index, None)
        if teller is not None and voice is not None:
            self._places[index] = teller, voice

    @property
    def due(self) -> Instant | None:
        """When one of them wants to be asked."""
        return min((teller.due for teller, _ in self._places.values() if teller.due is not None), default=None)

    def look(self, game: Game, at: Instant) -> None:
        """The clocks have changed."""
        for teller, _ in self._places.values():
            teller.look(game, at)

    def ring(self, game: Game, at: Instant) -> None:
        """Tell each place what is due there; nothing is for all."""
        for teller, voice in self._places.values():
            if (utterance := teller.ring(game, at)) is not None:
                if is_time_running(game):
                    self._keep(at)
                voice.tell_time(utterance)
