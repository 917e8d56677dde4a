"""A disk that fails under games at pages: they go on, it is told once, and nothing is lost."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.running_games import RunningGames
from access_chess.hall.games.seat_state import Terms
from access_chess.laws.events import MoveMade
from access_chess.session.ports import JournalError
from tests.hall.games.test_hosted_games import ENGLISH, texts
from tests.support.full_disk import FailingJournal
from tests.support.hall_server import games_in
from tests.support.station_table import until

UNKEPT = "The game goes on and is not kept."
KEPT = "The disk can be written again. All of the game is kept."
WELL = "The disk can be written again. All games at pages are kept."


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[FailingJournal]:
    with closing(FailingJournal(tmp_path / "journal.sqlite")) as journal:
        yield journal


@pytest.fixture
def games(journal: FailingJournal) -> Iterator[RunningGames]:
    with closing(games_in(journal, ())) as games:
        yield games


def moves(journal: FailingJournal) -> list[str]:
    return [entry.event.move.uci() for entry in journal.entries(1) if isinstance(entry.event, MoveMade)]


def test_a_game_at_pages_goes_on_and_is_kept_as_soon_as_there_is_room(
    journal: FailingJournal, games: RunningGames
) -> None:
    game = games.begin(Terms(white="Anna", black="Boris"))
    white, black = game.seat(chess.WHITE, ENGLISH), game.seat(chess.BLACK, ENGLISH)
    white.enter("e4")
    journal.failure = JournalError("journal_disk_full", path="p")
    black.enter("e5")
    white.enter("Nf3")
    assert moves(journal) == ["e2e4"]
    for seat in (white, black):
        assert texts(seat).count(UNKEPT) == 1
        assert sum(text.startswith("The disk is full") for text in texts(seat)) == 1
        assert "knight Gustav one Felix three" in texts(seat)
    assert not game.is_idle
    journal.failure = None
    games.let_go()
    until(lambda: KEPT in texts(black))
    assert moves(journal) == ["e2e4", "e7e5", "g1f3"]


def test_a_page_that_is_opened_anew_tells_what_waits_for_the_disk(journal: FailingJournal, games: RunningGames) -> None:
    game = games.begin(Terms(white="Anna", black="Boris"))
    white = game.seat(chess.WHITE, ENGLISH)
    game.seat(chess.BLACK, ENGLISH)
    journal.failure = JournalError("journal_disk_full", path="p")
    white.enter("e4")
    late = game.assistants_seat(chess.BLACK, ENGLISH)
    assert "pawn Eva two Eva four" in texts(late)
    journal.failure = None


def test_the_desk_hears_once_that_the_disk_fails_and_once_that_it_is_well(
    journal: FailingJournal, games: RunningGames
) -> None:
    desk = games.desk(ENGLISH, "Maria")
    running = [games.begin(Terms(white="Anna", black="Boris")) for _ in range(2)]
    seats = [game.seat(color, ENGLISH) for game in running for color in (chess.WHITE, chess.BLACK)]
    journal.failure = JournalError("journal_disk_full", path="p")
    for seat in (seats[0], seats[2], seats[1]):
        seat.enter("e4" if seat is not seats[1] else "e5")
    fails = "The disk is full: nothing more can be written to the journal p. Games at pages go on and are not kept."
    until(lambda: fails in told(desk))
    assert fails in told(games.desk(ENGLISH, "Josef")), "who comes later hears of it"
    journal.failure = None
    games.let_go()
    until(lambda: WELL in told(desk))
    assert [text for text in told(desk) if "disk" in text] == [fails, WELL]
    assert told(games.desk(ENGLISH, "Josef")) == []


def test_what_is_lost_when_the_hall_ends_is_known_by_its_boards(journal: FailingJournal, games: RunningGames) -> None:
    running = [games.begin(Terms(white="Anna", black="Boris")) for _ in range(3)]
    seats = [{color: game.seat(color, ENGLISH) for color in chess.COLORS} for game in running]
    journal.failure = JournalError("journal_disk_full", path="p")
    seats[0][chess.WHITE].enter("e4")
    seats[0][chess.BLACK].enter("e5")
    seats[2][chess.WHITE].enter("resign")
    seats[2][chess.WHITE].enter("yes")
    games.close()
    assert games.lost == {1: 2, 3: 0}


def told(desk: ArbiterDesk) -> list[str]:
    return [line.text for line in desk.lines()]
