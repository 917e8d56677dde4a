"""The journal: every event of every game, on disk before anyone hears of it. Append-only; the game is what it tells.

SQLite in write-ahead mode with `synchronous=FULL`: what `append` has returned from survives a power cut. Each entry
hangs on the one before it (`entry_chain`), and is checked when it is read (`damage`).
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from access_chess.edge.storage.damage import (
    MICROSECOND,
    Damage,
    DamagedError,
    author_text,
    check_chain,
    first_entry,
    kept_game,
    read_entries,
)
from access_chess.edge.storage.event_text import FORMAT, write_event
from access_chess.edge.storage.journal_file import (
    MEMORY,
    explained,
    first_link,
    free_place,
    heartbeat,
    insert,
    journal_name,
    keep_heartbeat,
    keep_machine_time,
    link,
    machine_time,
    numbered_games,
    open_to_play,
    open_to_read,
    save_copy,
    sync_folder,
)
from access_chess.entry_row import EntryRow
from access_chess.laws.clock import Instant
from access_chess.laws.commands import Author, Result
from access_chess.laws.events import Event, GameEnded, GameSetUp, MovesTakenBack
from access_chess.laws.setup import Setup
from access_chess.machine_clock import Up
from access_chess.session.ports import Entry, Heartbeat, JournalError

_ROWS = "SELECT number, at, wall, author, command, form, event, chain FROM entries WHERE game = ?"


class GameListed(Struct, frozen=True, kw_only=True):
    """One game of the list: its number, when it began (UTC), what was agreed, its result so far."""

    game: int
    begun: datetime
    setup: Setup
    result: Result


class DamagedGameError(JournalError):
    """A game of the journal cannot be read to its end; `damage` tells the place."""

    def __init__(self, damage: Damage) -> None:
        super().__init__("journal_damaged_game", game=str(damage.game), entry=str(damage.entry), problem=damage.problem)
        self.damage = damage


class _Beat(Struct, frozen=True, kw_only=True):
    """A sign of life that waits to be kept."""

    at: Instant
    wall: datetime
    up: Up | None


class Journal:
    """All games in one file. Each method raises JournalError.

    May be used from several threads; the file may be open in several processes, as long as each plays its own game.
    New games have numbers from `first` on.
    """

    first = 1

    def __init__(self, path: Path | None) -> None:
        """Opens the file to play, or creates it; None: in memory only, for a demonstration."""
        self._begin(path, open_to_play(path))

    @classmethod
    def reading(cls, path: Path) -> Self:
        """Opens the file to be read, and changes nothing in it, as on a medium that is full or cannot be written."""
        journal = cls.__new__(cls)
        journal._begin(path, open_to_read(path))
        return journal

    def _begin(self, path: Path | None, database: sqlite3.Connection) -> None:
        self._path = path or MEMORY
        self._database = database
        self._lock = threading.RLock()
        self._identity = None if path is None else _identity(path)
        self._log = self._path.with_name(f"{self._path.name}-wal")
        self._log_identity: tuple[int, int] | None = None
        self._lost: JournalError | None = None
        self._beats: dict[int, _Beat] = {}  # the signs of life that wait, by game

    @property
    def is_in_memory(self) -> bool:
        """Whether nothing is kept on disk."""
        return self._path == MEMORY

    def go_on_in_memory(self) -> None:
        """Keep new games in memory alone, with the numbers that they would have had in the file."""
        with self._lock, explained(self._path):
            last = self._database.execute("SELECT coalesce(max(game), 0) FROM games").fetchone()[0]
            self._database.close()
            self.first = max(self.first, last + 1)
            self._begin(None, open_to_play(None))

    def begin(self, event: GameSetUp, wall: datetime, /) -> int:
        """A new game with its first event; the game's number."""
        with self._transaction() as database:
            new = (
                "INSERT INTO games (game, result, entries, chain) "
                "SELECT max(coalesce(max(game) + 1, 1), ?), ?, 0, x'' FROM games"
            )
            number = database.execute(new, (self.first, Result.NONE.value)).lastrowid
            assert number is not None, "SQLite numbers the rows"
            self._append(number, 0, first_link(number), (event,), timedelta(), wall)
        return number

    def append(
        self,
        game: int,
        number: int,
        events: Sequence[Event],
        /,
        *,
        at: Instant,
        wall: datetime,
        author: Author | None = None,
        command: str = "",
    ) -> None:
        """Events that followed from one command, all or none; the first gets this number."""
        with self._transaction() as database:
            head = database.execute("SELECT entries, chain FROM games WHERE game = ?", (game,)).fetchone()
            if head is None:
                raise _no_game(game)
            count, chain = head
            if count != number:
                raise JournalError("journal_shared", path=self._path)
            self._append(game, number, chain, events, at, wall, author_text(author), command)

    def beat(self, game: int, /, *, at: Instant, wall: datetime, up: Up | None = None) -> None:
        """A sign of life while a clock runs: the last instant of the game that is known, beside its entries.

        Those that come while the disk is busy are all kept by the next transaction, no matter whose it is: hundreds of
        running clocks would wait in line for one commit each, and every move behind them.
        """
        own = self._beats[game] = _Beat(at=at, wall=wall, up=up)
        with self._lock:
            if self._beats.get(game) is own:
                with self._transaction():
                    pass

    def heartbeat(self, game: int, /) -> Heartbeat | None:
        """The last sign of life of a game, if there is one that is as it was written."""
        with self._lock, explained(self._path):
            beat, found = heartbeat(self._database, game), machine_time(self._database, game)
        if beat is None:
            return None
        up = None if found is None else Up(boot=found[0], time=found[1] * MICROSECOND)
        return Heartbeat(at=beat[0] * MICROSECOND, wall=datetime.fromisoformat(beat[1]), up=up)

    @property
    def name(self) -> str:
        """A random name that the journal got when it was made: two journals are told apart by it."""
        with self._lock, explained(self._path):
            return journal_name(self._database)

    def entries(self, game: int, /) -> tuple[Entry, ...]:
        """All events of a game in their order, checked. Raises DamagedGameError at the first that cannot stand."""
        with self._lock, explained(self._path):
            kept = kept_game(self._database, game)
        if kept is None:
            raise _no_game(game)
        try:
            return read_entries(kept)
        except DamagedError as found:
            raise DamagedGameError(found.damage) from found

    def count(self, game: int, /) -> int:
        """How many entries a game has; none where there is no such game."""
        with self._lock, explained(self._path):
            head = self._database.execute("SELECT entries FROM games WHERE game = ?", (game,)).fetchone()
        return 0 if head is None else int(head[0])

    def rows(self, game: int, /, first: int = 0, most: int = -1) -> tuple[EntryRow, ...]:
        """So many entries from this number on (-1: all), as they stand there, to be reported elsewhere."""
        query = f"{_ROWS} AND number >= ? ORDER BY number LIMIT ?"
        with self._lock, explained(self._path):
            return tuple(EntryRow(*row) for row in self._database.execute(query, (game, first, most)))

    def rows_after(self, game: int, command: str, /) -> tuple[EntryRow, ...]:
        """The entries that followed from the command of this id."""
        query = f"{_ROWS} AND command = ? ORDER BY number"
        with self._lock, explained(self._path):
            return tuple(EntryRow(*row) for row in self._database.execute(query, (game, command)))

    def games(self) -> tuple[GameListed, ...]:
        """Every game that is whole, the oldest first."""
        return tuple(listed for listed in self.survey() if isinstance(listed, GameListed))

    def survey(self) -> tuple[GameListed | Damage, ...]:
        """Every game, the oldest first; of a damaged one the damage."""
        return tuple(self._survey(number, result) for number, result in self._numbers())

    def unfinished(self) -> Iterator[GameListed]:
        """Games without a result, the one that was begun last first.

        Damaged ones are passed over, and `passed_over` tells of them; imported ones too, which nobody plays here.
        """
        for number, result in reversed(self._numbers()):
            listed = self._survey(number, result) if result == Result.NONE.value else None
            if isinstance(listed, GameListed) and not listed.setup.is_imported:
                yield listed

    def last_unfinished(self) -> int | None:
        """The game that was begun last and has no result, or None; a clock alone is none."""
        return next((listed.game for listed in self.unfinished() if not listed.setup.is_clock_alone), None)

    def unfinished_at(self, site: str) -> int | None:
        """The game that was begun last at this place and has no result, or None."""
        return next((listed.game for listed in self.unfinished() if listed.setup.occasion.site == site), None)

    def passed_over(self, chosen: int | None) -> tuple[Damage, ...]:
        """Of the games without a result that were begun after this one (None: all), those that are damaged."""
        later = [number for number, result in self._numbers() if result == Result.NONE.value and number > (chosen or 0)]
        surveyed = [self._survey(number, Result.NONE.value) for number in later]
        return tuple(each for each in surveyed if isinstance(each, Damage))

    def confirm(self) -> None:
        """Whether the file is still where it was. Raises JournalError, after all was saved, when it is not."""
        with self._lock:
            if self._lost is None and self._identity is not None and _identity(self._path) != self._identity:
                self._lost = self._saved()
            if self._lost is not None:
                raise self._lost

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def _numbers(self) -> list[tuple[int, str]]:
        with self._lock, explained(self._path):
            return numbered_games(self._database)

    def _survey(self, number: int, result: str) -> GameListed | Damage:
        with self._lock, explained(self._path):
            kept = kept_game(self._database, number)
        if kept is None:
            return Damage(game=number, entry=0, problem="it cannot be found")
        try:
            check_chain(kept)
            first = first_entry(kept)
            assert isinstance(first.event, GameSetUp), "so it was checked"
            return GameListed(game=number, begun=first.wall, setup=first.event.setup, result=Result(result))
        except DamagedError as found:
            return found.damage
        except ValueError:
            return Damage(game=number, entry=0, problem=f"its result {result[:20]!r} is none")

    def _append(
        self,
        game: int,
        number: int,
        chain: bytes,
        events: Sequence[Event],
        at: Instant,
        wall: datetime,
        author: str = "",
        command: str = "",
    ) -> None:
        database = self._database
        for count, event in enumerate(events, number):
            row = EntryRow(
                number=count, at=at // MICROSECOND, wall=wall.isoformat(), author=author, command=command,
                form=FORMAT, event=write_event(event),
            )  # fmt: skip
            chain = link(chain, row)
            insert(database, game, replace(row, chain=chain))
            if isinstance(event, (GameEnded, MovesTakenBack)):
                result = event.result if isinstance(event, GameEnded) else Result.NONE
                database.execute("UPDATE games SET result = ? WHERE game = ?", (result.value, game))
        database.execute("UPDATE games SET entries = ?, chain = ? WHERE game = ?", (number + len(events), chain, game))

    def _saved(self) -> JournalError:
        """Save all that the file held that is not there any more, and let it go; the sentence that says where.

        Its log still lies there. SQLite would take it for the log of whatever file is in that place, so it goes too.
        """
        is_free = not self._path.exists()
        place = free_place(self._path, "-saved")
        with explained(place):
            save_copy(self._database, place)
            self._database.close()
            if is_free or _identity(self._log) == self._log_identity:
                for log in (self._log, self._path.with_name(f"{self._path.name}-shm")):
                    log.unlink(missing_ok=True)
            if is_free:
                place = place.rename(self._path)
                sync_folder(place.parent)
        phrase = "journal_removed" if is_free else "journal_replaced"
        return JournalError(phrase, place=str(place), path=str(self._path))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, explained(self._path):
            self.confirm()
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
                kept = self._keep_beats()
                self._database.execute("COMMIT")
                for game, beat in kept.items():
                    if self._beats.get(game) is beat:
                        del self._beats[game]
                self._log_identity = self._log_identity or _identity(self._log)
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise

    def _keep_beats(self) -> "dict[int, _Beat]":
        """Write all signs of life that wait; those that come meanwhile wait for the next transaction."""
        waiting = self._beats.copy()  # in one step: others put theirs in meanwhile
        for game, beat in waiting.items():
            up = None if beat.up is None else (beat.up.boot, beat.up.time // MICROSECOND)
            keep_heartbeat(self._database, game, beat.at // MICROSECOND, beat.wall.isoformat())
            keep_machine_time(self._database, game, up)
        return waiting


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies there, by device and number; None when there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino


def _no_game(number: int) -> JournalError:
    return JournalError("journal_no_game", game=str(number))
