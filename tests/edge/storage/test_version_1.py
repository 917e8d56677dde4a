"""Journals that version 1 wrote: every game as it was told then, the old file kept, and nothing lost at any instant."""

import os
import random
import signal
import sqlite3
import time
from datetime import UTC
from pathlib import Path

import chess.pgn
import pytest

from access_chess.edge.storage import journal_opening
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.journal_tables import bring_up
from access_chess.scoresheets.of_game import sheet_of
from access_chess.session.ports import JournalError
from tests.support.journals import JOURNALS, told, told_by_version_1, version_1

FILES = ("played", "stories")


def all_told(journal: Journal) -> list[object]:
    return [told(listed.game, journal.entries(listed.game)) for listed in journal.games()]


@pytest.mark.parametrize("name", FILES)
def test_every_game_is_told_as_before(name: str, tmp_path: Path) -> None:
    journal = Journal(version_1(name, tmp_path))
    assert all_told(journal) == told_by_version_1(name)
    journal.close()


def test_the_scoresheets_have_the_same_games(tmp_path: Path) -> None:
    journal = Journal(version_1("played", tmp_path))
    games = [journal.entries(listed.game) for listed in journal.games()]
    journal.close()
    with (JOURNALS / "played.pgn").open(encoding="utf-8") as file:
        for game in games:
            was = chess.pgn.read_game(file)
            assert was is not None
            day = game[0].wall.astimezone(UTC).date()
            is_now = sheet_of((entry.event for entry in game), day, note=lambda event, before, after: "")
            assert [line.move for line in is_now.lines if line.is_legal] == list(was.mainline_moves())
            clocks = [line.clock and line.clock.total_seconds() for line in is_now.lines if line.is_legal]
            assert clocks == pytest.approx([node.clock() for node in was.mainline()], abs=0.001)
            assert (is_now.heading.white or "?", is_now.heading.black or "?") == (
                was.headers["White"],
                was.headers["Black"],
            )


@pytest.mark.parametrize("name", FILES)
def test_the_old_file_is_kept_beside_the_new_one(name: str, tmp_path: Path) -> None:
    path = version_1(name, tmp_path)
    rows = rows_of_version_1(path)
    journal = Journal(path)
    assert journal.old == tmp_path / "journal.v1.sqlite"
    journal.close()
    assert rows_of_version_1(journal.old) == rows
    again = Journal(path)
    assert again.old is None
    again.close()


def test_play_goes_on_in_a_game_of_version_1(tmp_path: Path) -> None:
    path = version_1("played", tmp_path)
    journal = Journal(path)
    entries = journal.entries(2)
    journal.append(2, len(entries), (entries[-1].event,), at=entries[-1].at, wall=entries[-1].wall)
    journal.close()
    database = sqlite3.connect(path)
    forms = database.execute("SELECT form FROM entries WHERE game = 2 ORDER BY number").fetchall()
    database.close()
    assert forms == [(1,)] * len(entries) + [(2,)]


@pytest.mark.parametrize("name", FILES)
def test_reading_changes_nothing(name: str, tmp_path: Path) -> None:
    path = version_1(name, tmp_path)
    before = path.read_bytes()
    journal = Journal.reading(path)
    assert all_told(journal) == told_by_version_1(name)
    journal.close()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".sqlite"] == ["journal.sqlite"]


def test_a_disk_without_room_for_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old journal stays as it was, and can still be read."""
    path = version_1("stories", tmp_path)
    monkeypatch.setattr(journal_opening, "bring_up", with_little_room)
    with pytest.raises(JournalError, match="journal_disk_full"):
        Journal(path)
    assert rows_of_version_1(path) == rows_of_version_1(JOURNALS / "stories.v1.sqlite")
    monkeypatch.undo()
    journal = Journal.reading(path)
    assert len(journal.games()) == len(told_by_version_1("stories"))
    journal.close()
    journal = Journal(path)
    assert journal.old == tmp_path / "journal.v1.sqlite"  # kept by the attempt that failed
    assert all_told(journal) == told_by_version_1("stories")
    journal.close()


def test_killed_at_any_instant(tmp_path: Path) -> None:
    """Each life is longer than the one before; at its end there is one whole journal, of version 1 or of version 2."""
    chance, finished = random.Random(2026), 0
    for number in range(16):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = version_1("stories", folder)
        finished += killed_while_opening(path, chance.uniform(0, 0.15))
        journal = Journal.reading(path)
        assert len(journal.games()) == len(told_by_version_1("stories"))
        journal.close()
        journal = Journal(path)
        assert all_told(journal) == told_by_version_1("stories")
        journal.close()
        kept = sorted(file.name for file in folder.glob("*.sqlite"))
        assert kept == ["journal.sqlite", "journal.v1.sqlite"]
    assert finished < 16


def killed_while_opening(path: Path, seconds: float) -> bool:
    """Open a journal in a process that is killed after so many seconds; had it finished?"""
    child = os.fork()
    if child == 0:
        Journal(path)
        os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.WIFEXITED(os.waitpid(child, 0)[1])


def with_little_room(database: sqlite3.Connection) -> None:
    """SQLite's own limit on the pages stands for the disk."""
    database.execute(f"PRAGMA max_page_count = {database.execute('PRAGMA page_count').fetchone()[0] + 5}")
    bring_up(database)


def rows_of_version_1(path: Path) -> list[list[object]]:
    database = sqlite3.connect(f"{path.as_uri()}?mode=ro{'&immutable=1' if path.parent == JOURNALS else ''}", uri=True)
    rows = [database.execute(f"SELECT * FROM {table}").fetchall() for table in ("games", "events")]
    database.close()
    return rows
