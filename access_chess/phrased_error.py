"""Errors that are told in a sentence. All rooms may raise one, the pure ones too; the command line tells it."""

import errno
from typing import TypeAlias

Filling: TypeAlias = "int | str | PhrasedError"

#: The numbers of a system's errors that users meet -> phrases without a full stop.
_REASONS = {
    errno.ENOENT: "reason_missing",
    errno.EACCES: "reason_denied",
    errno.EISDIR: "reason_folder",
    errno.ENOTDIR: "reason_no_folder",
    errno.ENOSPC: "reason_disk_full",
    errno.EROFS: "reason_read_only",
}


class PhrasedError(Exception):
    """What the user is told by a phrase of their own language, with what fills its slots.

    What a machine or a library says of itself fills a slot in its own words; another such error fills one with its
    phrase.
    """

    def __init__(self, phrase: str, **slots: object) -> None:
        super().__init__(phrase)
        self.phrase = phrase
        self.slots: dict[str, Filling] = {
            slot: value if isinstance(value, int | PhrasedError) else str(value) for slot, value in slots.items()
        }

    def __str__(self) -> str:
        return " ".join([self.phrase, *(f"{slot}={_shown(value)}" for slot, value in self.slots.items())])


class DataFileError(Exception):
    """A file of a language that cannot be used; the message is one English sentence, for the person who edits it."""


def not_written(error: OSError) -> PhrasedError:
    """What is said of a file that cannot be written."""
    return _about_file("file_unwritten", "output_unwritten", error)


def not_read(error: OSError | UnicodeDecodeError) -> PhrasedError:
    """What is said of a file that cannot be read."""
    return _about_file("file_unread", "input_unread", error)


def cause(error: Exception) -> Filling:
    """What went wrong, without the numbers that the system gives to errors, and without a full stop."""
    if isinstance(error, PhrasedError):
        return error
    phrase = "reason_no_text" if isinstance(error, UnicodeDecodeError) else None
    if isinstance(error, OSError):
        phrase = _REASONS.get(error.errno or 0)
    if phrase is not None:
        return PhrasedError(phrase)
    said = error.strerror if isinstance(error, OSError) else None
    return (said or str(error)).rstrip(".")


def _about_file(phrase: str, without_name: str, error: OSError | UnicodeDecodeError) -> PhrasedError:
    name = error.filename if isinstance(error, OSError) else None
    return (
        PhrasedError(phrase, path=name, error=cause(error)) if name else PhrasedError(without_name, error=cause(error))
    )


def _shown(value: Filling) -> str:
    return f"({value})" if isinstance(value, PhrasedError) else repr(value)
