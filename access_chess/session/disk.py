"""A disk that fails: what is wrong with it and not with the journal, and a game that is begun without it."""

from collections.abc import Callable

from access_chess.session.ports import JournalError
from access_chess.session.record import Record

#: What is wrong with the disk and not with the journal: it may be well again in a moment.
_OF_THE_DISK = frozenset({"journal_disk_full", "journal_denied", "journal_unusable", "journal_held"})


def is_of_the_disk(error: JournalError) -> bool:
    """Whether the game could go on without being kept."""
    return error.phrase in _OF_THE_DISK


def begun(
    begin: Callable[[], Record], *, agree: Callable[[JournalError], None], go_on_in_memory: Callable[[], None]
) -> Record:
    """A new game; where the disk does not take it, one in memory, once `agree` has returned. Raises JournalError."""
    try:
        return begin()
    except JournalError as error:
        if not is_of_the_disk(error):
            raise
        agree(error)
    go_on_in_memory()
    return begin()
