"""Commands in, events out: strictly in order, on disk before they are told, and no deadline is forgotten."""

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
from access_chess.play import loop
from access_chess.play.loop import Table
from access_chess.play.messages import ReadyCommand, TablePlace, Woken
from access_chess.play.table_games import OnlookerSeat
from access_chess.session.ports import Gap, Recorded
from access_chess.session.record import begin_game, resume_game
from tests.play.at_table import at_table
from tests.support.driver import Driver

WALL = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


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
    driver = Driver(begin_game(journal, Setup()), journal, outputs=(heard,))
    driver.do(StartClock())
    driver.do(play("e2e4", chess.WHITE), PressClock(color=chess.WHITE), at=seconds(1))
    driver.do(play("e7e5", chess.BLACK), PressClock(color=chess.BLACK), at=seconds(2))
    assert [recorded.number for recorded in heard.recorded] == list(range(1, len(heard.recorded) + 1))
    assert [event.move.uci() for event in heard.events if isinstance(event, MoveMade)] == ["e2e4", "e7e5"]
    for earlier, later in zip(heard.recorded, heard.recorded[1:], strict=False):
        assert earlier.after is later.before
        assert earlier.at <= later.at
    assert heard.recorded[-1].after is driver.game
    assert [entry.event for entry in journal.entries(driver.number)][1:] == heard.events


def test_nothing_is_heard_that_is_not_on_disk(journal: Journal, tmp_path: Path) -> None:
    missing: list[int] = []

    class Checks:
        def on_event(self, recorded: Recorded) -> None:
            reader = Journal(tmp_path / "journal.sqlite")
            entries = reader.entries(1)
            reader.close()
            if len(entries) <= recorded.number or entries[recorded.number].event != recorded.event:
                missing.append(recorded.number)

    driver = Driver(begin_game(journal, Setup()), journal, outputs=(Checks(),))
    driver.do(StartClock(), play("e2e4", chess.WHITE), PressClock(color=chess.WHITE))
    assert driver.game.plies
    assert not missing


def test_an_onlooker_that_breaks_keeps_nobody_from_the_rest(journal: Journal) -> None:
    class Breaks:
        def on_event(self, recorded: Recorded) -> None:
            raise ZeroDivisionError("a defect")

    heard, told = Heard(), list[Exception]()
    places = [TablePlace(seat=OnlookerSeat(output=output)) for output in (Breaks(), heard)]
    record = begin_game(journal, Setup())
    table = Table(record, journal, places, work=lambda seat, work: None, on_trouble=told.append)
    table.open(timedelta())
    table.turn(ReadyCommand(command=play("e2e4", chess.WHITE), at=seconds(1)))
    assert [event.move.uci() for event in heard.events if isinstance(event, MoveMade)] == ["e2e4"]
    assert {type(error) for error in told} == {ZeroDivisionError}


def defective(*args: object, **kwargs: object) -> tuple[Event, ...]:
    raise ZeroDivisionError("a defect")


def test_a_defect_is_told_of_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    at = at_table()
    monkeypatch.setattr(loop, "decide", defective)
    at.type("e4")
    assert [str(error) for error in at.trouble] == ["a defect"]
    assert not at.table.game.plies
    monkeypatch.undo()
    at.type("e4")
    assert len(at.table.game.plies) == 1


def test_a_defect_at_a_deadline_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at = at_table("0:05")
    monkeypatch.setattr(loop, "decide", defective)
    at.passes(seconds(8))
    assert [str(error) for error in at.trouble] == ["a defect"]


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
    driver = Driver(begin_game(journal, setup), journal)
    driver.do(StartClock(id="the first"), *before)
    driver.do(CHANGES_NOTHING[command], at=seconds(0.05))
    for _ in range(10):
        if (due := driver.table.due) is not None:
            driver.table.turn(Woken(at=due))
    assert driver.game.end is not None
    assert driver.game.end.ending is ending


def test_a_stamp_before_the_last_event_counts_as_that_instant(journal: Journal) -> None:
    driver = Driver(begin_game(journal, Setup(time=parse_time_control("300"))), journal)
    driver.do(StartClock(), at=seconds(0))
    driver.do(play("e2e4", chess.WHITE), at=seconds(10))
    driver.do(PressClock(color=chess.WHITE), at=seconds(9))
    assert driver.game.remaining(chess.WHITE, seconds(60)) == seconds(290)


def test_refusals_are_kept_and_told(journal: Journal) -> None:
    heard = Heard()
    driver = Driver(begin_game(journal, Setup()), journal, outputs=(heard,))
    driver.do(play("e2e4", chess.WHITE), at=seconds(1))
    assert [type(event) for event in heard.events] == [Refused]


def test_a_game_is_taken_up_where_it_was(journal: Journal) -> None:
    """Same position, same clocks at the last committed instant; what passed since then is reported."""
    setup = Setup(time=parse_time_control("300+3"))
    driver = Driver(begin_game(journal, setup, wall=lambda: WALL), journal, wall=lambda: WALL)
    driver.do(StartClock(), at=seconds(0))
    driver.do(play("e2e4", chess.WHITE), at=seconds(10))
    driver.do(PressClock(color=chess.WHITE), at=seconds(12))
    driver.do(play("e7e5", chess.BLACK), at=seconds(20))
    later = WALL + timedelta(minutes=7)
    record = resume_game(journal, 1, wall=lambda: later)
    assert record.game == driver.game
    assert record.gap == timedelta(minutes=7)
    assert record.at == seconds(20)
    ticks = chain([seconds(5000)], repeat(seconds(5001)))
    again = Driver(record, journal, clock=lambda: next(ticks), wall=lambda: later)
    assert again.now() == seconds(21)
    again.do(PressClock(color=chess.BLACK), at=seconds(22))
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
    driver = Driver(begin_game(journal, setup, wall=lambda: WALL), journal, wall=lambda: WALL)
    driver.do(StartClock(), at=seconds(0))
    driver.do(StopClocks(reason=StopReason.ARBITER), at=seconds(5))
    driver.do(Resume(), at=seconds(5))
    journal.beat(1, at=seconds(20), wall=WALL + seconds(20))
    later = WALL + seconds(20) + timedelta(minutes=7)
    record = resume_game(journal, 1, wall=lambda: later)
    assert record.lost == Gap(color=chess.WHITE, time=timedelta(minutes=7))
    driver = Driver(record, journal, wall=lambda: later)
    for command in (StopClocks(reason=StopReason.POWER), *ruling):
        driver.do(command, at=record.at)
    again = resume_game(journal, 1, wall=lambda: later + timedelta(hours=1))
    assert (again.gap, again.lost) == (timedelta(hours=1), lost)


def test_a_wall_clock_that_was_set_back_makes_no_gap(journal: Journal) -> None:
    begin_game(journal, Setup(), wall=lambda: WALL)
    assert resume_game(journal, 1, wall=lambda: WALL - timedelta(days=1)).gap == timedelta()
