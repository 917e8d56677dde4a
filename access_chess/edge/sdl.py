"""What several rooms need of SDL, the library behind pygame."""

import contextlib
import os
import sys
from collections.abc import Iterator


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
