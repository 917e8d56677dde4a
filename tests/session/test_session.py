"""The loop: strictly in order, on disk before heard, and never held up by who is told."""

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain, repeat
from pathlib import Path

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import (
    AddTime,
    AdjustPieces,
    Command,
    CountGap,
    FeelSquares,
    PlayMove,
    PressClock,
    Resign,
    Resume,
    SetClock,
    StartClock,
    StopClocks,
    StopReason,
    TimePassed,
    TouchPieces,
)
from access_chess.laws.events import ClockPressed, Ending, Event, MoveMade, Refused
from access_chess.laws.setup import ArbiterMode, Regulations, Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import monotonic_clock
from access_chess.session import session as module
from access_chess.session.ports import Gap, JournalError, Recorded
from access_chess.session.session import Session, begin_game, resume_game

WALL = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PATIENCE = 20.0  # seconds until a test gives up waiting for a thread


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def play(uci: str, color: chess.Color) -> Command:
    return PlayMove(color=color, move=chess.Move.from_uci(uci))


class Heard:
    """An output that remembers."""

    def __init__(self) -> None:
        self.recorded: list[Recorded] = []

    def on_event(self, recorded: Recorded) -> None:
        self.recorded.append(recorded)

    @property
    def events(self) -> list[Event]:
        return [recorded.event for recorded in self.recorded]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


def test_events_are_told_in_order_with_the_game_before_and_after(journal: Journal) -> None:
    heard = Heard()
    session = Session(begin_game(journal, Setup()), journal, outputs=(heard,))
    session.start()
    session.submit(StartClock())
    session.submit(play("e2e4", chess.WHITE), PressClock(color=chess.WHITE))
    session.submit(play("e7e5", chess.BLACK), PressClock(color=chess.BLACK))
    assert session.settle(PATIENCE)
    assert [recorded.number for recorded in heard.recorded] == list(range(1, len(heard.recorded) + 1))
    assert [event.move.uci() for event in heard.events if isinstance(event, MoveMade)] == ["e2e4", "e7e5"]
    for earlier, later in zip(heard.recorded, heard.recorded[1:], strict=False):
        assert earlier.after is later.before
        assert earlier.at <= later.at
    assert heard.recorded[-1].after is session.game
    assert [entry.event for entry in journal.entries(session.number)][1:] == heard.events
    session.close()


def test_who_comes_while_the_game_is_played_misses_nothing_and_hears_nothing_twice(journal: Journal) -> None:
    session = Session(begin_game(journal, Setup()), journal)
    session.start()
    session.submit(StartClock())
    knights = ("g1f3", "g8f6", "f3g1", "f6g8")
    for ply in range(60):
        color = ply % 2 == 0
        session.submit(play(knights[ply % 4], color), PressClock(color=color))
    came = []
    while not session.wait_until_decided(0.001):
        heard = Heard()
        came.append((heard, session.subscribe(heard)))
    assert session.settle(PATIENCE)
    assert came, "the loop was done before anybody came"
    last = len(journal.entries(session.number))
    for heard, subscription in came:
        assert [recorded.number for recorded in heard.recorded] == list(range(subscription.number, last))
        if heard.recorded:
            assert heard.recorded[0].before is subscription.game
    session.close()


def test_who_has_left_is_told_no_more_and_may_leave_when_they_are_told(journal: Journal) -> None:
    session = Session(begin_game(journal, Setup()), journal)
    session.start()
    heard, once = Heard(), Heard()
    subscription = session.subscribe(heard)

    class LeavesAtOnce:
        def on_event(self, recorded: Recorded) -> None:
            once.on_event(recorded)
            leaving.leave()

    leaving = session.subscribe(LeavesAtOnce())
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    subscription.leave()
    session.submit(play("e2e4", chess.WHITE))
    assert session.settle(PATIENCE)
    session.close()
    assert len(heard.recorded) == len(once.recorded) == 1


