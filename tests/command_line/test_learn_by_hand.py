"""`access-chess learn --board emulator`: lessons whose men are moved by the hand of an emulated board, in real time."""

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.board_sim import built

#: Three lessons: what is typed at a board that is set up first, and what is typed without one.
BY_HAND = {
    "setup": (
        "", "16", "", "place b1", "yes", "place g1", "yes", "place a1", "yes", "place h1", "yes", "place c1", "yes",
        "place f1", "yes", *["next"] * 3, "quit",
    ),
    "rook": (
        "", "", "place d4", "yes", "place d7", "yes", "place h2", "place h7",
        "lift d4", "place e5", "lift e5", "place d4", "lift d7", "lift d4", "place d7",
        "lift d7", "lift h7", "place h7", "hint", "lift h7", "lift h2", "place h2", "quit",
    ),
    "castling": (
        "", "place e1", "yes", "place a1", "yes", "place h1", "place e8", "yes",
        "lift h1", "place f1", "lift f1", "place h1", "lift e1", "place g1", "lift h1", "place f1", "", "f1", "quit",
    ),
}  # fmt: skip
TYPED = {
    "setup": ("", "16", "", "Nb1", "Ng1", "Ra1", "Rh1", "Bc1", "Bf1", *["next"] * 3, "quit"),
    "rook": ("", "", "rook e5", "rook d7", "rook h7", "hint", "rook h2", "quit"),
    "castling": ("", "Rf1", "0-0", "", "f1", "quit"),
}


@pytest.fixture(autouse=True)
def emulator() -> None:
    built()


def heard(home: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str, lines: tuple[str, ...]) -> list[str]:
    monkeypatch.setenv(HOME_VARIABLE, str(home))
    typed = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(main, ["learn", *arguments, "--no-sound", "--voices", "en"], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def kept(home: Path) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """What is remembered of each task, but for the times, and the stars."""
    (file,) = home.rglob("practice.sqlite")
    with sqlite3.connect(file) as database:
        attempts = database.execute("SELECT kind, name, grade, tries, hints FROM attempts ORDER BY rowid").fetchall()
        return attempts, database.execute("SELECT kind, name, text FROM texts ORDER BY name").fetchall()


@pytest.mark.parametrize("lesson", BY_HAND)
def test_lifts_and_lines_leave_the_same_stars(lesson: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand, typed = tmp_path / "hand", tmp_path / "typed"
    said = heard(by_hand, monkeypatch, lesson, "--board", "emulator", lines=BY_HAND[lesson])
    heard(typed, monkeypatch, lesson, lines=TYPED[lesson])
    assert "The board is there." in said
    assert kept(by_hand) == kept(typed) != ([], []), said


def test_a_whole_game_is_played_on_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The task is a game of ten moves: the board is put right first, and the reply is carried out on it."""
    pegs = ["place e2", "lift e2", "place e4"]
    lines = (*["next"] * 7, *_start(but="e2"), *pegs, "last", "quit", "next", "quit")
    said = heard(tmp_path, monkeypatch, "firstgame", "--board", "emulator", lines=lines)
    begun = said.index("From here against level one; leaving brings you back.")
    assert said[begun + 1] == "The board is there."
    game = said.index("The game begins. White to move.")
    assert said[game + 1] == "pawn Eva two Eva four"
    assert "Nine more moves of yours, and this task is done." in said[game:]


def _start(*, but: str) -> list[str]:
    """Pegs in all apertures in which men stand at the start, but for one."""
    names = (f"{file}{rank}" for rank in "1278" for file in "abcdefgh")
    return [f"place {name}" for name in names if name != but]
