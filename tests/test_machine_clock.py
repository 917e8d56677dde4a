"""The machine's clocks: which goes on while the machine sleeps, and which nobody can set."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from access_chess.machine_clock import monotonic_clock, up_beside, utc_now


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="elsewhere the monotonic clock itself goes on")
def test_a_sleep_of_the_machine_is_time_that_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {time.CLOCK_BOOTTIME: 3_600_000_007_000, time.CLOCK_MONOTONIC: 1_000_000_000}
    monkeypatch.setattr(time, "clock_gettime_ns", shown.__getitem__)
    assert monotonic_clock() == timedelta(hours=1, microseconds=7)


def test_how_long_the_machine_is_up_has_the_name_of_its_start() -> None:
    first, second = up_beside(utc_now), up_beside(utc_now)
    if first is None or second is None:
        pytest.skip("this machine does not name its starts")
    assert first.boot == second.boot and first.time <= second.time <= monotonic_clock()


def test_a_wall_clock_that_is_not_this_machine_s_has_no_start_beside_it() -> None:
    assert up_beside(lambda: datetime(2026, 1, 1, tzinfo=UTC)) is None
