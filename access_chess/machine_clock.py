"""This machine's clocks: the monotonic one, by which games are timed, and the wall clock, which is only written beside.

The pure rooms never look at them: an instant comes in as `at`.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from msgspec import Struct

MonotonicClock = Callable[[], timedelta]
WallClock = Callable[[], datetime]


#: On Linux CLOCK_MONOTONIC stands while the machine sleeps and CLOCK_BOOTTIME goes on; elsewhere the first goes on too.
_GOES_ON = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def monotonic_clock() -> timedelta:
    """The machine's monotonic clock since any origin, in microseconds: changing the wall clock does not touch it.

    It goes on while the machine sleeps, so that a sleep shows as time that has passed.
    """
    nanoseconds = time.monotonic_ns() if _GOES_ON is None else time.clock_gettime_ns(_GOES_ON)
    return timedelta(microseconds=nanoseconds // 1000)


def awake_clock() -> timedelta:
    """The same, but on Linux it stands while the machine sleeps: the two part by how long that was."""
    return timedelta(microseconds=time.monotonic_ns() // 1000)


def utc_now() -> datetime:
    """The wall clock, in UTC."""
    return datetime.now(UTC)


class Up(Struct, frozen=True, kw_only=True):
    """How long a machine has been up since one of its starts, which has a name of its own."""

    boot: str
    time: timedelta


def up_beside(wall: WallClock) -> Up | None:
    """How long this machine has been up, where `wall` is its own clock; None where it does not name its starts."""
    boot = _boot() if wall is utc_now else None
    return None if boot is None else Up(boot=boot, time=monotonic_clock())


@cache
def _boot() -> str | None:
    """Linux draws a random name at each start."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip() or None
    except (OSError, ValueError):
        return None
