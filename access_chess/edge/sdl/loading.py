"""How SDL is loaded, the library behind pygame: without waste, and without a word on the terminal."""

import contextlib
import os
import sys
from collections.abc import Iterator

#: What pygame imports where it is there, and does without where it is not; nothing here uses it through pygame.
#: Two thirds of the time that pygame takes to load are theirs, and the first word waits for it.
OPTIONAL = ("numpy", "pkg_resources")

# Where nothing else asks for SIGTERM, SDL would keep it to itself, and who tells the program to end would tell nobody.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")


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
    """Import pygame without what it can do without; code that needs NumPy imports it afterwards as ever."""
    spared = [name for name in OPTIONAL if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # None: as if it were not installed
    try:
        yield
    finally:
        for name in spared:
            del sys.modules[name]
