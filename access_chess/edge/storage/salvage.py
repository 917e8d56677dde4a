"""What can still be read of a damaged journal, written into a new file: every game as far as it is whole."""

import contextlib
import sqlite3
from pathlib import Path

from msgspec import Struct

from access_chess.edge.storage.damage import Damage, DamagedError, StoredGame, kept_game, read_entries
from access_chess.edge.storage.journal_opening import open_to_play, open_to_read
from access_chess.edge.storage.journal_tables import (
    add_game,
    explained,
    heartbeat,
    insert,
    keep_heartbeat,
    numbered_games,
    save_copy,
)
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
