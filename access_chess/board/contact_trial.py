"""The trial of a sensor board by ear: every aperture, lever and button in turn, answered by tones and words.

Contacts bear their numbers on the wire: 0 to 63 the apertures a1 to h8, then the levers, then the buttons.
"""

from collections.abc import Callable, Iterator
from enum import Enum, auto

import chess
from msgspec import Struct

from access_chess.board.ports import SensorBoard
from access_chess.board.wire.frames import BLACK_LEVER, FIRST_BUTTON, INPUTS, WHITE_LEVER
from access_chess.board.wire.reports import (
    BoardReport,
    ButtonPressed,
    ButtonReleased,
    Connected,
    Disconnected,
    LeverPressed,
    LeverReleased,
    Lifted,
    Placed,
    ReportsLost,
)

RIGHT_TONE = (1000, 80)  # hertz, milliseconds
WRONG_TONE = (250, 400)
TRIES = 3

#: The number of a contact, and whether it is closed.
Change = tuple[int, bool]


class TrialKind(Enum):
    """What the tester is told."""

    TAKE_ALL_OUT = auto()  # `contacts` are those that hold a peg, or stick
    CLOSE = auto()  # put a peg in, press
    OPEN = auto()  # take it out, release
    WRONG = auto()  # `contacts` is the expected one, `heard` what answered instead
    LEFT_OUT = auto()
    GONE = auto()  # the board is not heard
    BACK = auto()
    ALL_RIGHT = auto()
    SOME_WRONG = auto()  # `contacts` are those that did not answer rightly


class TrialNotice(Struct, frozen=True, kw_only=True):
    """One thing that the tester is told."""

    kind: TrialKind
    contacts: tuple[int, ...] = ()
    heard: Change | None = None


class Skip(Struct, frozen=True):
    """The tester wants this contact left out."""


Entry = BoardReport | Skip


def change_of(report: BoardReport) -> Change | None:
    """Which contact opened or closed; None for a report of something else."""
    match report:
        case Lifted() | Placed():
            return report.square, isinstance(report, Placed)
        case LeverPressed() | LeverReleased():
            return WHITE_LEVER if report.color else BLACK_LEVER, isinstance(report, LeverPressed)
        case ButtonPressed() | ButtonReleased():
            return FIRST_BUTTON + report.button - 1, isinstance(report, ButtonPressed)
        case _:
            return None


class ContactTrial:
    """One trial. `tell` takes each notice as it comes."""

    def __init__(self, tested: SensorBoard, entries: Iterator[Entry], tell: Callable[[TrialNotice], None]) -> None:
        self._tested = tested
        self._entries = entries
        self._tell = tell
        self._wrong: list[int] = []
        self._unheard: set[int] = set()  # they stick, or chatter

    def run(self) -> bool:
        """Ask for every contact in turn; True when all answered rightly.

        A wrong answer is sounded and told, and the contact is asked for again; after the third it is left out, and at
        once where the tester says so, as they must where nothing answers. False too when the entries end too soon.
        """
        if not self._is_emptied():
            return False
        for number in range(INPUTS):
            if number in self._wrong:
                continue
            has_answered = self._has_answered((number, True)) and self._has_answered((number, False))
            if has_answered is None:
                return False
            if not has_answered:
                self._say(TrialKind.LEFT_OUT, number)
                self._wrong.append(number)
        self._say(TrialKind.SOME_WRONG if self._wrong else TrialKind.ALL_RIGHT, *self._wrong)
        return not self._wrong

    def _say(self, kind: TrialKind, *contacts: int, heard: Change | None = None) -> None:
        self._tell(TrialNotice(kind=kind, contacts=contacts, heard=heard))

    def _is_emptied(self) -> bool:
        """All pegs are out; what the tester skips sticks, and is left out."""
        pegs = chess.SquareSet()
        for entry in self._entries:
            match entry:
                case Connected() | ReportsLost():
                    pegs = entry.state.occupancy
                case Lifted():
                    pegs.discard(entry.square)
                case Placed():
                    pegs.add(entry.square)
                case Disconnected():
                    self._say(TrialKind.GONE)
                    continue
                case Skip() if pegs:
                    self._wrong += pegs
                    self._unheard |= set(pegs)
                    self._say(TrialKind.LEFT_OUT, *pegs)
                    return True
                case _:
                    continue
            if not pegs:
                return True
            self._say(TrialKind.TAKE_ALL_OUT, *pegs)
        return False

    def _has_answered(self, wanted: Change) -> bool | None:
        """Did the contact answer, at the third try at the latest? None: the entries have ended."""
        order = TrialKind.CLOSE if wanted[1] else TrialKind.OPEN
        number = wanted[0]
        tries = 0
        self._say(order, number)
        for entry in self._entries:
            if isinstance(entry, Skip):
                self._unheard.add(number)
                return False
            if isinstance(entry, Disconnected):
                self._say(TrialKind.GONE)
            if isinstance(entry, Connected | ReportsLost):
                self._say(TrialKind.BACK)
                self._say(order, number)
            heard = change_of(entry)
            if heard is None or heard[0] in self._unheard:
                continue
            if heard == wanted:
                self._tested.buzz(*RIGHT_TONE)
                return True
            self._tested.buzz(*WRONG_TONE)
            self._say(TrialKind.WRONG, number, heard=heard)
            tries += 1
            if tries == TRIES:
                return False
            self._say(order, number)
        return None
