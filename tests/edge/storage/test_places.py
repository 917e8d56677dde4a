"""What is private is read by its owner alone, from the first instant on, whatever other files are made like."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import speech_recognition

from access_chess.board.clock_unit.clock_servos import UNCALIBRATED
from access_chess.conversation.time_control_dialogue import NamedControl
from access_chess.edge.practising.store import PracticeStore
from access_chess.edge.storage.clock_settings import keep_control, save_calibration
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.own_voice import keep_enrolment
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file, make_private, pages_file, user_folder
from access_chess.edge.storage.salvage import save_journal
from access_chess.edge.storage.settings import keep_settings
from access_chess.hall.people.hall_file import HallFile
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.session.record import begin_game
from tests.support.adaptation import UNCHANGED

SOUND = speech_recognition.AudioData(bytes(3200), 16_000, 2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home that is not there yet, and other files that everybody may write."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    before = os.umask(0)
    yield tmp_path / "home"
    os.umask(before)


def _journal(path: Path) -> None:
    with closing(Journal(path)) as journal:
        begin_game(journal, Setup())
        assert rights(path) == {0o600}, "while it is played, its log as well"


def _saved() -> None:
    _journal(journal_file())
    save_journal(journal_file(), user_folder() / "saved.sqlite")


WRITERS: dict[str, Callable[[], object]] = {
    "journal": lambda: _journal(journal_file()),
    "games at pages": lambda: _journal(pages_file()),
    "a journal that is saved": _saved,
    "hall": lambda: HallFile(user_folder() / "hall.sqlite", "CREATE TABLE a (b)").close(),
    "cards": lambda: PracticeStore(user_folder() / "practice.sqlite").close(),
    "settings": lambda: keep_settings({"name": "Anna"}),
    "time controls": lambda: keep_control(NamedControl(name="mine", control=parse_time_control("300"))),
    "clock unit": lambda: save_calibration(UNCALIBRATED),
    "enrolled voice": lambda: keep_enrolment("anna", [(("e", "four"), SOUND)], UNCHANGED),
}


def rights(path: Path) -> set[int]:
    return {each.stat().st_mode & 0o777 for each in path.parent.iterdir() if each.name.startswith(path.name)}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_nobody_else_reads_a_file_or_looks_into_its_folder(home: Path, write: Callable[[], object]) -> None:
    write()
    found = [home, *home.rglob("*")]
    assert [each for each in found if each.is_file()]
    assert {each: each.stat().st_mode & 0o077 for each in found} == dict.fromkeys(found, 0)


def test_a_file_of_an_earlier_version_becomes_private(home: Path) -> None:
    home.mkdir()
    old = home / "hall-games.sqlite"
    old.touch()
    old.with_name(f"{old.name}-wal").touch()
    assert rights(old) == {0o666}
    make_private(old)
    assert rights(old) == {0o600}
    assert home.stat().st_mode & 0o777 == 0o777, "a folder of the user's stays as it is"
