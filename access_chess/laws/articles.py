"""Where each rule stands in each edition, so that every ruling can name its article.

The numbers are those of the FIDE Laws of 2009, 2018 and 2023; the Soviet-era code has no article numbers: its
rules are named by the rows of its tables (P: impossible positions, E: end of the game) or by the chapter.
"""

import re
from enum import Enum, auto

from msgspec import Struct

from access_chess.laws.editions import Edition

ROMAN = {"I": 1, "II": 2, "III": 3}
_ROW = re.compile(r"([A-Z])(\d+)")
_GUIDELINE_2009 = re.compile(r"\d+(\.[a-z])?")
_SOVIET_CHAPTER = "13"
PREFACE = "preface"


class Article(Enum):
    """A rule; the value is its number in the editions of 2009 | 2018 | 2023 | Soviet (a dash: no such rule)."""

    ONE_HAND = "4.1 | 4.1 | 4.1 | -"
    ADJUST = "4.2 | 4.2.1 | 4.2.1 | 13.1"
    ACCIDENTAL = "4.3 | 4.2.2 | 4.2.2 | 13.1"
    TOUCHED_OWN = "4.3.a | 4.3.1 | 4.3.1 | 13.1"
    TOUCHED_ENEMY = "4.3.b | 4.3.2 | 4.3.2 | 13.1"
    TOUCHED_BOTH = "4.3.c | 4.3.3 | 4.3.3 | 13.1"
    TOUCHED_KING_AND_ROOK = "4.4.a | 4.4.1 | 4.4.1 | 13.1"
    TOUCHED_ROOK_AND_KING = "4.4.b | 4.4.2 | 4.4.2 | 13.1"
    CASTLING_IMPOSSIBLE = "4.4.c | 4.4.3 | 4.4.3 | 13.1"
    PROMOTION_PIECE = "3.7.e | 3.7.5.1 | 3.7.3.3 | 13.1"
    PROMOTION_CHOSEN = "4.4.d | 4.4.4 | 4.4.4 | 13.1"
    FREE_CHOICE = "4.5 | 4.5 | 4.5 | 13.1"
    RELEASED = "4.6 | 4.7 | 4.7 | 13.1"
    RELEASED_IN_CASTLING = "4.6.b | 4.7.2 | 4.7.2 | 13.1"
    RELEASED_IN_PROMOTION = "4.6.c | 4.7.3 | 4.7.3 | 13.1"
    COMPLAINT_LOST = "4.7 | 4.8 | 4.8 | 13.1"
    HAVING_THE_MOVE = "1.1 | 1.3 | 1.3 | 13.1"
    LEGAL_MOVE = "3.9 | 3.10.1 | 3.10.1 | 13.1"

    MATE = "5.1.a | 5.1.1 | 5.1.1 | E1"
    RESIGNATION = "5.1.b | 5.1.2 | 5.1.2 | E2"
    STALEMATE = "5.2.a | 5.2.1 | 5.2.1 | E4"
    DEAD_POSITION = "5.2.b | 5.2.2 | 5.2.2 | E10"
    AGREEMENT = "5.2.c | 5.2.3 | 5.2.3 | E5"
    END_OF_GAME = "5.1 | 5.1 | 5.1 | P10"

    CLOCK_START = "6.5 | 6.6 | 6.6 | 13.4"
    DEFAULT_TIME = "6.6.a | 6.7.1 | 6.7.1 | E9"
    PRESS_HAND = "6.7.b | 6.2.3 | 6.2.3 | 13.4"
    ASSISTANT_OF_DISABLED = "6.7.d | 6.2.6 | 6.2.6 | -"
    DISPLAYS = "6.14 | 6.12.2 | 6.12.2 | 13.4"
    PRESS = "6.7.a | 6.2.1 | 6.2.1 | 13.4"
    FLAG_FALLEN = "6.8 | 6.8 | 6.8 | 13.4"
    FLAG_LOSS = "6.9 | 6.9 | 6.9 | P11"
    FLAG_BARE_KING = "6.9 | 6.9 | 6.9 | E11"
    NEXT_PERIOD = "6.3 | 6.4 | 6.4 | 13.4"
    CLOCK_DEFECT = "6.10.a | 6.10.1 | 6.10.1 | 13.4"
    CLOCK_SETTING = "6.10.b | 6.10.2 | 6.10.2 | 13.4"
    BOTH_FLAGS = "6.11 | III.3.1 | III.3.1 | 13.4"
    ARBITER_STOPS = "6.12.a | 6.11.1 | 6.11.1 | 13.4"
    PLAYER_STOPS = "6.12.b | 6.11.2 | 6.11.2 | 13.4"
    RESTART = "6.12.c | 6.11.3 | 6.11.3 | 13.4"
    STOP_WITHOUT_REASON = "6.12.d | 6.11.4 | 6.11.4 | E3"
    TIMES_CORRECTED = "6.13 | 7.1 | 7.1 | 13.5"

    WRONG_SETUP = "7.1.a | 7.2.1 | 7.2.1 | P4"
    BOARD_TURNED = "7.1.b | 7.2.2 | 7.2.2 | P6"
    COLORS_REVERSED = "7.2 | 7.3 | 7.3 | P5"
    DISPLACED = "7.3 | 7.4.1 | 7.4.1 | P3"
    ILLEGAL_MOVE = "7.4.a | 7.5.1 | 7.5.1 | P1"
    UNFINISHED_PROMOTION = "7.4.a | 7.5.2 | 7.5.2 | P7"
    PRESS_WITHOUT_MOVE = "13.4 | 7.5.3 | 7.5.3 | 13.4"
    TWO_HANDS = "13.4 | 7.5.4 | 7.5.4 | -"
    ILLEGAL_PENALTY = "7.4.b | 7.5.5 | 7.5.5 | P1"
    TOO_LATE_FOR_SETUP = "A.4.a | A.4.1 | A.5.1 | P4"
    TOO_LATE_FOR_ILLEGAL = "A.4.c | A.4.2 | A.5.2 | P1"
    BLITZ_ILLEGAL_CLAIM = "B.3.c | B.4 | B.3 | P1"
    ILLEGAL_POSITION = "A.4.c | A.4.4 | A.5.4 | P1"

    RECORDING = "8.1 | 8.1.1 | 8.1.1 | 13.6"
    SHEETS_OF_BOTH = "8.5.a | 8.5.1 | 8.5.1 | 13.6"
    SHEET_AFTER_FLAG = "8.5.b | 8.5.2 | 8.5.2 | 13.6"
    RECONSTRUCTION = "8.5.c | 8.5.3 | 8.5.3 | 13.6"
    OVERSTEPPING_UNPROVED = "8.6 | 8.6 | 8.6 | 13.4"
    SIGNATURES = "8.7 | 8.7 | 8.7 | 13.1"
    WRITING_IN_ADVANCE = "8.1 | 8.1.2 | 8.1.2 | 13.6"

    DRAW_RESTRICTED = "9.1.a | 9.1.1 | 9.1.1 | E5"
    DRAW_OFFER = "9.1.b | 9.1.2.1 | 9.1.2.1 | E5"
    OFFER_TO_THINKER = "12.6 | 11.5 | 11.5 | E6"
    CLAIM_IS_OFFER = "9.1.b | 9.1.2.3 | 9.1.2.3 | 13.3"
    THREEFOLD_INTENDED = "9.2.a | 9.2.1.1 | 9.2.1 | E12"
    THREEFOLD = "9.2.b | 9.2.1.2 | 9.2.2 | E12"
    FIFTY_INTENDED = "9.3.a | 9.3.1 | 9.3.1 | E8"
    FIFTY = "9.3.b | 9.3.2 | 9.3.2 | E8"
    CLAIM_LOST = "9.4 | 9.4 | 9.4 | E13"
    CLAIM_STANDS = "9.5 | 9.5.1 | 9.5.1 | 13.3"
    CLAIM_CORRECT = "9.5.a | 9.5.2 | 9.5.2 | 13.3"
    CLAIM_WRONG = "9.5.b | 9.5.3 | 9.5.3 | 13.3"
    FIVEFOLD = "- | 9.6.1 | 9.6.1 | -"
    SEVENTY_FIVE = "- | 9.6.2 | 9.6.2 | -"

    QUICKPLAY = "10.2 | III.5 | III.5 | -"
    QUICKPLAY_DRAW = "10.2.a | III.5.1 | III.5.1 | -"
    QUICKPLAY_POSTPONED = "10.2.b | III.5.2 | III.5.2 | -"
    QUICKPLAY_REJECTED = "10.2.c | III.5.3 | III.5.3 | -"
    QUICKPLAY_FINAL = "10.2.d | 11.10 | 11.10 | -"
    QUICKPLAY_BLITZ = "B.3.b | III.2.2 | III.2.2 | -"
    QUICKPLAY_ANNOUNCED = "10.2 | III.2.1 | III.2.1 | -"
    QUICKPLAY_WITHOUT_ARBITER = "D | III.6 | III.6 | -"
    EXTRA_TIME = "- | III.4 | III.4 | -"

    LEAVING = "12.2 | 11.2.3 | 11.2.3 | 13.7"
    LEAVING_VENUE = "12.2 | 11.2.1 | 11.2.1 | 13.7"
    DEVICE = "12.3.b | 11.3.2.2 | 11.3.2.2 | 13.7"
    REFUSAL = "12.8 | 11.7 | 11.7 | 13.7"
    BOTH_GUILTY = "12.9 | 11.8 | 11.8 | 13.7"
    APPEAL = "12.10 | 11.10 | 11.10 | 13.3"
    PENALTY = "13.4 | 12.9 | 12.9 | 13.7"
    ADDITIONAL_TIME = "13.5 | 12.5 | 12.5 | 13.4"
    NO_INTERVENTION = "13.6 | 12.6 | 12.6 | 13.4"
    ARBITER = "13.1 | 12.1 | 12.1 | 13.4"

    FLAG_RAPID_CLAIM = "A.4.d | A.4.3 | A.5.3 | 13.4"
    FLAG_RAPID_CALL = "A.4.d | A.4.5 | A.5.5 | 13.4"
    FLAG_RAPID_BOTH = "A.4.d | III.3.1 | III.3.1 | 13.4"
    AGREED_CORRECTION = "B.3.c | A.4.2 | A.5.2 | P1"

    BLIND_ANNOUNCEMENT = "E.2.1 | D.2.1 | D.2.1 | -"
    BLIND_TOUCH = "E.2.2 | D.2.2 | D.2.2 | -"
    BLIND_MADE = "E.2.3 | D.2.3 | D.2.3 | -"
    SLIP = "E.2.6 | D.2.8 | D.2.8 | -"
    BOARDS_DIFFER = "E.2.7 | D.2.9 | D.2.9 | -"
    SCORES_DIFFER = "E.2.8 | D.2.9 | D.2.9 | -"
    ASSISTANT = "E.2.9 | D.2.10 | D.2.10 | -"
    ASSISTANT_TELLS = "E.2.9.d | D.2.10.4 | D.2.10.4 | -"
    SIGHTED_ASSISTANT = "E.2.10 | D.2.11 | D.2.11 | -"
    DEAF_OPPONENT = "E.2.9 | D.2.11 | D.2.11 | -"

    SEALING = "1.a | I.1.1 | I.1.1 | -"
    SEALING_EARLY = "1.b | I.1.2 | I.1.2 | -"
    OFFER_AFTER_SEALING = "4 | I.4 | I.4 | -"
    SET_UP_FOR_RESUMPTION = "5 | I.5 | I.5 | -"
    ENDED_BEFORE_RESUMPTION = "6 | I.6 | I.6 | -"
    ENVELOPE_NEEDS_REPLIER = "7 | I.7 | I.7 | -"
    SEALED_MOVE_BAD = "8 | I.8 | I.8 | -"
    REPLIER_PRESENT = "9.a | I.9.1 | I.9.1 | -"
    REPLIER_ABSENT = "9.b | I.9.2 | I.9.2 | -"
    SEALER_ABSENT = "9.c | I.9.3 | I.9.3 | -"
    LATE_RESUMPTION = "10 | I.10 | I.10 | -"
    ENVELOPE_LOST = "11.a | I.12.1 | I.12.1 | -"
    TIMES_AT_RESUMPTION = "12 | I.13 | I.13 | -"

    def of(self, edition: Edition) -> str:
        """The number of this rule in that edition; where it has none, that of the oldest edition which has."""
        return _NUMBERS[edition][self]


