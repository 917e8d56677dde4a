"""Calibrating the clock unit by ear and finger: the program says where a hand should stand, the player corrects it."""

import chess
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.clock_unit.clock_servos import FLAGS, HANDS, Calibration, HalfCalibration
from access_chess.board.wire.frames import LONGEST_PULSE, SHORTEST_PULSE
from access_chess.laws.dial import Mark

NUDGE = 5  # microseconds, about ten seconds on the dial: the least that a finger feels
QUARTERS = (Mark(0), Mark(15), Mark(30), Mark(45), Mark(0))
FLAG_DOWN, FLAG_UP = len(QUARTERS), len(QUARTERS) + 1
PLACES = FLAG_UP + 1  # for each player


class Calibrating(Struct, frozen=True, kw_only=True):
    """How far it has come: place 0 to 4 are the quarters, then the flag down and up; first White, then Black."""

    calibration: Calibration
    step: int = 0
    is_refused: bool = False

    @property
    def is_done(self) -> bool:
        """Whether everything has been found good."""
        return self.step == 2 * PLACES

    @property
    def color(self) -> chess.Color:
        """Whose half is being adjusted."""
        return self.step < PLACES

    @property
    def place(self) -> int:
        """Which place of that half."""
        return self.step % PLACES

    @property
    def channel(self) -> int:
        """The servo that turns now."""
        return HANDS[self.color] if self.place < FLAG_DOWN else FLAGS[self.color]

    @property
    def pulse(self) -> int:
        """Where it stands now, in microseconds."""
        half = self.calibration[self.color]
        return (*half.quarters, half.flag_down, half.flag_up)[self.place]


def accepted(calibrating: Calibrating) -> Calibrating:
    """It stands well: on to the next place."""
    return replace(calibrating, step=calibrating.step + 1, is_refused=False)


def nudged(calibrating: Calibrating, steps: int) -> Calibrating:
    """So many small steps further, or back; refused where the hand would leave its way around."""
    pulse = min(max(calibrating.pulse + steps * NUDGE, SHORTEST_PULSE), LONGEST_PULSE)
    try:
        half = _with_pulse(calibrating.calibration[calibrating.color], calibrating.place, pulse)
    except ValueError:
        return replace(calibrating, is_refused=True)
    calibration = calibrating.calibration.put(calibrating.color, half)
    return replace(calibrating, calibration=calibration, is_refused=False)


def _with_pulse(half: HalfCalibration, place: int, pulse: int) -> HalfCalibration:
    if place == FLAG_DOWN:
        return replace(half, flag_down=pulse)
    if place == FLAG_UP:
        return replace(half, flag_up=pulse)
    quarters = list(half.quarters)
    quarters[place] = pulse
    return HalfCalibration(
        quarters=(quarters[0], quarters[1], quarters[2], quarters[3], quarters[4]),
        flag_down=half.flag_down,
        flag_up=half.flag_up,
    )
