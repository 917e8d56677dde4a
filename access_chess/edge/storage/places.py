"""Where the program keeps what belongs to the user, where its own data folders are, and how a file is written whole or
not at all, whatever happens meanwhile. Games with sealed moves, voices, names and what was practised are nobody else's
business.

Data folders are inside the installed wheel, or in the checkout it is run from.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs

HOME_VARIABLE = "ACCESS_CHESS_HOME"
CACHE_VARIABLE = "ACCESS_CHESS_CACHE"


def user_folder() -> Path:
    """The folder of the user's data; it may not exist yet.

    The environment variable `ACCESS_CHESS_HOME` names another one, for a USB stick or a test.
    """
    chosen = os.environ.get(HOME_VARIABLE)
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("access-chess", appauthor=False))


def cache_folder() -> Path:
    """Where stands what can be made again at any time; it may not exist yet.

    The environment variable `ACCESS_CHESS_CACHE` names another one, which several homes may share.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else user_folder()


def journal_file() -> Path:
    """The file of the journal, with all games; it may not exist yet."""
    return user_folder() / "journal.sqlite"


def practice_file() -> Path:
    """The file of practice, with the stars of lessons."""
    return user_folder() / "practice.sqlite"


def pages_file() -> Path:
    """The journal of the games that are played at the pages of this machine's hall; it may not exist yet."""
    return user_folder() / "hall-games.sqlite"


_PACKAGE = Path(__file__).resolve().parents[2]


def data_folder(name: str) -> Path:
    """The folder `voices` or `hardware`.

    A wheel carries them under `access_chess/_data`; an editable install reads the live files beside the package.
    Raises FileNotFoundError when neither is there (a broken installation).
    """
    for candidate in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"data folder of access_chess is missing, expected in {_PACKAGE / '_data'}: {name!r}")


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