def test_nothing_is_heard_that_is_not_on_disk(journal: Journal, tmp_path: Path) -> None:
    missing: list[int] = []

    class Checks:
        def on_event(self, recorded: Recorded) -> None:
            reader = Journal(tmp_path / "journal.sqlite")
            entries = reader.entries(1)
            reader.close()
            if len(entries) <= recorded.number or entries[recorded.number].event != recorded.event:
                missing.append(recorded.number)

    session = Session(begin_game(journal, Setup()), journal, outputs=(Checks(),))
    session.start()
    session.submit(StartClock(), play("e2e4", chess.WHITE), PressClock(color=chess.WHITE))
    assert session.settle(PATIENCE)
    session.close()
    assert not missing


def test_an_output_that_hangs_holds_nothing_up(journal: Journal) -> None:
    release = threading.Event()

    class Hangs:
        def on_event(self, recorded: Recorded) -> None:
            release.wait(PATIENCE)

    session = Session(begin_game(journal, Setup()), journal, outputs=(Hangs(),))
    session.start()
    session.submit(StartClock(), play("e2e4", chess.WHITE), PressClock(color=chess.WHITE))
    assert session.wait_until_decided(PATIENCE)
    assert len(session.game.plies) == 1
    release.set()
    session.close()


def test_an_output_that_fails_is_told_of_and_the_game_goes_on(journal: Journal) -> None:
    troubles: list[Exception] = []

    class Fails:
        def on_event(self, recorded: Recorded) -> None:
            raise RuntimeError("no more paper")

    heard = Heard()
    session = Session(begin_game(journal, Setup()), journal, outputs=(Fails(), heard), on_trouble=troubles.append)
    session.start()
    session.submit(StartClock(), play("e2e4", chess.WHITE))
    assert session.settle(PATIENCE)
    session.close()
    assert len(troubles) == len(heard.recorded) > 0
    assert len(session.game.plies) == 1


def test_a_defect_is_told_of_and_changes_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    troubles: list[Exception] = []
    session = Session(begin_game(journal, Setup()), journal, on_trouble=troubles.append)
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)

    def defective(*args: object, **kwargs: object) -> tuple[Event, ...]:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(module, "decide", defective)
    session.submit(play("e2e4", chess.WHITE))
    assert session.settle(PATIENCE)
    assert [str(trouble) for trouble in troubles] == ["a defect"]
    monkeypatch.undo()
    session.submit(play("e2e4", chess.WHITE))
    assert session.settle(PATIENCE)
    assert len(session.game.plies) == 1
    session.close()


