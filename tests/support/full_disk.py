"""Disks that fail: a small one, which the test fills to its last byte and makes room on again, and one by word."""

import contextlib
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from access_chess.edge.storage.journal import Journal
from access_chess.session.ports import JournalError
from tests.support.programs_of_others import leave_out

PATIENCE = 20.0  # seconds until a test gives up
SIZE = "4m"  # bytes: a home with a journal and what was read of the packs


class FailingJournal(Journal):
    """A journal whose disk is full, or hangs, as the test wants it."""

    failure: JournalError | None = None
    released: threading.Event | None = None

    def append(self, *arguments: Any, **keys: Any) -> None:
        if self.released is not None:
            assert self.released.wait(PATIENCE)
        if self.failure is not None:
            raise self.failure
        super().append(*arguments, **keys)

    def beat(self, *arguments: Any, **keys: Any) -> None:
        if self.failure is not None:
            raise self.failure
        super().beat(*arguments, **keys)


class SmallDisk:
    """A folder on a disk of a few megabytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no byte free."""
        with self._filler.open("ab", buffering=0) as filler, contextlib.suppress(OSError):
            while filler.write(b"\0" * 4096):
                pass
        left = os.statvfs(self.folder)
        assert left.f_bavail == 0, "it is full"

    def make_room(self) -> None:
        """Free all that was taken."""
        self._filler.unlink()


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """A disk as long as the block runs; the test is left out where nothing may be mounted."""
    folder.mkdir()
    if shutil.which("mount") is None:
        leave_out("there is no mount here, for a small disk", "REQUIRE_SMALL_DISK")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        leave_out("only root may mount a small disk", "REQUIRE_SMALL_DISK")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=True)
