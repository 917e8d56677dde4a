"""A scoresheet as a value: every form is made from it, so that no form can drop what another has.

There are three texts of one game, and they are never mixed: the record (what was made on the board), White's sheet and
Black's (what each of them has written, article 8.1).
"""

import datetime
from enum import StrEnum
from itertools import takewhile

import chess
from msgspec import Struct

from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Result
from access_chess.laws.events import Ending
from access_chess.laws.time_control import TimeControl


class Whose(StrEnum):
    """Whose text of the game it is."""

    RECORD = "record"
    WHITE = "white"
    BLACK = "black"


class SheetPly(Struct, frozen=True, kw_only=True):
    """One ply as the sheet has it; `number` is that of the pair it belongs to.

    `move` is None for a ply that was not written, or cannot be read: then `text` is what stands there. `before` is the
    position before it, None after a gap. `is_legal` is false for a move that the Laws do not allow there. `clock` is
    the mover's display when it was made. `has_offer`: a draw was offered with it, (=). `notes` are sentences: rulings,
    claims.
    """

    number: int
    color: chess.Color
    move: chess.Move | None = None
    before: chess.Board | None = None
    text: str = ""
    is_legal: bool = True
    clock: datetime.timedelta | None = None
    has_offer: bool = False
    notes: tuple[str, ...] = ()

    @property
    def is_gap(self) -> bool:
        """Whether nothing was written."""
        return self.move is None and not self.text


_NOBODY: ByColor[Result | None] = both(None)


class Heading(Struct, frozen=True, kw_only=True):
    """What stands over the moves. Empty: not known. `ending` is how the game ended, None where a sheet does not say.

    `signed` is the result with which each player has signed (8.7), None where they have not. `tags` are those of a file
    that have no other place here, by their names in PGN; the day of such a game is there as far as it is known.
    """

    white: str = ""
    black: str = ""
    event: str = ""
    site: str = ""
    round: str = ""
    date: datetime.date | None = None
    result: Result = Result.NONE
    ending: Ending | None = None
    edition: str = ""
    time: TimeControl | None = None
    programs: tuple[chess.Color, ...] = ()
    signed: ByColor[Result | None] = _NOBODY
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def day(self) -> str:
        """The day as far as it is known: "2024-02-11", "1851-06", "1851"; empty where nothing is.

        >>> Heading(tags=(("Date", "1851.06.??"),)).day
        '1851-06'
        """
        if self.date is not None:
            return self.date.isoformat()
        return "-".join(takewhile(str.isdecimal, dict(self.tags).get("Date", "").split(".")))


class Sheet(Struct, frozen=True, kw_only=True):
    """A scoresheet. `fen` is the position it begins with; `notes` are sentences that stand before the first move."""

    whose: Whose = Whose.RECORD
    heading: Heading = Heading()
    fen: str = chess.STARTING_FEN
    is_chess960: bool = False
    lines: tuple[SheetPly, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def start(self) -> chess.Board:
        """The position before the first move."""
        return chess.Board(self.fen, chess960=self.is_chess960)

    @property
    def pairs(self) -> tuple[tuple[int, SheetPly | None, SheetPly | None], ...]:
        """The numbered pairs: number, White's line, Black's line; None where the sheet begins or ends between."""
        pairs: list[tuple[int, SheetPly | None, SheetPly | None]] = []
        for line in self.lines:
            if line.color is chess.WHITE or not pairs or pairs[-1][2] is not None:
                pairs.append((line.number, line if line.color else None, None if line.color else line))
            else:
                pairs[-1] = (pairs[-1][0], pairs[-1][1], line)
        return tuple(pairs)
