"""Sheets as files: of a sensible size, in whatever encoding they are, read as text; and a folder in which they are
kept. There none is ever overwritten, and its sums tell what somebody has changed.
"""

import hashlib
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from msgspec import Struct

from access_chess.edge.storage.places import PART, write_whole
from access_chess.phrased_error import PhrasedError
from access_chess.scoresheets.encodings import CYRILLIC, WESTERN, decoded

SUMS = "SHA256SUMS"
READ_ONLY = 0o444
_SUM = re.compile(r"(?P<sum>[0-9a-f]{64}) [ *](?P<name>.+)")


class SheetArchive:
    """The folder of one event. Raises OSError where it cannot be read or written.

    `new` counts the files that were written; `beside` are those that were there with another content, each with the
    name under which the present one was put beside it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.new = 0
        self.beside: list[tuple[Path, Path]] = []
        self._sums = self._read_sums()

    def keep(self, name: str, content: bytes) -> Path:
        """Put a sheet there, not to be written again; the place at which it is, which may be that of an earlier run."""
        place = self.folder / name
        for path in _names_beside(place):
            if not path.exists():
                self._write(path, content)
                path.chmod(READ_ONLY)
                if path != place:
                    self.beside.append((place, path))
                return path
            if path.read_bytes() == content:
                self._sums.setdefault(self._name(path), _sum(content))
                return path
        raise AssertionError("unreachable")

    def files(self, folder: str) -> tuple[str, ...]:
        """The names of the files in one of its folders, the record first, then by the alphabet."""
        names = (path.name for path in (self.folder / folder).iterdir() if path.suffix != PART)
        return tuple(sorted(names, key=lambda name: (not name.startswith("record"), name)))

    def renew(self, name: str, content: bytes) -> None:
        """Write what follows from the sheets, as an index does, where it has changed."""
        path = self.folder / name
        if not path.exists() or path.read_bytes() != content:
            self._write(path, content)
        self._sums[self._name(path)] = _sum(content)

    def close(self) -> None:
        """Write the sums, in the form of sha256sum; those of sheets that were there before stay as they were."""
        lines = [f"{value} *{name}\n" for name, value in sorted(self._sums.items())]
        content = "".join(lines).encode()
        path = self.folder / SUMS
        if not path.exists() or path.read_bytes() != content:
            self._write(path, content)

    def _write(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
        if path.name != SUMS:
            self._sums[self._name(path)] = _sum(content)
        self.new += 1

    def _name(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def _read_sums(self) -> dict[str, str]:
        try:
            lines = (self.folder / SUMS).read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return {}
        return {found["name"]: found["sum"] for line in lines if (found := _SUM.fullmatch(line))}


def _names_beside(path: Path) -> Iterator[Path]:
    """The name itself, then record (2).pgn, record (3).pgn and so on."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem} ({number}){path.suffix}")


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


LARGEST = 1_000_000  # bytes; the longest game of record, with a comment at each move, has not a tenth of it
LARGEST_PGN = 20_000_000  # bytes; some twenty thousand games


class SheetFileError(PhrasedError):
    """The file cannot be a sheet; the message is one plain sentence."""


class SheetText(Struct, frozen=True, kw_only=True):
    """The text of a file, and the old code pages that it was read in; where there are any, all that it may be as well.

    The first of `texts` is the likeliest.
    """

    texts: tuple[str, ...]
    pages: tuple[str, ...] = ()


def read_sheet_file(path: Path, *, language: str, largest: int = LARGEST) -> SheetText:
    """The text of a sheet; `language` is the one that is spoken. Raises SheetFileError, OSError."""
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise SheetFileError("sheet_large", path=path, size=_size(largest))
    if not content.strip():
        raise SheetFileError("sheet_empty", path=path)
    text, pages = decoded(content, language)
    if "\0" in text:
        raise SheetFileError("sheet_no_text", path=path)
    others = [content.decode(page, errors="replace") for page in (*WESTERN, *CYRILLIC)] if pages else []
    return SheetText(texts=tuple(dict.fromkeys((text, *others))), pages=pages)


def _size(largest: int) -> str:
    megabytes = largest // 1_000_000
    return f"{megabytes} megabyte{'s' if megabytes > 1 else ''}"
