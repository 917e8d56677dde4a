"""A damage costs one game at most: it is named with its place, and nothing that was changed is told as true."""

import contextlib
import sqlite3
from datetime import timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.journal import DamagedGameError, GameListed, Journal
from access_chess.edge.storage.salvage import save_journal
from access_chess.laws.commands import Command, PlayMove, PressClock, StartClock
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session.ports import JournalError
from access_chess.session.record import begin_game
from tests.support.driver import Driver
from tests.support.journal_damage import run
from tests.support.journals import told_then, written

SETUP = Setup(time=parse_time_control("300+3"))
LAST = 5  # the entries of each game: set up, start, move, press, move, press


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three games of two moves each: e4 (10 s) pressed at 12 s, e5 (20 s) pressed at 21 s."""
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    for _ in range(3):
        session = Driver(begin_game(journal, SETUP), journal)
        plan: list[tuple[Command, int]] = [
            (StartClock(), 0),
            (PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4")), 10),
            (PressClock(color=chess.WHITE), 12),
            (PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5")), 20),
            (PressClock(color=chess.BLACK), 21),
        ]
        for command, at in plan:
            session.do(command, at=timedelta(seconds=at))
    journal.close()
    return path


def execute(path: Path, *statements: str) -> None:
    database = sqlite3.connect(path)
    with database:
        for statement in statements:
            database.execute(statement)
    database.close()


def damage_of(path: Path) -> Damage:
    """The damage of the second game, while the others are whole."""
    journal = Journal(path)
    try:
        survey = journal.survey()
        assert isinstance(survey[0], GameListed)
        assert isinstance(survey[2], GameListed)
        assert len(journal.entries(1)) == len(journal.entries(3)) == LAST + 1
        assert isinstance(survey[1], Damage)
        with pytest.raises(DamagedGameError) as raised:
            journal.entries(2)
        assert raised.value.damage == survey[1]
        return survey[1]
    finally:
        journal.close()


@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        ("DELETE FROM entries WHERE game = 2 AND number = 3", 3),
        ("DELETE FROM entries WHERE game = 2 AND number = 5", 5),
        ("DELETE FROM entries WHERE game = 2 AND number >= 1", 1),
        ("DELETE FROM entries WHERE game = 2", 0),
        ("UPDATE entries SET event = replace(event, 'e2e4', 'e2e3') WHERE game = 2 AND number = 2", 2),
        ("UPDATE entries SET event = (SELECT event FROM entries WHERE game = 2 AND number = 4)"
         " WHERE game = 2 AND number = 2", 2),
        ("UPDATE entries SET at = at - 1000000 WHERE game = 2 AND number = 3", 3),
        ("UPDATE entries SET wall = replace(wall, '+00:00', '') WHERE game = 2 AND number = 3", 3),
        ("UPDATE entries SET author = 'arbiter' WHERE game = 2 AND number = 2", 2),
        ("UPDATE entries SET number = 9 WHERE game = 2 AND number = 5", 5),
        ("UPDATE entries SET event = CAST(x'ff7b22' AS TEXT) WHERE game = 2 AND number = 4", 4),
        ("UPDATE entries SET chain = x'00' WHERE game = 2 AND number = 1", 1),
        ("DELETE FROM games WHERE game = 2", LAST + 1),
    ],
)  # fmt: skip
def test_the_place_of_a_damage_is_named(path: Path, statement: str, entry: int) -> None:
    execute(path, statement)
    assert damage_of(path).entry == entry


def test_a_whole_game_in_the_place_of_another(path: Path) -> None:
    """Even entries that hang together belong to one game only."""
    execute(
        path,
        "DELETE FROM entries WHERE game = 2",
        "INSERT INTO entries"
        " SELECT 2, number, at, wall, author, command, form, event, chain FROM entries WHERE game = 1",
        "UPDATE games SET chain = (SELECT chain FROM games WHERE game = 1) WHERE game = 2",
    )
    assert damage_of(path).entry == 0


def test_a_result_that_is_none(path: Path) -> None:
    execute(path, "UPDATE games SET result = '2-0' WHERE game = 2")
    journal = Journal(path)
    assert [type(each) for each in journal.survey()] == [GameListed, Damage, GameListed]
    journal.close()


def test_damaged_games_are_passed_over_and_told_of(path: Path) -> None:
    execute(path, "DELETE FROM entries WHERE game = 3 AND number = 3")
    journal = Journal(path)
    assert journal.last_unfinished() == 2
    assert [damage.game for damage in journal.passed_over(2)] == [3]
    assert journal.passed_over(3) == ()
    journal.close()


def test_what_can_be_read_is_saved(path: Path, tmp_path: Path) -> None:
    execute(path, "DELETE FROM entries WHERE game = 2 AND number = 3", "DELETE FROM entries WHERE game = 3")
    execute(path, "DELETE FROM journal")
    with contextlib.closing(Journal(path)) as playing:
        playing.beat(1, at=timedelta(seconds=25), wall=playing.entries(1)[0].wall)
    place = tmp_path / "saved.sqlite"
    saved = save_journal(path, place)
    assert [(game.game, game.entries, game.damage is None) for game in saved] == [
        (1, 6, True),
        (2, 3, False),
        (3, 0, False),
    ]
    journal, again = Journal(path), Journal(place)
    assert [listed.game for listed in again.games()] == [1, 2]
    assert again.entries(1) == journal.entries(1)
    assert again.heartbeat(1) == journal.heartbeat(1) is not None
    assert [entry.number for entry in again.entries(2)] == [0, 1, 2]
    assert again.passed_over(None) == ()
    again.append(2, 3, (again.entries(1)[3].event,), at=timedelta(seconds=12), wall=again.entries(1)[3].wall)
    assert len(again.entries(2)) == 4
    for each in (journal, again):
        each.close()
    with pytest.raises(JournalError, match="journal_copy_there"):
        save_journal(path, place)


def test_pages_of_the_file_are_lost(tmp_path: Path) -> None:
    """Zeroes in the middle of a large journal: what lies on other pages can be read, and is saved."""
    path = written("stories", tmp_path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4096] = bytes(4096)
    path.write_bytes(content)
    count = len(told_then("stories"))
    journal = Journal.reading(path)
    survey = journal.survey()
    journal.close()
    whole = [each for each in survey if isinstance(each, GameListed)]
    assert len(survey) == count
    assert count / 2 < len(whole) < count
    saved = save_journal(path, tmp_path / "saved.sqlite")
    assert sum(game.damage is None for game in saved) == len(whole)


def test_random_damages() -> None:
    """Never anything but a JournalError, and no change that nobody is told of."""
    seen = run(24, seed=7)
    assert sum(seen.values()) == 24
    assert {line.rpartition(": ")[2] for line in seen} >= {"some games", "not a journal"}
