"""One thread for what takes its time at a table, so that nobody waits for it."""

import queue
import threading
from collections.abc import Callable
from datetime import timedelta

from access_chess.laws.clock import Instant
from access_chess.machine_clock import MonotonicClock, monotonic_clock
from access_chess.play.messages import Work, Worked

SECOND = timedelta(seconds=1)


class Worker:
    """One thread for what takes its time, begun with the first work. What comes of it is a message."""

    def __init__(self, put: Callable[[Worked], None], clock: MonotonicClock = monotonic_clock) -> None:
        self._put = put
        self._clock = clock
        self._wanted: list[Work] = []
        self._jobs: queue.SimpleQueue[tuple[int, Work] | None] = queue.SimpleQueue()
        self._later: list[tuple[Instant, int, Work]] = []
        self._doing: Work | None = None
        self._thread: threading.Thread | None = None

    def take(self, seat: int, work: Work) -> None:
        """Do this in its turn. Returns at once."""
        self._wanted = [*self._wanted, work]
        self._jobs.put((seat, work))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()

    def drop(self, work: Work) -> None:
        """This is wanted no more: nothing comes of it."""
        self._wanted = [each for each in self._wanted if each is not work]

    def close(self) -> None:
        """Nothing is wanted any more; stop soon."""
        self._wanted = []
        doing = self._doing
        if self._thread is not None:
            self._jobs.put(None)
            if doing is None or not doing.may_be_left:
                self._thread.join()

    def _is_wanted(self, work: Work) -> bool:
        return any(each is work for each in self._wanted)

    def _run(self) -> None:
        while (job := self._next()) is not None:
            seat, work = job
            if not self._is_wanted(work):
                continue
            self._doing = work
            found = self._found(work)
            self._doing = None
            if work.is_patient and self._is_wanted(work) and not self._jobs.empty():
                self._jobs.put(job)  # it has made room
            elif self._is_wanted(work):
                self._put(Worked(work=work, found=found, at=self._clock(), seat=seat))

    def _next(self) -> tuple[int, Work] | None:
        """What is to be done next, waited for; a work of later makes room for what comes before."""
        while True:
            self._later = [each for each in self._later if self._is_wanted(each[2])]
            first = min(self._later, key=lambda each: each[0], default=None)
            left = None if first is None else max(0.0, (first[0] - self._clock()) / SECOND)
            try:
                job = self._jobs.get(timeout=left)
            except queue.Empty:
                assert first is not None, "else it is waited for without an end"
                self._later.remove(first)
                return first[1:]
            if job is None or not job[1].after:
                return job
            self._later.append((self._clock() + job[1].after, *job))

    def _found(self, work: Work) -> object:
        def is_stopped() -> bool:
            return not self._is_wanted(work) or (work.is_patient and not self._jobs.empty())

        try:
            return work.job(is_stopped)
        except Exception as error:  # noqa: BLE001  part of the loop, which tells of it
            return error
