"""The board's clock on ours: offset by the shortest trips, rate by the distance between them."""

import random
from datetime import timedelta

import pytest

from access_chess.board.wire.board_clock import BoardTime

MS = timedelta(milliseconds=1)
SECOND = timedelta(seconds=1)


def measured(*, seconds: int, error: float, jitter_ms: float, start_ms: int = 0) -> tuple[BoardTime, float, timedelta]:
    """A board whose clock runs wrong by `error`, asked every two seconds over a line that dawdles at random."""
    chance = random.Random(seconds)
    time, offset = BoardTime(), 100 * SECOND
    for second in range(0, seconds, 2):
        board_ms = start_ms + second * 1000
        there, back = (1 + chance.random() * jitter_ms for _ in range(2))
        at = offset + (board_ms - start_ms) * MS * (1 + error)
        time = time.measured(board_ms=board_ms % 2**32, sent=at - there * MS, heard=at + back * MS)
    return time, error, offset


@pytest.mark.parametrize("error", [0.0, 0.005, -0.005])
@pytest.mark.parametrize("start_ms", [0, 2**32 - 30_000])
def test_instants_are_right_to_two_milliseconds(error: float, start_ms: int) -> None:
    time, _, offset = measured(seconds=120, error=error, jitter_ms=4, start_ms=start_ms)
    for later_ms in (118_500, 119_990, 121_000):
        true = offset + later_ms * MS * (1 + error)
        told = time.instant((start_ms + later_ms) % 2**32, heard=true + 50 * MS)
        assert abs(told - true) < 2 * MS, (told - true) / MS


def test_the_rate_is_measured() -> None:
    time, error, _ = measured(seconds=120, error=0.004, jitter_ms=0.2)
    assert time.rate is not None and abs(time.rate - 1 - error) < 0.0001


def test_no_rate_is_guessed_from_little() -> None:
    assert BoardTime().rate is None
    assert measured(seconds=12, error=0.004, jitter_ms=1)[0].rate is None


def test_one_slow_answer_spoils_nothing() -> None:
    time, _, offset = measured(seconds=30, error=0.0, jitter_ms=0.5)
    time = time.measured(board_ms=30_000, sent=offset + 29 * SECOND, heard=offset + 31 * SECOND)
    assert abs(time.instant(30_100, heard=offset + 40 * SECOND) - (offset + 30_100 * MS)) < MS


def test_nothing_happens_after_it_was_heard() -> None:
    time, _, offset = measured(seconds=10, error=0.0, jitter_ms=0.1)
    assert time.instant(20_000, heard=offset) == offset


def test_without_a_measurement_the_hearing_counts() -> None:
    assert BoardTime().instant(5, heard=7 * SECOND) == 7 * SECOND
