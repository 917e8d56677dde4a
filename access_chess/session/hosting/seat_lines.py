"""What is said at a place that is read elsewhere: numbered lines, kept to be read again; those who wait are told."""

import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from access_chess.session.hosting.ports import Line
from access_chess.speech.queue import SLOWER
from access_chess.speech.utterance import Channel, Utterance

KEPT = 200  # lines that can be read again; a long game has fewer moves


class SeatLines:
    """Says utterances by keeping them: a listener reads what is new. May be used from any thread."""

    def __init__(self) -> None:
        self._changed = threading.Lock()
        self._lines: deque[Line] = deque(maxlen=KEPT)
        self._numbers = itertools.count(1)
        self._told: set[tuple[int, str]] = set()
        self._listeners: dict[int, Callable[[], None]] = {}
        self._keys = itertools.count()
        self.is_sound_on = True

    @property
    def is_listened_to(self) -> bool:
        """Whether anybody waits for new lines."""
        return bool(self._listeners)

    def remember(self, utterances: Callable[[], Iterable[Utterance]]) -> None:
        """Begin with what was said before this place was opened; what is said meanwhile waits behind it."""
        with self._changed:
            for utterance in utterances():
                self._add(utterance, is_old=True)

    def say(self, utterance: Utterance) -> None:
        """Keep it as the last line, unless it tells of an event that was told of before."""
        self._tell(utterance, is_aside=False)

    def say_aside(self, utterance: Utterance) -> None:
        """Keep it as a line that interrupts nothing."""
        self._tell(utterance, is_aside=True)

    def repeat(self, channel: Channel, *, slower: bool = False) -> None:
        """Say the last line again."""
        with self._changed:
            last = next((line.utterance for line in reversed(self._lines) if line.utterance.parts), None)
        if last is not None:
            pace = last.pace * SLOWER if slower else last.pace
            self.say(replace(last, event=None, pace=pace))

    def silence(self, channel: Channel) -> tuple[Utterance, ...]:
        """Nothing: what a screen reader or a browser says, they cut off themselves at a key."""
        return ()

    def set_sound(self, is_on: bool) -> None:
        """Let the page sound, or only be read."""
        self.is_sound_on = is_on
        self._wake()

    def after(self, number: int) -> tuple[Line, ...]:
        """The lines after this one that are still kept."""
        with self._changed:
            return tuple(line for line in self._lines if line.number > number)

    def listen(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Be called when something is new; the result takes that back."""
        with self._changed:
            key = next(self._keys)
            self._listeners[key] = on_change
        return lambda: self._leave(key)

    def wake(self) -> None:
        """Tell the listener that something else is new."""
        self._wake()

    def _leave(self, key: int) -> None:
        with self._changed:
            self._listeners.pop(key, None)

    def _tell(self, utterance: Utterance, *, is_aside: bool) -> None:
        with self._changed:
            self._add(utterance, is_aside=is_aside)
        self._wake()

    def _add(self, utterance: Utterance, *, is_aside: bool = False, is_old: bool = False) -> None:
        if utterance.event is not None:
            mark = (utterance.event, utterance.text)
            if mark in self._told:
                return
            self._told.add(mark)
        line = Line(number=next(self._numbers), utterance=utterance, is_aside=is_aside, is_old=is_old)
        self._lines.append(line)

    def _wake(self) -> None:
        with self._changed:
            listeners = tuple(self._listeners.values())
        for listener in listeners:
            listener()
