"""The dial on the clock unit of the sensor board: a hand and a flag for each player, as servo pulses.

The servo of a hand turns through its whole range in an hour, over a gear of one to two, so that the hand goes once
around; at the full hour it sweeps back to where it began.

It is calibrated by ear and finger: the program says where a hand should stand, the player corrects it.
"""

from collections.abc import Mapping
from datetime import timedelta

import chess
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from access_chess.board.wire.frames import LONGEST_PULSE, SHORTEST_PULSE, Servo
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.dial import HOUR, Dial, Mark

#: Channels of the hands and of the flags (frames.toml).
HANDS = ByColor(0, 2)
FLAGS = ByColor(1, 3)
CREEP = 1  # microseconds of pulse a second: twice as fast as time, so that each small step is a smooth one
SWEEP = 900  # half a dial a second: the hand can be felt going and knocks nobody's finger
SMALL_STEP = 4  # microseconds; a longer way is a jump, such as a new period


class HalfCalibration(msgspec.Struct, frozen=True, kw_only=True):
    """The pulses, in microseconds, with which one hand stands on 0, 15, 30, 45 and 60, and its flag down and up.

    The defaults are those of a common servo in its middle nine tenths. Raises ValueError for pulses that the board
    does not make, or that do not go one way around.
    """

    quarters: tuple[int, int, int, int, int] = (600, 1050, 1500, 1950, 2400)
    flag_down: int = 1000
    flag_up: int = 2000

    def __post_init__(self) -> None:
        for pulse in (*self.quarters, self.flag_down, self.flag_up):
            if not SHORTEST_PULSE <= pulse <= LONGEST_PULSE:
                raise ValueError(f"expected pulses from {SHORTEST_PULSE} to {LONGEST_PULSE}, got {pulse!r}")
        steps = [after - before for before, after in zip(self.quarters, self.quarters[1:], strict=False)]
        if not (all(step > 0 for step in steps) or all(step < 0 for step in steps)):
            raise ValueError(f"expected the hand to go one way around, got {self.quarters!r}")


Calibration = ByColor[HalfCalibration]
UNCALIBRATED: Calibration = both(HalfCalibration())


def hand_pulse(hand: timedelta, half: HalfCalibration) -> int:
    """The pulse with which the hand stands there, straight between the quarters."""
    quarter, beyond = divmod(hand % HOUR, HOUR / 4)
    before, after = half.quarters[quarter], half.quarters[quarter + 1]
    return before + round((after - before) * (beyond / (HOUR / 4)))


def flag_pulse(lift: float, half: HalfCalibration) -> int:
    """The pulse with which the flag is so far up."""
    return half.flag_down + round((half.flag_up - half.flag_down) * lift)


def pulses(dials: ByColor[Dial], calibration: Calibration) -> dict[int, int]:
    """The pulse of each channel that shows both dials."""
    shown = {}
    for color in chess.COLORS:
        shown[HANDS[color]] = hand_pulse(dials[color].hand, calibration[color])
        shown[FLAGS[color]] = flag_pulse(dials[color].lift, calibration[color])
    return shown


def turns(before: Mapping[int, int], after: Mapping[int, int]) -> tuple[Servo, ...]:
    """The commands from one picture to the next: only what changes, small steps smoothly, jumps in a sweep."""
    commands = []
    for channel, pulse in after.items():
        way = abs(pulse - before.get(channel, pulse + LONGEST_PULSE))
        if way:
            slew = CREEP if way <= SMALL_STEP else SWEEP
            commands.append(Servo(token=0, channel=channel, microseconds=pulse, slew=slew))
    return tuple(commands)


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
