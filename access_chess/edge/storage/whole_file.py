"""Files that are there whole or not at all, whatever happens while they are written."""

import contextlib
import os
import tempfile
from pathlib import Path

PART = ".part"  # the end of the name while it is written; what a killed process leaves has it
ORDINARY = 0o666  # what a new file may be, before the user's mask


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and put it there when it is on the disk: who reads it reads the old or the new one.

    A pipe or a device is written as it is. Raises OSError that names `path`; then what was there before is untouched.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        _replace(path.resolve(), content)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _replace(path: Path, content: bytes) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    handle, name = tempfile.mkstemp(prefix=".access-chess-", suffix=PART, dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(path.stat().st_mode & 0o777 if path.exists() else ORDINARY & ~_mask())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
