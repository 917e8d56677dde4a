"""What was read of the packs, kept in the user's folder: a start reads a file or three in place of all their TOML.

A kept file begins with what it was made of: each file of `voices/`, each of the program's own that reads them, and the
program that runs (a frozen one has no files of its own), with size and time of change. Where anything of that is
another, or the file is not what it should be, it is made anew; where it cannot be written, nothing is kept, and nothing
is told.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from access_chess.edge.storage.places import user_folder, write_private

FOLDER = "packs"
_PACKAGE = Path(__file__).resolve().parents[2]
_READERS = ("edge/packs", "speech/language", "notation", "requests")  # where the values and their reading are written

T = TypeVar("T")


def kept(voices: Path, name: str, kind: type[T], make: Callable[[], T]) -> T:
    """The value that was kept under this name if the packs in `voices` are as they were then, else what `make` makes.

    Raises what `make` does.
    """
    file, head = user_folder() / FOLDER / f"{name}.msgpack", _made_of(voices)
    with contextlib.suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
        content = file.read_bytes()
        if content.startswith(head):
            return msgspec.msgpack.decode(memoryview(content)[len(head) :], type=kind)
    made = make()
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_private(file, head + msgspec.msgpack.encode(made))
    return made


@cache
def _made_of(voices: Path) -> bytes:
    packs = sorted(entry.path for entry in os.scandir(voices) if entry.is_dir())
    files = [line for folder in (str(voices), *packs) for line in _sizes(folder, ".toml")]
    rooms = [folder for room in _READERS if (folder := _PACKAGE / room).is_dir()]
    readers = [line for folder in rooms for line in _sizes(str(folder), ".py")]
    return "\n".join((*files, *readers, _size(sys.executable, Path(sys.executable).stat()), "", "")).encode()


def _sizes(folder: str, suffix: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.endswith(suffix):
            yield _size(entry.path, entry.stat())


def _size(path: str, found: os.stat_result) -> str:
    return f"{path} {found.st_size} {found.st_mtime_ns}"
