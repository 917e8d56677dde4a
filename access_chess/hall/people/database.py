"""Who is signed in, who sits where, and which codes are out: `hall.sqlite`, beside the journal.

Neither codes nor sessions stand here as they are, but by their digests: a thief of the file cannot use them.
"""

import secrets
import sqlite3
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

import chess
from msgspec import Struct

from access_chess.hall.people import hall_file
from access_chess.hall.people.hall_file import GuestRooms, HallFile, SimulBook, StarBook
from access_chess.hall.rules.codes import Digest, digested, new_code, plain_code
from access_chess.laws.by_color import ByColor
from access_chess.machine_clock import WallClock, utc_now

SESSION_LASTS = timedelta(hours=16)  # a day of play; there is no sign-out for want of activity during a game
LONG_SESSION_LASTS = timedelta(days=90)  # of players by correspondence
CODE_LASTS = timedelta(minutes=10)

_TABLES = """
CREATE TABLE IF NOT EXISTS people (person INTEGER PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sessions (
    digest BLOB PRIMARY KEY, person INTEGER NOT NULL REFERENCES people, csrf TEXT NOT NULL, expires TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS games (
    game INTEGER PRIMARY KEY, level INTEGER NOT NULL, following INTEGER, is_public INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS seats (
    game INTEGER NOT NULL REFERENCES games, color INTEGER NOT NULL, person INTEGER NOT NULL REFERENCES people,
    PRIMARY KEY (game, color)
);
CREATE TABLE IF NOT EXISTS assistants (
    game INTEGER NOT NULL REFERENCES games, color INTEGER NOT NULL, person INTEGER REFERENCES people,
    PRIMARY KEY (game, color)
);
CREATE TABLE IF NOT EXISTS ruled (game INTEGER PRIMARY KEY REFERENCES games);
CREATE TABLE IF NOT EXISTS consents (
    game INTEGER PRIMARY KEY REFERENCES games, asked INTEGER REFERENCES people, is_named INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE IF NOT EXISTS days (game INTEGER PRIMARY KEY REFERENCES games);
CREATE TABLE IF NOT EXISTS feeds (person INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, made TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS life (one INTEGER PRIMARY KEY CHECK (one = 1), wall TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS codes (
    digest BLOB PRIMARY KEY, role TEXT NOT NULL, game INTEGER, color INTEGER, takes_over INTEGER NOT NULL,
    expires TEXT NOT NULL
);
"""


class Role(StrEnum):
    """What a person at a page may be beside a player of games."""

    PLAYER = "player"
    ASSISTANT = "assistant"  # of a player: a code's role and no person's, since it is for one seat
    ARBITER = "arbiter"
    DISPLAY = "display"  # a large screen in the hall, which an arbiter lets show boards without delay


class Visitor(Struct, frozen=True, kw_only=True):
    """Somebody who is signed in: `session` is the digest of the session's token, `csrf` proves that a form is ours."""

    person: int
    name: str
    role: Role
    session: bytes
    csrf: str


class Seated(Struct, frozen=True, kw_only=True):
    """Who sits at a game, by color; None where nobody does. `following`: the game that is played after it.

    `is_public`: the players let others watch, with their names where it `is_named`. The person who is `asked` has
    joined since, and has not said yet whether they may.
    """

    game: int
    level: int
    white: int | None
    black: int | None
    following: int | None
    is_public: bool
    is_named: bool = True
    asked: int | None = None

    def color_of(self, person: int) -> chess.Color | None:
        """The color of a person; None where they do not play."""
        return next((color for color in chess.COLORS if self.person_of(color) == person), None)

    def person_of(self, color: chess.Color) -> int | None:
        """Who plays this color."""
        return self.white if color else self.black


class Grant(Struct, frozen=True, kw_only=True):
    """What a code was good for. With `takes_over` the seat may be another's, who has lost the session, say."""

    role: Role
    game: int | None
    color: chess.Color | None
    takes_over: bool = False