def _numbers(column: int) -> dict[Article, str]:
    table = {}
    for article in Article:
        numbers = [number.strip() for number in article.value.split("|")]
        table[article] = next(number for number in (numbers[column], *numbers) if number != "-")
    return table


_NUMBERS = {
    Edition.FIDE_2009: _numbers(0),
    Edition.FIDE_2005: _numbers(0),
    Edition.FIDE_2018: _numbers(1),
    Edition.FIDE_2023: _numbers(2),
    Edition.SOVIET: _numbers(3),
}


class Division(Enum):
    """A part of the Laws whose numbers begin anew."""

    PREFACE = auto()
    ARTICLE = auto()
    CHAPTER = auto()
    ROW = auto()
    APPENDIX = auto()
    GUIDELINE = auto()


class RuleNumber(Struct, frozen=True, order=True):
    """A number, step by step: ("7", "4", "b"). The first of an appendix is its letter, of a row its own."""

    division: Division
    steps: tuple[str, ...]

    def begins(self, other: "RuleNumber") -> bool:
        """Whether the other one is this one, or a part of it."""
        return self.division is other.division and other.steps[: len(self.steps)] == self.steps


def read_number(number: str, edition: Edition) -> RuleNumber:
    """A number as `laws/articles.py` writes it.

    "7.5.5" is an article, "A.4.c" stands in an appendix, "III.5.1" and the bare "9.a" in a guideline, "E9" is a row
    of the Soviet tables, whose other rules are named by the chapter.

    >>> read_number("A.4.c", Edition.FIDE_2009).steps
    ('A', '4', 'c')
    """
    if number == PREFACE:
        return RuleNumber(Division.PREFACE, ())
    if row := _ROW.fullmatch(number):
        return RuleNumber(Division.ROW, (row[1], row[2]))
    first, *rest = number.split(".")
    if first in ROMAN:
        return RuleNumber(Division.GUIDELINE, (first, *rest))
    if not first.isdigit():
        return RuleNumber(Division.APPENDIX, (first, *rest))
    if _GUIDELINE_2009.fullmatch(number):
        return RuleNumber(Division.GUIDELINE, (first, *rest))
    is_chapter = edition is Edition.SOVIET and first == _SOVIET_CHAPTER
    return RuleNumber(Division.CHAPTER if is_chapter else Division.ARTICLE, (first, *rest))
