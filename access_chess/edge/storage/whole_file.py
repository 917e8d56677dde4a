"""Files that are there whole or not at all, whatever happens while they are written."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from access_chess.edge.storage.private_files import PRIVATE

PART = ".part"  # the end of the name while it is written; what a killed process leaves has it
ORDINARY = 0o666  # what a new file may be, before the user's mask


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and put it there when it is on the disk: who reads it reads the old or the new one.

    A pipe or a device is written as it is. Raises OSError that names `path`; then what was there before is untouched.
    """
    with _named(path):
        _write(path, content, path.stat().st_mode & 0o777 if path.exists() else ORDINARY & ~_mask())


def write_private(path: Path, content: bytes) -> None:
    """Write a file likewise that its owner alone may read."""
    with _named(path):
        _write(path, content, PRIVATE)


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _write(path: Path, content: bytes, mode: int) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(content)
    else:
        _replace(path.resolve(), content, mode)


def _replace(path: Path, content: bytes, mode: int) -> None:
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    handle, name = tempfile.mkstemp(prefix=".access-chess-", suffix=PART, dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