class HallDatabase:
    """One file, used from several threads and, for `serve code`, from a second process. Raises StorageError."""

    def __init__(self, path: Path | None, *, wall: WallClock = utc_now) -> None:
        """Opens or creates the file; None: in memory."""
        self._wall = wall
        self._file = HallFile(path, _TABLES + hall_file.GUEST_TABLES + hall_file.SIMUL_TABLES + hall_file.STAR_TABLES)
        self.simuls = SimulBook(self._file)
        self.guests = GuestRooms(self._file, wall)
        self.lessons = StarBook(self._file)

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def sign_in(self, name: str, role: Role = Role.PLAYER) -> str:
        """A new person with a new session; its token."""
        with self._file.transaction() as database:
            person = database.execute("INSERT INTO people (name, role) VALUES (?, ?)", (name, role.value)).lastrowid
            assert person is not None, "SQLite numbers the rows"
            return self._begin_session(database, person)

    def renew(self, visitor: Visitor, name: str | None = None) -> str:
        """A new session of the same person, who may have another name now; the old one ends."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM sessions WHERE digest = ?", (visitor.session,))
            if name is not None:
                database.execute("UPDATE people SET name = ? WHERE person = ?", (name, visitor.person))
            return self._begin_session(database, visitor.person)

    def promote(self, visitor: Visitor, role: Role) -> None:
        """Give a person another role."""
        with self._file.transaction() as database:
            database.execute("UPDATE people SET role = ? WHERE person = ?", (role.value, visitor.person))

    def visitor(self, token: str) -> Visitor | None:
        """Whose session this is; None where there is none, or where it has run out."""
        query = (
            "SELECT person, name, role, csrf FROM sessions JOIN people USING (person) WHERE digest = ? AND expires > ?"
        )
        digest = digested(token)
        row = self._file.row(query, digest, self._wall().isoformat())
        if row is None:
            return None
        return Visitor(person=row[0], name=row[1], role=Role(row[2]), session=digest, csrf=row[3])

    def has_session(self, digest: bytes) -> bool:
        """Whether a session still counts: asked by its streams."""
        query = "SELECT 1 FROM sessions WHERE digest = ? AND expires > ?"
        return self._file.row(query, digest, self._wall().isoformat()) is not None

    def is_arbiter(self, digest: bytes) -> bool:
        """Whether a session still counts, and is an arbiter's: asked by the stream of that page."""
        query = "SELECT role FROM sessions JOIN people USING (person) WHERE digest = ? AND expires > ?"
        row = self._file.row(query, digest, self._wall().isoformat())
        return row is not None and row[0] == Role.ARBITER.value

    def end_session(self, digest: bytes) -> None:
        """Sign somebody out."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM sessions WHERE digest = ?", (digest,))

    def keep_game(
        self,
        game: int,
        level: int,
        seats: dict[chess.Color, int],
        *,
        after: int | None = None,
        is_public: bool = False,
        is_ruled: bool = False,
        has_days: bool = False,
        assisted: frozenset[chess.Color] = frozenset(),
    ) -> None:
        """A game that is hosted here, with those who sit there; `after` is the game that it follows.

        `is_ruled`: an arbiter of the hall rules on it. It `has_days` for each move. Players who are `assisted` have an
        assistant each, who has still to come.
        """
        with self._file.transaction() as database:
            row = (game, level, is_public)
            database.execute("INSERT INTO games (game, level, is_public) VALUES (?, ?, ?)", row)
            if after is not None:
                database.execute("UPDATE games SET following = ? WHERE game = ?", (game, after))
            if is_ruled:
                database.execute("INSERT INTO ruled (game) VALUES (?)", (game,))
            if has_days:
                database.execute("INSERT INTO days (game) VALUES (?)", (game,))
            for color, person in seats.items():
                database.execute("INSERT INTO seats VALUES (?, ?, ?)", (game, int(color), person))
            for color in assisted:
                database.execute("INSERT INTO assistants VALUES (?, ?, NULL)", (game, int(color)))

    def take_seat(self, game: int, color: chess.Color, person: int, *, takes_over: bool = False) -> bool:
        """Sit down where nobody sits, or in another's place; is the seat this person's now?"""
        with self._file.transaction() as database:
            query = "SELECT person FROM seats WHERE game = ? AND color = ?"
            before = database.execute(query, (game, int(color))).fetchone()
            how = "REPLACE" if takes_over else "IGNORE"
            database.execute(f"INSERT OR {how} INTO seats VALUES (?, ?, ?)", (game, int(color), person))
            database.execute("UPDATE assistants SET person = NULL WHERE game = ? AND person = ?", (game, person))
            is_his = bool(database.execute(query, (game, int(color))).fetchone()[0] == person)
            if is_his and before != (person,):
                _hide_until_asked(database, game, person)
            return is_his

    def let_watch(self, game: int, person: int, *, is_public: bool, is_named: bool) -> None:
        """What a person who has joined says of others who want to watch, if they were asked."""
        with self._file.transaction() as database:
            answered = "UPDATE consents SET asked = NULL, is_named = ? WHERE game = ? AND asked = ?"
            if database.execute(answered, (is_named, game, person)).rowcount:
                database.execute("UPDATE games SET is_public = ? WHERE game = ?", (is_public, game))

    def assist(self, game: int, color: chess.Color, person: int) -> bool:
        """Become the assistant of a player who has one; False where there is none, or the person plays in it."""
        with self._file.transaction() as database:
            if database.execute("SELECT 1 FROM seats WHERE game = ? AND person = ?", (game, person)).fetchone():
                return False
            database.execute("UPDATE assistants SET person = NULL WHERE game = ? AND person = ?", (game, person))
            row = (person, game, int(color))
            changed = database.execute("UPDATE assistants SET person = ? WHERE game = ? AND color = ?", row)
            return changed.rowcount == 1

    def has_assistant(self, game: int, color: chess.Color) -> bool:
        """Whether it was agreed that this player has an assistant."""
        query = "SELECT 1 FROM assistants WHERE game = ? AND color = ?"
        return self._file.row(query, game, int(color)) is not None

    def assisted_by(self, person: int, game: int) -> chess.Color | None:
        """The color of the player whom a person assists in a game; None where they assist nobody."""
        row = self._file.row("SELECT color FROM assistants WHERE game = ? AND person = ?", game, person)
        return None if row is None else bool(row[0])

    def seated(self, game: int) -> Seated | None:
        """Who sits at a game; None where no such game is hosted here."""
        row = self._file.row("SELECT level, following, is_public FROM games WHERE game = ?", game)
        if row is None:
            return None
        seats = dict(self._file.rows("SELECT color, person FROM seats WHERE game = ?", game))
        asked, is_named = self._file.row("SELECT asked, is_named FROM consents WHERE game = ?", game) or (None, 1)
        return Seated(
            game=game, level=row[0], white=seats.get(1), black=seats.get(0), following=row[1], is_public=bool(row[2]),
            is_named=bool(is_named), asked=asked,
        )  # fmt: skip

    def has_game(self, game: int) -> bool:
        """Whether there is such a game at pages."""
        return self.seated(game) is not None

    def games_of(self, person: int) -> tuple[int, ...]:
        """The games of a person who plays in them or assists, the newest first."""
        query = (
            "SELECT game FROM seats WHERE person = ? UNION SELECT game FROM assistants WHERE person = ? "
            "ORDER BY game DESC"
        )
        rows = self._file.rows(query, person, person)
        return tuple(row[0] for row in rows)

    def new_feed(self, person: int) -> str:
        """The token of a feed of a person's games, in the place of the former one."""
        token = secrets.token_urlsafe(32)
        with self._file.transaction() as database:
            row = (person, digested(token), self._wall().isoformat())
            database.execute("INSERT OR REPLACE INTO feeds VALUES (?, ?, ?)", row)
        return token

    def person_of_feed(self, digest: Digest) -> int | None:
        """Whose feed has the token with this digest; None: nobody's."""
        row = self._file.row("SELECT person FROM feeds WHERE digest = ?", digest)
        return None if row is None else int(row[0])

    def feed_made(self, digest: Digest) -> datetime:
        """When a feed was made (UTC)."""
        return datetime.fromisoformat(self._file.row("SELECT made FROM feeds WHERE digest = ?", digest)[0])

    def public_games(self) -> tuple[int, ...]:
        """The games that others may watch, the newest first."""
        return tuple(row[0] for row in self._file.rows("SELECT game FROM games WHERE is_public ORDER BY game DESC"))

    def ruled_games(self) -> tuple[int, ...]:
        """The games that an arbiter rules on."""
        return tuple(row[0] for row in self._file.rows("SELECT game FROM ruled ORDER BY game"))

    def no_longer_ruled(self, game: int) -> None:
        """A game that was ruled on is over."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM ruled WHERE game = ?", (game,))

    def games_of_days(self) -> tuple[int, ...]:
        """The games by correspondence that were not over when they were last looked at."""
        return tuple(row[0] for row in self._file.rows("SELECT game FROM days ORDER BY game"))

    def no_more_days(self, game: int) -> None:
        """A game by correspondence is over."""
        with self._file.transaction() as database:
            database.execute("DELETE FROM days WHERE game = ?", (game,))

    def last_sign_of_life(self) -> datetime | None:
        """When the hall was last known to be there (UTC); None: never."""
        row = self._file.row("SELECT wall FROM life")
        return None if row is None else datetime.fromisoformat(row[0])

    def live(self) -> None:
        """The hall is there now."""
        with self._file.transaction() as database:
            database.execute("INSERT OR REPLACE INTO life VALUES (1, ?)", (self._wall().isoformat(),))

    def keep_long(self, token: str) -> None:
        """A session whose player comes back after days."""
        expires = (self._wall() + LONG_SESSION_LASTS).isoformat()
        with self._file.transaction() as database:
            database.execute("UPDATE sessions SET expires = ? WHERE digest = ?", (expires, digested(token)))

    def signed_in(self) -> tuple[tuple[int, str, Role], ...]:
        """Who has a session: the person's number, name and role."""
        query = (
            "SELECT DISTINCT person, name, role FROM people JOIN sessions USING (person) WHERE expires > ? "
            "ORDER BY person"
        )
        rows = self._file.rows(query, self._wall().isoformat())
        return tuple((row[0], row[1], Role(row[2])) for row in rows)

    def end_sessions(self, person: int) -> tuple[bytes, ...]:
        """Sign a person out everywhere; the digests of the sessions that were theirs."""
        with self._file.transaction() as database:
            rows = database.execute("DELETE FROM sessions WHERE person = ? RETURNING digest", (person,)).fetchall()
        return tuple(row[0] for row in rows)

    def name_of(self, person: int) -> str:
        """How a person is called."""
        row = self._file.row("SELECT name FROM people WHERE person = ?", person)
        return "" if row is None else str(row[0])

    def names_at(self, game: int) -> ByColor[str]:
        """How those are called who sit at a game; empty where nobody does, and for those who have told no name."""
        seated = self.seated(game)
        people = (None, None) if seated is None else (seated.white, seated.black)
        return ByColor(*("" if person is None else self.name_of(person) for person in people))

    def new_code(
        self, role: Role, *, game: int | None = None, color: chess.Color | None = None, takes_over: bool = False
    ) -> str:
        """A code for one sign-in, good for ten minutes, in groups of five."""
        code = new_code()
        digest = digested(plain_code(code))
        expires = (self._wall() + CODE_LASTS).isoformat()
        with self._file.transaction() as database:
            database.execute("DELETE FROM codes WHERE expires <= ?", (self._wall().isoformat(),))
            database.execute(
                "INSERT INTO codes VALUES (?, ?, ?, ?, ?, ?)",
                (digest, role.value, game, None if color is None else int(color), takes_over, expires),
            )
        if role is Role.PLAYER and game is not None and color is not None:
            self.guests.open(code, game, color, takes_over=takes_over, expires=expires)
        return code

    def open_codes(self) -> frozenset[bytes]:
        """The digests of the codes that are good still."""
        rows = self._file.rows("SELECT digest FROM codes WHERE expires > ?", self._wall().isoformat())
        return frozenset(row[0] for row in rows)

    def use_code(self, digest: Digest) -> Grant | None:
        """What the code with this digest is good for; it is used up by this. None: there is none, or it has run out."""
        with self._file.transaction() as database:
            query = "SELECT role, game, color, takes_over FROM codes WHERE digest = ? AND expires > ?"
            row = database.execute(query, (digest, self._wall().isoformat())).fetchone()
            database.execute("DELETE FROM codes WHERE digest = ?", (digest,))
        if row is None:
            return None
        color = None if row[2] is None else bool(row[2])
        return Grant(role=Role(row[0]), game=row[1], color=color, takes_over=bool(row[3]))

    def _begin_session(self, database: sqlite3.Connection, person: int) -> str:
        token = secrets.token_urlsafe(32)
        expires = (self._wall() + SESSION_LASTS).isoformat()
        database.execute("DELETE FROM sessions WHERE expires <= ?", (self._wall().isoformat(),))
        row = (digested(token), person, secrets.token_urlsafe(16), expires)
        database.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", row)
        return token


def _hide_until_asked(database: sqlite3.Connection, game: int, person: int) -> None:
    """The player who joins says whether others may watch the game; where an arbiter rules, the arbiter has said so."""
    query = "UPDATE games SET is_public = 0 WHERE game = ? AND is_public AND game NOT IN (SELECT game FROM ruled)"
    if database.execute(query, (game,)).rowcount:
        database.execute("INSERT OR IGNORE INTO consents (game) VALUES (?)", (game,))
        database.execute("UPDATE consents SET asked = ? WHERE game = ?", (person, game))
