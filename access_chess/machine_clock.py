"""This machine's clocks: the monotonic one, by which games are timed, and the wall clock, which is only written beside.

The pure rooms never look at them: an instant comes in as `at`.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

MonotonicClock = Callable[[], timedelta]
WallClock = Callable[[], datetime]


def monotonic_clock() -> timedelta:
    """The machine's monotonic clock since any origin, in microseconds: changing the wall clock does not touch it."""
    return timedelta(microseconds=time.monotonic_ns() // 1000)


def utc_now() -> datetime:
    """The wall clock, in UTC."""
    return datetime.now(UTC)
