"""Tables of the Laws: speed classes, article numbers, points, Chess960 numbers, what differs between editions."""

from datetime import timedelta

import chess
import pytest
from msgspec.structs import replace

from access_chess.laws.articles import Article
from access_chess.laws.editions import RULES, Edition
from access_chess.laws.time_control import Period, SpeedClass, parse_time_control, speed_class

STANDARD, RAPID, BLITZ = SpeedClass.STANDARD, SpeedClass.RAPID, SpeedClass.BLITZ


@pytest.mark.parametrize(
    ("time", "in_2009", "in_2018"),
    [
        ("600", BLITZ, BLITZ),  # exactly 10 minutes
        ("720", BLITZ, RAPID),
        ("899", BLITZ, RAPID),
        ("900", RAPID, RAPID),  # exactly 15 minutes
        ("180+2", BLITZ, BLITZ),  # 3 + 2 minutes
        ("900+10", RAPID, RAPID),  # 15 + 10 minutes
        ("3000+10", STANDARD, STANDARD),  # 50 + 10 minutes
        ("3599", RAPID, RAPID),
        ("3600", STANDARD, STANDARD),
        ("300d5", BLITZ, BLITZ),  # the delay counts as an increment (A25)
        ("600d5", RAPID, RAPID),
        ("40/7200, 900+30", STANDARD, STANDARD),
        ("300, 5x10", RAPID, RAPID),  # byo-yomi gives its time with each move: 5 minutes and 60 times 10 seconds
        ("240, 5x10", BLITZ, RAPID),
        ("300, 9x9", BLITZ, RAPID),  # of which there may be many, and 60 moves need no more than the main time
        ("240, 5x56", STANDARD, STANDARD),
        ("60+1/1200", RAPID, RAPID),  # of different times the longer
        ("up", STANDARD, STANDARD),
    ],
)
def test_a_1_b_1_speed_class(time: str, in_2009: SpeedClass, in_2018: SpeedClass) -> None:
    control = parse_time_control(time)
    assert speed_class(control, Edition.FIDE_2009) is in_2009
    assert speed_class(control, Edition.FIDE_2018) is in_2018
    assert speed_class(control, Edition.FIDE_2023) is in_2018
    assert speed_class(control, Edition.SOVIET) is STANDARD


def test_every_control_is_read_as_it_was_written() -> None:
    control = parse_time_control("40/7200+30, 3600, 2x30.5/20/1800d3, 60 sandglass")
    assert control.periods == (
        Period(moves=40, time=timedelta(hours=2), increment=timedelta(seconds=30)),
        Period(time=timedelta(hours=1)),
        Period(time=timedelta(seconds=30.5), renewed=True),
        Period(time=timedelta(seconds=30.5), renewed=True),
    )
    assert control.of(chess.BLACK) == (
        Period(moves=20, time=timedelta(minutes=30), delay=timedelta(seconds=3)),
        Period(time=timedelta(minutes=1), sandglass=True),
    )
    assert [control.quota(period, color) for color in chess.COLORS for period in (0, 1)] == [40, None, 20, None]
    assert parse_time_control("60+2/60+2") == parse_time_control("60+2")
    for text in ("10+10", "10d10", "0+10", "0d10"):
        assert len(parse_time_control(text).periods) == 1


@pytest.mark.parametrize("text", ["", "an hour", "40/", "/60", "60+", "0/60", "900, 900", "0", "-60", "60d", "9" * 30,
                                  "60, 0x30", "60, 3x0", "3x30, 60", "up, 60", "60, up", "1/60, up", "60+1/40+1/20+1",
                                  "60+1/", "+1/60", "60+1/0"])  # fmt: skip
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_time_control(text)


@pytest.mark.parametrize(
    ("article", "numbers"),
    [
        (Article.MATE, ("5.1.a", "5.1.1", "5.1.1", "E1")),
        (Article.ILLEGAL_PENALTY, ("7.4.b", "7.5.5", "7.5.5", "P1")),
        (Article.TOO_LATE_FOR_ILLEGAL, ("A.4.c", "A.4.2", "A.5.2", "P1")),
        (Article.FIVEFOLD, ("9.6.1", "9.6.1", "9.6.1", "9.6.1")),
        (Article.BLIND_TOUCH, ("E.2.2", "D.2.2", "D.2.2", "E.2.2")),
    ],
)
def test_articles_by_edition(article: Article, numbers: tuple[str, str, str, str]) -> None:
    editions = (Edition.FIDE_2009, Edition.FIDE_2018, Edition.FIDE_2023, Edition.SOVIET)
    assert tuple(article.of(edition) for edition in editions) == numbers
    assert article.of(Edition.FIDE_2005) == numbers[0]


def test_every_article_has_a_number_in_every_edition() -> None:
    assert all(article.of(edition) not in ("", "-") for article in Article for edition in Edition)


def test_old_differs_from_2009_in_the_default_time_and_in_doomed_castling_rights() -> None:
    differing = replace(RULES[Edition.FIDE_2009], default_time=timedelta(hours=1), doomed_castling_right_is_lost=True)
    assert RULES[Edition.FIDE_2005] == differing


@pytest.mark.parametrize(
    ("number", "array"),
    [
        (0, "bbqnnrkr"), (1, "bqnbnrkr"), (2, "bqnnrbkr"), (3, "bqnnrkrb"), (4, "qbbnnrkr"), (100, "qbbnrnkr"),
        (342, "nrbkqbrn"), (518, "rnbqkbnr"), (534, "rnbkqbnr"), (692, "rbbqknnr"),
        (823, "rkbnqrnb"), (959, "rkrnnqbb"),
    ],
)  # fmt: skip
def test_t93_chess960_numbers_both_ways(number: int, array: str) -> None:
    board = chess.Board.from_chess960_pos(number)
    assert board.board_fen().startswith(array)
    assert chess.Board(board.fen(), chess960=True).chess960_pos() == number
