"""Sheets as files: of a sensible size, in whatever encoding they are, read as text."""

from dataclasses import dataclass
from pathlib import Path

from access_chess.scoresheets.encodings import CYRILLIC, WESTERN, decoded
from access_chess.session.ports import PhrasedError

LARGEST = 1_000_000  # bytes; the longest game of record, with a comment at each move, has not a tenth of it
LARGEST_PGN = 20_000_000  # bytes; some twenty thousand games


class SheetFileError(PhrasedError):
    """The file cannot be a sheet; the message is one plain sentence."""


@dataclass(frozen=True, kw_only=True)
class SheetText:
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
