"""The clock of a game on a board that the program does not see."""

from collections.abc import Sequence
from datetime import timedelta

import chess
import pytest

from access_chess.laws.commands import (
    AddTime,
    ClaimFlag,
    Command,
    CountGap,
    Declare,
    ImposePenalty,
    OfferDraw,
    PenaltyKind,
    PlayMove,
    PressClock,
    Result,
    Resume,
    SetClock,
    SetMoveCounter,
    StartClock,
    StopClocks,
    StopReason,
    TimePassed,
)
from access_chess.laws.decide import advance, decide, set_up
from access_chess.laws.events import (
    ClockPressed,
    ClocksStopped,
    ClockStarted,
    Event,
    MoveCounterSet,
    PeriodBegun,
    Refusal,
    Refused,
)
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control

WHITE_PRESSES, BLACK_PRESSES = PressClock(color=chess.WHITE), PressClock(color=chess.BLACK)


Timed = tuple[float, Command]  # seconds, and what is asked for


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


def waiting(control: str = "300", added: PeriodAdd = PeriodAdd.ON_ZERO) -> Game:
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control, added))
    return replay(set_up(setup))


def played(game: Game, commands: Sequence[Timed]) -> tuple[Game, list[Event]]:
    events: list[Event] = []
    for at, command in commands:
        game, more = advance(game, command, at=seconds(at))
        events += more
    return game, events


@pytest.mark.parametrize(("first", "runs"), [(BLACK_PRESSES, chess.WHITE), (WHITE_PRESSES, chess.BLACK)])
def test_the_first_press_starts_the_opponent(first: PressClock, runs: chess.Color) -> None:
    game, events = played(waiting(), [(0, first)])
    assert isinstance(events[0], ClockStarted) and game.clock.running is runs
    assert game.completed.white == game.completed.black == 0


def test_the_arbiter_starts_white() -> None:
    game, _ = played(waiting(), [(0, StartClock())])
    assert game.clock.running is chess.WHITE


def test_each_press_is_a_move() -> None:
    game, events = played(waiting(), [(0, StartClock()), (5, WHITE_PRESSES), (9, BLACK_PRESSES), (10, WHITE_PRESSES)])
    assert (game.completed.white, game.completed.black, game.uncompleted.white) == (2, 1, 0)
    assert sum(isinstance(event, ClockPressed) for event in events) == 3


@pytest.mark.parametrize(
    ("before", "command", "reason"),
    [
        ([(0, StartClock())], BLACK_PRESSES, Refusal.CLOCK_NOT_RUNNING),
        ([(0, StartClock()), (1, StopClocks(reason=StopReason.ARBITER))], WHITE_PRESSES, Refusal.CLOCKS_STOPPED),
        ([(0, StartClock()), (1, Declare(result=Result.DRAW))], WHITE_PRESSES, Refusal.GAME_OVER),
        ([(0, StartClock())], StartClock(), Refusal.ALREADY_STARTED),
        ([], StopClocks(reason=StopReason.ARBITER), Refusal.NOT_STARTED),
        ([(0, StartClock())], OfferDraw(color=chess.WHITE), Refusal.NOT_IN_THIS_GAME),
        ([(0, StartClock())], ClaimFlag(color=chess.WHITE), Refusal.NOT_IN_THIS_GAME),
        ([(0, StartClock())], PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), Refusal.NOT_IN_THIS_GAME),
    ],
)
def test_refusals_change_nothing_and_go_to_who_asked(before: list[Timed], command: Command, reason: Refusal) -> None:
    game, _ = played(waiting(), before)
    (refused,) = decide(game, command, at=seconds(2))
    assert isinstance(refused, Refused) and refused.reason is reason
    assert refused.color == getattr(command, "color", None)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SetMoveCounter(color=chess.WHITE, moves=-1), Refusal.NO_SUCH_COUNT),
        (SetMoveCounter(color=chess.WHITE, moves=10_000), Refusal.NO_SUCH_COUNT),
        (SetClock(color=chess.WHITE, time=seconds(-1)), Refusal.NO_SUCH_TIME),
        (SetClock(color=chess.WHITE, time=seconds(360_000)), Refusal.NO_SUCH_TIME),
        (AddTime(color=chess.WHITE, time=seconds(-360_000)), Refusal.NO_SUCH_TIME),
        (ImposePenalty(color=chess.WHITE, kind=PenaltyKind.OWN_TIME, time=seconds(-1)), Refusal.NO_SUCH_TIME),
    ],
)
def test_what_no_clock_shows_cannot_be_set(command: Command, reason: Refusal) -> None:
    game, _ = played(waiting(), [(0, StartClock())])
    (refused,) = decide(game, command, at=seconds(2))
    assert isinstance(refused, Refused) and refused.reason is reason


def test_periods_by_counted_presses() -> None:
    """At the quota, with a move counter; at zero, without one."""
    presses: list[Timed] = [(0, StartClock()), (1, WHITE_PRESSES), (2, BLACK_PRESSES), (3, WHITE_PRESSES)]
    on_quota, events = played(waiting("2/60, 30", PeriodAdd.ON_QUOTA), presses)
    assert [event.color for event in events if isinstance(event, PeriodBegun)] == [chess.WHITE]
    assert on_quota.remaining(chess.WHITE, seconds(3)) == seconds(88)
    on_zero, events = played(waiting("2/60, 30"), presses)
    assert not [event for event in events if isinstance(event, PeriodBegun)]
    assert on_zero.remaining(chess.WHITE, seconds(3)) == seconds(58)


