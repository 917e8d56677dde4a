"""Sheets as files: of a sensible size, in whatever encoding they are, read as text."""

from pathlib import Path

from access_chess.session.ports import PhrasedError

LARGEST = 1_000_000  # bytes; the longest game of record, with a comment at each move, has not a tenth of it
LARGEST_PGN = 20_000_000  # bytes; some twenty thousand games
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
#: What programs before Unicode wrote: Western and Cyrillic of Windows, then of DOS, then of Unix.
OLD_ENCODINGS = ("cp1252", "cp1251", "cp866", "koi8-r", "cp850")


class SheetFileError(PhrasedError):
    """The file cannot be a sheet; the message is one plain sentence."""


def read_sheet_file(path: Path, *, largest: int = LARGEST) -> tuple[str, ...]:
    """The text of a sheet; where its encoding cannot be known, in each that it may be. Raises SheetFileError, OSError.

    That is UTF-8, UTF-16 with its mark or without, else one of the old encodings.
    """
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise SheetFileError("sheet_large", path=path, size=_size(largest))
    if not content.strip():
        raise SheetFileError("sheet_empty", path=path)
    texts = tuple(dict.fromkeys(_decoded(content)))
    if "\0" in texts[0]:
        raise SheetFileError("sheet_no_text", path=path)
    return texts


def _size(largest: int) -> str:
    megabytes = largest // 1_000_000
    return f"{megabytes} megabyte{'s' if megabytes > 1 else ''}"


def _decoded(content: bytes) -> list[str]:
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), _guessed(content))
    try:
        return [content.decode(encoding)]
    except UnicodeDecodeError:
        return [content.decode(old, errors="replace") for old in OLD_ENCODINGS]


def _guessed(content: bytes) -> str:
    """UTF-16 has a zero in every second byte of Latin letters and digits."""
    sample = content[:4000]
    for zeros, encoding in ((sample[1::2], "utf-16-le"), (sample[::2], "utf-16-be")):
        if len(content) % 2 == 0 and zeros and zeros.count(0) > len(zeros) // 2:
            return encoding
    return "utf-8"
