"""When garbage is looked for: not before the first word, and never in what was imported for it."""

import gc


def look_for_garbage() -> None:
    """From now on; all that there is by now stays."""
    gc.freeze()
    gc.enable()
