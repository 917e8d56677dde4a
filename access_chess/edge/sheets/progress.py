"""How far long work is, on standard error, beside what a command writes: after three seconds and every ten."""

import sys
from collections.abc import Callable
from datetime import timedelta

from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.speech.language.voice_pack import VoicePack

FIRST, NEXT = timedelta(seconds=3), timedelta(seconds=10)  # before that nobody wonders; after that everybody does


def _on_error(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


class Progress:
    """Work of `total` pieces, of which somebody wants to know how many are done."""

    def __init__(
        self,
        total: int,
        pack: VoicePack,
        *,
        tell: Callable[[str], None] = _on_error,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._total = total
        self._pack = pack
        self._tell = tell
        self._clock = clock
        self._due = clock() + FIRST
        self._done = 0

    def one_more(self) -> None:
        """Another one is done."""
        self._done += 1
        self.reached(self._done)

    def reached(self, done: int) -> None:
        """So many are done."""
        now = self._clock()
        if now >= self._due and done < self._total:
            self._tell(self._pack.phrase("done_so_far", done=str(done), total=str(self._total)).text)
            self._due = now + NEXT
