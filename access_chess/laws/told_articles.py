"""The rules that nobody has to rule on, and that are only told when somebody asks for them.

Together with those of `articles.py` they are the Laws as they can be heard. Their numbers are written as there, but
where an edition lacks a rule, none is lent to it. "preface" stands before the articles and has no number.
"""

from enum import Enum
from functools import cache

from access_chess.laws.articles import Article
from access_chess.laws.editions import Edition


class ToldArticle(Enum):
    """A rule; the value is its number in the editions of 2009 | 2018 | 2023 | Soviet (a dash: no such rule)."""

    PREFACE = "preface | preface | preface | -"
    TURNS = "1.1 | 1.2 | 1.2 | 13.1"
    AIM = "1.2 | 1.4 | 1.4 | 13.1"
    KING_STAYS = "1.2 | 1.4.1 | 1.4.1 | 13.1"
    NO_MATE_POSSIBLE = "1.3 | 1.5 | 1.5 | -"
    BOARD = "2.1 | 2.1 | 2.1 | 13.1"
    MEN = "2.2 | 2.2 | 2.2 | 13.1"
    INITIAL_POSITION = "2.3 | 2.3 | 2.3 | 13.1"
    LINES = "2.4 | 2.4 | 2.4 | 13.1"
    OWN_PIECE_THERE = "3.1 | 3.1 | 3.1 | 13.1"
    CAPTURE = "3.1 | 3.1.1 | 3.1.1 | 13.1"
    ATTACK = "3.1 | 3.1.2 | 3.1.2 | 13.1"
    PINNED_ATTACKS = "3.1 | 3.1.3 | 3.1.3 | 13.1"
    BISHOP = "3.2 | 3.2 | 3.2 | 13.1"
    ROOK = "3.3 | 3.3 | 3.3 | 13.1"
    QUEEN = "3.4 | 3.4 | 3.4 | 13.1"
    NO_JUMPING = "3.5 | 3.5 | 3.5 | 13.1"
    KNIGHT = "3.6 | 3.6 | 3.6 | 13.1"
    PAWN_STEP = "3.7.a | 3.7.1 | 3.7.1 | 13.1"
    PAWN_DOUBLE_STEP = "3.7.b | 3.7.2 | 3.7.2 | 13.1"
    PAWN_CAPTURE = "3.7.c | 3.7.3 | 3.7.3 | 13.1"
    EN_PASSANT = "3.7.d | 3.7.4.1 | 3.7.3.1 | 13.1"
    EN_PASSANT_AT_ONCE = "3.7.d | 3.7.4.2 | 3.7.3.2 | 13.1"
    ANY_NEW_PIECE = "3.7.e | 3.7.5.2 | 3.7.3.4 | 13.1"
    NEW_PIECE_ACTS = "3.7.e | 3.7.5.3 | 3.7.3.5 | 13.1"
    KING = "3.8.a | 3.8.1 | 3.8.1 | 13.1"
    CASTLING = "3.8.a | 3.8.2 | 3.8.2 | 13.1"
    CASTLING_LOST = "3.8.b.1 | 3.8.2.1 | 3.8.2.1 | 13.1"
    CASTLING_ATTACKED = "3.8.b.2 | 3.8.2.2.1 | 3.8.2.2.1 | 13.1"
    CASTLING_BLOCKED = "3.8.b.2 | 3.8.2.2.2 | 3.8.2.2.2 | 13.1"
    CHECK = "3.9 | 3.9.1 | 3.9.1 | 13.1"
    NO_SELF_CHECK = "3.9 | 3.9.2 | 3.9.2 | 13.1"
    ILLEGAL_MEANS = "- | 3.10.2 | 3.10.2 | -"
    ILLEGAL_POSITION_MEANS = "- | 3.10.3 | 3.10.3 | -"
    PROMOTING = "- | 4.6 | 4.6 | -"
    CAPTURE_MADE = "4.6.a | 4.7.1 | 4.7.1 | 13.1"
    MOVING_ASSISTANT = "- | 4.9 | 4.9 | -"
    THREEFOLD_MAY_END = "5.2.d | - | - | -"
    FIFTY_MAY_END = "5.2.e | - | - | -"
    CHESS_CLOCK = "6.1 | 6.1 | 6.1 | 13.4"
    COMPLETED = "6.7.a | 6.2.1.1 | 6.2.1.1 | 13.1"
    FORGOTTEN_PRESS = "- | 6.2.1.2 | 6.2.1.2 | -"
    ALWAYS_PRESS = "6.7.a | 6.2.2 | 6.2.2 | -"
    CLOCK_HANDLING = "6.7.c | 6.2.4 | 6.2.4 | -"
    ADJUST_IN_OWN_TIME = "- | 6.2.5 | 6.2.5 | -"
    PERIODS = "6.2.a | 6.3.1 | 6.3.1 | 13.4"
    SAVED_TIME = "6.2.b | 6.3.2 | 6.3.2 | 13.4"
    CLOCK_PLACE = "6.4 | 6.5 | 6.5 | -"
    BOTH_LATE = "6.6.b | 6.7.2 | 6.7.2 | -"
    DISPLAYS_ALLOWED = "6.14 | 6.12.1 | 6.12.1 | -"
    LEFT_ITS_SQUARE = "7.5 | 7.6 | 7.6 | P2"
    REPLY_BEFORE_WRITING = "8.1 | 8.1.3 | 8.1.3 | 13.6"
    SHEET_USE = "12.4 | 8.1.4 | 8.1.4 | -"
    OFFER_RECORDED = "9.1.b | 8.1.5 | 8.1.5 | -"
    WRITING_ASSISTANT = "8.1 | 8.1.6 | 8.1.6 | -"
    SHEET_VISIBLE = "8.2 | 8.2 | 8.2 | -"
    SHEET_OWNER = "8.3 | 8.3 | 8.3 | -"
    FREE_FROM_RECORDING = "8.4 | 8.4 | 8.4 | 13.6"
    OFFER_LASTS = "9.1.b | 9.1.2.1 | 9.1.2.1 | 13.3"
    SAME_POSITION = "9.2 | 9.2.2 | 9.2.3 | E12"
    DEAD_DRAW = "9.6 | - | - | -"
    QUICKPLAY_MEANS = "10.1 | III.1 | III.1 | -"
    POINTS = "11.1 | 10.1 | 10.1 | 13.3"
    POINTS_TOGETHER = "- | 10.2 | 10.2 | -"
    DISREPUTE = "12.1 | 11.1 | 11.1 | -"
    ADVICE = "12.3.a | 11.3.1 | 11.3.1 | 13.7"
    SEARCH = "- | 11.3.3 | 11.3.3 | -"
    SMOKING = "12.3.c | 11.3.4 | 11.3.4 | -"
    FINISHED_PLAYERS = "12.5 | 11.4 | 11.4 | 13.7"
    CONDUCT_PENALTY = "12.7 | 11.6 | 11.6 | -"
    EXPLANATION = "- | 11.9 | 11.9 | -"
    RECONSTRUCTION_HELP = "- | 11.11 | 11.11 | -"
    CLAIM_CHECKED = "- | 11.12 | 11.12 | -"
    BEST_INTEREST = "13.2 | 12.2 | 12.2 | -"
    SPECIAL_MEASURES = "- | 12.2.6 | 12.2.6 | -"
    ARBITER_WATCHES = "13.3 | 12.3 | 12.3 | -"
    SPECTATORS = "13.7.a | 12.7 | 12.7 | 13.7"
    TELEPHONES_AROUND = "13.7.b | 12.8 | 12.8 | -"
    FEDERATIONS_ASK = "14.1 | preface | preface | -"

    RAPID_MEANS = "A.1 | A.1 | A.1 | -"
    RAPID_RECORDING = "A.2 | A.2 | A.2 | -"
    RAPID_PENALTIES = "- | - | A.3 | -"
    RAPID_SUPERVISED = "A.3 | A.3.1 | A.4 | -"
    RAPID_SHEET_SEEN = "- | A.3.2 | A.4.3 | -"
    RAPID_OTHERWISE = "A.4 | A.4 | A.5 | -"
    RAPID_TOUCH = "A.4.b | - | - | -"
    RAPID_ANNOUNCED = "- | A.5 | A.6 | -"
    BLITZ_MEANS = "B.1 | B.1 | B.1 | -"
    BLITZ_PENALTIES = "- | B.2 | - | -"
    BLITZ_SUPERVISED = "B.2 | B.3.1 | B.2.1 | -"
    BLITZ_OTHERWISE = "B.3 | B.4 | B.3 | -"
    BLITZ_ANNOUNCED = "- | B.5 | B.4 | -"

    ALGEBRAIC = "C | C | C | -"
    PIECE_LETTERS = "C.2 | C.2 | C.2 | -"
    OWN_LETTERS = "C.3 | C.3 | C.3 | -"
    PAWNS_UNNAMED = "C.4 | C.4 | C.4 | -"
    FILES_NAMED = "C.5 | C.5 | C.5 | -"
    RANKS_NUMBERED = "C.6 | C.6 | C.6 | -"
    SQUARES_NAMED = "C.7 | C.7 | C.7 | -"
    MOVE_WRITTEN = "C.8 | C.8 | C.8 | -"
    CAPTURE_WRITTEN = "C.9 | C.9 | C.9 | -"
    TWO_PIECES_WRITTEN = "C.10 | C.10 | C.10 | -"
    TWO_PAWNS_WRITTEN = "C.11 | C.9.3 | C.9.3 | -"
    PROMOTION_WRITTEN = "C.12 | C.11 | C.11 | -"
    OFFER_WRITTEN = "C.13 | C.12 | C.12 | -"
    SIGNS_WRITTEN = "C | C.13 | C.13 | -"

    TWO_BOARDS = "E.1 | D.1 | D.1 | -"
    BLIND_BOARD = "E.1 | D.1.1 | D.1.1 | -"
    SIGHTED_TOUCH = "E.2.3 | D.2.5 | D.2.5 | -"
    TACTILE_CLOCK = "E.2.4 | D.2.6 | D.2.6 | -"
    BLIND_SHEET = "E.2.5 | D.2.7 | D.2.7 | -"

    CHESS960 = "F.1 | II.1 | II.1 | -"
    CHESS960_POSITION = "F.2 | II.2 | II.2 | -"
    CHESS960_CASTLING = "F.3.a | II.3.1 | II.3.1 | -"
    CHESS960_WAYS = "F.3.b | II.3.2 | II.3.2 | -"
    CHESS960_EMPTY = "F.3.b | II.3.2.7 | II.3.2.7 | -"

    ENVELOPE_NOTED = "2 | I.2 | I.2 | -"
    ENVELOPE_KEPT = "3 | I.3 | I.3 | -"
    LATE_SEALER = "10 | I.10 | I.10 | -"
    BOTH_LATE_AGAIN = "- | I.11 | I.11 | -"
    POSITION_LOST = "11.b | I.12.2 | I.12.2 | -"
    SESSION_LENGTH = "13 | I.14 | I.14 | -"


