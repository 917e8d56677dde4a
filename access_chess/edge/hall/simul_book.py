"""What is kept of simultaneous exhibitions: their boards, where the giver stands, moves that wait there."""

from collections.abc import Sequence
from datetime import datetime

import chess
import msgspec
from msgspec import Struct

from access_chess.edge.hall.hall_file import HallFile
from access_chess.hall.simul import Giver, Style
from access_chess.laws.commands import Command

TABLES = """
CREATE TABLE IF NOT EXISTS simuls (
    simul INTEGER PRIMARY KEY, giver INTEGER NOT NULL REFERENCES people, color INTEGER NOT NULL, style TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS simul_boards (
    simul INTEGER NOT NULL REFERENCES simuls, board INTEGER NOT NULL, game INTEGER NOT NULL UNIQUE REFERENCES games,
    PRIMARY KEY (simul, board)
);
CREATE TABLE IF NOT EXISTS simul_givers (simul INTEGER PRIMARY KEY REFERENCES simuls, current INTEGER, before INTEGER);
CREATE TABLE IF NOT EXISTS simul_kept (
    game INTEGER PRIMARY KEY REFERENCES games, asked TEXT NOT NULL, wall TEXT NOT NULL
);
"""
_COMMANDS = msgspec.json.Decoder(tuple[Command, ...])


class Simul(Struct, frozen=True, kw_only=True):
    """A simultaneous exhibition: who gives it, with which color, how they come to the boards; their games in order."""

    number: int
    giver: int
    color: chess.Color
    style: Style
    games: tuple[int, ...]


class SimulBook:
    """The exhibitions in the file of a hall, numbered above `after`. Raises StorageError."""

    def __init__(self, file: HallFile) -> None:
        self._file = file
        self.after = 0

    def begin(self, giver: int, color: chess.Color, style: Style, games: Sequence[int]) -> int:
        """An exhibition with these games as its boards; its number."""
        with self._file.transaction() as database:
            last = database.execute("SELECT max(simul) FROM simuls").fetchone()[0] or 0
            number = 1 + max(last, self.after)
            database.execute("INSERT INTO simuls VALUES (?, ?, ?, ?)", (number, giver, int(color), style.value))
            for board, game in enumerate(games, 1):
                database.execute("INSERT INTO simul_boards VALUES (?, ?, ?)", (number, board, game))
            return number

    def simul(self, number: int) -> Simul | None:
        """An exhibition by its number; None where there is none."""
        row = self._file.row("SELECT giver, color, style FROM simuls WHERE simul = ?", number)
        if row is None:
            return None
        boards = self._file.rows("SELECT game FROM simul_boards WHERE simul = ? ORDER BY board", number)
        games = tuple(each[0] for each in boards)
        return Simul(number=number, giver=row[0], color=bool(row[1]), style=Style(row[2]), games=games)

    def of_game(self, game: int) -> Simul | None:
        """The exhibition that a game belongs to; None where it belongs to none."""
        row = self._file.row("SELECT simul FROM simul_boards WHERE game = ?", game)
        return None if row is None else self.simul(row[0])

    def giver(self, simul: int) -> Giver:
        """Where the giver stands."""
        row = self._file.row("SELECT current, before FROM simul_givers WHERE simul = ?", simul)
        return Giver() if row is None else Giver(current=row[0], before=row[1])

    def go(self, simul: int, giver: Giver) -> None:
        """The giver stands elsewhere now."""
        with self._file.transaction() as database:
            database.execute(
                "INSERT OR REPLACE INTO simul_givers VALUES (?, ?, ?)", (simul, giver.current, giver.before)
            )

    def keep(self, game: int, move: Sequence[Command], since: datetime) -> None:
        """A move waits at a board, in the place of what did."""
        with self._file.transaction() as database:
            row = (game, msgspec.json.encode(move).decode(), since.isoformat())
            database.execute("INSERT OR REPLACE INTO simul_kept VALUES (?, ?, ?)", row)

    def kept(self, game: int) -> tuple[Command, ...]:
        """The move that waits at a board; empty where none does."""
        row = self._file.row("SELECT asked FROM simul_kept WHERE game = ?", game)
        return () if row is None else _COMMANDS.decode(row[0])

    def waits_since(self, simul: int) -> dict[int, datetime]:
        """Since when moves wait, by game."""
        query = "SELECT game, wall FROM simul_kept JOIN simul_boards USING (game) WHERE simul = ?"
        return {game: datetime.fromisoformat(wall) for game, wall in self._file.rows(query, simul)}

    def forget(self, game: int) -> None:
        """Nothing waits at this board any more."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM simul_kept WHERE game = ?", (game,))
