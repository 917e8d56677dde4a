"""The dial as a line: for a braille display in cells, for a screen reader or a text display in plain characters.

Both show flag, dial and then hours, minutes and seconds left. The dial of cells has one cell for each five minutes:
its upper dots are the mark, one or two, its lower dots the hand.
"""

from datetime import timedelta

from access_chess.laws.dial import HOUR, MARK, MINUTE, Dial, Mark

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
