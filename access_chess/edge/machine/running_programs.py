"""Which programs run on this machine: as much as is needed to see that a screen reader does."""

import contextlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path, PurePath

PATIENCE = 5.0  # seconds for the system's own list of programs
#: Of the environment: two programs with one of these alike belong to the same desktop, or to none.
_DESKTOP = ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY")


def running_programs() -> list[str]:
    """The names of the programs that run for this user at this desktop; none where the system does not tell."""
    import subprocess  # takes its time

    with contextlib.suppress(OSError, subprocess.SubprocessError):
        match platform.system():
            case "Linux":
                return list(_of_this_desktop())
            case "Windows":
                import csv

                listed = _output("tasklist", "/fo", "csv", "/nh")
                return [row[0] for row in csv.reader(listed.splitlines()) if row]
            case "Darwin":
                return [PurePath(line.strip()).name for line in _output("ps", "-A", "-o", "comm=").splitlines()]
    return []


def _output(*command: str) -> str:
    import subprocess

    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=True)
    return done.stdout


def _of_this_desktop() -> Iterator[str]:
    """Other desktops of the user have screen readers of their own, and the system's programs have no environment."""
    own = {name: os.environ.get(name) for name in _DESKTOP}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            name = (folder / "comm").read_text(encoding="utf-8", errors="replace").strip()
            variables = (folder / "environ").read_bytes().decode("utf-8", "replace").split("\0")
            theirs = dict(each.split("=", 1) for each in variables if "=" in each)
            if all(theirs.get(each) == own[each] for each in _DESKTOP):
                yield name
