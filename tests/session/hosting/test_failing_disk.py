"""A disk that fails under games at pages: they go on, it is told once, and nothing is lost."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from access_chess.laws.events import MoveMade
from access_chess.session.hosting.hosted_games import RunningGames
from access_chess.session.hosting.ports import Terms
from access_chess.session.ports import JournalError
from tests.session.hosting.test_hosted_games import ENGLISH, texts
from tests.session.test_patient_store import FailingJournal
from tests.support.hall_server import games_in
from tests.support.station_table import until

UNKEPT = "The game goes on and is not kept."
KEPT = "The disk can be written again. All of the game is kept."


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
    black.settle()
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
