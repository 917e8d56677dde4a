"""Can games be kept, and those that were be read? For `access-chess doctor`."""

import os
from pathlib import Path

from access_chess.edge.diagnosis import Diagnosis
from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.journal_tables import failure
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.session.ports import JournalError

PART = "doctor_part_journal"


def examine() -> list[Diagnosis]:
    """One diagnosis, and one more for each game that is damaged."""
    path = journal_file()
    try:
        journal = Journal.reading(path)
        survey = journal.survey()
        journal.close()
        if not _may_write(path):
            raise failure(path, PermissionError())
    except JournalError as error:
        slots = {**{slot: str(value) for slot, value in error.slots.items()}, "variable": HOME_VARIABLE}
        return [Diagnosis(part=PART, works=False, found=error.phrase, mend="doctor_mend_journal", slots=slots)]
    damages = [each for each in survey if isinstance(each, Damage)]
    slots = {"path": str(path), "games": str(len(survey) - len(damages))}
    kept = Diagnosis(part=PART, works=True, found="doctor_journal_kept", slots=slots)
    return [kept, *map(_of_damage, damages)]


def _of_damage(damage: Damage) -> Diagnosis:
    slots = {"game": str(damage.game), "entry": str(damage.entry), "problem": damage.problem}
    return Diagnosis(part=PART, works=False, found="journal_damaged", mend="journal_saving", slots=slots)


def _may_write(path: Path) -> bool:
    """Whether the file may be written, or made where it is not there yet, with its log beside it."""
    folder = next(folder for folder in path.parents if folder.exists())
    effective = os.access in os.supports_effective_ids
    return all(
        os.access(place, os.W_OK, effective_ids=effective) for place in (folder, *((path,) if path.exists() else ()))
    )
