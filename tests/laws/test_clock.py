"""The arithmetic of the chess clock, to the millisecond: every mode, every kind of period (settled.md, Clock)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Clock, new_clock
from access_chess.laws.commands import (
    AddTime,
    ImposePenalty,
    PenaltyKind,
    PressClock,
    Resume,
    SetMoveCounter,
    StopClocks,
    StopReason,
    TimePassed,
)
from access_chess.laws.decide import advance, set_up
from access_chess.laws.events import FlagFell, MoveCounterSet, PeriodBegun
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import PeriodAdd, parse_time_control

MS = timedelta(milliseconds=1)
ZERO = timedelta()


@dataclass(frozen=True)
class Row:
    """Thinking times in milliseconds, White's and Black's in turn; then what both displays show."""

    name: str
    control: str
    thought: Sequence[int]
    white: int
    black: int
    added: PeriodAdd = PeriodAdd.ON_ZERO
    flags: str = ""


def at(milliseconds: int) -> timedelta:
    return milliseconds * MS


def clock_game(control: str, added: PeriodAdd = PeriodAdd.ON_ZERO) -> Game:
    """A clock alone that has been started."""
    setup = Setup(is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control(control, added))
    return advance(replay(set_up(setup)), PressClock(color=chess.BLACK), at=ZERO)[0]


def thought(game: Game, milliseconds: Sequence[int]) -> tuple[Game, timedelta]:
    """After these times of thinking, each ended by a press."""
    now = ZERO
    for turn, time in enumerate(milliseconds):
        now += at(time)
        game, _ = advance(game, PressClock(color=turn % 2 == 0), at=now)
    return game, now


ROWS = [
    Row("11.1 plain", "300", [10_001, 20_002, 30_003], 259_996, 279_998),
    Row("11.1 plain, nothing thought", "60", [0, 0, 0, 0], 60_000, 60_000),
    Row("11.1 increment is there before the first move", "180+2", [], 182_000, 182_000),
    Row("T40 increment", "5400+30", [50_000], 5_410_000, 5_430_000),
    Row("11.1 increment makes time grow", "10+5", [1, 2, 3], 24_996, 19_998),
    Row("11.1 increment to the last millisecond", "10+5", [14_999, 0], 5_001, 20_000),
    Row("A31 in the same instant the move wins", "10+5", [15_000, 0], 5_000, 20_000),
    Row("11.1 increment after the flag", "10+5", [15_001], 0, 15_000, flags="w"),
    Row("11.1 delay unused", "300d5", [4_999, 5_000], 300_000, 300_000),
    Row("11.1 delay used", "300d5", [5_001, 12_345], 299_999, 292_655),
    Row("11.1 delay is never saved", "300d5", [1, 1, 6_000], 299_000, 300_000),
    Row("11.1 delay to the last millisecond", "10d5", [15_000, 1], 0, 10_000),
    Row("11.1 flag behind the delay", "10d5", [15_001], 0, 10_000, flags="w"),
    Row("sandglass", "60 sandglass", [10_250, 4_125], 53_875, 66_125),
    Row("sandglass, flag", "60 sandglass", [60_001], 0, 120_001, flags="w"),
    Row("T42 quota at zero: nothing is added before", "2/60, 30", [10_000, 0, 10_000, 0], 40_000, 60_000),
    Row("T42 quota at zero: saved time", "2/60, 30", [10_000, 0, 10_000, 0, 40_001], 29_999, 60_000),
    Row("quota at zero, missed", "3/60, 30", [10_000, 0, 50_001], 0, 60_000, flags="w"),
    Row("T42 quota at once: saved time", "2/60, 30", [10_000, 0, 10_000], 70_000, 60_000, PeriodAdd.ON_QUOTA),
    Row("quota at once, missed", "2/60, 30", [10_000, 0, 50_001], 0, 60_000, PeriodAdd.ON_QUOTA, "w"),
    Row("quota with increment, at once", "2/60+3, 30+5", [0, 0, 0], 101_000, 66_000, PeriodAdd.ON_QUOTA),
    Row("increment begins with the last period", "1/60, 30+5", [60_000, 0, 1], 39_999, 60_000),
    Row("three periods", "1/10, 1/10, 10", [9_999, 0, 10_000, 0, 10_000], 1, 10_000),
    Row("byo-yomi begins when the time has run out", "10, 3x5", [12_000], 5_000, 10_000),
    Row("byo-yomi, in the instant of zero", "10, 3x5", [10_000, 0, 5_000], 5_000, 10_000),
    Row("byo-yomi is renewed with each move", "10, 3x5", [12_000, 0, 4_999, 0, 5_000], 5_000, 10_000),
    Row("byo-yomi, two periods used up", "10, 3x5", [12_000, 0, 14_999], 5_000, 10_000),
    Row("byo-yomi, all used up", "10, 3x5", [12_000, 0, 15_001], 0, 10_000, flags="w"),
    Row("byo-yomi, all in one move", "10, 3x5", [25_001], 0, 10_000, flags="w"),
    Row("byo-yomi, all in one move but for an instant", "10, 3x5", [25_000], 5_000, 10_000),
    Row("byo-yomi after a quota", "2/10, 1x5", [1, 0, 1, 0, 9_999], 5_000, 10_000),
    Row("byo-yomi after a quota that was missed", "2/10, 1x5", [1, 0, 10_001], 0, 10_000, flags="w"),
    Row("byo-yomi waits for zero", "1/10, 1x5", [1_000], 9_000, 10_000, PeriodAdd.ON_QUOTA),
    Row("no main time, only byo-yomi", "2x30", [29_000, 31_000, 30_000, 30_001], 30_000, 0, flags="b"),
    Row("a clock that counts up", "up", [1_000_000_000, 2_000, 1], 1_000_000_001, 2_000),
    Row("different times", "300+3/180", [1_000, 1_000], 305_000, 179_000),
    Row("different times, flag of the shorter", "300+0/10", [1_000, 10_001], 299_000, 0, flags="b"),
    Row("different quotas", "2/60, 30 / 1/60, 30", [0, 60_000, 0, 1], 60_000, 29_999),
    Row("delay in the second period only", "1/10, 10d5", [10_000, 0, 4_999], 10_000, 20_000, PeriodAdd.ON_QUOTA),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_displays(row: Row) -> None:
    game, now = thought(clock_game(row.control, row.added), row.thought)
    assert game.remaining(chess.WHITE, now) == at(row.white)
    assert game.remaining(chess.BLACK, now) == at(row.black)
    assert "".join("wb"[not color] for color in chess.COLORS if game.flags[color] is not None) == row.flags


@pytest.mark.parametrize(
    ("time", "main", "delay", "bronstein"),
    [
        (0, 300_000, 5_000, 305_000),
        (1, 300_000, 4_999, 304_999),
        (5_000, 300_000, 0, 300_000),
        (7_500, 297_500, 0, 297_500),
    ],
)
def test_both_displays_of_a_delay(time: int, main: int, delay: int, bronstein: int) -> None:
    """The simple one counts the delay down first, Bronstein's counts at once: they differ by the delay that is left."""
    clock = clock_game("300d5").clock
    assert clock.remaining(chess.WHITE, at(time)) == at(main)
    assert clock.delay_left(chess.WHITE, at(time)) == at(delay)
    assert clock.bronstein(chess.WHITE, at(time)) == at(bronstein)


