"""Journals that the program wrote long ago: every game is told as it was then, and reading changes nothing."""

from datetime import UTC
from pathlib import Path

import chess.pgn
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.scoresheets.of_game import sheet_of
from tests.support.journals import JOURNALS, told, told_then, written

FILES = ("played", "stories")


def all_told(journal: Journal) -> list[object]:
    return [told(listed.game, journal.entries(listed.game)) for listed in journal.games()]


@pytest.mark.parametrize("name", FILES)
def test_every_game_is_told_as_before(name: str, tmp_path: Path) -> None:
    journal = Journal(written(name, tmp_path))
    assert all_told(journal) == told_then(name)
    journal.close()


def test_the_scoresheets_have_the_same_games(tmp_path: Path) -> None:
    journal = Journal(written("played", tmp_path))
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
def test_reading_changes_nothing(name: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)
    before = path.read_bytes()
    journal = Journal.reading(path)
    assert all_told(journal) == told_then(name)
    journal.close()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".sqlite"] == ["journal.sqlite"]
