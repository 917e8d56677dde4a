"""The clock unit on the real firmware: the pulses on the emulated pins, read back as a finger reads the hands."""

from datetime import timedelta

import chess
import pytest

from access_chess.board.clock_unit.clock_servos import (
    FLAGS,
    HANDS,
    UNCALIBRATED,
    HalfCalibration,
    flag_pulse,
)
from access_chess.board.wire.frames import Servo
from access_chess.edge.boards.clock_unit import ClockUnit
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import StartClock, TimePassed
from access_chess.laws.decide import advance, set_up
from access_chess.laws.dial import HOUR, dial
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import parse_time_control
from tests.support.board_sim import LockstepHost
from tests.support.dial_reading import hand_shown

CLOSE = timedelta(seconds=5)
SWEPT = timedelta(seconds=3)  # a hand goes once around in two


class Line:
    """The servos at the end of the emulated line."""

    def __init__(self, host: LockstepHost) -> None:
        self._host = host

    def servo(self, channel: int, microseconds: int, *, slew: int = 0) -> None:
        self._host.ask(
            Servo(token=0, channel=channel, microseconds=microseconds, slew=slew), timedelta(milliseconds=30)
        )


def clock(white: timedelta, black: timedelta) -> Game:
    """White's display runs from these times on."""
    setup = Setup(
        is_clock_alone=True, arbiter=ArbiterMode.HUMAN, time=parse_time_control("3600"), times=ByColor(white, black)
    )
    return advance(replay(set_up(setup)), StartClock(), at=timedelta())[0]


def widths(host: LockstepHost) -> list[float]:
    return [float(width) for width, _ in host.sim.tell(*(f"pulse {channel}" for channel in range(4)))]


def apart(one: timedelta, other: timedelta) -> timedelta:
    way = (one - other) % HOUR
    return min(way, HOUR - way)


@pytest.mark.parametrize("half", [HalfCalibration(), HalfCalibration(quarters=(2350, 1900, 1500, 1080, 640))])
def test_the_pins_show_the_time(host: LockstepHost, half: HalfCalibration) -> None:
    unit = ClockUnit(Line(host), both(half))
    for white, black in ((90, 60), (37.5, 23), (4.2, 0.75), (125.1, 58.9)):
        left = ByColor(timedelta(minutes=white), timedelta(minutes=black))
        unit.show(clock(left.white, left.black), timedelta())
        host.run(SWEPT)
        seen = widths(host)
        for color in chess.COLORS:
            assert apart(-hand_shown(seen[HANDS[color]], half), left[color]) <= CLOSE
            assert abs(seen[FLAGS[color]] - flag_pulse(dial(left[color]).lift, half)) <= 2


def test_the_hand_creeps(host: LockstepHost) -> None:
    """Twenty seconds of a game, looked at every half second: the hand never jumps, and never stands behind the time."""
    unit, game = ClockUnit(Line(host), UNCALIBRATED), clock(timedelta(minutes=30), timedelta(minutes=30))
    unit.show(game, timedelta())
    host.run(SWEPT)
    before = widths(host)[HANDS.white]
    for half_seconds in range(1, 41):
        at = half_seconds * timedelta(seconds=0.5)
        unit.show(game, at)
        host.run(timedelta(seconds=0.5))
        now = widths(host)[HANDS.white]
        assert -0.1 <= now - before <= 1.1
        assert apart(-hand_shown(now, HalfCalibration()), timedelta(minutes=30) - at) <= CLOSE
        before = now


def test_the_flag_falls(host: LockstepHost) -> None:
    unit, game = ClockUnit(Line(host), UNCALIBRATED), clock(timedelta(seconds=10), timedelta(minutes=30))
    unit.show(game, timedelta(seconds=9))
    host.run(SWEPT)
    assert widths(host)[FLAGS.white] > 1950
    fallen, _ = advance(game, TimePassed(), at=timedelta(seconds=11))
    unit.show(fallen, timedelta(seconds=11))
    host.run(SWEPT)
    assert abs(widths(host)[FLAGS.white] - HalfCalibration().flag_down) <= 2


def test_after_a_reset_everything_is_turned_again(host: LockstepHost) -> None:
    unit, game = ClockUnit(Line(host), UNCALIBRATED), clock(timedelta(minutes=30), timedelta(minutes=7))
    unit.show(game, timedelta())
    host.run(SWEPT)
    shown = widths(host)
    host.do("power", then=timedelta(milliseconds=200))
    host.run_until_live()
    assert widths(host) == [0, 0, 0, 0]
    unit.forget()
    unit.show(game, timedelta())
    host.run(SWEPT)
    assert widths(host) == shown
