"""Stations that sit at games of the hall: each comes with the code of a seat, and comes again with a token.

A station finds the game by the room that is made of its code (`codes.room_of`), and proves that it knows the code.
"""

import secrets

import chess
from msgspec import Struct

from access_chess.edge.hall.hall_file import HallFile
from access_chess.hall.codes import Digest, digested, plain_code, room_of
from access_chess.machine_clock import WallClock

TABLES = """
CREATE TABLE IF NOT EXISTS guest_rooms (
    room TEXT PRIMARY KEY, code BLOB NOT NULL, game INTEGER NOT NULL, color INTEGER NOT NULL,
    takes_over INTEGER NOT NULL, expires TEXT NOT NULL, token BLOB, person INTEGER
);
"""


class GuestRoom(Struct, frozen=True, kw_only=True):
    """A seat that a station may take, or has taken: `code` and `token` are digests.

    The token's is None before the first knock. `person` is who sits there, None as long as nobody has come.
    """

    name: str
    code: Digest
    game: int
    color: chess.Color
    takes_over: bool
    is_fresh: bool
    token: Digest | None = None
    person: int | None = None


class GuestRooms:
    """The rooms in the file of a hall. Raises StorageError."""

    def __init__(self, file: HallFile, wall: WallClock) -> None:
        self._file = file
        self._wall = wall

    def open(self, code: str, game: int, color: chess.Color, *, takes_over: bool, expires: str) -> None:
        """A code has been made for a seat; a station may come with it until it `expires` (ISO 8601, UTC)."""
        digest = digested(plain_code(code))
        row = (room_of(code), digest, game, int(color), takes_over, expires)
        with self._file.transaction() as database:
            now = self._wall().isoformat()
            database.execute("DELETE FROM guest_rooms WHERE person IS NULL AND expires <= ?", (now,))
            database.execute("INSERT INTO guest_rooms VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)", row)

    def room(self, name: str) -> GuestRoom | None:
        """A room by its name; None where there is none, or where its code has run out before anybody came."""
        query = "SELECT code, game, color, takes_over, expires, token, person FROM guest_rooms WHERE room = ?"
        row = self._file.row(query, name)
        if row is None:
            return None
        is_fresh = row[4] > self._wall().isoformat()
        found = GuestRoom(
            name=name, code=row[0], game=row[1], color=bool(row[2]), takes_over=bool(row[3]), is_fresh=is_fresh,
            token=row[5], person=row[6],
        )  # fmt: skip
        return found if is_fresh or found.person is not None else None

    def let_in(self, name: str) -> str:
        """Somebody knows the code: the token with which they come from now on."""
        token = secrets.token_urlsafe(32)
        with self._file.transaction() as database:
            database.execute("UPDATE guest_rooms SET token = ? WHERE room = ?", (digested(token), name))
        return token

    def sit(self, name: str, person: int) -> None:
        """The guest has come, and this is who it is."""
        with self._file.transaction() as database:
            database.execute("UPDATE guest_rooms SET person = ? WHERE room = ?", (person, name))
