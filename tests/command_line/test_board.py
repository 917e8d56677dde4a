"""`access-chess board`: what a tester hears."""

import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from access_chess.board.wire.frames import Hello
from access_chess.board.wire.reports import (
    BoardReport,
    BoardState,
    ButtonReleased,
    Connected,
    Disconnected,
    Disconnection,
    LeverPressed,
    Lifted,
    Loss,
    Placed,
    ReportsLost,
)
from access_chess.cli import main
from access_chess.conversation.board_notices import report_words
from access_chess.edge.packs.voice_packs import load_voice_pack
from tests.support.board_sim import built
from tests.support.terminal_player import PATIENCE, ROOT, heed_control_c

AT = timedelta()
HELLO = Hello(
    protocol=1,
    major=1,
    minor=2,
    patch=3,
    reset_cause=2,
    debounce=8,
    scan_hertz=1000,
    time_ms=0,
    boot=1,
    number=7,
    build=0,
)


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (Lifted(square=chess.E2, at=AT), "Eva two lifted"),
        (Placed(square=chess.E4, at=AT), "Eva four placed"),
        (LeverPressed(color=chess.WHITE, at=AT), "White's lever pressed"),
        (ButtonReleased(button=3, at=AT), "button three released"),
        (
            Connected(port="P", identity=HELLO, state=BoardState(squares=chess.BB_A1), at=AT),
            "Connected at P: board number 7, firmware 1.2.3, protocol 1, started by reset button or port opened. "
            "One peg is in: Anna one.",
        ),
        (
            Disconnected(port="", reason=Disconnection.NO_BOARD, at=AT),
            "Not connected: no board answered at this port.",
        ),
        (
            ReportsLost(reason=Loss.RESTARTED, state=BoardState(), at=AT),
            "Reports were lost: the board was reset. No peg is in.",
        ),
    ],
)
def test_described(report: BoardReport, said: str) -> None:
    assert report_words(report, load_voice_pack("en")).text == said


@pytest.mark.parametrize("command", [["board"], ["clock", "--no-sound", "--time", "300", "--board"]])
def test_what_can_be_no_port_is_told(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "notes.txt").touch()
    for name in ("nonsense", str(tmp_path / "notes.txt"), str(tmp_path), ""):
        result = CliRunner().invoke(main, [*command, name])
        assert result.exit_code == 2
        assert result.stderr.startswith(f"{name!r} is not a serial port; one looks like /dev/ttyUSB0")
        assert len(result.stderr.splitlines()) == 1


def test_a_port_that_is_not_plugged_in_is_waited_for_and_that_is_said_at_once() -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-m", "access_chess", "board", "/dev/not-there-yet", "--voices", "en"],
        stdout=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=heed_control_c,
    )  # fmt: skip
    assert waiting.stdout is not None
    said, found = waiting.stdout.readline(), waiting.stdout.readline()
    waiting.send_signal(signal.SIGINT)
    waiting.communicate(timeout=PATIENCE)
    assert said == (
        "There is no port /dev/not-there-yet yet. Waiting until the board is plugged in there; end with Control-C.\n"
    )
    assert found.startswith("Not connected at /dev/not-there-yet: ")
    assert waiting.returncode == 0


def test_live_test_on_the_emulated_board(monkeypatch: pytest.MonkeyPatch) -> None:
    built()
    monkeypatch.setattr("access_chess.command_line.board.HAND_ENDS", 3.0)  # a busy machine needs its time
    typed = "lift e2\nplace e4\nhop e9\npress black\npress 4\n"
    result = CliRunner().invoke(main, ["board", "emulator", "--voices", "de"], input=typed)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Das ist die echte Firmware in einem Emulator."
    assert lines[1].endswith("Gustav acht, Hektor acht.")
    assert sorted(lines[2:]) == [
        "Eva vier gesteckt",
        "Eva zwei herausgenommen",
        "Hebel von Schwarz gedrückt",
        "Knopf vier gedrückt",
    ]
    assert "hop e9" in result.stderr


def test_the_trial_speaks_the_testers_language_and_goes_past_what_does_not_answer() -> None:
    built()
    typed = "skip\n" * 70
    squares = " ".join(chess.square_name(square) for square in chess.SquareSet(chess.Board().occupied))
    emptied = "".join(f"lift {name}\n" for name in squares.split())
    result = CliRunner().invoke(
        main, ["board", "emulator", "--trial", "--voices", "de", "--no-sound"], input=emptied + typed
    )
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert "Eine Figur auf Anna eins stecken." in lines
    assert "Ausgelassen: Anna zwei." in lines
    assert lines[-1].startswith("Nicht richtig geantwortet haben: Anna eins, ")
    assert lines[-1].endswith("Hebel von Weiß, Hebel von Schwarz, Knopf eins, Knopf zwei, Knopf drei, Knopf vier.")
