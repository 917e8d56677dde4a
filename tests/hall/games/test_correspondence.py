"""Days for each move: they count while the hall is there, and what it was away for is given back."""

import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import httpx
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.running_games import RunningGames
from access_chess.hall.games.seat_state import Down, Terms, down_since
from access_chess.laws.commands import Result, StartClock
from access_chess.laws.events import Ending
from access_chess.session.record import begin_game, resume_game
from tests.hall.games.test_hosted_games import ENGLISH, texts
from tests.support.hall_server import games_in, served
from tests.support.hall_visitor import Visitor

DAY = timedelta(days=1)
NOW = datetime.now(UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        yield journal


def begun(journal: Journal, ago: timedelta, days: int = 3) -> int:
    """A game whose clock was started so long ago, at the time of that day."""
    with closing(games_in(journal)) as games:
        setup = games.begin(Terms(days=days)).game.setup
    record = begin_game(journal, setup, wall=lambda: NOW - ago)
    from access_chess.laws.decide import decide

    events = decide(record.game, StartClock(), at=timedelta())
    journal.append(record.number, 1, events, at=timedelta(), wall=NOW - ago)
    return record.number


def taken_up(journal: Journal, number: int, down: Down | None) -> RunningGames:
    games = games_in(journal)
    games.take_up(number, 3, down)
    return games


def test_days_count_through_a_restart(journal: Journal) -> None:
    number = begun(journal, 2 * DAY - timedelta(minutes=1))
    with closing(taken_up(journal, number, Down(since=NOW, time=timedelta(seconds=20)))) as games:
        seat = games.game(number, 3).seat(chess.WHITE, ENGLISH)
        seat.enter("my time")
        assert texts(seat)[-1].startswith(("White: one day", "White: twenty-three hours"))
        seat.enter("e4")
        assert games.game(number, 3).game.remaining(chess.WHITE, timedelta()) == 3 * DAY


def test_the_days_run_out_though_nobody_looks(journal: Journal) -> None:
    number = begun(journal, 3 * DAY + timedelta(minutes=1))
    with closing(taken_up(journal, number, None)) as games:
        until = time.monotonic() + 30
        while (end := games.game(number, 3).game.end) is None and time.monotonic() < until:
            time.sleep(0.005)
        assert end is not None
        assert (end.result, end.ending) == (Result.BLACK_WINS, Ending.FLAG)


@pytest.mark.parametrize("away", [timedelta(minutes=6), 2 * DAY, 9 * DAY])
def test_what_the_hall_was_away_for_costs_nobody_anything(journal: Journal, away: timedelta) -> None:
    """Not even where the flag would have fallen meanwhile; more than a display may show is given in parts."""
    number = begun(journal, away + 2 * DAY)
    with closing(taken_up(journal, number, down_since(NOW - away, NOW))) as games:
        assert games.game(number, 3).game.end is None
        left = resume_game(journal, number).game.clock.zero_at()
        assert left is not None
        assert abs(left - (away + 3 * DAY)) < timedelta(seconds=30)


def test_a_short_absence_is_not_given_back(journal: Journal) -> None:
    number = begun(journal, 2 * DAY)
    with closing(taken_up(journal, number, down_since(NOW - timedelta(minutes=4), NOW))):
        assert resume_game(journal, number).game.clock.zero_at() == 3 * DAY


def test_the_clocks_of_who_plays_by_correspondence_are_not_stopped_by_a_restart(journal: Journal) -> None:
    with closing(games_in(journal)) as games:
        game = games.begin(Terms(days=1))
        for color in chess.COLORS:
            game.seat(color, ENGLISH)
        assert game.game.clock.running is chess.WHITE
        number = game.number
    with closing(taken_up(journal, number, None)) as games:
        assert games.game(number, 3).game.clock.running is chess.WHITE


def test_at_pages_your_move_comes_first_with_its_days_and_a_session_lasts(tmp_path: Path) -> None:
    wall = NOW
    with served(tmp_path) as hall:
        anna = Visitor(hall)
        path = anna.begin(name="Anna", opponent="person", time="3d")
        assert max(cookie.expires or 0 for cookie in anna.client.cookies.jar) > (wall + 80 * DAY).timestamp()
        assert "three days for each move" in anna.client.get(path).text
        code = hall.database.new_code(
            hall_role := __import__("access_chess.hall.people.database", fromlist=["Role"]).Role.PLAYER,
            game=1,
            color=chess.BLACK,
        )
        del hall_role
        boris = Visitor(hall)
        boris.client.get("/in")
        boris.post("/in", code=code, name="Boris")
        for visitor in (anna, boris):
            assert visitor.client.get(path).status_code == 200
        anna.post(f"{path}/line", line="e4")
        other = anna.begin(name="Anna", opponent="robot")
        hall.stop()
        hall.start()
        page = boris.client.get("/games").text
        assert ("Your move" in page and "three days left for the move" in page) or "two days twenty-three hours" in page
        mine = anna.client.get("/games").text
        assert mine.index("Your move") < mine.index(f'href="{other}"') < mine.index("Waiting")
        boris.post(f"{path}/line", line="e5")
        assert hall.games.game(1, 3).game.clock.running is chess.WHITE
        for visitor in (anna, boris):
            visitor.client.close()
    assert isinstance(httpx.codes.OK, int)
