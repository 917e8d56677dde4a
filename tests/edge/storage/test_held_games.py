"""Which program plays a game: one alone, and the other is told."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from access_chess.edge.storage.held_games import HeldGames

PATIENCE = 20.0
#: Another program: it takes a game, tells so, and tells when that is taken over; what it reads ends it.
OTHER = """
import sys
from pathlib import Path
from access_chess.edge.storage.held_games import HeldGames
held = HeldGames(Path(sys.argv[1]))
held.watch(lambda: (print("taken", flush=True), held.let_go()))
held.take(int(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


class Other:
    """Another program that plays a game."""

    def __init__(self, journal: Path, game: int) -> None:
        self.program = subprocess.Popen(
            [sys.executable, "-c", OTHER, str(journal), str(game)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self.heard() == "held"

    def heard(self) -> str:
        assert self.program.stdout is not None
        return self.program.stdout.readline().strip()

    def end(self) -> None:
        self.program.kill()
        self.program.communicate()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def other(journal: Path) -> Iterator[Other]:
    other = Other(journal, 3)
    yield other
    other.end()


@pytest.fixture
def held(journal: Path) -> Iterator[HeldGames]:
    held = HeldGames(journal)
    yield held
    held.close()


def test_a_game_is_seen_to_be_played_elsewhere_until_that_program_dies(other: Other, held: HeldGames) -> None:
    assert held.is_elsewhere(3)
    assert not held.is_elsewhere(2)
    other.end()
    assert not held.is_elsewhere(3)


def test_who_had_the_game_is_told_and_lets_it_go(other: Other, held: HeldGames) -> None:
    held.take(3)
    assert other.heard() == "taken"
    assert not held.is_elsewhere(3)


def test_a_game_that_was_taken_is_held_against_a_third(other: Other, held: HeldGames, journal: Path) -> None:
    held.take(3)
    told = threading.Event()

    def give_up() -> None:
        told.set()
        held.let_go()

    held.watch(give_up)
    third = Other(journal, 3)
    assert told.wait(PATIENCE)
    third.end()


def test_what_another_has_written_before_is_no_taking_over(journal: Path, held: HeldGames) -> None:
    Other(journal, 3).end()
    told = threading.Event()
    held.watch(told.set)
    held.take(3)
    Other(journal, 4).end()  # it has looked, written and died meanwhile, at its own game
    assert not told.is_set()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="rights that keep nobody out")
def test_where_nothing_can_be_written_nobody_is_seen(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    held = HeldGames(tmp_path / "journal.sqlite")
    held.take(1)
    assert not held.is_elsewhere(1)
    held.close()


def test_a_journal_in_memory_is_held_by_nobody() -> None:
    held = HeldGames(None)
    held.take(1)
    assert not held.is_elsewhere(1)
    held.close()
