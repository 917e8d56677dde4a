"""Streams that are closed, full, of another alphabet or full of rubbish: the program says so, and loses nothing."""

import contextlib
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from access_chess.cli import SafeOutput, main
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.laws.by_color import both
from access_chess.laws.commands import Resign, StartClock
from access_chess.laws.setup import Setup
from access_chess.session.record import begin_game, resume_game
from tests.support.driver import Driver
from tests.support.terminal_player import PATIENCE, ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="redirections of a POSIX shell")

PLAY = "play --no-sound --voices en --opponent human"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LATIN = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "iso8859-1"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def shell(
    redirected: str, *, typed: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """What a POSIX shell makes of `access-chess` with these arguments and redirections."""
    return subprocess.run(
        ["sh", "-c", f"exec {sys.executable} -m access_chess {redirected}"], input=typed, capture_output=True,
        cwd=ROOT, env={**os.environ, **(environment or {})}, timeout=PATIENCE * 6, check=False,
    )  # fmt: skip


def moves_of(number: int) -> list[str]:
    journal = Journal(journal_file())
    try:
        return [ply.move.uci() for ply in resume_game(journal, number).game.plies]
    finally:
        journal.close()


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "utf-8:strict"}, ASCII, LATIN])
def test_a_byte_that_is_no_text_does_not_make_the_game_deaf(home: Path, environment: dict[str, str]) -> None:
    ended = shell(PLAY, typed=b"e4\n\xff\xe4\ne5\nquit\n", environment=environment)
    assert ended.returncode == 0
    assert ended.stderr == b""
    assert moves_of(1) == ["e2e4", "e7e5"]


def test_a_byte_that_is_no_text_does_not_make_the_clock_deaf(home: Path) -> None:
    ended = shell(
        "clock --time 300 --no-sound --voices en", typed=b"\xff\nblack press\nclocks\n",
        environment={"PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip
    assert ended.returncode == 0
    assert "The game begins. White to move." in ended.stdout.decode()


@pytest.mark.parametrize(
    ("redirected", "status", "told"),
    [
        (f"{PLAY} <&-", 0, b""),
        (f"{PLAY} <&- >&-", 0, b""),
        (f"{PLAY} <&- >&- 2>&-", 0, b""),
        ("games >/dev/full", 2, b"The output cannot be written: No space left on device.\n"),
        ("--help >/dev/full", 2, b"The output cannot be written: No space left on device.\n"),
        ("say e4 >&-", 0, b""),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_streams_that_are_closed_or_full(home: Path, redirected: str, status: int, told: bytes) -> None:
    Journal(journal_file()).close()
    if redirected.startswith("games"):
        shell(PLAY)
    ended = shell(redirected)
    assert (ended.returncode, ended.stderr) == (status, told)


STORY = "tests/stories/clock/in_time_to_the_second.toml"
WRITES = [
    "demo --no-sound --fast",
    "guide --text",
    "guide --whole --no-sound",
    "games",
    "export 1",
    "export 1 --to html",
    "replay 1 --no-sound",
    "compare 1 1",
    "complete 1 --as white --no-sound",
    "settings",
    "help",
    "help play",
    "--help",
    "play --help",
    "--version",
    f"story {STORY} {STORY}",
    "say e4",
    "winnable 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "voices list",
    "voices say draw_offered",
    "clock --presets",
    "openings list",
    "enrol list",
    "learned list",
    "train statistics --no-sound",
    "puzzles find --help",
]


@pytest.fixture(scope="module")
def kept_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    with contextlib.closing(Journal(folder / "journal.sqlite")) as journal:
        session = Driver(begin_game(journal, Setup(presses_for=both(True))), journal)
        session.do(StartClock(), Resign(color=chess.WHITE))
    return folder


@pytest.mark.parametrize("command", WRITES)
def test_whatever_writes_ends_without_a_word_where_nobody_reads_any_more(
    kept_game: Path, command: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As `| head -1` has it: with the status that a shell gives to what has written to nobody."""
    monkeypatch.setenv(HOME_VARIABLE, str(kept_game))
    reading, writing = os.pipe()
    os.close(reading)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    with os.fdopen(writing, "w") as nobody, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", SafeOutput(nobody))
        name, _, rest = command.partition(" ")
        arguments = [name, rest] if name == "winnable" else command.split()
        assert main.main(arguments, standalone_mode=False) == 141
    assert capfd.readouterr() == ("", "")


def test_the_program_ends_as_quietly_as_its_command(home: Path) -> None:
    ended = shell('guide --text | { read -r line; echo "$line"; }')  # as `head` does, which is not everywhere
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.startswith(b"#") and ended.stdout.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("full", [">/dev/full", ">&-"])
def test_moves_are_kept_where_nothing_can_be_written(home: Path, full: str) -> None:
    ended = shell(f"{PLAY} {full}", typed=b"e4\ne5\n")
    assert ended.returncode == (2 if "full" in full else 0)
    assert ended.stderr.count(b"\n") == (1 if "full" in full else 0)
    assert moves_of(1) == ["e2e4", "e7e5"]


@pytest.mark.parametrize("environment", [ASCII, LATIN])
@pytest.mark.parametrize("voices", ["de", "fr", "ru", "mr", "is"])
def test_every_language_can_be_written_in_every_locale(home: Path, voices: str, environment: dict[str, str]) -> None:
    ended = shell(f"say --voices {voices} e4", environment=environment)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip()


def test_letters_of_german_are_spelt_where_there_are_none(home: Path) -> None:
    typed = b"quit\n"
    spelt = shell("play --no-sound --voices de --opponent human", typed=typed, environment=ASCII)
    assert b"Weiss am Zug." in spelt.stdout
    written = shell("play --no-sound --voices de --opponent human", typed=typed, environment=LATIN)
    assert "Weiß am Zug.".encode("iso8859-1") in written.stdout


@pytest.mark.parametrize("arguments", [f"{PLAY} --name 'An\x1b[2Jna\x9b'", f"{PLAY} --position 'x\x1b[2J'"])
def test_what_steers_a_terminal_is_shown_not_sent(home: Path, arguments: str) -> None:
    ended = shell(arguments, typed=b"e4\x1b[2J\nanna\x07\nmoves\nquit\n")
    games = shell("games")
    for written in (ended.stdout, ended.stderr, games.stdout):
        assert not {*written} & {*b"\x00\x07\x1b\x9b"} - {*"\u009b".encode()}, written
        assert "\u009b" not in written.decode()
    assert b"\\x1b[2J" in ended.stdout + ended.stderr


def test_a_program_that_is_told_to_end_says_nothing_of_it(home: Path) -> None:
    playing = subprocess.Popen(
        [sys.executable, "-m", "access_chess", *PLAY.split()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    assert playing.stdin is not None and playing.stdout is not None
    playing.stdin.write(b"e4\n")
    playing.stdin.flush()
    while b"Eva four" not in playing.stdout.readline():
        pass
    playing.terminate()
    assert playing.communicate(timeout=PATIENCE)[1] == b""
    assert playing.returncode == 128 + signal.SIGTERM
    assert moves_of(1) == ["e2e4"]


def test_what_is_said_beside_a_window_is_written_in_the_terminal_too(home: Path) -> None:
    playing = subprocess.Popen(
        [sys.executable, "-m", "access_chess", *PLAY.split(), "--ui", "window"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
    )  # fmt: skip
    assert playing.stdout is not None
    while (line := playing.stdout.readline()) != b"The game begins. White to move.\n":
        assert line
    playing.terminate()
    assert playing.wait(PATIENCE) == 128 + signal.SIGTERM
    playing.stdout.close()
