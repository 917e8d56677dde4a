"""Whether a screen reader runs on this machine, and who speaks then: one of two voices, never both."""

import contextlib
import os
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path, PurePath

PATIENCE = 5.0  # seconds for the system's own list of programs
#: Of the environment: two programs with one of these alike belong to the same desktop, or to none.
_DESKTOP = ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY")


def running_programs() -> list[str]:
    """The names of the programs that run for this user at this desktop; none where the system does not tell."""
    import platform  # takes its time, as the next does
    import subprocess

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


class Speech(StrEnum):
    """The program's own voice; the user's screen reader, beside the program's short sounds; or writing alone."""

    OWN = "own"
    SCREEN_READER = "screen-reader"
    NONE = "none"


#: what a screen reader calls itself, by the program that runs, in small letters and without ".exe"
SCREEN_READERS = {
    "orca": "Orca",
    "espeakup": "Speakup",
    "fenrir": "Fenrir",
    "nvda": "NVDA",
    "jfw": "JAWS",
    "narrator": "Narrator",
    "voiceover": "VoiceOver",
}


def screen_reader_among(programs: Iterable[str]) -> str | None:
    """The name of the first screen reader among programs that run; None: there is none.

    >>> screen_reader_among(["explorer.exe", "nvda.exe"]), screen_reader_among(["bash", "VoiceOver"])
    ('NVDA', 'VoiceOver')
    """
    names = (program.lower().removesuffix(".exe") for program in programs)
    return next((SCREEN_READERS[name] for name in names if name in SCREEN_READERS), None)
