"""Where the firmware is built, and what is said when it cannot be."""

from pathlib import Path

import pytest

from access_chess.edge.boards import firmware as firmware_build
from access_chess.edge.boards.firmware import NoEmulatorError, build, build_folder
from access_chess.edge.storage.places import data_folder
from tests.support.board_sim import built


def test_a_checkout_builds_beside_its_sources() -> None:
    assert build_folder() == data_folder("hardware") / "build"


def test_an_installed_program_builds_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(firmware_build, "data_folder", lambda name: tmp_path / "_data" / name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert tmp_path / "_data" not in build_folder().parents and "access_chess" in build_folder().parts


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda tool: None if tool == "avr-gcc" else f"/usr/bin/{tool}")
    with pytest.raises(NoEmulatorError, match=r"needs avr-gcc\."):
        build()


def test_a_failing_build_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    built()  # left out where the tools lack
    monkeypatch.setattr("shutil.which", lambda tool: f"/usr/bin/{tool}")
    for name in ("firmware", "emulator"):
        (tmp_path / "hardware" / name).mkdir(parents=True)
        (tmp_path / "hardware" / name / "Makefile").write_text("all host:\n\t@echo error: the ink is dry >&2; false\n")
    monkeypatch.setattr(firmware_build, "data_folder", lambda name: tmp_path / name)
    with pytest.raises(NoEmulatorError, match="the ink is dry"):
        build(tmp_path / "build")
