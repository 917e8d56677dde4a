"""What several rooms need of SDL, the library behind pygame."""

import contextlib
import ctypes
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

#: What pygame imports where it is there, and does without where it is not; nothing here uses it through pygame.
#: Two thirds of the time that pygame takes to load are theirs, and the first word waits for it.
OPTIONAL = ("numpy", "pkg_resources")


@contextlib.contextmanager
def quiet_alsa() -> Iterator[None]:
    """Keep what the ALSA library prints on standard error away from it: a screen reader would read it all."""
    if sys.platform != "linux":
        yield
        return
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextlib.contextmanager
def without_extras() -> Iterator[None]:
    """Import pygame without what it can do without; who needs NumPy himself imports it afterwards as ever."""
    spared = [name for name in OPTIONAL if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # None: as if it were not installed
    try:
        yield
    finally:
        for name in spared:
            del sys.modules[name]


def library() -> ctypes.CDLL:
    """The very SDL that pygame has loaded, for what pygame does not hand on. Raises OSError where it is not found.

    A call by ctypes lets the other threads of Python run. pygame's own calls hold them all: to close a device that asks
    Python for its samples is then to wait for each other for ever.
    """
    with without_extras():
        import pygame

    return ctypes.CDLL(str(_library_file(Path(pygame.__file__).parent)))


def _library_file(pygame: Path) -> Path:
    if sys.platform == "win32":
        return pygame / "SDL2.dll"
    if sys.platform == "darwin":
        return pygame / ".dylibs" / "libSDL2-2.0.0.dylib"
    found = re.search(r"\S+/libSDL2-2\S*\.so\S*", Path("/proc/self/maps").read_text(encoding="utf-8"))
    return Path(found[0]) if found else Path("libSDL2-2.0.so.0")
