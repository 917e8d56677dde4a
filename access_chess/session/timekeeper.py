"""Tells each player's time unasked, by a schedule: in that player's ear, and never into something else that is said."""

import threading
from collections.abc import Callable
from datetime import timedelta

from access_chess.laws.clock import Instant
from access_chess.session.ports import Loop, Recorded
from access_chess.speech.answers.clock import Schedule, next_telling, patience, telling
from access_chess.speech.language.voice_pack import VoicePack
from access_chess.speech.utterance import Channel, Utterance

#: Seconds that a time waits for being kept before it is told; a disk takes a few thousandths.
KEPT = 0.2
RETRY = timedelta(milliseconds=50)


class Timekeeper:
    """An output with a thread that waits for the next time to be told. The schedule may be changed at any time."""

    def __init__(
        self,
        pack: VoicePack,
        schedule: Schedule,
        *,
        say: Callable[[Utterance], None],
        is_silent: Callable[[Channel], bool],
    ) -> None:
        self._pack = pack
        self._schedule = schedule
        self._say = say
        self._is_silent = is_silent
        self._lock = threading.RLock()  # locked itself: Control-C within a condition's own lock would leave it shut
        self._changed = threading.Condition(self._lock)
        self._changes = 0
        self._closing = False
        self._thread: threading.Thread | None = None

    def join(self, session: Loop) -> None:
        """Keep the time of this session."""
        self._thread = threading.Thread(target=self._run, args=(session,), name="timekeeper", daemon=True)
        self._thread.start()

    def follow(self, schedule: Schedule) -> None:
        """Tell the time by this schedule from now on."""
        self._schedule = schedule
        self._wake()

    def speak(self, pack: VoicePack) -> None:
        """Tell the time in another language from now on."""
        self._pack = pack

    def on_event(self, recorded: Recorded) -> None:
        """Whatever has happened, the next time to be told may be another."""
        self._wake()

    def close(self) -> None:
        """Tell no more times."""
        self._closing = True
        self._wake()
        if self._thread is not None:
            self._thread.join()

    def _wake(self) -> None:
        with self._lock:
            self._changes += 1
            self._changed.notify_all()

    def _run(self, session: Loop) -> None:
        since = session.now()  # a thread that wakes a little early must not tell the same time twice
        while not self._closing:
            seen, game = self._changes, session.game
            due = next_telling(self._schedule, game, max(since, session.now()))
            if due is None:
                self._wait(seen, None)
                continue
            instant, display = due
            if self._wait(seen, instant - session.now()):
                since = session.now()
                continue
            since = instant
            if utterance := telling(game, display, self._pack):
                self._say_in_silence(utterance, session, until=instant + patience(display))

    def _say_in_silence(self, utterance: Utterance, session: Loop, *, until: Instant) -> None:
        """Say it when nothing else is being said, or not at all."""
        seen = self._changes
        while session.now() <= until:
            if self._is_silent(utterance.channel):
                session.keep_time(KEPT)
                self._say(utterance)
                return
            if self._wait(seen, RETRY):
                return

    def _wait(self, seen: int, time: timedelta | None) -> bool:
        """Wait so long (None: for ever); has something happened meanwhile?"""
        seconds = None if time is None else max(0.0, time.total_seconds())
        with self._lock:
            return self._changed.wait_for(lambda: self._changes != seen, seconds)
