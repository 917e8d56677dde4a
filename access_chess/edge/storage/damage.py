"""Is what stands in the journal a game? Each entry is checked as it is read, and a damage is named with its place.

A game is whole when its entries are numbered without a gap, hang on each other, bear instants that never run backwards,
and tell events that follow from the first by replay, each move on the board that the moves before it left.
"""

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta

import chess
from msgspec import Struct

from access_chess.edge.storage.event_text import LONGEST, read_event
from access_chess.edge.storage.journal_file import first_link, link, readable_rows
from access_chess.entry_row import EntryRow
from access_chess.laws.commands import Author, Role
from access_chess.laws.events import (
    BoardsCompared,
    Event,
    GameSetUp,
    MoveCounterSet,
    MoveMade,
    MovesTakenBack,
    PeriodBegun,
    PositionRestored,
)
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.session.ports import Entry

_COLORS = {"white": chess.WHITE, "black": chess.BLACK}
MICROSECOND = timedelta(microseconds=1)
MOST_MOVES = 10_000  # longer than any game that the rules let go on
ZERO = timedelta()

_AUTHORS = {
    f"{role.value} {color}".strip(): Author(role=role, color=_COLORS.get(color))
    for role in Role
    for color in ("", *_COLORS)
}

#: What python-chess and the fold raise at events that cannot follow each other.
_IMPOSSIBLE = (ValueError, LookupError, AssertionError, AttributeError, TypeError, ArithmeticError, RecursionError)

_ROWS = "SELECT number, at, wall, author, command, form, event, chain FROM entries WHERE game = ? ORDER BY number"


class Damage(Struct, frozen=True, kw_only=True):
    """What is wrong with a game, and from which entry on; all before it can be read."""

    game: int
    entry: int
    problem: str

    def __str__(self) -> str:
        return f"Game {self.game} is damaged at entry {self.entry}: {self.problem}."


class DamagedError(Exception):
    """A game is damaged; `entries` are those before the place."""

    def __init__(self, damage: Damage, entries: Sequence[Entry] = ()) -> None:
        super().__init__(str(damage))
        self.damage = damage
        self.entries = tuple(entries)


class StoredGame(Struct, frozen=True, kw_only=True):
    """A game as it stands on disk: its rows, and how many there should be, with the last link."""

    game: int
    rows: tuple[EntryRow, ...]
    count: int
    chain: bytes


def kept_game(database: sqlite3.Connection, game: int) -> StoredGame | None:
    """The rows of a game, as far as the file can be read; None when there is no such game. Raises sqlite3.Error."""
    heads = readable_rows(database, "SELECT entries, chain FROM games WHERE game = ?", game)
    rows = tuple(EntryRow(*row) for row in readable_rows(database, _ROWS, game))
    if not heads and not rows:
        return None
    count, chain = heads[0] if heads else (len(rows), b"")
    return StoredGame(game=game, rows=rows, count=count, chain=chain)


def check_chain(kept: StoredGame) -> None:
    """Whether nothing was changed since it was written. Raises DamagedError."""
    before = first_link(kept.game)
    for place, row in enumerate(kept.rows):
        _check_link(kept.game, place, before, row)
        before = row.chain
    _check_end(kept, before)


def read_entries(kept: StoredGame) -> tuple[Entry, ...]:
    """All entries of a game, checked. Raises DamagedError with those before the damage."""
    entries: list[Entry] = []
    before, game, at = first_link(kept.game), None, 0
    try:
        for place, row in enumerate(kept.rows):
            _check_link(kept.game, place, before, row)
            entry = _entry(kept.game, place, row, at)
            game = _replayed(kept.game, place, game, entry.event)
            entries.append(entry)
            before, at = row.chain, row.at
        _check_end(kept, before)
    except DamagedError as found:
        raise DamagedError(found.damage, entries) from found
    return tuple(entries)


def first_entry(kept: StoredGame) -> Entry:
    """The entry that sets the game up. Raises DamagedError."""
    entry = _entry(kept.game, 0, kept.rows[0], 0)
    _replayed(kept.game, 0, None, entry.event)
    return entry


