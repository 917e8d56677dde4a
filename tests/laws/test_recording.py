"""Who has to write his moves down, and until when (8.1, 8.4, A.2)."""

from datetime import timedelta

import chess
import pytest

from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import StartClock
from access_chess.laws.decide import advance, set_up
from access_chess.laws.editions import Edition
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game
from access_chess.laws.scoresheet import must_record
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control

HOUR = timedelta(hours=1)


def game_with(edition: Edition, control: str, left: float) -> Game:
    time = parse_time_control(control) if control else None
    times = ByColor(timedelta(seconds=left) if time else None, HOUR if time else None)
    setup = Setup(edition=edition, time=time, times=times)
    return advance(replay(set_up(setup)), StartClock(), at=timedelta())[0]


@pytest.mark.parametrize(
    ("edition", "control", "left", "must"),
    [
        (Edition.FIDE_2009, "5400", 300, True),
        (Edition.FIDE_2009, "5400", 299, False),
        (Edition.FIDE_2009, "5400+30", 299, True),
        (Edition.FIDE_2009, "5400+29", 299, False),
        (Edition.FIDE_2009, "5400d30", 299, True),
        (Edition.FIDE_2023, "5400+30", 10, True),
        (Edition.SOVIET, "7200+30", 299, False),
        (Edition.SOVIET, "7200+30", 300, True),
        (Edition.FIDE_2009, "", 0, True),
        (Edition.FIDE_2009, "900+10", 800, False),
        (Edition.FIDE_2018, "180+2", 180, False),
    ],
)
def test_8_4_with_less_than_five_minutes_and_no_half_minute_a_move_nobody_has_to_write(
    edition: Edition, control: str, left: float, must: bool
) -> None:
    assert must_record(game_with(edition, control, left), chess.WHITE, timedelta()) is must


def test_8_4_the_opponent_with_time_left_goes_on_writing() -> None:
    game = game_with(Edition.FIDE_2009, "5400", 60)
    assert must_record(game, chess.BLACK, timedelta())
    assert not must_record(game, chess.WHITE, timedelta())
