"""Builds the board's firmware and its emulator from the sources that come with the program."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from msgspec import Struct

from access_chess.edge.storage.places import data_folder

TOOLS = ("make", "gcc", "avr-gcc")


class NoEmulatorError(Exception):
    """The emulator cannot be built on this machine; the text says why, in a sentence."""


class Built(Struct, frozen=True, kw_only=True):
    """What a build made: the emulator, the firmware it runs, and the core as a library of this machine."""

    board_sim: Path
    firmware: Path
    core: Path


def build_folder() -> Path:
    """Where builds go: `hardware/build` of a checkout, else the user's cache."""
    hardware = data_folder("hardware")
    if hardware.parent.name == "_data":
        return Path(platformdirs.user_cache_dir("access_chess")) / "hardware"
    return hardware / "build"


def build(folder: Path | None = None) -> Built:
    """Build what is not built yet; raises NoEmulatorError with the reason."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or os.name != "posix":
        raise NoEmulatorError(f"The emulator needs {', '.join(missing) or 'Linux or macOS'}.")
    hardware, into = data_folder("hardware"), folder or build_folder()
    into.mkdir(parents=True, exist_ok=True)
    with _locked(into / ".lock"):
        _make(hardware / "firmware", into / "firmware", "all", "host")
        _make(hardware / "emulator", into / "emulator")
    return Built(
        board_sim=into / "emulator" / "board_sim",
        firmware=into / "firmware" / "board.elf",
        core=into / "firmware" / "libcore.so",
    )


def _make(sources: Path, into: Path, *targets: str) -> None:
    done = subprocess.run(
        ["make", "--silent", "-C", str(sources), f"BUILD={into}", *targets],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        raise NoEmulatorError(f"Building {sources.name} failed: {(errors or [done.stderr.strip()])[0]}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One build at a time, also among processes."""
    import fcntl  # not on Windows, where there is no emulator

    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
