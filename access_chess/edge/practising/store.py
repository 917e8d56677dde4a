"""The file of practice, `practice.sqlite`: when what is due, what was tried, and the puzzles of the user's files.

Never the journal: it may be deleted, and only practice is lost. Mistakes of the player are kept there, so that they can
be asked again on another day, and what an analyst has looked at, so that a review goes on where it was left.
"""

import errno
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import chess
import msgspec
from msgspec import Struct

from access_chess.edge.storage.places import make_private, practice_file
from access_chess.phrased_error import PhrasedError
from access_chess.practice.analysis import Analyst, Variation
from access_chess.practice.day import reviewed
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.mistake_drill import KIND, MistakeDrill, mistake_drill
from access_chess.practice.position import after, position_name, position_of, position_text
from access_chess.practice.puzzles import Puzzle
from access_chess.practice.review import Judged
from access_chess.practice.round import Attempt, Grade

VERSION = 1
STARS = "stars"  # the kind of text under which a task of a lesson has its stars; a tale that was told has its own
_TABLES = """
CREATE TABLE IF NOT EXISTS cards (
    kind TEXT NOT NULL, name TEXT NOT NULL, card TEXT NOT NULL, due TEXT NOT NULL, PRIMARY KEY (kind, name)
);
CREATE TABLE IF NOT EXISTS attempts (
    at TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, grade TEXT NOT NULL, tries INTEGER NOT NULL,
    hints INTEGER NOT NULL, seconds REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS puzzles (
    name TEXT PRIMARY KEY, before TEXT NOT NULL, moves TEXT NOT NULL, rating INTEGER, themes TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS texts (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (kind, name));
"""


class PracticeStoreError(PhrasedError):
    """The file of practice cannot be read or written; the message is one plain sentence."""


class KeptAttempt(Struct, frozen=True, kw_only=True):
    """An attempt, and when it was made (UTC)."""

    at: datetime
    attempt: Attempt


class PracticeStore:
    """The file; each method raises PracticeStoreError. For one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._told():
            make_private(path)
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            version = self._database.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise PracticeStoreError("practice_later", path=path, version=version)
            self._database.executescript(_TABLES)
            self._database.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def keep(self, attempt: Attempt, at: datetime) -> None:
        """Remember an attempt, when its drill is due again, and the most stars that it ever had."""
        with self._told(), self._database:
            row = self._database.execute(
                "SELECT card FROM cards WHERE kind = ? AND name = ?", (attempt.kind, attempt.name)
            ).fetchone()
            card, due = reviewed(None if row is None else row[0], attempt.grade, at)
            self._database.execute(
                "INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?)", (attempt.kind, attempt.name, card, due.isoformat())
            )
            seconds = attempt.time.total_seconds()
            self._database.execute(
                "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?)",
                (at.isoformat(), attempt.kind, attempt.name, attempt.grade, attempt.tries, attempt.hints, seconds),
            )
            if attempt.stars is not None:
                most = max(attempt.stars, int(self.text(STARS, attempt.name) or 0))
                self.keep_text(STARS, attempt.name, str(most))

    def due(self, kind: str, at: datetime) -> tuple[str, ...]:
        """The names of what is due by then, the longest overdue first."""
        with self._told():
            rows = self._database.execute(
                "SELECT name FROM cards WHERE kind = ? AND due <= ? ORDER BY due", (kind, at.isoformat())
            )
            return tuple(name for (name,) in rows)

    def known(self, kind: str) -> frozenset[str]:
        """The names of all that was ever asked."""
        with self._told():
            rows = self._database.execute("SELECT name FROM cards WHERE kind = ?", (kind,))
            return frozenset(name for (name,) in rows)

    def attempts(self) -> tuple[KeptAttempt, ...]:
        """All attempts, in their order."""
        with self._told():
            rows = self._database.execute(
                "SELECT at, kind, name, grade, tries, hints, seconds FROM attempts ORDER BY at"
            ).fetchall()
            return tuple(
                KeptAttempt(
                    at=datetime.fromisoformat(at),
                    attempt=Attempt(
                        kind=kind,
                        name=name,
                        grade=Grade(grade),
                        tries=tries,
                        hints=hints,
                        time=timedelta(seconds=seconds),
                    ),
                )
                for at, kind, name, grade, tries, hints, seconds in rows
            )

    def add_puzzles(self, puzzles: Iterable[Puzzle]) -> int:
        """Remember puzzles of the user's; how many of them are new."""
        with self._told(), self._database:
            before = self._database.total_changes
            self._database.execute("BEGIN")
            self._database.executemany(
                "INSERT OR IGNORE INTO puzzles VALUES (?, ?, ?, ?, ?)",
                (
                    (
                        each.name,
                        each.before,
                        " ".join(move.uci() for move in each.moves),
                        each.rating,
                        " ".join(sorted(each.themes)),
                    )
                    for each in puzzles
                ),
            )
            return self._database.total_changes - before

    def puzzles(self, names: Sequence[str]) -> dict[int, Puzzle]:
        """The user's puzzles of these names, by the number that they got when they came."""
        marks = ", ".join("?" * len(names))
        return self._puzzles(f"{_PUZZLES} WHERE name IN ({marks})", tuple(names))

    def new_puzzles(self, most: int) -> dict[int, Puzzle]:
        """So many of the user's puzzles that they have not met yet, the easiest first, by their numbers."""
        order = "WHERE name NOT IN (SELECT name FROM cards) ORDER BY rating IS NULL, rating, rowid LIMIT ?"
        return self._puzzles(f"{_PUZZLES} {order}", (most,))

    def _puzzles(self, query: str, values: tuple[str | int, ...]) -> dict[int, Puzzle]:
        with self._told():
            return {number: _puzzle(row) for number, *row in self._database.execute(query, values)}

    def keep_text(self, kind: str, name: str, text: str) -> None:
        """Keep a text under a name: a repertoire, a review."""
        with self._told():
            self._database.execute("INSERT OR REPLACE INTO texts VALUES (?, ?, ?)", (kind, name, text))

    def text(self, kind: str, name: str) -> str | None:
        """A text that was kept under this name."""
        with self._told():
            row = self._database.execute("SELECT text FROM texts WHERE kind = ? AND name = ?", (kind, name)).fetchone()
            return None if row is None else str(row[0])

    def remove_text(self, kind: str, name: str) -> bool:
        """Remove a text; whether there was one under this name."""
        with self._told():
            return self._database.execute("DELETE FROM texts WHERE kind = ? AND name = ?", (kind, name)).rowcount > 0

    def texts(self, kind: str) -> dict[str, str]:
        """All texts of a kind, by their names, in the order in which they were kept."""
        with self._told():
            return dict(
                self._database.execute("SELECT name, text FROM texts WHERE kind = ? ORDER BY rowid", (kind,)).fetchall()
            )

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            problem = (getattr(error, "strerror", None) or str(error)).rstrip(".")
            raise PracticeStoreError(_phrase(error), path=self._path, error=problem) from error


