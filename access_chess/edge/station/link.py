"""What keeps a station in touch with its hall: reports go up, orders come down, and the game never waits for either.

One thread opens the line and listens, another sends. Nothing is kept in memory that is not in the journal: after a cut
the hall says how much it has, and the report goes on from there.
"""

import random
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from enum import Enum, auto
from importlib.metadata import version

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from access_chess.edge.station.line import NoLineError, NotLetInError, open_line
from access_chess.edge.station.report import GameReport, OrderTaker
from access_chess.edge.station.sign_in import SignIn, keep_sign_in
from access_chess.edge.storage.journal import Journal
from access_chess.hall.rules import wire
from access_chess.machine_clock import MonotonicClock, WallClock, monotonic_clock, utc_now
from access_chess.session.ports import OnTrouble, Recorded, ReportedGame, StorageError

GREETED = 3.0  # seconds that the hall has for its first word
#: Seconds from the beginning of a try to that of the next; the last one counts from then on. A fifth more or less, so
#: that a hall that comes back is not asked by all its stations at once.
WAITS = (0.25, 0.5, 1.0, 2.0)
JITTER = 0.2
#: Seconds after news in which more of it is gathered: a move and its press are two commits, and the journal is read
#: when both are done, not between them.
GATHERED = 0.01
BEAT = timedelta(seconds=wire.BEAT)
WAIT_REPLACED = 30.0  # another station has our token: somebody who is here will see to it


class Contact(Enum):
    """How it stands with the hall."""

    THERE = auto()
    AWAY = auto()
    NOT_LET_IN = auto()


OnContact = Callable[[Contact, str], None]