def test_bronstein_gives_back_what_was_used_of_the_delay() -> None:
    game, now = thought(clock_game("300d5"), [3_000, 0])
    assert game.clock.bronstein(chess.WHITE, now) == at(305_000)
    game, now = thought(clock_game("300d5"), [8_000, 0])
    assert game.clock.bronstein(chess.WHITE, now) == at(302_000)


def test_both_flags_are_kept_with_their_instants() -> None:
    """6.11: which fell first is known as long as both are known."""
    game, _ = advance(clock_game("10"), TimePassed(), at=at(12_000))
    game, _ = advance(game, PressClock(color=chess.WHITE), at=at(12_000))
    game, events = advance(game, TimePassed(), at=at(40_000))
    assert [event for event in events if isinstance(event, FlagFell)]
    assert game.flags == ByColor(at(10_000), at(22_000))


def test_an_increment_freezes_both_when_one_flag_falls() -> None:
    """No addition after the last control was missed; the other display stands."""
    game, _ = advance(clock_game("10+5"), TimePassed(), at=at(40_000))
    assert (game.clock.running, game.remaining(chess.BLACK, at(60_000))) == (None, at(15_000))


def test_the_next_period_begins_in_the_instant_of_zero() -> None:
    game, now = thought(clock_game("1/10, 5"), [4_000, 1_000])
    _, events = advance(game, TimePassed(), at=now + at(60_000))
    assert [event.at for event in events if isinstance(event, PeriodBegun)] == [at(11_000)]
    assert [event.at for event in events if isinstance(event, FlagFell)] == [at(16_000)]


