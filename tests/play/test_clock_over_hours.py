"""The clock over hours, changed wall clocks and power cuts, by a clock that the test turns, and once in real time."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import PressClock, StartClock, StopClocks, StopReason
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import Up, monotonic_clock
from access_chess.play import keeping
from access_chess.play.messages import Woken
from access_chess.session import kept_time
from access_chess.session.kept_time import gap_told
from access_chess.session.ports import Gap
from access_chess.session.record import begin_game, going_on, resume_game
from tests.support.driver import Driver

WALL = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ZERO = timedelta()


class Time:
    """The machine's clocks, as the test sets them."""

    def __init__(self) -> None:
        self.monotonic = timedelta(days=3, microseconds=7)
        self.wall = WALL

    def passes(self, time: timedelta) -> None:
        self.monotonic += time
        self.wall += time


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


def setup(control: str) -> Setup:
    return Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control))


def five_minutes(journal: Journal, time: Time) -> Driver:
    return Driver(begin_game(journal, setup("300")), journal, clock=lambda: time.monotonic, wall=lambda: time.wall)


def pressed_at_42(journal: Journal, time: Time) -> None:
    """White has pressed after 42 seconds of five minutes."""
    driver = five_minutes(journal, time)
    driver.do(StartClock())
    time.passes(timedelta(seconds=42))
    driver.do(PressClock(color=chess.WHITE))


def test_hours_of_play_do_not_drift(journal: Journal) -> None:
    """Six hours, 300 presses at odd microseconds: the displays are what the monotonic clock says, to the last one."""
    time, chance = Time(), random.Random(1)
    driver = Driver(
        begin_game(journal, setup("40000+30")), journal, clock=lambda: time.monotonic, wall=lambda: time.wall
    )
    driver.do(StartClock())
    thought = {chess.WHITE: ZERO, chess.BLACK: ZERO}
    for turn in range(300):
        color = turn % 2 == 0
        thinking = timedelta(microseconds=chance.randrange(1, 144_000_000))
        time.passes(thinking)
        driver.do(PressClock(color=color))
        thought[color] += thinking
    for color in chess.COLORS:
        expected = timedelta(seconds=40_000 + 151 * 30) - thought[color]
        assert abs(driver.game.remaining(color, driver.now()) - expected) < timedelta(milliseconds=10)
        assert driver.game.remaining(color, driver.now()) == expected
        assert driver.game.clock.time_used(color, driver.now()) == thought[color]
    assert sum(thought.values(), ZERO) > timedelta(hours=5)


@pytest.mark.parametrize("change", [timedelta(days=1), timedelta(days=-1), timedelta(hours=-1)])
def test_the_wall_clock_may_be_changed(journal: Journal, change: timedelta) -> None:
    time = Time()
    driver = five_minutes(journal, time)
    driver.do(StartClock())
    time.passes(timedelta(seconds=10))
    time.wall += change
    time.passes(timedelta(seconds=10))
    driver.do(PressClock(color=chess.WHITE))
    assert driver.game.remaining(chess.WHITE, driver.now()) == timedelta(seconds=280)


def test_after_a_power_cut_the_displays_are_those_of_the_last_entry(journal: Journal) -> None:
    time = Time()
    pressed_at_42(journal, time)
    time.passes(timedelta(hours=2))
    time.monotonic = timedelta(seconds=5)  # the machine has been started again
    record = resume_game(journal, 1, wall=lambda: time.wall)
    assert record.gap == timedelta(hours=2)
    after = Driver(record, journal, clock=lambda: time.monotonic, wall=lambda: time.wall)
    after.do(StopClocks(reason=StopReason.POWER), at=record.at)
    time.passes(timedelta(minutes=1))
    assert after.game.remaining(chess.WHITE, after.now()) == timedelta(seconds=258)
    assert after.game.remaining(chess.BLACK, after.now()) == timedelta(seconds=300)


