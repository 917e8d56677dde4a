"""The clock over hours, changed wall clocks and power cuts, by a clock that the test turns, and once in real time."""

import queue
import random
import threading
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
from access_chess.session import kept_time
from access_chess.session import session as module
from access_chess.session.kept_time import gap_told
from access_chess.session.ports import Gap, Heartbeat
from access_chess.session.session import Session, begin_game, going_on, resume_game

WALL = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PATIENCE = 20.0  # seconds until a test gives up waiting for a thread
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


def five_minutes(journal: Journal, time: Time) -> Session:
    return Session(begin_game(journal, setup("300")), journal, clock=lambda: time.monotonic, wall=lambda: time.wall)


def pressed_at_42(journal: Journal, time: Time) -> None:
    """White has pressed after 42 seconds of five minutes."""
    session = five_minutes(journal, time)
    session.handle(StartClock(), session.now())
    time.passes(timedelta(seconds=42))
    session.handle(PressClock(color=chess.WHITE), session.now())


def test_hours_of_play_do_not_drift(journal: Journal) -> None:
    """Six hours, 300 presses at odd microseconds: the displays are what the monotonic clock says, to the last one."""
    time, chance = Time(), random.Random(1)
    session = Session(
        begin_game(journal, setup("40000+30")), journal, clock=lambda: time.monotonic, wall=lambda: time.wall
    )
    session.handle(StartClock(), session.now())
    thought = {chess.WHITE: ZERO, chess.BLACK: ZERO}
    for turn in range(300):
        color = turn % 2 == 0
        thinking = timedelta(microseconds=chance.randrange(1, 144_000_000))
        time.passes(thinking)
        session.handle(PressClock(color=color), session.now())
        thought[color] += thinking
    for color in chess.COLORS:
        expected = timedelta(seconds=40_000 + 151 * 30) - thought[color]
        assert abs(session.game.remaining(color, session.now()) - expected) < timedelta(milliseconds=10)
        assert session.game.remaining(color, session.now()) == expected
        assert session.game.clock.time_used(color, session.now()) == thought[color]
    assert sum(thought.values(), ZERO) > timedelta(hours=5)


@pytest.mark.parametrize("change", [timedelta(days=1), timedelta(days=-1), timedelta(hours=-1)])
def test_the_wall_clock_may_be_changed(journal: Journal, change: timedelta) -> None:
    time = Time()
    session = five_minutes(journal, time)
    session.handle(StartClock(), session.now())
    time.passes(timedelta(seconds=10))
    time.wall += change
    time.passes(timedelta(seconds=10))
    session.handle(PressClock(color=chess.WHITE), session.now())
    assert session.game.remaining(chess.WHITE, session.now()) == timedelta(seconds=280)


def test_after_a_power_cut_the_displays_are_those_of_the_last_entry(journal: Journal) -> None:
    time = Time()
    pressed_at_42(journal, time)
    time.passes(timedelta(hours=2))
    time.monotonic = timedelta(seconds=5)  # the machine has been started again
    record = resume_game(journal, 1, wall=lambda: time.wall)
    assert record.gap == timedelta(hours=2)
    after = Session(record, journal, clock=lambda: time.monotonic, wall=lambda: time.wall)
    after.handle(StopClocks(reason=StopReason.POWER), record.at)
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
    after = Session(record, journal, clock=lambda: time.monotonic, wall=lambda: time.wall)
    assert after.game.remaining(chess.BLACK, after.now()) == timedelta(seconds=296, microseconds=858_407)
    after.handle(StopClocks(reason=StopReason.ARBITER), after.now())
    standing = resume_game(journal, 1, wall=lambda: time.wall)
    assert going_on(standing) is standing


def test_what_was_thought_is_kept_each_second(journal: Journal) -> None:
    """No key was pressed, nothing was told: the loop itself keeps how far the running clock has come."""
    time = Time()
    session = five_minutes(journal, time)
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    time.passes(timedelta(seconds=5))
    beat = until_kept(journal, timedelta(seconds=5))
    session.close()
    assert beat.wall == time.wall
    record = resume_game(journal, 1, wall=lambda: time.wall + timedelta(minutes=3))
    assert (record.at, record.gap) == (timedelta(seconds=5), timedelta(minutes=3))


def test_a_time_that_is_told_is_kept_before(journal: Journal) -> None:
    time = Time()
    session = five_minutes(journal, time)
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    time.passes(timedelta(seconds=7))
    session.keep_time(PATIENCE)
    session.close()
    assert journal.heartbeat(1) == Heartbeat(at=timedelta(seconds=7), wall=time.wall)