def test_a_corrected_counter_brings_back_the_period_that_was_missed_by_it() -> None:
    """6.10.b: a press was not counted; the arbiter corrects that, and the time that ran meanwhile still counts."""
    game, _ = played(
        waiting("2/60, 30"), [(0, StartClock()), (1, WHITE_PRESSES), (2, BLACK_PRESSES), (70, TimePassed())]
    )
    assert game.flags.white == seconds(61)
    game, events = played(game, [(71, SetMoveCounter(color=chess.WHITE, moves=2))])
    assert [type(event) for event in events] == [MoveCounterSet, PeriodBegun]
    assert game.flags.white is None and game.remaining(chess.WHITE, seconds(71)) == seconds(20)


def test_a_display_that_is_set_has_its_flag_up_again() -> None:
    game, _ = played(
        waiting("10"), [(0, StartClock()), (11, TimePassed()), (12, SetClock(color=chess.WHITE, time=seconds(60)))]
    )
    assert game.flags.white is None and game.remaining(chess.WHITE, seconds(22)) == seconds(50)


def test_penalties_and_corrections() -> None:
    game, _ = played(
        waiting("300"),
        [
            (0, StartClock()),
            (10, ImposePenalty(color=chess.WHITE, kind=PenaltyKind.OPPONENT_TIME, time=seconds(120))),
            (10, ImposePenalty(color=chess.WHITE, kind=PenaltyKind.OWN_TIME, time=seconds(30))),
            (10, AddTime(color=chess.BLACK, time=seconds(1))),
        ],
    )
    assert (game.remaining(chess.WHITE, seconds(10)), game.remaining(chess.BLACK, seconds(10))) == (
        seconds(260),
        seconds(421),
    )


def test_stopped_clocks_stand_and_go_on_where_they_were() -> None:
    game, events = played(
        waiting("300"), [(0, StartClock()), (5, WHITE_PRESSES), (8, StopClocks(reason=StopReason.ARBITER))]
    )
    assert any(isinstance(event, ClocksStopped) for event in events)
    game, _ = played(game, [(100, Resume())])
    assert game.clock.running is chess.BLACK and game.remaining(chess.BLACK, seconds(101)) == seconds(296)


def test_where_no_clock_runs_none_counts_moves() -> None:
    game = replay(set_up(Setup()))
    (refused,) = decide(game, SetMoveCounter(color=chess.WHITE, moves=3), at=seconds(0))
    assert isinstance(refused, Refused) and refused.reason is Refusal.NOT_IN_THIS_GAME


def test_where_moves_are_known_the_clocks_counter_changes_none_of_them() -> None:
    game = replay(set_up(Setup(time=parse_time_control("40/7200, 3600"))))
    game, _ = advance(game, SetMoveCounter(color=chess.WHITE, moves=3), at=seconds(0))
    assert (game.counter_error.white, game.completed.white) == (3, 0)


@pytest.mark.parametrize(
    ("control", "gap", "white", "black", "flag"),
    [
        pytest.param("300", 60, 220, 300, False, id="6.10.a taken from who was thinking"),
        pytest.param("300", 280, 0, 300, False, id="6.10.a to the last second"),
        pytest.param("300", 281, 0, 300, True, id="6.8 more than he had"),
        pytest.param("300", 1_000_000, 0, 300, True, id="6.8 days of it"),
        pytest.param("300 sandglass", 60, 220, 380, False, id="a sandglass runs on to the other side"),
        pytest.param("300 sandglass", 1000, 0, 600, True, id="a sandglass gives no more than there is"),
        pytest.param("300, 2x30", 290, 20, 300, False, id="byo-yomi begins meanwhile"),
        pytest.param("300d5", 60, 225, 300, False, id="a delay is counted once"),
        pytest.param("up", 60, 80, 0, False, id="time taken is added up"),
    ],
)
def test_time_that_nothing_kept_is_counted_as_if_the_display_had_run_on(
    control: str, gap: float, white: float, black: float, flag: bool
) -> None:
    game, _ = played(
        waiting(control),
        [
            (0, StartClock()),
            (20, StopClocks(reason=StopReason.POWER)),
            (90, CountGap(color=chess.WHITE, time=seconds(gap))),
        ],
    )
    assert game.remaining(chess.WHITE, seconds(100)) == seconds(white)
    assert game.remaining(chess.BLACK, seconds(100)) == seconds(black)
    assert (game.flags[chess.WHITE] is not None) is flag


def test_where_there_is_no_clock_there_is_no_gap() -> None:
    game = replay(set_up(Setup()))
    (refused,) = decide(game, CountGap(color=chess.WHITE, time=seconds(60)), at=seconds(0))
    assert isinstance(refused, Refused) and refused.reason is Refusal.NOT_IN_THIS_GAME