def test_where_the_clock_has_run_on_what_has_passed_counts(journal: Journal) -> None:
    """To the microsecond, though nothing was decided meanwhile; a clock that stands has nothing to be counted."""
    time = Time()
    pressed_at_42(journal, time)
    time.passes(timedelta(seconds=3, microseconds=141_593))
    record = going_on(resume_game(journal, 1, wall=lambda: time.wall))
    assert record.lost is None
    after = Driver(record, journal, clock=lambda: time.monotonic, wall=lambda: time.wall)
    assert after.game.remaining(chess.BLACK, after.now()) == timedelta(seconds=296, microseconds=858_407)
    after.do(StopClocks(reason=StopReason.ARBITER))
    standing = resume_game(journal, 1, wall=lambda: time.wall)
    assert going_on(standing) is standing


def test_what_was_thought_is_kept_each_second(journal: Journal) -> None:
    """No key was pressed, nothing was told: the loop itself keeps how far the running clock has come."""
    time = Time()
    driver = five_minutes(journal, time)
    driver.do(StartClock())
    time.passes(timedelta(seconds=5))
    driver.table.turn(Woken(at=time.monotonic))
    beat = journal.heartbeat(1)
    assert beat is not None and beat.wall == time.wall
    record = resume_game(journal, 1, wall=lambda: time.wall + timedelta(minutes=3))
    assert (record.at, record.gap) == (timedelta(seconds=5), timedelta(minutes=3))


def test_a_press_after_the_last_sign_of_life_is_what_is_known(journal: Journal) -> None:
    time = Time()
    driver = five_minutes(journal, time)
    driver.do(StartClock())
    journal.beat(1, at=timedelta(seconds=3), wall=WALL)
    time.passes(timedelta(seconds=4))
    driver.do(PressClock(color=chess.WHITE))
    assert resume_game(journal, 1, wall=lambda: time.wall).at == timedelta(seconds=4)


@pytest.mark.parametrize(
    ("boot", "set_by", "pressed", "gap"),
    [
        pytest.param("one", timedelta(hours=-1), False, timedelta(minutes=3), id="set back"),
        pytest.param("one", timedelta(hours=1), False, timedelta(minutes=3), id="set forward"),
        pytest.param("one", timedelta(hours=-1), True, timedelta(minutes=3), id="after a press"),
        pytest.param("two", timedelta(hours=-1), False, None, id="set back, and started anew"),
        pytest.param("two", timedelta(), False, timedelta(minutes=3), id="only started anew"),
    ],
)
def test_a_date_that_is_set_changes_nothing_of_what_is_told(
    journal: Journal,
    monkeypatch: pytest.MonkeyPatch,
    boot: str,
    set_by: timedelta,
    pressed: bool,
    gap: timedelta | None,
) -> None:
    """How long the machine has been up tells the gap; where it was started anew, only its date is left."""
    time = Time()
    for module in (keeping, kept_time):
        monkeypatch.setattr(module, "up_beside", lambda _: Up(boot="one", time=time.monotonic))
    driver = five_minutes(journal, time)
    driver.do(StartClock())
    time.passes(timedelta(seconds=5))
    driver.table.turn(Woken(at=time.monotonic))
    if pressed:
        time.passes(timedelta(seconds=0.5))
        driver.do(PressClock(color=chess.WHITE))
    time.passes(timedelta(minutes=3))
    monkeypatch.setattr(kept_time, "up_beside", lambda _: Up(boot=boot, time=time.monotonic))
    record = resume_game(journal, 1, wall=lambda: time.wall + set_by)
    assert record.lost == Gap(color=not pressed, time=gap)
    told = gap_told(record.lost, "clock_gap", load_voice_pack("en")).text
    assert ("since then, three minutes" in told) is (gap is not None)
    assert ("Nobody knows" in told) is (gap is None)


def test_a_standing_clock_needs_no_sign_of_life(journal: Journal) -> None:
    time = Time()
    driver = five_minutes(journal, time)
    driver.do(StartClock(), StopClocks(reason=StopReason.ARBITER))
    time.passes(timedelta(seconds=7))
    driver.table.turn(Woken(at=time.monotonic))
    assert journal.heartbeat(1) is None


def test_in_real_time_the_display_is_between_two_looks_at_the_clock(journal: Journal) -> None:
    driver = Driver(begin_game(journal, setup("300")), journal, clock=monotonic_clock)
    earliest = monotonic_clock()
    driver.do(StartClock())
    latest = monotonic_clock()
    first = monotonic_clock()
    used = driver.game.clock.time_used(chess.WHITE, driver.now())
    last = monotonic_clock()
    assert first - latest <= used <= last - earliest