def test_setting_and_adding_while_a_display_runs() -> None:
    clock = clock_game("300").clock.set_to(chess.WHITE, at(90_000), at(7_777))
    assert clock.remaining(chess.WHITE, at(8_000)) == at(89_777)
    assert clock.add(chess.WHITE, at(-60_000)).remaining(chess.WHITE, at(8_000)) == at(29_777)
    assert clock.add(chess.BLACK, at(120_000)).remaining(chess.BLACK, at(8_000)) == at(420_000)


def test_time_used_does_not_care_for_additions() -> None:
    """E.2.9.d: what a player has thought, whatever was given or taken."""
    game, now = thought(clock_game("300+10"), [1_111, 2_222, 3_333])
    clock = game.clock.add(chess.WHITE, at(99_000)).set_to(chess.BLACK, at(5), now + at(6))
    assert clock.time_used(chess.WHITE, now + at(10)) == at(4_444)
    assert clock.time_used(chess.BLACK, now + at(10)) == at(2_232)


Times = st.lists(st.integers(0, 30_000), max_size=40)
Controls = st.sampled_from(
    ["600", "60+7", "60d7", "10/120, 5/60, 30+2", "20/90d3, 60", "90 sandglass", "40, 3x20", "60+7/20, 2x9"]
)


@given(Controls, Times, st.sampled_from(list(PeriodAdd)))
def test_no_display_is_below_zero_and_flags_are_what_was_reached(
    control: str, times: list[int], added: PeriodAdd
) -> None:
    game, now = thought(clock_game(control, added), times)
    for color in chess.COLORS:
        assert game.remaining(color, now) >= ZERO
        if game.flags[color] is not None and "sandglass" not in control:  # there the opponent's sand still runs in
            assert game.remaining(color, now) == ZERO


@given(Times)
def test_a_sandglass_loses_nothing(times: list[int]) -> None:
    game, now = thought(clock_game("1000 sandglass"), times)
    if game.flags == ByColor(None, None):
        assert game.remaining(chess.WHITE, now) + game.remaining(chess.BLACK, now) == at(2_000_000)


@given(Times)
def test_time_used_is_what_has_passed(times: list[int]) -> None:
    game, now = thought(clock_game("100000"), times)
    assert game.clock.time_used(chess.WHITE, now) + game.clock.time_used(chess.BLACK, now) == now


def test_a_display_that_counts_up_has_no_limit() -> None:
    game, now = thought(clock_game("up"), [5_000])
    assert (game.clock.zero_at(), game.clock.bronstein(chess.BLACK, now + at(7))) == (None, at(7))
    clock = game.clock.set_to(chess.BLACK, at(60_000), now).grant(chess.BLACK, at(-99_000))
    assert clock.remaining(chess.BLACK, now + at(5)) == at(60_005)
    assert not clock.is_overdrawn(chess.BLACK, now + at(5))
    assert clock.displays_then(clock)[chess.BLACK] == at(60_000)


def test_displays_as_they_stood_keep_what_rulings_have_added_since() -> None:
    """12.6: back to an earlier move the clocks go back too, but what a ruling gave or took is no time used."""
    game, now = thought(clock_game("300"), [10_000, 20_000])
    then = game.clock.grant(chess.WHITE, at(30_000)).stopped(now)
    later = then.started(chess.WHITE, now).grant(chess.WHITE, at(120_000)).grant(chess.BLACK, at(-60_000))
    assert later.displays_then(then) == ByColor(at(290_000 + 30_000 + 120_000), at(280_000 - 60_000))