class StationLink:
    """A station's side. `halls` are addresses of the same hall; `on_contact` is told of each change, with its name.

    `takes_orders`: the arbiter rules from the hall. Where the journal cannot be read, `on_trouble` is told, and nothing
    is reported any more: the game itself finds it out, too.
    """

    def __init__(
        self,
        journal: Journal,
        sign_in: SignIn,
        halls: Sequence[str],
        *,
        profile: str,
        takes_orders: bool,
        on_contact: OnContact,
        on_trouble: OnTrouble,
        wall: WallClock = utc_now,
        clock: MonotonicClock = monotonic_clock,
    ) -> None:
        self._journal = journal
        self._name = journal.name
        self._sign_in = sign_in
        self._halls = tuple(halls)
        self._profile = profile
        self._on_contact = on_contact
        self._on_trouble = on_trouble
        self._clock = clock
        self._run_name = secrets.token_hex(8)
        self._news = threading.Condition()
        self._outbox: list[wire.FromStation] = []
        self._is_news = False
        self._is_closed = False
        self._session: ReportedGame | None = None
        self._orders = OrderTaker(journal, self._say, wall=wall, takes_orders=takes_orders)
        self._contact: Contact | None = None
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)

    def start(self) -> None:
        """Begin to look for the hall."""
        self._thread.start()

    def close(self, seconds: float) -> None:
        """Report what is left, if the hall is there, for so many seconds at most; then hang up."""
        with self._news:
            self._news.wait_for(lambda: self._contact is not Contact.THERE or not self._has_more(), seconds)
            self._is_closed = True
            self._news.notify_all()
        self._thread.join(seconds)

    def sit(self, session: ReportedGame) -> None:
        """This game is played now, and reported from now on. Raises StorageError."""
        kept = self._sign_in.with_game(self._name, session.number)
        if kept != self._sign_in:
            keep_sign_in(kept)
        with self._news:
            self._sign_in = kept
            self._session = session
        self._orders.sit(session)
        self.wake()

    def rise(self) -> None:
        """The game is not played any more."""
        self._session = None
        self._orders.rise()
        self.wake()

    def wake(self) -> None:
        """There is something new in the journal; returns at once."""
        with self._news:
            self._is_news = True
            self._news.notify_all()

    def _say(self, message: wire.FromStation) -> None:
        with self._news:
            self._outbox.append(message)
            self._news.notify_all()

    def _has_more(self) -> bool:
        return self._is_news or bool(self._outbox)

    def _run(self) -> None:
        tries = 0
        while not self._is_closed:
            begun, wait = self._clock(), WAITS[min(tries, len(WAITS) - 1)]
            reason, was_there = self._try(self._halls[tries % len(self._halls)])
            tries = 0 if was_there else tries + 1
            if reason == wire.REPLACED:
                wait = WAIT_REPLACED
            wait *= 1 + random.uniform(-JITTER, JITTER)
            spent = 0.0 if was_there else (self._clock() - begun).total_seconds()
            with self._news:
                self._news.wait_for(lambda: self._is_closed, max(0.0, wait - spent))

    def _try(self, hall: str) -> tuple[str, bool]:
        """Report over one line as long as it stands; why the hall hung up, and whether it had been there at all."""
        reason, was_there = "", False
        try:
            with open_line(hall, self._sign_in.token, self._sign_in.fingerprint) as line:
                reports = self._hello(line)
                was_there = True
                reason = self._talk(line, reports)
        except NotLetInError:
            self._tell(Contact.NOT_LET_IN)
            return wire.REPLACED, False  # no sooner than that
        except (NoLineError, ConnectionClosed, wire.NonsenseError, TimeoutError, OSError):
            pass
        except StorageError as error:
            self._on_trouble(error)
            self._is_closed = True
        self._tell(Contact.AWAY)
        return reason, was_there

    def _hello(self, line: ClientConnection) -> dict[int, GameReport]:
        """Greet the hall, and hear how much it has."""
        reports = {game: self._report(game) for game in self._sign_in.games}
        heads = tuple(report.head() for report in reports.values())
        hello = wire.StationHello(
            journal=self._name, run=self._run_name, program=version("access-chess"), profile=self._profile, games=heads
        )
        line.send(wire.encoded(hello))
        welcome = wire.from_hall(line.recv(GREETED))
        if not isinstance(welcome, wire.Welcome):
            raise wire.NonsenseError("the hall did not say how much it has")
        for kept in welcome.have:
            if kept.game in reports:
                reports[kept.game].go_on(kept)
        self._orders.welcome(welcome)
        self._tell(Contact.THERE, welcome.name)
        return reports

    def _report(self, game: int) -> GameReport:
        return GameReport(self._journal, self._name, game, bytes.fromhex(self._sign_in.secret))

    def _talk(self, line: ClientConnection, reports: dict[int, GameReport]) -> str:
        """Send and listen until the line breaks or the hall says why it hangs up."""
        sender = threading.Thread(target=self._send_on, args=(line, reports), name="report", daemon=True)
        sender.start()
        try:
            while True:
                message = wire.from_hall(line.recv())
                if isinstance(message, wire.Bye):
                    return message.reason
                self._orders.hear(message)
        finally:
            line.close()
            self.wake()  # the sender finds the line closed
            sender.join()

    def _send_on(self, line: ClientConnection, reports: dict[int, GameReport]) -> None:
        due, games = self._clock(), self._sign_in.games
        beaten: ReportedGame | None = None
        try:
            while True:
                with self._news:
                    left = (due - self._clock()).total_seconds()
                    self._news.wait_for(lambda: self._has_more() or self._is_closed, max(0.0, left))
                    if self._is_news:
                        self._news.wait_for(lambda: self._is_closed, GATHERED)
                    said, self._outbox, self._is_news = self._outbox, [], False
                for game in games:
                    self._send_report(line, reports.setdefault(game, self._report(game)))
                session = self._session  # the others are complete by now
                games = self._sign_in.games if session is None else (session.number,)
                for message in said:
                    line.send(wire.encoded(message))
                if self._clock() >= due or (session is not None and session is not beaten):
                    due, beaten = self._clock() + BEAT, session
                    self._beat(line)
                with self._news:
                    self._news.notify_all()
                    is_closed = self._is_closed
                if is_closed:
                    line.close()
                    return
        except (ConnectionClosed, OSError):
            return  # who listens finds it out, too; answers that were lost stand in the journal
        except StorageError as error:
            self._on_trouble(error)
            line.close()

    def _send_report(self, line: ClientConnection, report: GameReport) -> None:
        while (message := report.next()) is not None:
            line.send(wire.encoded(message))

    def _beat(self, line: ClientConnection) -> None:
        session, beat = self._session, wire.Beat()
        if session is not None:
            beat = wire.Beat(game=session.number, now=session.now(), running=session.game.clock.running)
        line.send(wire.encoded(beat))

    def _tell(self, contact: Contact, name: str = "") -> None:
        with self._news:
            changed, self._contact = contact is not self._contact, contact
            self._news.notify_all()
        if changed and not self._is_closed:
            self._on_contact(contact, name)


class Reporter:
    """Tells the link of one game, which is reported: made anew for each."""

    def __init__(self, link: StationLink) -> None:
        self._link = link

    def join(self, session: ReportedGame) -> None:
        """Report this game from now on."""
        self._link.sit(session)

    def on_event(self, recorded: Recorded) -> None:
        """There is something new to be reported."""
        self._link.wake()

    def close(self) -> None:
        """The game is not played any more; what is left of it is still reported."""
        self._link.rise()