def next_entry(game: int, row: EntryRow, before: Game | None, earliest: int) -> tuple[Entry, Game]:
    """A row that somebody else has sent, as the entry that follows in this game, and the game after it.

    `earliest` is the instant of the row before it, in microseconds. Raises DamagedError where it cannot follow.
    """
    entry = _entry(game, row.number, row, earliest)
    return entry, _replayed(game, row.number, before, entry.event)


def _check_link(game: int, place: int, before: bytes, row: EntryRow) -> None:
    if row.number != place:
        raise _found(game, place, "it is missing" if _is_later(row.number, place) else "its number is wrong")
    try:
        is_whole = link(before, row) == row.chain
    except (ValueError, TypeError):  # text that is no Unicode, a number that is none
        is_whole = False
    if not is_whole:
        raise _found(game, place, "it is not as it was written, or one before it was changed")


def _is_later(number: object, place: int) -> bool:
    return isinstance(number, int) and number > place


def _check_end(kept: StoredGame, last: bytes) -> None:
    if len(kept.rows) != kept.count or last != kept.chain:
        problem = (
            "it is missing, or cannot be read" if len(kept.rows) != kept.count else "the end is not as it was written"
        )
        raise _found(kept.game, len(kept.rows), problem)
    if not kept.rows:
        raise _found(kept.game, 0, "it is missing")


def _entry(game: int, place: int, row: EntryRow, earliest: int) -> Entry:
    if not earliest <= row.at <= LONGEST // MICROSECOND:
        raise _found(game, place, "its instant lies before that of the entry above it, or is no time of a game")
    try:
        wall = datetime.fromisoformat(row.wall)
        if wall.utcoffset() is None:
            raise ValueError("it bears no time zone")
        wall.astimezone()  # the first and the last years of the calendar have no local time everywhere
        event, author = read_event(row.event, row.form), _author(row.author)
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise _found(game, place, f"it cannot be read, {error}") from error
    if (at := getattr(event, "at", None)) is not None and not ZERO <= at <= row.at * MICROSECOND:
        raise _found(game, place, "it happened before the game, or after it was written")
    return Entry(number=row.number, at=row.at * MICROSECOND, wall=wall, event=event, author=author, command=row.command)


def author_text(author: Author | None) -> str:
    """An author as it is kept: "player white", "arbiter", or nothing.

    >>> author_text(Author(role=Role.PLAYER, color=chess.WHITE))
    'player white'
    """
    if author is None:
        return ""
    return author.role.value if author.color is None else f"{author.role.value} {chess.COLOR_NAMES[author.color]}"


def _author(text: str) -> Author | None:
    """The author of that text. Raises KeyError."""
    return _AUTHORS[text] if text else None


def _replayed(number: int, place: int, game: Game | None, event: Event) -> Game:
    """The game after an event that has to fit it."""
    try:
        if isinstance(event, GameSetUp) is not (game is None):
            raise ValueError("a game is set up once, in its first entry")
        if game is None:
            assert isinstance(event, GameSetUp), "just compared"
            return new_game(event)
        _check_possible(game, event)
        return evolve(game, event)
    except _IMPOSSIBLE as error:
        reason = str(error) or type(error).__name__
        raise _found(number, place, f"it cannot follow what was before, {reason}") from error


def _check_possible(game: Game, event: Event) -> None:
    """What no fold of events notices. Raises ValueError."""
    match event:
        case MoveMade(color=color, move=move, legal=True):
            if color is not game.board.turn or not game.board.is_legal(move):
                raise ValueError(f"{move} is no legal move for {chess.COLOR_NAMES[color]} in {game.board.fen()}")
        case MovesTakenBack(ply=ply) if not 0 <= ply <= len(game.plies):
            raise ValueError(f"there is no ply {ply}, {len(game.plies)} were played")
        case PositionRestored(ply=ply) | BoardsCompared(ply=ply) if ply < 0:
            raise ValueError(f"there is no ply {ply}")
        case MoveCounterSet(moves=moves) if not 0 <= moves <= MOST_MOVES:
            raise ValueError(f"no player has made {moves} moves")
        case PeriodBegun(color=color, period=period):
            if game.setup.time is None or not 0 <= period < len(game.setup.time.of(color)):
                raise ValueError(f"there is no period {period}")
        case _:
            pass


def _found(game: int, place: int, problem: str) -> DamagedError:
    return DamagedError(Damage(game=game, entry=place, problem=problem.rstrip(".")))
