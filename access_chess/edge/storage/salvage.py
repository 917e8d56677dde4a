"""What can still be read of a damaged journal, written into a new file: every game as far as it is whole."""

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path

from access_chess.edge.storage.damage import Damage, DamagedError, Kept, kept_game, read_entries
from access_chess.edge.storage.entry_chain import first_link, link
from access_chess.edge.storage.journal_errors import explained
from access_chess.edge.storage.journal_opening import open_to_play, open_to_read
from access_chess.edge.storage.journal_tables import add_game, insert, journal_name, numbered_games, save_copy
from access_chess.laws.commands import Result
from access_chess.laws.events import GameEnded, MovesTakenBack
from access_chess.session.ports import Entry, JournalError


@dataclass(frozen=True, kw_only=True)
class Saved:
    """What was saved of a game: so many entries, all of them where `damage` is None."""

    game: int
    entries: int
    damage: Damage | None


def save_journal(path: Path, place: Path) -> tuple[Saved, ...]:
    """Write all games of the journal at `path` that can be read into a new one. Raises JournalError."""
    if not path.exists():
        raise JournalError(f"There is no journal {path}.")
    if place.exists():
        raise JournalError(f"The file {place} is there already; name one that is not.")
    with contextlib.closing(open_to_read(path)) as source, explained(place):
        target, _ = open_to_play(None)
        with contextlib.closing(target):
            name, saved = journal_name(target), []
            target.execute("BEGIN")
            for number, _ in numbered_games(source):
                kept = kept_game(source, number)
                entries, damage = _read(kept) if kept else ((), None)
                if kept and entries:
                    chain = first_link(name, number)
                    add_game(target, number, _result(entries))
                    for row in kept.rows[: len(entries)]:
                        chain = link(chain, row)
                        insert(target, number, replace(row, chain=chain))
                    target.execute(
                        "UPDATE games SET entries = ?, chain = ? WHERE game = ?", (len(entries), chain, number)
                    )
                saved.append(Saved(game=number, entries=len(entries), damage=damage))
            target.execute("COMMIT")
            save_copy(target, place)
    return tuple(saved)


def _read(kept: Kept) -> tuple[tuple[Entry, ...], Damage | None]:
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
