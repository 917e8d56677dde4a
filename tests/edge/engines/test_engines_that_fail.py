"""Engines that fail at the board: the player is told in words who plays on, and no process is left."""

import contextlib
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from access_chess.cli import main
from access_chess.edge.engines import uci
from access_chess.edge.engines.uci import open_named
from access_chess.edge.packs.voice_packs import load_voice_pack
from access_chess.edge.practising.judge import Judge
from access_chess.edge.storage.places import HOME_VARIABLE, data_folder
from access_chess.phrased_error import PhrasedError
from access_chess.play.messages import Work
from access_chess.play.worker import Worker
from access_chess.practice.analysis import Variation
from tests.support import uci_odd
from tests.support.engine_table import EngineTable

PACKS = sorted(path.parent.name for path in data_folder("voices").glob("*/phrases.toml"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return tmp_path


def command(how: str, *more: str) -> tuple[str, ...]:
    return (sys.executable, uci_odd.__file__, how, *more)


@contextlib.contextmanager
def played(how: str, file: Path, level: int = 2) -> Iterator[EngineTable]:
    """A game in which White has played e4; it ends with this."""
    table = EngineTable(level, lambda level: open_named(command(how, str(file)), level))
    table.play("e2e4")
    try:
        yield table
    finally:
        table.close()


def assert_gone(file: Path) -> None:
    """A killed process goes soon; one that was left keeps the test from ending."""
    process = int(file.read_text())
    while True:
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].startswith("Z"):
                return
            os.kill(process, 0)
        except OSError:
            return
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("how", "phrase"),
    [
        *((how, "engine_names_no_move") for how in uci_odd.MOVES),
        ("dies", "engine_ended"),
        ("crashes", "engine_ended"),
        ("hangs", "engine_silent"),
        ("hangs-by-nodes", "engine_silent"),
        ("floods", "engine_silent"),
    ],
)
def test_who_plays_on_is_told_and_the_engine_is_ended(
    how: str, phrase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci, "THINKING", 0.1)
    file = tmp_path / "process"
    with played(how, file) as table:
        table.wait_for(lambda game: len(game.plies) == 2)
        (told,) = table.troubles
        assert isinstance(told, PhrasedError) and told.phrase == phrase
        assert told.slots == {"name": "Odd", "level": 2}
        assert_gone(file)  # with the failure, not with the game


@pytest.mark.parametrize("how", ["hangs", "hangs-by-nodes", "floods"])
def test_who_leaves_does_not_wait_for_an_engine_that_hangs(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci, "ANSWER", 3600.0)  # the test would not end
    file = tmp_path / "process"
    with played(how, file) as table:
        while not file.exists() or not file.read_text():
            time.sleep(0.01)
        assert len(table.game.plies) == 1
    assert not table.troubles
    assert_gone(file)


@pytest.mark.parametrize("how", [*uci_odd.OPTIONS])
def test_an_odd_option_is_passed_over_and_the_engine_plays(how: str, tmp_path: Path) -> None:
    with played(how, tmp_path / "process", level=7) as table:
        table.wait_for(lambda game: len(game.plies) == 2)
        assert table.game.plies[1].move.uci() == "a7a6"
    if how in ("small-skill", "odd-elo"):  # nothing is odd about them but what they leave open
        assert not table.troubles
        return
    (told,) = table.troubles
    name = uci_odd.OPTIONS[how].split()[2]
    assert isinstance(told, PhrasedError) and told.phrase == "engine_option_unread"
    assert told.slots == {"name": "Odd", "option": name}


@pytest.mark.parametrize("voices", PACKS)
def test_a_failure_is_told_in_the_players_language(voices: str) -> None:
    arguments = ["play", "--no-sound", "--voices", voices, "--level", "3", "--engine", shlex.join(command("illegal"))]
    result = CliRunner().invoke(main, arguments, input="e2e4\n\nquit\n")
    assert result.exit_code == 0
    pack = load_voice_pack(voices)
    said = pack.phrase("engine_names_no_move", name="Odd", level=3).text
    assert said in result.stdout.splitlines()
    assert "illegal" not in result.output and "rnbqkbnr" not in result.output


def test_in_a_whole_game_a_hanging_engine_is_told_and_leaves_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci, "THINKING", 0.1)
    monkeypatch.setattr(uci, "ANSWER", 1.0)
    file = tmp_path / "process"
    engine = shlex.join(command("hangs", str(file)))
    arguments = ["play", "--no-sound", "--voices", "en", "--level", "1", "--engine", engine]
    result = CliRunner().invoke(main, arguments, input="e2e4\n\nquit\n")
    assert result.exit_code == 0
    said = load_voice_pack("en").phrase("engine_silent", name="Odd", level=1).text
    assert said in result.stdout.splitlines()
    assert_gone(file)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script is the engine")
def test_who_leaves_a_game_does_not_wait_for_a_judge_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked why a move was bad it would think for ever; the work is wanted no more meanwhile."""
    stockfish, file = tmp_path / "stockfish", tmp_path / "process"
    stockfish.write_text(f"#!/bin/sh\nexec {shlex.join(command('hangs-as-judge', str(file)))}\n")
    stockfish.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(uci, "ANALYSIS", 3600.0)  # the test would not end
    judge, said = Judge(), list[Sequence[Variation]]()

    def think(is_stopped: Callable[[], bool]) -> None:
        said.append(judge.thinking_until(is_stopped).lines(chess.Board(), nodes=1))

    worker = Worker(lambda worked: None)
    worker.take(0, Work(job=think))
    while not file.exists() or not file.read_text():
        time.sleep(0.01)
    worker.close()
    assert said == [()]
    judge.close()
    assert_gone(file)