def _phrase(error: Exception) -> str:
    """What went wrong; only a damaged file is ever to be moved away."""
    name, number = getattr(error, "sqlite_errorname", ""), getattr(error, "errno", None)
    if name == "SQLITE_FULL" or number == errno.ENOSPC:
        return "practice_disk_full"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")):
        return "practice_held"
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_CANTOPEN")) or number in _NOT_ALLOWED:
        return "practice_denied"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")) or isinstance(error, ValueError):
        return "practice_damaged"
    if type(error) is sqlite3.DatabaseError and not name:
        return "practice_damaged"
    return "practice_unusable"


_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)
_PUZZLES = "SELECT rowid, name, before, moves, rating, themes FROM puzzles"


def _puzzle(row: Sequence[Any]) -> Puzzle:
    name, before, moves, rating, themes = row
    return Puzzle(
        name=name,
        before=before,
        moves=tuple(map(chess.Move.from_uci, moves.split())),
        rating=rating,
        themes=frozenset(themes.split()),
    )


class _Kept(msgspec.Struct, frozen=True):
    start: str
    moves: tuple[str, ...]
    move: str
    best: tuple[int, int | None, tuple[str, ...]]
    reply: tuple[int, int | None, tuple[str, ...]] | None
    good: tuple[str, ...]


def keep_mistake(
    store: PracticeStore,
    name: str,
    start: chess.Board,
    moves: tuple[chess.Move, ...],
    mistake: Judged,
    good: frozenset[chess.Move],
    *,
    known: Known = outcome,
) -> MistakeDrill:
    """Keep a mistake under its name; the drill that it makes."""
    kept = _Kept(
        start=position_text(start),
        moves=_texts(moves),
        move=mistake.move.uci(),
        best=_written(mistake.best),
        reply=None if mistake.reply is None else _written(mistake.reply),
        good=_texts(tuple(good)),
    )
    store.keep_text(KIND, name, msgspec.json.encode(kept).decode())
    return mistake_drill(name, start, moves, mistake, good, known=known)


def read_mistake(name: str, text: str, *, known: Known = outcome) -> MistakeDrill:
    """The drill of a mistake that was kept."""
    kept = msgspec.json.decode(text, type=_Kept)
    start, moves = position_of(kept.start), _moves(kept.moves)
    mistake = Judged(
        ply=len(moves),
        board=after(start, *moves),
        move=chess.Move.from_uci(kept.move),
        best=_read(kept.best),
        reply=None if kept.reply is None else _read(kept.reply),
    )
    return mistake_drill(name, start, moves, mistake, frozenset(_moves(kept.good)), known=known)


def _written(line: Variation) -> tuple[int, int | None, tuple[str, ...]]:
    return line.score, line.mate, _texts(line.moves)


def _read(line: tuple[int, int | None, tuple[str, ...]]) -> Variation:
    score, mate, moves = line
    return Variation(score=score, mate=mate, moves=_moves(moves))


def _texts(moves: tuple[chess.Move, ...]) -> tuple[str, ...]:
    return tuple(move.uci() for move in moves)


def _moves(texts: tuple[str, ...]) -> tuple[chess.Move, ...]:
    return tuple(map(chess.Move.from_uci, texts))


_LOOKED_AT = "lines"


class _KeptLine(msgspec.Struct, array_like=True):
    score: int
    mate: int | None
    moves: list[str]


class KeptAnalyst:
    """Fulfils `Analyst`; asks another only of what the file does not know."""

    def __init__(self, analyst: Analyst, store: PracticeStore) -> None:
        self._analyst = analyst
        self._store = store

    def lines(self, board: chess.Board, /, *, nodes: int, count: int = 1) -> tuple[Variation, ...]:
        """The best ways to go on, from the file where it has them."""
        name = f"{nodes} {count} {position_name(board)}"
        kept = self._store.text(_LOOKED_AT, name)
        if kept is not None:
            return tuple(
                Variation(score=line.score, mate=line.mate, moves=tuple(map(chess.Move.from_uci, line.moves)))
                for line in msgspec.json.decode(kept, type=list[_KeptLine])
            )
        found = self._analyst.lines(board, nodes=nodes, count=count)
        rows = [_KeptLine(line.score, line.mate, [move.uci() for move in line.moves]) for line in found]
        self._store.keep_text(_LOOKED_AT, name, msgspec.json.encode(rows).decode())
        return found


def practice_store() -> PracticeStore:
    """The user's file of practice. Raises PracticeStoreError."""
    return PracticeStore(practice_file())
