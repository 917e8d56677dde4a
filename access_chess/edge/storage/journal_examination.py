"""Can games be kept, and those that were be read? For `access-chess doctor`."""

import os
from pathlib import Path

from access_chess.edge.finding import Finding
from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.journal_errors import sentence
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.session.ports import JournalError

SAVING = "access-chess doctor --save-journal FILE writes what can be read into another file."


def examine() -> list[Finding]:
    """One finding, and one more for each game that is damaged."""
    path = journal_file()
    try:
        journal = Journal.reading(path)
        survey = journal.survey()
        journal.close()
        if not _may_write(path):
            raise JournalError(sentence(path, PermissionError()))
    except JournalError as error:
        mend = f"Move that file away, or name another folder in the environment variable {HOME_VARIABLE}."
        return [Finding(part="journal", works=False, seen=str(error), mend=mend)]
    damages = [each for each in survey if isinstance(each, Damage)]
    count = len(survey) - len(damages)
    kept = Finding(part="journal", works=True, seen=f"Games kept in {path}: {count}.")
    return [kept, *(Finding(part="journal", works=False, seen=str(damage), mend=SAVING) for damage in damages)]


def _may_write(path: Path) -> bool:
    """Whether the file may be written, or made where it is not there yet, with its log beside it."""
    folder = next(folder for folder in path.parents if folder.exists())
    effective = os.access in os.supports_effective_ids
    return all(
        os.access(place, os.W_OK, effective_ids=effective) for place in (folder, *((path,) if path.exists() else ()))
    )