Rule = Article | ToldArticle

RULES_TOLD: tuple[Rule, ...] = (*Article, *ToldArticle)

#: A rule that says once more what another one rules -> that one: an edition without the first says it all the same.
SAID_BY: dict[Rule, Rule] = {
    ToldArticle.NO_MATE_POSSIBLE: Article.DEAD_POSITION,
    ToldArticle.DEAD_DRAW: Article.DEAD_POSITION,
    ToldArticle.THREEFOLD_MAY_END: Article.THREEFOLD,
    ToldArticle.FIFTY_MAY_END: Article.FIFTY,
    ToldArticle.BLITZ_PENALTIES: ToldArticle.RAPID_PENALTIES,
}

_COLUMNS = {
    Edition.FIDE_2009: 0,
    Edition.FIDE_2005: 0,
    Edition.FIDE_2018: 1,
    Edition.FIDE_2023: 2,
    Edition.SOVIET: 3,
}


@cache
def number_in(rule: Rule, edition: Edition) -> str | None:
    """The number of a rule as that edition prints it; None where it has no such rule.

    >>> number_in(Article.FIVEFOLD, Edition.FIDE_2018), number_in(Article.FIVEFOLD, Edition.FIDE_2009)
    ('9.6.1', None)
    """
    number = str(rule.value).split("|")[_COLUMNS[edition]].strip()
    return None if number == "-" else number
