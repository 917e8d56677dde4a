"""A journal that may be damaged. For `access-chess doctor`: can games be kept, and those that were be read? And what
can still be read, written into a new file: every game as far as it is whole.
"""

import contextlib
import os
import sqlite3
from pathlib import Path

from msgspec import Struct

from access_chess.edge.diagnosis import Diagnosis
from access_chess.edge.storage.damage import Damage, DamagedError, StoredGame, kept_game, read_entries
from access_chess.edge.storage.journal import Journal
from access_chess.edge.storage.journal_file import (
    add_game,
    explained,
    failure,
    heartbeat,
    insert,
    keep_heartbeat,
    numbered_games,
    open_to_play,
    open_to_read,
    save_copy,
)
from access_chess.edge.storage.places import HOME_VARIABLE, journal_file
from access_chess.laws.commands import Result
from access_chess.laws.events import GameEnded, MovesTakenBack
from access_chess.session.ports import Entry, JournalError


class Saved(Struct, frozen=True, kw_only=True):
    """What was saved of a game: so many entries, all of them where `damage` is None."""

    game: int
    entries: int
    damage: Damage | None


def save_journal(path: Path, place: Path) -> tuple[Saved, ...]:
    """Write all games of the journal at `path` that can be read into a new one. Raises JournalError."""
    if not path.exists():
        raise JournalError("journal_none", path=path)
    if place.exists():
        raise JournalError("journal_copy_there", path=place)
    with (
        contextlib.closing(open_to_read(path)) as source,
        explained(place),
        contextlib.closing(open_to_play(None)) as target,
    ):
        target.execute("BEGIN")
        saved = tuple(_saved(source, target, number) for number, _ in numbered_games(source))
        target.execute("COMMIT")
        save_copy(target, place)
    return saved


def _saved(source: sqlite3.Connection, target: sqlite3.Connection, game: int) -> Saved:
    kept = kept_game(source, game)
    if kept is None:
        return Saved(game=game, entries=0, damage=Damage(game=game, entry=0, problem="it cannot be found"))
    entries, damage = _read(kept)
    if entries:
        rows = kept.rows[: len(entries)]
        add_game(target, game, _result(entries), count=len(rows), chain=rows[-1].chain)
        for row in rows:
            insert(target, game, row)
    if damage is None and (beat := heartbeat(source, game)) is not None:
        keep_heartbeat(target, game, *beat)
    return Saved(game=game, entries=len(entries), damage=damage)


def _read(kept: StoredGame) -> tuple[tuple[Entry, ...], Damage | None]:
    try:
        return read_entries(kept), None
    except DamagedError as found:
        return found.entries, found.damage


def _result(entries: tuple[Entry, ...]) -> Result:
    result = Result.NONE
    for entry in entries:
        match entry.event:
            case GameEnded(result=ended):
                result = ended
            case MovesTakenBack():
                result = Result.NONE
            case _:
                pass
    return result


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
