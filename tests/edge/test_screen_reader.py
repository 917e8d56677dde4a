"""A screen reader of this desktop is seen, and not that of another one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from access_chess.edge.screen_reader import running_programs, screen_reader_among


def is_seen(program: Path, environment: Mapping[str, str]) -> bool:
    """Whether a program that runs with this environment is seen."""
    with subprocess.Popen([program], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"here\n")
        process.stdin.flush()
        process.stdout.readline()  # only now does it run under its own name
        return program.name in running_programs()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a program's desktop")
def test_a_program_of_another_desktop_is_not_seen(tmp_path: Path) -> None:
    reader = tmp_path / "fenrir"
    shutil.copy(str(shutil.which("cat")), reader)
    assert is_seen(reader, os.environ)
    assert not is_seen(reader, {**os.environ, "DISPLAY": ":4711"})


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("orca", "Orca"),
        ("nvda.exe", "NVDA"),
        ("jfw.exe", "JAWS"),
        ("Narrator.exe", "Narrator"),
        ("VoiceOver", "VoiceOver"),
    ],
)
def test_screen_readers_are_known_by_their_programs(program: str, name: str) -> None:
    assert screen_reader_among(["bash", program, "explorer.exe"]) == name


def test_a_braille_driver_does_not_speak() -> None:
    assert screen_reader_among(["brltty", "speech-dispatcher", "orca-helper"]) is None
