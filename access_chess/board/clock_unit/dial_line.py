"""The dial as a line and in the hand: for a braille display in cells, for a screen reader or a text display in plain
characters, for a game controller as rumble.

Lines show flag, dial and then hours, minutes and seconds left. The dial of cells has one cell for each five minutes:
its upper dots are the mark, one or two, its lower dots the hand.

In the rumble, as on the dial, a double pulse is a mark of two dots, fifteen minutes; a firm one is a mark of one dot,
five minutes; then comes a short one for each minute left of five. A long one before all says that the flag is up; two
long ones, that it has fallen. The exact time has a tap for every five seconds at its end.
"""

from datetime import timedelta

from msgspec import Struct

from access_chess.laws.dial import HOUR, MARK, MINUTE, QUARTER, Dial, Mark

CELLS = HOUR // MARK
BLANK = 0x2800  # the empty cell of Unicode's braille patterns; dot n is bit n - 1
HAND = 0b11000000  # dots 7 and 8, below the marks
FLAG_STEPS = (0, 0b01000000, 0b01000100, 0b01000110, 0b01000111)  # dots 7, 3, 2, 1: rising from below
FALLEN = 0b11111111
NUMBER_SIGN = 0b111100
COLON = 0b010010
DIGITS = "⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊"

TEXT_FLAGS = "_.-=^"
TEXT_FALLEN = "X"
TEXT_HAND = "|"
TEXT_MARKS = {1: ".", 2: ":"}


def braille_line(dial: Dial) -> str:
    """Twelve cells of dial between the flag and the time left, in eight-dot braille."""
    flag = FALLEN if dial.is_fallen else FLAG_STEPS[_step(dial)]
    cells = [_cell(flag)]
    for index in range(CELLS):
        mark = 0b001001 if Mark(index * MARK // MINUTE).dots == 2 else 0b000001
        cells.append(_cell(mark | (HAND if dial.hand // MARK == index else 0)))
    numbers = _cell(COLON).join("".join(DIGITS[int(digit)] for digit in part) for part in _parts(dial))
    return "".join(cells) + _cell(0) + _cell(NUMBER_SIGN) + numbers


def text_line(dial: Dial) -> str:
    """The same in plain characters: the hand stands behind the mark that it has passed, or in the place of one.

    >>> text_line(Dial(hand=timedelta(minutes=37)))
    '_: . . : . . : .|. : . . 0:23:00'
    """
    flag = TEXT_FALLEN if dial.is_fallen else TEXT_FLAGS[_step(dial)]
    passed, beyond = divmod(dial.hand, MARK)
    cells = []
    for index in range(CELLS):
        mark = TEXT_MARKS[Mark(index * MARK // MINUTE).dots]
        is_here = index == passed
        cells.append((TEXT_HAND if is_here and not beyond else mark) + (TEXT_HAND if is_here and beyond else " "))
    return flag + "".join(cells) + ":".join(_parts(dial))


def _step(dial: Dial) -> int:
    """How far up the flag is, in quarters; the least lift is felt."""
    return -int(-dial.lift * (len(FLAG_STEPS) - 1) // 1)


def _parts(dial: Dial) -> tuple[str, str, str]:
    minutes, seconds = divmod(dial.left // timedelta(seconds=1), 60)
    return str(minutes // 60), f"{minutes % 60:02}", f"{seconds:02}"


def _cell(dots: int) -> str:
    return chr(BLANK + dots)


TAP_TIME = timedelta(seconds=5)


class Pulse(Struct, frozen=True):
    """One stretch of rumble: milliseconds of it, and of rest after it; strength from 0 to 1."""

    length: int
    rest: int
    strength: float = 1.0


BETWEEN = 300  # milliseconds: below a quarter of a second, pulses are felt as one
AFTER_GROUP = 700

SHORT = Pulse(100, BETWEEN)
FIRM = Pulse(300, BETWEEN)
DOUBLE = (Pulse(100, 80), Pulse(100, BETWEEN + 100))
LONG = Pulse(900, BETWEEN)
TAP = Pulse(40, 200, 0.6)


def rumble(dial: Dial, *, is_exact: bool = False) -> tuple[Pulse, ...]:
    """The pulses that tell the time left; an hour is four quarters."""
    if dial.is_fallen:
        return (LONG, LONG)
    left = dial.left
    groups = [
        (LONG,) * dial.is_flag_felt,
        DOUBLE * (left // QUARTER),
        (FIRM,) * (left % QUARTER // MARK),
        (SHORT,) * (left % MARK // MINUTE),
        (TAP,) * (left % MINUTE // TAP_TIME) if is_exact else (),
    ]
    return tuple(pulse for group in groups for pulse in _parted(group))


def _parted(group: tuple[Pulse, ...]) -> tuple[Pulse, ...]:
    """A longer rest after the group."""
    if not group:
        return ()
    last = group[-1]
    return (*group[:-1], Pulse(last.length, AFTER_GROUP, last.strength))
