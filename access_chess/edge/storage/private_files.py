"""Files and folders that are nobody else's business: games with sealed moves, voices, names, what was practised."""

import contextlib
import os
from pathlib import Path

PRIVATE = 0o600
PRIVATE_FOLDER = 0o700
_BESIDE = ("-wal", "-shm")  # what SQLite writes beside a database, with the rights that it finds there


def make_private(path: Path) -> None:
    """See to it that the file is there, made empty where it is not, and that its owner alone may read it.

    Others have no instant in which they could. Rights that cannot be changed stay. Raises OSError.
    """
    make_private_folder(path.parent)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    for each in (path, *(path.with_name(f"{path.name}{end}") for end in _BESIDE)):
        with contextlib.suppress(OSError):  # another's file, a medium without rights
            each.chmod(PRIVATE)


def make_private_folder(path: Path) -> None:
    """Make a folder, and those above it, that their owner alone may look into; what is there stays. Raises OSError."""
    if not path.is_dir():
        make_private_folder(path.parent)
        path.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
