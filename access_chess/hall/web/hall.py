"""All that the pages share: the games, who is signed in, the voice, the rates. One for the whole server.

And what the hall does by itself: signs of life, by which it knows afterwards how long it was closed; and tidying up.
"""

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from access_chess.hall.games.alarm import Alarm
from access_chess.hall.games.boards import Stations
from access_chess.hall.games.desk import ArbiterDesk
from access_chess.hall.games.running_games import RunningGames
from access_chess.hall.games.seat_state import down_since
from access_chess.hall.people.database import HallDatabase
from access_chess.hall.web.guards import Rate
from access_chess.hall.web.learners import Learners
from access_chess.hall.web.readers import Readers
from access_chess.hall.web.tickets import TicketBooks
from access_chess.session.ports import Entry, StorageError
from access_chess.speech.utterance import Utterance

if TYPE_CHECKING:
    from access_chess.hall.cluster.shared_people import SharedPeople
    from access_chess.hall.web.event_stream import News
    from access_chess.wiring.lessons import LessonsAtPages

STREAMS_A_SESSION = 6
STREAMS_AN_ADDRESS = 64
STREAMS_IN_ALL = 12_000


class SpokenAloud(Protocol):
    """What turns an utterance into sound."""

    def __call__(self, utterance: Utterance, /) -> bytes | None:
        """A WAV file; None where the voice fails."""
        ...


@dataclass
class Streams:
    """How many pages are open, by session and by address, so that nobody opens them all."""

    by_key: Counter[object] = field(default_factory=Counter)
    total: int = 0
    news: "dict[bytes, list[News]]" = field(default_factory=dict)

    def wake(self, session: bytes) -> None:
        """Have all streams of a session look whether it still counts."""
        for news in self.news.get(session, ()):
            news.wake()

    def enter(self, session: bytes | None, address: str) -> bool:
        """Count one more stream; False where it is one too many.

        Who is not signed in has no session, and many of them may share an address.
        """
        is_full = (
            (session is not None and self.by_key[session] >= STREAMS_A_SESSION)
            or self.by_key[address] >= STREAMS_AN_ADDRESS
            or self.total >= STREAMS_IN_ALL
        )
        if not is_full:
            self.by_key.update(self._keys(session, address))
            self.total += 1
        return not is_full

    def leave(self, session: bytes | None, address: str) -> None:
        """One stream less."""
        self.total -= 1
        if session is not None and not self.news.get(session):
            self.news.pop(session, None)
        for key in self._keys(session, address):
            self.by_key[key] -= 1
            if not self.by_key[key]:
                del self.by_key[key]

    @staticmethod
    def _keys(session: bytes | None, address: str) -> tuple[object, ...]:
        return (address,) if session is None else (session, address)


@dataclass
class Presence:
    """How many streams each player has, by game and color, and of whom the opponent was told that they are away."""

    streams: Counter[tuple[int, bool]] = field(default_factory=Counter)
    missed: set[tuple[int, bool]] = field(default_factory=set)


@dataclass
class Hall:
    """What the pages are made of.

    `is_secure`: over TLS. `address` is that of the start page. Spectators see all as late as `public_delay`.
    `name` is that of the event, if it has one. With `is_for_reading` nobody can be signed in.
    `stations` are the boards elsewhere that report here; None where none can; `elsewhere` are the
    games of other halls. Where it `is_closed`, only who has signed in with a code begins games.
    `lessons` is the course, where there is one.
    """

    games: RunningGames
    database: HallDatabase
    entries: Callable[[int], tuple[Entry, ...]]
    default_voices: str
    stations: Stations | None = None
    elsewhere: "SharedPeople | None" = None
    lessons: "LessonsAtPages | None" = None
    aloud: SpokenAloud | None = None
    is_secure: bool = False
    address: str = ""
    name: str = ""
    is_for_reading: bool = False
    public_delay: timedelta = timedelta()
    is_closed: bool = False
    streams: Streams = field(default_factory=Streams)
    new_games: Rate = field(default_factory=lambda: Rate(burst=10, a_second=0.2))
    new_lessons: Rate = field(default_factory=lambda: Rate(burst=20, a_second=0.2))
    codes_by_address: Rate = field(default_factory=lambda: Rate(burst=5, a_second=5 / 60))
    codes_in_all: Rate = field(default_factory=lambda: Rate(burst=60, a_second=1))
    told_of_codes: Rate = field(default_factory=lambda: Rate(burst=1, a_second=1 / 60))
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    invitations: dict[int, tuple[str, datetime]] = field(default_factory=dict)  # codes shown, by game, and since when
    readers: Readers = field(init=False)
    presence: Presence = field(default_factory=Presence)
    tickets: TicketBooks = field(default_factory=TicketBooks)
    learners: Learners = field(default_factory=Learners)
    at_desks: dict[bytes, ArbiterDesk] = field(default_factory=dict)  # by the arbiter's session
    walking: threading.Lock = field(default_factory=threading.Lock)  # of a giver to a board where a move may wait
    beginning: threading.Lock = field(default_factory=threading.Lock)  # of a game after another: there is only one

    def __post_init__(self) -> None:
        self.readers = Readers(self.closing)

    def for_public(self) -> "Hall":
        """The same hall for a second server, from which it can only be read what everybody may."""
        return replace(self, is_for_reading=True, is_secure=False, streams=Streams(), closing=asyncio.Event())

    def take_up_ruled(self) -> None:
        """Have the games at hand that an arbiter rules on, so that what waits there still waits after a restart."""
        for number in self.database.ruled_games():
            seated = self.database.seated(number)
            assert seated is not None, "it is hosted here"
            if self.games.game(number, seated.level).game.is_over:
                self.database.no_longer_ruled(number)

    def take_up_days(self, now: datetime) -> None:
        """Have the games by correspondence at hand, so that their days count, but not those in which the hall was away.

        Raises StorageError.
        """
        down = down_since(self.database.last_sign_of_life(), now)
        for number in self.database.games_of_days():
            seated = self.database.seated(number)
            assert seated is not None, "it is hosted here"
            if self.games.take_up(number, seated.level, down).game.is_over:
                self.database.no_more_days(number)
        self.database.live()

    @property
    def cookie(self) -> str:
        """The name of the session's cookie; browsers hold one that begins so to this host and to TLS."""
        return "__Host-hall" if self.is_secure else "hall"


TIDIED = 10.0  # seconds: games that nobody needs are to be gone within a minute
EACH = 60.0  # seconds: what is shorter than some minutes costs nobody anything


class Life:
    """Keeps a sign of life each minute and lets games go that nobody needs any more, until it is closed."""

    def __init__(self, database: HallDatabase, let_go: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._let_go = let_go
        self._alarm, self._tidying = Alarm(), Alarm()
        self._beat()
        self._tidying.after(TIDIED, self._tidy)

    def close(self) -> None:
        """The hall closes."""
        self._alarm.close()
        self._tidying.close()
        self._live()

    def _beat(self) -> None:
        self._live()
        self._alarm.after(EACH, self._beat)

    def _tidy(self) -> None:
        self._let_go()
        self._tidying.after(TIDIED, self._tidy)

    def _live(self) -> None:
        with contextlib.suppress(StorageError):  # a full disk is told of where something has to be kept
            self._database.live()
