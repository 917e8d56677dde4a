"""Can games be kept, and those that were be read? For `access-chess doctor`."""

from access_chess.edge.finding import Finding
from access_chess.edge.storage.damage import Damage
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.session.ports import JournalError

SAVING = "access-chess doctor --save-journal FILE writes what can be read into another file."


def examine() -> list[Finding]:
    """One finding, and one more for each game that is damaged."""
    try:
        journal = Journal(journal_file())
        survey = journal.survey()
        journal.close()
    except JournalError as error:
        mend = f"Move that file away, or name another folder in the environment variable {HOME_VARIABLE}."
        return [Finding(part="journal", works=False, seen=str(error), mend=mend)]
    damages = [each for each in survey if isinstance(each, Damage)]
    count = len(survey) - len(damages)
    kept = Finding(part="journal", works=True, seen=f"Games kept in {journal_file()}: {count}.")
    return [kept, *(Finding(part="journal", works=False, seen=str(damage), mend=SAVING) for damage in damages)]
