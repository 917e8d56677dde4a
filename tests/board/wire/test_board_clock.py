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


def test_the_count_goes_on_when_its_thirty_two_bits_are_full() -> None:
    time = BoardTime().measured(board_ms=2**32 - 1000, sent=10 * SECOND, heard=10 * SECOND + 2 * MS)
    assert time.unwrapped(500) == 2**32 + 500
    assert not time.leap(board_ms=500, sent=10 * SECOND + 1500 * MS, heard=10 * SECOND + 1502 * MS)


def test_the_rate_is_measured() -> None:
    time, error, _ = measured(seconds=120, error=0.004, jitter_ms=0.2)
    assert time.rate is not None and abs(time.rate - 1 - error) < 0.0001


def test_no_rate_is_guessed_from_little() -> None:
    assert BoardTime().rate is None
    assert measured(seconds=12, error=0.004, jitter_ms=1)[0].rate is None


@pytest.mark.parametrize(("seconds", "rate"), [(26, None), (28, 1.0)])
def test_a_rate_is_told_from_twenty_seconds(seconds: int, rate: float | None) -> None:
    """They lie between the first and the last third of the answers."""
    assert measured(seconds=seconds, error=0.0, jitter_ms=0)[0].rate == rate


@pytest.mark.parametrize(("error", "rate"), [(0.02, 1.01), (-0.02, 0.99)])
def test_no_resonator_is_wrong_by_more_than_twice_what_its_maker_says(error: float, rate: float) -> None:
    assert measured(seconds=120, error=error, jitter_ms=0)[0].rate == pytest.approx(rate)


def test_the_answers_of_about_a_minute_are_kept() -> None:
    kept = measured(seconds=200, error=0.0, jitter_ms=0)[0].measurements
    assert [each.board_ms for each in kept] == list(range(136_000, 200_000, 2000))


@pytest.mark.parametrize(("ahead", "leap"), [(263, 0), (264, 264), (-260, 0), (-261, -261)])
def test_a_leap_is_what_neither_the_line_nor_the_resonator_nor_a_busy_machine_explains(ahead: int, leap: int) -> None:
    """A millisecond for each trip, five for each second of the board's, and a quarter of a second."""
    time, _, offset = measured(seconds=2, error=0.0, jitter_ms=0)
    true = offset + 2 * SECOND
    assert time.leap(board_ms=2000 + ahead, sent=true - MS, heard=true + MS) == leap * MS


def test_one_slow_answer_spoils_nothing() -> None:
    time, _, offset = measured(seconds=30, error=0.0, jitter_ms=0.5)
    time = time.measured(board_ms=30_000, sent=offset + 29 * SECOND, heard=offset + 31 * SECOND)
    assert abs(time.instant(30_100, heard=offset + 40 * SECOND) - (offset + 30_100 * MS)) < MS


def test_nothing_happens_after_it_was_heard() -> None:
    time, _, offset = measured(seconds=10, error=0.0, jitter_ms=0.1)
    assert time.instant(20_000, heard=offset) == offset


def test_without_a_measurement_the_hearing_counts() -> None:
    assert BoardTime().instant(5, heard=7 * SECOND) == 7 * SECOND


@pytest.mark.parametrize("error", [0.0, 0.004, -0.004])
@pytest.mark.parametrize("seconds", [6, 120])
def test_a_leap_is_told_from_a_slow_answer_and_a_wrong_resonator(error: float, seconds: int) -> None:
    time, _, offset = measured(seconds=seconds, error=error, jitter_ms=4)
    count = seconds * 1000
    true = offset + count * MS * (1 + error)
    assert time.leap(board_ms=count, sent=true - 2 * MS, heard=true + 2 * MS) == timedelta()
    assert time.leap(board_ms=count, sent=true - 900 * MS, heard=true + 2 * MS) == timedelta()
    for ahead in (timedelta(milliseconds=400), timedelta(seconds=-3)):
        by = time.leap(board_ms=count + ahead // MS, sent=true - 2 * MS, heard=true + 2 * MS)
        assert abs(by - ahead) < 60 * MS
        after = time.measured(board_ms=count + ahead // MS, sent=true - 2 * MS, heard=true + 2 * MS)
        assert abs(after.instant(count + ahead // MS + 50, heard=true + SECOND) - (true + 50 * MS)) < 3 * MS
