"""Chess engines as programs, and where they are found."""

import os

EXTRA_PLACES: tuple[str, ...] = (
    "/usr/games",
    "/usr/local/games",
    "/opt/homebrew/bin",
)  # Debian and Homebrew, often not on the path


def places() -> str:
    """Every folder in which an engine may be, as a path of the system's."""
    return os.pathsep.join((os.environ.get("PATH", os.defpath), *EXTRA_PLACES))
