"""Reads the renderings of the dial as a finger or an eye does: the way back from pulses and cells to the time left."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import timedelta

from access_chess.board.clock_unit.clock_servos import HalfCalibration
from access_chess.board.clock_unit.dial_line import BLANK, DIGITS, HAND, TEXT_HAND, Pulse
from access_chess.laws.dial import HOUR


def felt_time(pulses: Sequence[Pulse]) -> tuple[bool, timedelta]:
    """Whether the flag was felt, and the time left. Two pulses with hardly a rest between are one double pulse."""
    flag, minutes, taps = False, 0, 0
    left = list(pulses)
    while left:
        pulse = left.pop(0)
        if pulse.length > 600:
            flag = True
        elif pulse.length < 60:
            taps += 1
        elif pulse.length > 200:
            minutes += 5
        elif pulse.rest < 200:
            left.pop(0)
            minutes += 15
        else:
            minutes += 1
    return flag, timedelta(minutes=minutes, seconds=5 * taps)


def braille_time(line: str) -> tuple[timedelta, timedelta]:
    """Where the hand stands, to five minutes, and the time left in digits."""
    dial, digits = line[1:13], line[15:]
    (hand,) = [index for index, cell in enumerate(dial) if (ord(cell) - BLANK) & HAND]
    return hand * timedelta(minutes=5), _clock(
        ["".join(str(DIGITS.index(cell)) for cell in part) for part in digits.split("⠒")]
    )


def text_time(line: str) -> tuple[timedelta, timedelta]:
    """Where the hand stands, to half of a mark's way, and the time left in digits."""
    dial, digits = line[1:25], line[25:]
    return dial.index(TEXT_HAND) // 2 * timedelta(minutes=5), _clock(digits.split(":"))


def _clock(parts: Sequence[str]) -> timedelta:
    hours, minutes, seconds = map(int, parts)
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def hand_shown(pulse: float, half: HalfCalibration) -> timedelta:
    """Where the hand stands with this pulse: what a finger reads."""
    sign = 1 if half.quarters[-1] > half.quarters[0] else -1
    upward = [sign * each for each in half.quarters]
    quarter = min(max(bisect_right(upward, sign * pulse) - 1, 0), 3)
    part = (sign * pulse - upward[quarter]) / (upward[quarter + 1] - upward[quarter])
    return (quarter + part) * (HOUR / 4)
