"""The journal at the command line: a damage is named, what can be read is saved, and each trouble is a sentence."""

import io
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from access_chess.cli import main
from access_chess.edge.storage.salvage import examine
from tests.support.journals import written

NOBODY = 65534  # the user whom Linux gives no rights


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACCESS_CHESS_HOME", str(tmp_path))
    return tmp_path


def run(*arguments: str, typed: str = "quit\n") -> Result:
    result = CliRunner().invoke(main, arguments, input=typed, catch_exceptions=False)
    assert "Traceback" not in result.output
    return result


def play(*arguments: str) -> Result:
    return run("play", "--no-sound", "--voices", "en", "--opponent", "human", *arguments)


def execute(path: Path, statement: str) -> None:
    database = sqlite3.connect(path)
    with database:
        database.execute(statement)
    database.close()


def test_one_damaged_game_leaves_the_others_usable(home: Path) -> None:
    path = written("played", home)
    execute(path, "DELETE FROM entries WHERE game = 8 AND number = 2")
    execute(path, "UPDATE entries SET event = replace(event, '12', '13') WHERE game = 1 AND number = 2")
    listed = run("games").stdout.splitlines()
    assert listed[7] == "Game 8 is damaged at entry 2: it is missing."
    assert len(listed) == 8
    exported = run("export", "1")
    assert exported.exit_code == 2
    assert exported.stderr.startswith("Game 1 is damaged at entry 2: it is not as it was written, ")
    assert run("export", "2").exit_code == 0
    assert run("replay", "8", "--no-sound").exit_code == 2
    resumed = play("--resume")
    assert "Game 8 is damaged at entry 2: it is missing. It is passed over." in resumed.stderr
    assert "The game is kept as number six." in resumed.stdout
    told = run("doctor", "--voices", "en")
    assert "Journal: does not work. Game 8 is damaged at entry 2: it is missing. access-chess doctor" in told.stdout
    saved = run("doctor", "--voices", "en", "--save-journal", str(home / "saved.sqlite")).stdout.splitlines()
    assert saved[:3] == [
        f"{listed[0]} Saved are 2 entries of it.",
        f"{listed[7]} Saved are 2 entries of it.",
        f"Games saved in {home / 'saved.sqlite'}: 6 as they were, 2 in part.",
    ]
    (home / "saved.sqlite").replace(path)
    assert not [line for line in run("games").stdout.splitlines() if "damaged" in line]


@pytest.mark.parametrize(
    "command", [("games",), ("export", "1"), ("replay", "1", "--no-sound"), ("play", "--no-sound")]
)
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"Dear friend", "is not a journal of access-chess, or it is damaged"),
        (b"SQLite format 3\x00" + bytes(range(256)) * 20, "is not a journal of access-chess, or it is damaged"),
        (None, "that is a folder"),
    ],
)
def test_something_else_in_the_place_of_the_journal(
    home: Path, command: tuple[str, ...], content: bytes | None, sentence: str
) -> None:
    path = home / "journal.sqlite"
    path.mkdir() if content is None else path.write_bytes(content)
    result = run(*command, *(() if command[0] in ("games", "export") else ("--no-sound",)))
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "name",
    [
        'Anna "A" B.',
        "back\\slash",
        "Bob\x1b[2J\x07",
        'x"]\n[Result "0-1"]\n\n1. h4',
        "{brace} ; %",
        "rtl\u202e",
        "\ufdd0 \t",
    ],
)
def test_names_change_no_line_and_no_move(home: Path, name: str) -> None:
    """What is in a name stays in it: one line of the list, one tag of the scoresheet."""
    run("play", "--no-sound", "--opponent", "human", "--name", name, typed="f3\ne5\ng4\nQh4\nquit\n")
    listed = run("games").stdout
    assert listed.count("\n") == 1
    assert not {"\x1b", "\x07", "\t", "\u202e"} & set(listed)
    assert run("export", "1", str(home / "game.pgn")).exit_code == 0
    text = (home / "game.pgn").read_text(encoding="utf-8")
    assert not {"\x1b", "\x07", "\t"} & set(text)
    read = io.StringIO(text)
    game = chess.pgn.read_game(read)
    assert game is not None
    assert not game.errors
    assert [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert game.headers["Result"] == "0-1"
    assert chess.pgn.read_game(read) is None


def test_nothing_is_made_by_looking(home: Path) -> None:
    assert run("games").stdout == "There is no game in the journal yet.\n"
    assert run("export", "1").stderr == "There is no game 1 in the journal.\n"
    assert run("doctor", "--save-journal", str(home / "saved.sqlite")).stderr.startswith("There is no journal")
    assert [diagnosis.slots for diagnosis in examine()] == [{"path": str(home / "journal.sqlite"), "games": "0"}]
    assert not list(home.iterdir())


def test_a_journal_that_may_only_be_read(home: Path) -> None:
    """As on a medium that cannot be written: there is no room for a log beside the file, but what was in it counts."""
    written("played", home)
    play("--resume")
    run("games"), run("export", "1"), examine()  # what they import may be where nobody else may read
    left_open = sqlite3.connect(home / "journal.sqlite")  # with a log beside it, as after a power cut
    left_open.execute("UPDATE games SET result = '0-1' WHERE game = 8")
    left_open.commit()
    medium = Path(tempfile.mkdtemp())
    for file in home.glob("journal.sqlite*"):
        if not file.name.endswith("-shm"):
            shutil.copyfile(file, medium / file.name)
            (medium / file.name).chmod(0o444)
    left_open.close()
    medium.chmod(0o555)
    try:
        with without_rights_over_files(), pytest.MonkeyPatch.context() as patch:
            patch.setenv("ACCESS_CHESS_HOME", str(medium))
            games, sheet, refused, seen = run("games"), run("export", "1"), play(), examine()
    finally:
        medium.chmod(0o755)
        shutil.rmtree(medium)
    assert games.stdout.splitlines()[7].endswith("0-1.")
    assert "4. Qxf7#" in sheet.stdout
    assert refused.exit_code == 2
    assert [diagnosis.works for diagnosis in seen] == [False]
    assert "cannot be opened for writing; see that you may write into its folder." in refused.stdout, "and it is asked"


@contextmanager
def without_rights_over_files() -> Iterator[None]:
    """What follows is done as somebody who is not the administrator, for whom the rights of files hold."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("is_replaced", [False, True])
@pytest.mark.parametrize("line", ["e5\n", ""])
def test_the_file_is_gone_during_play(home: Path, line: str, is_replaced: bool) -> None:
    """It is noticed before the next move is heard, and at the latest at the end; nothing that was played is lost."""
    child = subprocess.Popen(
        [sys.executable, "-m", "access_chess", "play", "--no-sound", "--voices", "en", "--opponent", "human"],
        env=os.environ | {"ACCESS_CHESS_HOME": str(home)}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("e4\n")
    child.stdin.flush()
    while "Eva four" not in (said := child.stdout.readline()):
        assert said
    path = home / "journal.sqlite"
    path.unlink()
    if is_replaced:
        written("played", home)
    said, error = child.communicate(f"{line}quit\n")
    assert child.returncode == 2
    assert "Eva five" not in said
    assert "is kept" not in said
    happened = "was replaced by another file" if is_replaced else "was removed"
    place = home / "journal-saved.sqlite" if is_replaced else path
    assert error.startswith(f"The journal {happened} during play. All of it is saved in {place}.")
    if is_replaced:
        assert run("games").stdout.count("\n") == 8
        place.replace(path)
    assert run("games").stdout.count("\n") == 1
    assert run("export", "1").stdout.endswith("1. e4 *\n")