def test_periods_of_byo_yomi_that_are_left() -> None:
    game, now = thought(clock_game("10, 3x5"), [10_000, 0])
    assert game.clock.byo_yomi_left(chess.BLACK) is None
    left = []
    for _ in range(4):
        game, events = advance(game, TimePassed(), at=now)
        left.append((game.clock.byo_yomi_left(chess.WHITE), [type(event) for event in events]))
        now += at(5_000)
    assert left == [(3, [PeriodBegun]), (2, [PeriodBegun]), (1, [PeriodBegun]), (1, [FlagFell])]


def test_time_given_in_byo_yomi_is_not_lost_by_a_move() -> None:
    """A ruling's two minutes stay on the display; only below the period's time does the display rise to it."""
    game, now = thought(clock_game("10, 3x5"), [11_000, 0])
    game, _ = advance(game, AddTime(color=chess.WHITE, time=at(120_000)), at=now)
    game, _ = advance(game, PressClock(color=chess.WHITE), at=now + at(2_000))
    assert game.remaining(chess.WHITE, now + at(2_000)) == at(123_000)


def test_a_ruling_may_take_more_than_one_period() -> None:
    """13.4.c: what is taken may be more than the next period's time, and than the one after it."""
    game, now = thought(clock_game("10, 3x5"), [1_000])
    penalty = ImposePenalty(color=chess.WHITE, kind=PenaltyKind.OWN_TIME, time=at(17_000))
    after, events = advance(game, penalty, at=now)
    assert [type(event) for event in events[2:]] == [PeriodBegun, PeriodBegun]
    assert after.remaining(chess.WHITE, now) == at(2_000)
    penalty = ImposePenalty(color=chess.WHITE, kind=PenaltyKind.OWN_TIME, time=at(24_001))
    after, events = advance(game, penalty, at=now)
    assert isinstance(events[-1], FlagFell) and after.flags.white == now


def test_overdrawn_at_both_quotas() -> None:
    """The counter that is corrected opens the next period, whose time has been thought away as well."""
    game, _ = advance(clock_game("2/10, 5"), TimePassed(), at=at(16_000))
    game, events = advance(game, SetMoveCounter(color=chess.WHITE, moves=2), at=at(16_000))
    assert [type(event) for event in events] == [MoveCounterSet, PeriodBegun, FlagFell]


def test_time_added_to_a_display_at_zero_is_all_there() -> None:
    """However long ago the flag fell, and by however much a ruling overdrew the display."""
    game, _ = advance(clock_game("10"), TimePassed(), at=at(50_000))
    game, _ = advance(game, AddTime(color=chess.WHITE, time=at(60_000)), at=at(50_000))
    assert game.remaining(chess.WHITE, at(51_000)) == at(59_000)
    penalty = ImposePenalty(color=chess.BLACK, kind=PenaltyKind.OWN_TIME, time=at(99_000))
    game, _ = advance(game, penalty, at=at(52_000))
    game, _ = advance(game, AddTime(color=chess.BLACK, time=at(7_000)), at=at(53_000))
    assert game.remaining(chess.BLACK, at(53_000)) == at(7_000)


def test_nothing_is_added_by_moves_once_the_flag_is_down() -> None:
    game, _ = advance(clock_game("10+5"), TimePassed(), at=at(20_000))
    for command in (AddTime(color=chess.WHITE, time=at(60_000)), Resume(), PressClock(color=chess.WHITE)):
        game, _ = advance(game, command, at=at(21_000))
    assert game.flags.white is not None and game.remaining(chess.WHITE, at(21_000)) == at(60_000)


def test_the_clocks_are_not_stopped_twice() -> None:
    game, now = thought(clock_game("10+5"), [1_000])
    game, _ = advance(game, StopClocks(reason=StopReason.ARBITER), at=now)
    penalty = ImposePenalty(color=chess.WHITE, kind=PenaltyKind.OWN_TIME, time=at(60_000))
    _, events = advance(game, penalty, at=now)
    assert isinstance(events[-1], FlagFell)


def test_a_clock_without_a_control_only_knows_who_is_thinking() -> None:
    clock = new_clock(None).started(chess.WHITE, ZERO).pressed(chess.WHITE, at(5))
    assert (clock.running, clock.zero_at()) == (chess.BLACK, None)
    assert clock == Clock(running=chess.BLACK, since=at(5), spent=ByColor(at(5), ZERO), pressed_at=at(5))
