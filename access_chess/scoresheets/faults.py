"""What is wrong with a file of games, as values: what it is, in which line, and what stands there."""

from enum import Enum

import chess
from msgspec import Struct


class FaultKind(Enum):
    """What is wrong. The value names the phrase that tells it."""

    TAG = "pgn_tag"  # a line among the tags that is none
    TAG_TWICE = "pgn_tag_twice"
    WORD = "pgn_word"  # neither a move nor a sign that is known
    REMARK = "pgn_remark"  # is not closed
    BRACKET = "pgn_bracket"  # is not closed
    CLOSING = "pgn_closing"  # closes nothing
    SEMICOLON = "pgn_semicolon"  # has moves behind it
    SEMICOLON_NUMBER = "pgn_semicolon_number"  # has the next number behind it, and words
    NUMBER = "pgn_number"  # is none that can stand here
    NUMBER_TWICE = "pgn_number_twice"
    FIRST_NUMBER = "pgn_first_number"
    NUMBER_MISSING = "sheet_number_missing"
    OTHER_NUMBER = "sheet_other_number"  # stands where the moves have another
    SIDE_LINE = "pgn_side_line"  # has a move that cannot be read or played
    PASS = "pgn_pass"  # ends a side line
    BEHIND_RESULT = "pgn_behind_result"
    RESULT = "pgn_result"  # of the tag
    RESULTS = "pgn_results"  # differ
    BOARD_RESULT = "pgn_board_result"
    DATE = "pgn_date"
    NO_POSITION = "pgn_no_position"  # though it is said that there is one
    POSITION = "pgn_position"
    VARIANT = "pgn_variant"
    ONLY_POSITION = "pgn_only_position"
    NO_MOVES = "pgn_no_moves"


#: Why nothing at all is read of a game.
REFUSALS = frozenset({FaultKind.POSITION, FaultKind.VARIANT, FaultKind.ONLY_POSITION, FaultKind.NO_MOVES})


#: Where the reading ends before the game does.
ENDING = frozenset({FaultKind.REMARK, FaultKind.BRACKET, FaultKind.NUMBER})


class Fault(Struct, frozen=True, kw_only=True):
    """One fault. `text` is what stands there, `other` what it is against; `number` and `color` are those of the ply.

    What `is_remark` is told and nothing more: all was read, and read rightly.
    """

    kind: FaultKind
    line: int
    text: str = ""
    other: str = ""
    number: int = 0
    color: chess.Color = chess.WHITE
    is_remark: bool = False


class LeftOut(Struct, frozen=True, kw_only=True):
    """What stands beside the moves and is not kept: it is said how much that is."""

    remarks: int = 0
    side_lines: int = 0
    marks: int = 0

    def __add__(self, other: "LeftOut") -> "LeftOut":
        return LeftOut(
            remarks=self.remarks + other.remarks,
            side_lines=self.side_lines + other.side_lines,
            marks=self.marks + other.marks,
        )


NOTHING_LEFT_OUT = LeftOut()