def test_a_press_after_the_last_sign_of_life_is_what_is_known(journal: Journal) -> None:
    time = Time()
    session = five_minutes(journal, time)
    session.handle(StartClock(), ZERO)
    journal.beat(1, at=timedelta(seconds=3), wall=WALL)
    time.passes(timedelta(seconds=4))
    session.handle(PressClock(color=chess.WHITE), session.now())
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
    monkeypatch.setattr(kept_time, "up_beside", lambda _: Up(boot="one", time=time.monotonic))
    session = five_minutes(journal, time)
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    time.passes(timedelta(seconds=5))
    session.keep_time(PATIENCE)
    if pressed:
        time.passes(timedelta(seconds=0.5))
        session.submit(PressClock(color=chess.WHITE))
        assert session.settle(PATIENCE)
    session.close()
    time.passes(timedelta(minutes=3))
    monkeypatch.setattr(kept_time, "up_beside", lambda _: Up(boot=boot, time=time.monotonic))
    record = resume_game(journal, 1, wall=lambda: time.wall + set_by)
    assert record.lost == Gap(color=not pressed, time=gap)
    told = gap_told(record.lost, "clock_gap", load_voice_pack("en")).text
    assert ("since then, three minutes" in told) is (gap is not None)
    assert ("Nobody knows" in told) is (gap is None)


def test_a_standing_clock_needs_no_sign_of_life(journal: Journal) -> None:
    time = Time()
    session = five_minutes(journal, time)
    session.start()
    session.submit(StartClock(), StopClocks(reason=StopReason.ARBITER))
    assert session.settle(PATIENCE)
    time.passes(timedelta(seconds=7))
    session.keep_time(PATIENCE)
    session.close()
    assert journal.heartbeat(1) is None


def test_a_machine_that_has_slept_stops_the_clocks_and_tells_the_gap(journal: Journal) -> None:
    """The lid was closed for an hour: no flag falls by that, and the press of who wakes it comes too late."""
    time, gaps = Time(), queue.SimpleQueue[Gap]()
    session = Session(
        begin_game(journal, setup("300")),
        journal,
        on_gap=lambda _, gap: gaps.put(gap),
        clock=lambda: time.monotonic,
        wall=lambda: time.wall,
    )
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    time.passes(timedelta(seconds=2))
    session.keep_time(PATIENCE)
    time.passes(timedelta(hours=1))
    session.submit(PressClock(color=chess.WHITE))
    gap = gaps.get(timeout=PATIENCE)
    assert session.settle(PATIENCE)
    assert gap == Gap(color=chess.WHITE, time=timedelta(hours=1))
    assert (session.game.clock.running, session.game.flags.white) == (None, None)
    assert session.game.remaining(chess.WHITE, session.now()) == timedelta(seconds=298)
    session.close()


def until_kept(journal: Journal, at: timedelta) -> Heartbeat:
    """The sign of life of this instant, as soon as it is there."""
    for _ in range(int(PATIENCE / 0.05)):
        beat = journal.heartbeat(1)
        if beat is not None and beat.at == at:
            return beat
        threading.Event().wait(0.05)
    raise AssertionError(f"no sign of life of {at}")


def test_a_press_in_time_counts_though_its_report_comes_after_the_flag(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stamp of the device decides, not the cable: pressed a millisecond before zero, heard well after it."""
    monkeypatch.setattr(module, "LATE", timedelta(seconds=10))
    session = Session(begin_game(journal, setup("0.2")), journal)
    session.start()
    session.submit(StartClock(), at=ZERO)
    assert not session.wait_for(lambda game: game.is_over, 0.3)
    session.submit(PressClock(color=chess.WHITE), at=timedelta(milliseconds=199))
    assert session.settle(PATIENCE)
    assert session.game.flags.white is None and session.game.clock.running is chess.BLACK
    assert session.game.remaining(chess.WHITE, session.now()) == timedelta(milliseconds=1)
    session.close()


def test_in_real_time_the_display_is_between_two_looks_at_the_clock(journal: Journal) -> None:
    session = Session(begin_game(journal, setup("300")), journal)
    session.start()
    earliest = monotonic_clock()
    session.submit(StartClock())
    latest = monotonic_clock()
    assert session.settle(PATIENCE)
    assert not session.wait_for(lambda game: game.is_over, 0.3)
    first = monotonic_clock()
    used = session.game.clock.time_used(chess.WHITE, session.now())
    last = monotonic_clock()
    assert first - latest <= used <= last - earliest
    session.close()
