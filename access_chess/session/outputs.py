"""Outputs beside the loop: each is told of events in a thread of its own, in order, and may come and go."""

import queue
import threading
from collections.abc import Callable

from access_chess.session.ports import Output, Recorded


class Beside:
    """An output with a thread of its own, so that it never holds the loop up."""

    def __init__(self, output: Output, on_trouble: Callable[[Exception], None]) -> None:
        self.output = output
        self._on_trouble = on_trouble
        self._waiting: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._lock = threading.RLock()  # locked itself: Control-C within a condition's own lock would leave it shut
        self._changed = threading.Condition(self._lock)
        self._pending = 0
        self._thread = threading.Thread(target=self._run, name=type(output).__name__, daemon=True)
        self._thread.start()

    def on_event(self, recorded: Recorded) -> None:
        """One more event for the output; returns at once."""
        self.do(lambda: self.output.on_event(recorded))

    def do(self, act: Callable[[], None]) -> None:
        """Something that is to follow what the output has been told so far; returns at once."""
        with self._lock:
            self._pending += 1
        self._waiting.put(act)

    def settle(self, seconds: float | None) -> bool:
        """Wait until the output has dealt with all that it was told, or so many seconds; has it?"""
        with self._lock:
            return self._changed.wait_for(lambda: self._pending == 0, seconds)

    def close(self) -> None:
        """Let the output deal with what it was told, and end the thread."""
        self._waiting.put(None)
        if self._thread is not threading.current_thread():  # an output may leave when it is told that the game is over
            self._thread.join()

    def _run(self) -> None:
        while (act := self._waiting.get()) is not None:
            try:
                act()
            except Exception as error:  # noqa: BLE001  part of the loop: an output that fails is told of, the game goes on
                self._on_trouble(error)
            with self._lock:
                self._pending -= 1
                self._changed.notify_all()