def test_a_journal_that_cannot_be_written_ends_the_session(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    troubles: list[Exception] = []
    heard = Heard()
    session = Session(begin_game(journal, Setup()), journal, outputs=(heard,), on_trouble=troubles.append)

    def full(*args: object, **kwargs: object) -> None:
        raise JournalError("The disk is full.")

    monkeypatch.setattr(journal, "append", full)
    session.start()
    session.submit(StartClock(), play("e2e4", chess.WHITE))
    assert session.settle(PATIENCE)
    assert [str(trouble) for trouble in troubles] == ["The disk is full."]
    assert not heard.events
    assert not session.game.started
    assert not session.is_alive
    assert not session.wait_for(lambda game: game.is_over)
    session.close()


def test_a_flag_falls_though_nobody_does_anything(journal: Journal) -> None:
    setup = Setup(time=parse_time_control("0.05"))
    session = Session(begin_game(journal, setup), journal)
    session.start()
    session.submit(StartClock())
    assert session.wait_for(lambda game: game.is_over, PATIENCE)
    assert session.game.end is not None
    assert session.game.end.ending is Ending.FLAG
    session.close()


WHITE_PRESSED = (play("e2e4", chess.WHITE), PressClock(color=chess.WHITE))
DEADLINES = {
    "6.8 a flag": (Setup(time=parse_time_control("0.2")), (), Ending.FLAG),
    "6.3 a period": (Setup(time=parse_time_control("1/0.1, 0.2")), (play("e2e4", chess.WHITE),), Ending.FLAG),
    "6.8 the other flag": (Setup(time=parse_time_control("0.2")), WHITE_PRESSED, Ending.FLAG),
    "6.6 the default time": (
        Setup(absent=ByColor(False, True), regulations=Regulations(default_time=seconds(0.2))),
        (),
        Ending.DEFAULT_TIME,
    ),
}
#: What the Laws answer with no event while a clock runs.
CHANGES_NOTHING: dict[str, Command] = {
    "resume": Resume(),
    "feel": FeelSquares(color=chess.WHITE, squares=(chess.E1,)),
    "touch nothing": TouchPieces(color=chess.WHITE, squares=()),
    "adjust nothing": AdjustPieces(color=chess.WHITE, squares=()),
    "time": TimePassed(),
    "what was given before": StartClock(id="the first"),
}


@pytest.mark.parametrize("deadline", DEADLINES)
@pytest.mark.parametrize("command", CHANGES_NOTHING)
def test_a_command_that_changes_nothing_keeps_no_deadline_from_being_decided(
    journal: Journal, command: str, deadline: str
) -> None:
    setup, before, ending = DEADLINES[deadline]
    session = Session(begin_game(journal, setup), journal)
    session.start()
    session.submit(StartClock(id="the first"), *before)
    assert session.settle(PATIENCE)
    session.submit(CHANGES_NOTHING[command])
    assert session.wait_for(lambda game: game.is_over, PATIENCE)
    assert session.game.end is not None
    assert session.game.end.ending is ending
    session.close()


def test_a_defect_at_a_deadline_is_told_of_once(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    troubles: list[Exception] = []
    told = threading.Event()

    def trouble(error: Exception) -> None:
        troubles.append(error)
        told.set()

    def defective(*args: object, **kwargs: object) -> tuple[Event, ...]:
        raise ZeroDivisionError("a defect")

    session = Session(begin_game(journal, Setup(time=parse_time_control("0.3"))), journal, on_trouble=trouble)
    session.start()
    session.submit(StartClock())
    assert session.settle(PATIENCE)
    monkeypatch.setattr(module, "decide", defective)
    assert told.wait(PATIENCE)
    assert session.settle(PATIENCE)
    session.close()
    assert len(troubles) == 1


def test_a_press_before_the_flag_fell_counts_though_the_program_was_stopped(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wakes long after the flag would have fallen, and hears of the press only then."""
    monkeypatch.setattr(module, "AWAITED", seconds(PATIENCE))
    stopped = [timedelta()]
    setup = Setup(time=parse_time_control("5"))
    session = Session(begin_game(journal, setup), journal, clock=lambda: monotonic_clock() + stopped[0])
    session.start()
    session.submit(StartClock(), play("e2e4", chess.WHITE))
    assert session.settle(PATIENCE)
    pressed_at = session.now()
    stopped[0] = seconds(6)
    session.submit(PressClock(color=chess.BLACK), at=pressed_at)  # wakes the loop, and is refused
    session.wait_until_decided(PATIENCE)
    time.sleep(0.1)  # it looks at its deadline; if it has not by now, the test is the easier
    session.submit(PressClock(color=chess.WHITE), at=pressed_at)
    assert session.wait_for(lambda game: game.clock.running is chess.BLACK or game.is_over, PATIENCE)
    assert session.game.flags.white is None
    session.close()


def test_a_stamp_before_the_last_event_counts_as_that_instant(journal: Journal) -> None:
    session = Session(begin_game(journal, Setup(time=parse_time_control("300"))), journal, clock=timedelta)
    session.handle(StartClock(), seconds(0))
    session.handle(play("e2e4", chess.WHITE), seconds(10))
    session.handle(PressClock(color=chess.WHITE), seconds(9))
    assert session.game.remaining(chess.WHITE, seconds(60)) == seconds(290)


def test_refusals_are_kept_and_told(journal: Journal) -> None:
    heard = Heard()
    session = Session(begin_game(journal, Setup()), journal, outputs=(heard,), clock=timedelta)
    session.handle(play("e2e4", chess.WHITE), seconds(1))
    assert session.settle(PATIENCE)
    assert [type(event) for event in heard.events] == [Refused]
    session.close()


def test_a_game_is_taken_up_where_it_was(journal: Journal) -> None:
    """Same position, same clocks at the last committed instant; what passed since then is reported."""
    setup = Setup(time=parse_time_control("300+3"))
    session = Session(begin_game(journal, setup, wall=lambda: WALL), journal, clock=timedelta, wall=lambda: WALL)
    session.handle(StartClock(), seconds(0))
    session.handle(play("e2e4", chess.WHITE), seconds(10))
    session.handle(PressClock(color=chess.WHITE), seconds(12))
    session.handle(play("e7e5", chess.BLACK), seconds(20))
    session.close()
    later = WALL + timedelta(minutes=7)
    record = resume_game(journal, 1, wall=lambda: later)
    assert record.game == session.game
    assert record.gap == timedelta(minutes=7)
    assert record.at == seconds(20)
    ticks = chain([seconds(5000)], repeat(seconds(5001)))
    again = Session(record, journal, clock=lambda: next(ticks), wall=lambda: later)
    assert again.now() == seconds(21)
    again.handle(PressClock(color=chess.BLACK), seconds(22))
    assert again.game.remaining(chess.BLACK, seconds(22)) == seconds(303 - 10 + 3)
    assert isinstance(journal.entries(1)[-1].event, ClockPressed)


@pytest.mark.parametrize(
    ("ruling", "lost"),
    [
        ((), Gap(color=chess.WHITE, time=timedelta(minutes=7))),
        ((AddTime(color=chess.BLACK, time=seconds(60)),), Gap(color=chess.WHITE, time=timedelta(minutes=7))),
        ((CountGap(color=chess.WHITE, time=timedelta(minutes=7)),), None),
        ((SetClock(color=chess.WHITE, time=seconds(200)),), None),
        ((Resume(),), Gap(color=chess.WHITE, time=timedelta(hours=1))),
        ((Resume(), Resign(color=chess.WHITE)), None),
    ],
    ids=["no answer", "the other's time", "counted", "set", "gone on, and cut again", "over"],
)
def test_a_second_power_cut_loses_no_gap(journal: Journal, ruling: tuple[Command, ...], lost: Gap | None) -> None:
    """The first cut was seven minutes long, the second an hour, in which no clock ran unless the game went on."""
    setup = Setup(time=parse_time_control("300+3"), arbiter=ArbiterMode.HUMAN)
    session = Session(begin_game(journal, setup, wall=lambda: WALL), journal, clock=timedelta, wall=lambda: WALL)
    session.handle(StartClock(), seconds(0))
    session.handle(StopClocks(reason=StopReason.ARBITER), seconds(5))
    session.handle(Resume(), seconds(5))
    journal.beat(1, at=seconds(20), wall=WALL + seconds(20))
    later = WALL + seconds(20) + timedelta(minutes=7)
    record = resume_game(journal, 1, wall=lambda: later)
    assert record.lost == Gap(color=chess.WHITE, time=timedelta(minutes=7))
    session = Session(record, journal, clock=timedelta, wall=lambda: later)
    for command in (StopClocks(reason=StopReason.POWER), *ruling):
        session.handle(command, record.at)
    again = resume_game(journal, 1, wall=lambda: later + timedelta(hours=1))
    assert (again.gap, again.lost) == (timedelta(hours=1), lost)


def test_a_wall_clock_that_was_set_back_makes_no_gap(journal: Journal) -> None:
    begin_game(journal, Setup(), wall=lambda: WALL)
    assert resume_game(journal, 1, wall=lambda: WALL - timedelta(days=1)).gap == timedelta()


def test_commands_from_many_threads_are_all_decided(journal: Journal) -> None:
    heard = Heard()
    session = Session(begin_game(journal, Setup()), journal, outputs=(heard,))
    session.start()
    threads = [threading.Thread(target=session.submit, args=(Resign(color=True),)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert session.settle(PATIENCE)
    session.close()
    assert len(heard.events) == 20
