"""Who is signed in, and which codes are out, where several halls are one: a person who is signed in at one is at all.

The games that are played here, and who sits at them, stand in this hall's own file as ever.
"""

import secrets
from datetime import timedelta
from pathlib import Path

import chess
import msgspec

from access_chess.hall.cluster.jetstream import Bucket
from access_chess.hall.people.database import (
    CODE_LASTS,
    LONG_SESSION_LASTS,
    SESSION_LASTS,
    Grant,
    HallDatabase,
    Role,
    Visitor,
)
from access_chess.hall.rules.codes import Digest, digested, new_code, plain_code
from access_chess.hall.rules.records import HOSTED_FROM
from access_chess.laws.by_color import ByColor
from access_chess.machine_clock import WallClock, utc_now


class Person(msgspec.Struct, frozen=True):
    """Somebody who has signed in."""

    name: str
    role: Role


class Session(msgspec.Struct, frozen=True):
    """A session of a person, until it `expires` (ISO 8601, UTC)."""

    person: int
    csrf: str
    expires: str


class Code(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a code is good for, until it `expires`."""

    role: Role
    expires: str
    game: int | None = None
    color: bool | None = None
    takes_over: bool = False


class GameElsewhere(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game at pages: the number of the hall that plays it, who sits there, whether others may watch it.

    `assisted` are the colors whose players have assistants; who these are is told when they have come.
    """

    hall: int
    white: int | None = None
    black: int | None = None
    is_public: bool = False
    assisted: tuple[bool, ...] = ()
    assists_white: int | None = None
    assists_black: int | None = None

    def color_of(self, person: int) -> chess.Color | None:
        """The color that a person plays, or whose player they assist; None: neither."""
        if person in (self.white, self.assists_white):
            return chess.WHITE
        return chess.BLACK if person in (self.black, self.assists_black) else None


class SharedPeople(HallDatabase):
    """A HallDatabase whose people, sessions and codes are in a bucket. A code that was made in the file of this machine
    (`serve code`) is good at this hall. Halls are numbered from 1: `own` is this one's journal
    of games; None: it begins none.
    """

    def __init__(self, path: Path | None, bucket: Bucket, own: str | None, *, wall: WallClock = utc_now) -> None:
        super().__init__(path, wall=wall)
        self._bucket = bucket
        self.hall = 0 if own is None else self._place(own)
        self.simuls.after = self.hall * HOSTED_FROM

    @property
    def first_game(self) -> int:
        """The least number of a game that this hall begins."""
        return self.hall * HOSTED_FROM

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
        """A game that is hosted here, with those who sit there."""
        for person in seats.values():
            self.keep_person(person)
        super().keep_game(
            game, level, seats, after=after, is_public=is_public, is_ruled=is_ruled, has_days=has_days,
            assisted=assisted,
        )  # fmt: skip
        self._tell_game(game)

    def take_seat(self, game: int, color: chess.Color, person: int, *, takes_over: bool = False) -> bool:
        """Sit down where nobody sits, or in another's place."""
        self.keep_person(person)
        is_taken = super().take_seat(game, color, person, takes_over=takes_over)
        self._tell_game(game)
        return is_taken

    def let_watch(self, game: int, person: int, *, is_public: bool, is_named: bool) -> None:
        """What a person who has joined says of others who want to watch."""
        super().let_watch(game, person, is_public=is_public, is_named=is_named)
        self._tell_game(game)

    def assist(self, game: int, color: chess.Color, person: int) -> bool:
        """Become the assistant of a player who has one."""
        self.keep_person(person)
        is_taken = super().assist(game, color, person)
        self._tell_game(game)
        return is_taken

    def has_assistant(self, game: int, color: chess.Color) -> bool:
        """Whether it was agreed, at whatever hall, that this player has an assistant."""
        found = self._game(game)
        return color in found.assisted if found is not None else super().has_assistant(game, color)

    def has_game(self, game: int) -> bool:
        """Whether any hall plays such a game."""
        return self._game(game) is not None or super().has_game(game)

    def own_games(self) -> tuple[int, ...]:
        """The games that this hall plays and other halls know of."""
        return tuple(row[0] for row in self._file.rows("SELECT game FROM games WHERE game >= ?", HOSTED_FROM))

    def public_games(self) -> tuple[int, ...]:
        """Those that this hall shows by itself: from before there were others."""
        return tuple(game for game in super().public_games() if game < HOSTED_FROM)

    def may_be_watched(self, board: int) -> bool:
        """Whether a board is for spectators."""
        found = self._game(board)
        return board < HOSTED_FROM or (found is not None and found.is_public)

    def plays_at(self, board: int, person: int) -> bool:
        """Whether somebody plays on a board."""
        found = self._game(board)
        return found is not None and person in (found.white, found.black)

    def games_elsewhere(self, person: int) -> tuple[tuple[int, chess.Color], ...]:
        """The games of a person who plays in them or assists at other halls, the newest first, and the color there."""
        games = ((int(key.partition(".")[2]), _GAME.decode(value)) for key, value in self._bucket.items("game."))
        own = ((number, game.color_of(person)) for number, game in games if game.hall != self.hall)
        return tuple(sorted(((number, color) for number, color in own if color is not None), reverse=True))

    def sign_in(self, name: str, role: Role = Role.PLAYER) -> str:
        """A new person with a new session; its token."""
        entry = msgspec.json.encode(Person(name, role))
        number = 1 + max((int(key.partition(".")[2]) for key, _ in self._bucket.items("person.")), default=0)
        while self._bucket.change(f"person.{number}", lambda before: before or entry) is not None:
            number += 1
        return self._begin(number)

    def renew(self, visitor: Visitor, name: str | None = None) -> str:
        """A new session of the same person, who may have another name now; the old one ends."""
        self.end_session(visitor.session)
        if name is not None:
            self._change_person(visitor.person, name=name)
        return self._begin(visitor.person)

    def promote(self, visitor: Visitor, role: Role) -> None:
        """Give a person another role."""
        self._change_person(visitor.person, role=role)

    def visitor(self, token: str) -> Visitor | None:
        """Whose session this is; None where there is none, or where it has run out."""
        digest = digested(token)
        session = self._session(digest)
        person = None if session is None else self._person(session.person)
        if session is None or person is None:
            return None
        return Visitor(
            person=session.person, name=person.name, role=person.role, session=digest, csrf=session.csrf
        )  # fmt: skip

    def has_session(self, digest: bytes) -> bool:
        """Whether a session still counts."""
        return self._session(digest) is not None

    def is_arbiter(self, digest: bytes) -> bool:
        """Whether a session still counts, and is an arbiter's."""
        session = self._session(digest)
        person = None if session is None else self._person(session.person)
        return person is not None and person.role is Role.ARBITER

    def end_session(self, digest: bytes) -> None:
        """Sign somebody out."""
        self._bucket.change(f"session.{digest.hex()}", _gone)

    def keep_long(self, token: str) -> None:
        """A session whose player comes back after days."""
        expires = self._in(LONG_SESSION_LASTS)

        def longer(before: bytes | None) -> bytes | None:
            if before is None:
                return None
            return msgspec.json.encode(msgspec.structs.replace(_SESSION.decode(before), expires=expires))

        self._bucket.change(f"session.{digested(token).hex()}", longer)

    def signed_in(self) -> tuple[tuple[int, str, Role], ...]:
        """Who has a session: the person's number, name and role."""
        now = self._wall().isoformat()
        sessions = (_SESSION.decode(value) for _, value in self._bucket.items("session."))
        numbers = sorted({session.person for session in sessions if session.expires > now})
        people = ((number, self._person(number)) for number in numbers)
        return tuple((number, person.name, person.role) for number, person in people if person is not None)

    def end_sessions(self, person: int) -> tuple[bytes, ...]:
        """Sign a person out everywhere; the digests of the sessions that were theirs."""
        keys = [key for key, value in self._bucket.items("session.") if _SESSION.decode(value).person == person]
        for key in keys:
            self._bucket.change(key, _gone)
        return tuple(bytes.fromhex(key.partition(".")[2]) for key in keys)

    def name_of(self, person: int) -> str:
        """How a person is called."""
        found = self._person(person)
        return "" if found is None else found.name

    def names_at(self, game: int) -> ByColor[str]:
        """How those are called who sit at a game of any hall."""
        found = self._game(game)
        if found is None:
            return super().names_at(game)
        return ByColor(*("" if person is None else self.name_of(person) for person in (found.white, found.black)))

    def new_code(
        self, role: Role, *, game: int | None = None, color: chess.Color | None = None, takes_over: bool = False
    ) -> str:
        """A code for one sign-in, good for ten minutes, in groups of five."""
        code = new_code()
        entry = Code(role=role, expires=self._in(CODE_LASTS), game=game, color=color, takes_over=takes_over)
        self._forget_old("code.", Code)
        self._bucket.change(f"code.{digested(plain_code(code)).hex()}", lambda before: msgspec.json.encode(entry))
        if role is Role.PLAYER and game is not None and color is not None:
            self.guests.open(code, game, color, takes_over=takes_over, expires=entry.expires)
        return code

    def open_codes(self) -> frozenset[bytes]:
        """The digests of the codes that are good still, of all halls."""
        now = self._wall().isoformat()
        codes = ((key.partition(".")[2], _CODE.decode(value)) for key, value in self._bucket.items("code."))
        return super().open_codes() | {bytes.fromhex(digest) for digest, code in codes if code.expires > now}

    def use_code(self, digest: Digest) -> Grant | None:
        """What the code with this digest is good for; it is used up by this, at all halls."""
        used = self._bucket.change(f"code.{digest.hex()}", _gone)
        code = None if used is None else _CODE.decode(used)
        if code is None or code.expires <= self._wall().isoformat():
            return super().use_code(digest)
        return Grant(role=code.role, game=code.game, color=code.color, takes_over=code.takes_over)

    def game_of_code(self, text: str) -> int | None:
        """The game that a code is for, if it is for one; it is not used up."""
        found = self._bucket.get(f"code.{digested(plain_code(text)).hex()}")
        return None if found is None else _CODE.decode(found).game

    def keep_person(self, person: int) -> None:
        """Have a person in the file, who is to sit at a game that is played here."""
        found = self._person(person)
        if found is not None:
            with self._file.transaction() as database:
                row = (person, found.name, found.role.value)
                database.execute("INSERT OR IGNORE INTO people (person, name, role) VALUES (?, ?, ?)", row)

    def _place(self, own: str) -> int:
        """The number of this hall: the first that is free when it comes for the first time."""
        number, entry = 1, own.encode()
        while (before := self._bucket.change(f"hall.{number}", lambda before: before or entry)) not in (None, entry):
            assert before is not None, "another hall has this number"
            number += 1
        return number

    def _tell_game(self, game: int) -> None:
        seated = self.seated(game)
        if seated is not None and game >= HOSTED_FROM:
            helpers = dict(self._file.rows("SELECT color, person FROM assistants WHERE game = ?", game))
            assisted = tuple(color for color in chess.COLORS if color in helpers)
            is_shown = seated.is_public and seated.is_named  # other halls have it with its names
            found = GameElsewhere(
                self.hall, seated.white, seated.black, is_shown, assisted, helpers.get(chess.WHITE),
                helpers.get(chess.BLACK),
            )  # fmt: skip
            entry = msgspec.json.encode(found)
            self._bucket.change(f"game.{game}", lambda before: entry)

    def _game(self, number: int) -> GameElsewhere | None:
        found = self._bucket.get(f"game.{number}")
        return None if found is None else _GAME.decode(found)

    def _begin(self, person: int) -> str:
        token = secrets.token_urlsafe(32)
        session = Session(person, secrets.token_urlsafe(16), self._in(SESSION_LASTS))
        self._forget_old("session.", Session)
        self._bucket.change(f"session.{digested(token).hex()}", lambda before: msgspec.json.encode(session))
        self.keep_person(person)
        return token

    def _change_person(self, number: int, **values: object) -> None:
        def changed(before: bytes | None) -> bytes | None:
            if before is None:
                return None
            return msgspec.json.encode(msgspec.structs.replace(_PERSON.decode(before), **values))

        self._bucket.change(f"person.{number}", changed)

    def _person(self, number: int) -> Person | None:
        found = self._bucket.get(f"person.{number}")
        return None if found is None else _PERSON.decode(found)

    def _session(self, digest: bytes) -> Session | None:
        found = self._bucket.get(f"session.{digest.hex()}")
        session = None if found is None else _SESSION.decode(found)
        return session if session is not None and session.expires > self._wall().isoformat() else None

    def _forget_old(self, kind: str, of: type[Session] | type[Code]) -> None:
        now = self._wall().isoformat()
        for key, value in self._bucket.items(kind):
            if msgspec.json.decode(value, type=of).expires <= now:
                self._bucket.change(key, _gone)

    def _in(self, time: timedelta) -> str:
        return (self._wall() + time).isoformat()


_GAME = msgspec.json.Decoder(GameElsewhere)
_PERSON = msgspec.json.Decoder(Person)
_SESSION = msgspec.json.Decoder(Session)
_CODE = msgspec.json.Decoder(Code)


def _gone(before: bytes | None) -> None:
    """No value any more."""
