"""The journal keeps what it was given, says in a sentence what it cannot, and leaves foreign files alone."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import chess
import pytest

from access_chess.edge.storage import journal_file
from access_chess.edge.storage.journal import Journal
from access_chess.laws.commands import ARBITER, Result, player
from access_chess.laws.events import (
    ClockStarted,
    DrawOffered,
    Ending,
    Event,
    GameEnded,
    GameSetUp,
    MoveMade,
    MovesTakenBack,
)
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import Up
from access_chess.session.ports import Heartbeat, JournalError

WALL = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SETUP = GameSetUp(setup=Setup(fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1", time=parse_time_control("40/7200, 900+30")))
AT = timedelta(hours=1, microseconds=1)
MADE = MoveMade(at=AT, color=chess.WHITE, move=chess.Move.from_uci("e7e8q"))
ENDED = GameEnded(at=AT, result=Result.WHITE_WINS, ending=Ending.MATE, article="5.1.a")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "journal.sqlite"


def begun(path: Path) -> Journal:
    journal = Journal(path)
    journal.begin(SETUP, WALL)
    return journal


def test_events_come_back_as_they_were_written(path: Path) -> None:
    journal = begun(path)
    events: tuple[Event, ...] = (
        ClockStarted(at=AT, color=True, article="6.5"),
        MADE,
        DrawOffered(color=True, article="9.1"),
    )
    journal.append(1, 1, events[:2], at=AT, wall=WALL)
    journal.append(1, 3, events[2:], at=AT + AT, wall=WALL)
    journal.close()
    again = Journal(path)
    entries = again.entries(1)
    again.close()
    assert tuple(entry.event for entry in entries) == (SETUP, *events)
    assert [entry.number for entry in entries] == [0, 1, 2, 3]
    assert [entry.at for entry in entries] == [timedelta(), AT, AT, AT + AT]
    assert {entry.wall for entry in entries} == {WALL}


def test_what_was_appended_is_there_for_another_process_at_once(path: Path) -> None:
    journal = begun(path)
    journal.append(1, 1, (MADE,), at=AT, wall=WALL)
    other = Journal(path)
    assert other.entries(1)[-1].event == MADE
    other.close()
    journal.close()


def test_games_are_listed_with_their_results(path: Path) -> None:
    journal = begun(path)
    journal.begin(SETUP, WALL)
    journal.append(1, 1, (MADE, ENDED), at=AT, wall=WALL)
    assert [(game.game, game.result, game.begun) for game in journal.games()] == [
        (1, Result.WHITE_WINS, WALL),
        (2, Result.NONE, WALL),
    ]
    assert journal.last_unfinished() == 2
    journal.append(2, 1, (ENDED,), at=AT, wall=WALL)
    assert journal.last_unfinished() is None
    journal.append(1, 3, (MovesTakenBack(at=AT, color=True, ply=0),), at=AT, wall=WALL)
    assert journal.last_unfinished() == 1
    journal.close()


def test_events_of_one_command_are_written_all_or_none(path: Path) -> None:
    journal = begun(path)
    database = journal._database
    database.execute(
        "CREATE TRIGGER stop BEFORE INSERT ON entries WHEN NEW.number = 2 BEGIN SELECT RAISE(ABORT, 'stop'); END"
    )
    with pytest.raises(JournalError, match=r"journal_unusable .*stop"):
        journal.append(1, 1, (MADE, ENDED), at=AT, wall=WALL)
    assert [entry.number for entry in journal.entries(1)] == [0]
    assert journal.games()[0].result is Result.NONE
    journal.close()


@pytest.mark.parametrize("number", [0, 2])
def test_two_programs_that_play_the_same_game(path: Path, number: int) -> None:
    """Who appends anywhere but at the end has not seen what another program has written, or lost his own."""
    journal = begun(path)
    with pytest.raises(JournalError, match="journal_shared"):
        journal.append(1, number, (MADE,), at=AT, wall=WALL)
    assert [entry.number for entry in journal.entries(1)] == [0]
    journal.close()


def test_who_gave_which_command_is_kept(path: Path) -> None:
    journal = begun(path)
    journal.append(1, 1, (MADE,), at=AT, wall=WALL, author=player(chess.WHITE), command="c-1")
    journal.append(1, 2, (ENDED,), at=AT, wall=WALL, author=ARBITER)
    assert [(entry.author, entry.command) for entry in journal.entries(1)] == [
        (None, ""),
        (player(chess.WHITE), "c-1"),
        (ARBITER, ""),
    ]
    journal.close()


def test_the_last_heartbeat_is_known(path: Path) -> None:
    journal = begun(path)
    assert journal.heartbeat(1) is None
    for seconds in (1, 2):
        journal.beat(1, at=timedelta(seconds=seconds), wall=WALL + timedelta(seconds=seconds))
    journal.close()
    again = Journal(path)
    assert again.heartbeat(1) == Heartbeat(at=timedelta(seconds=2), wall=WALL + timedelta(seconds=2))
    assert len(again.entries(1)) == 1
    again.close()


@contextlib.contextmanager
def waiting_beats(journal: Journal, *games: int) -> Iterator[list[str]]:
    """The disk is busy while signs of life of these games come; what SQLite is told by those who have waited."""
    told: list[str] = []
    threads = [Thread(target=journal.beat, args=(game,), kwargs={"at": AT, "wall": WALL}) for game in games]
    with journal._lock:
        for thread in threads:
            thread.start()
        while len(journal._beats) < len(games):
            time.sleep(0.001)
        journal._database.set_trace_callback(told.append)
        yield told
    for thread in threads:
        thread.join()


def test_signs_of_life_that_wait_together_are_one_commit(path: Path) -> None:
    journal = begun(path)
    for _ in range(2):
        journal.begin(SETUP, WALL)
    with waiting_beats(journal, 1, 2, 3) as told:
        pass
    assert told.count("COMMIT") == 1
    assert {journal.heartbeat(game) for game in (1, 2, 3)} == {Heartbeat(at=AT, wall=WALL)}
    journal.close()


def test_an_entry_takes_the_signs_of_life_along_and_an_error_leaves_them(path: Path) -> None:
    journal = begun(path)
    with waiting_beats(journal, 1) as told:
        with pytest.raises(JournalError):
            journal.append(1, 7, (MADE,), at=AT, wall=WALL)
        assert journal.heartbeat(1) is None
        journal.append(1, 1, (MADE,), at=AT, wall=WALL)
        assert journal.heartbeat(1) == Heartbeat(at=AT, wall=WALL)
    assert told.count("COMMIT") == 1, "who has waited finds it done"
    journal.close()


def test_how_long_the_machine_was_up_is_kept_with_a_heartbeat(path: Path) -> None:
    up = Up(boot="b", time=timedelta(hours=9))
    journal = begun(path)
    journal.beat(1, at=AT, wall=WALL, up=up)
    assert journal.heartbeat(1) == Heartbeat(at=AT, wall=WALL, up=up)
    journal.beat(1, at=AT, wall=WALL)
    assert journal.heartbeat(1) == Heartbeat(at=AT, wall=WALL)
    journal.beat(1, at=AT, wall=WALL, up=up)
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE machine_times SET time = time + 1")
    again = Journal(path)
    assert again.heartbeat(1) == Heartbeat(at=AT, wall=WALL)
    again.close()


@pytest.mark.parametrize("change", ["at = at + 600000000", "wall = '2026'", "seal = x''"])
def test_a_damaged_heartbeat_costs_nobody_time(path: Path, change: str) -> None:
    journal = begun(path)
    journal.beat(1, at=AT, wall=WALL)
    database = sqlite3.connect(path)
    with database:
        database.execute(f"UPDATE heartbeats SET {change}")
    database.close()
    assert journal.heartbeat(1) is None
    journal.close()


def test_two_journals_have_two_names(path: Path) -> None:
    journal, other = begun(path), Journal(None)
    assert journal.name != other.name
    again = Journal(path)
    assert again.name == journal.name
    for each in (journal, other, again):
        each.close()


def test_a_game_that_is_not_there(path: Path) -> None:
    journal = begun(path)
    with pytest.raises(JournalError, match="journal_no_game game='7'"):
        journal.entries(7)
    journal.close()


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear friend, " * 100)
    with pytest.raises(JournalError, match=r"journal_(unreadable|foreign)"):
        Journal(file)
    assert file.read_text() == "Dear friend, " * 100


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE letters (text)")
    database.commit()
    database.close()
    before = file.read_bytes()
    with pytest.raises(JournalError, match="journal_foreign"):
        Journal(file)
    assert file.read_bytes() == before


def test_a_journal_of_a_later_version(path: Path) -> None:
    begun(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(JournalError, match=r"journal_version .*99"):
        Journal(path)


def test_a_locked_journal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "BUSY_SECONDS", 0.01)
    journal = begun(path)
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="journal_held"):
        journal.append(1, 1, (MADE,), at=AT, wall=WALL)
    other.rollback()
    other.close()
    journal.append(1, 1, (MADE,), at=AT, wall=WALL)
    journal.close()


def test_a_full_disk(path: Path) -> None:
    journal = begun(path)
    database = journal._database  # SQLite's own limit on the pages stands for the disk
    database.execute(f"PRAGMA max_page_count = {database.execute('PRAGMA page_count').fetchone()[0]}")
    with pytest.raises(JournalError, match="journal_disk_full"):
        journal.append(1, 1, (MADE,) * 1000, at=AT, wall=WALL)
    assert len(journal.entries(1)) == 1
    journal.close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="journal_unusable"):
        Journal(tmp_path / "file" / "journal.sqlite")
