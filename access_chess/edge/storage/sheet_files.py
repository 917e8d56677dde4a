"""Sheets as files: of a sensible size, in whatever encoding they are, read as text."""

from pathlib import Path

LARGEST = 2_000_000  # bytes; the longest game of record, with a comment at each move, has not a tenth of it
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


class SheetFileError(Exception):
    """The file cannot be a sheet; the message is one plain sentence."""


def read_sheet_file(path: Path) -> str:
    """The text of a sheet in UTF-8, marked UTF-16 or the old Western encoding. Raises SheetFileError, OSError."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise SheetFileError(f"The file {path} is no scoresheet: it is larger than {LARGEST // 1_000_000} megabytes.")
    if not content.strip():
        raise SheetFileError(f"The file {path} is no scoresheet: it is empty.")
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise SheetFileError(f"The file {path} is no scoresheet: it is no text.")
    return text
