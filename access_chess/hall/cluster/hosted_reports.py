"""Games at pages, reported to the ledger by the hall that plays them, as a station reports its own.

The journal of the hall is the truth of these games. An alarm's thread reads it by number and reports what is new; what
cannot be written now is reported again later. An order of an arbiter at another hall comes back the same way.
"""

import contextlib
import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable

from access_chess.edge.station.report import GameReport, OrderTaker
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.alarm import Alarm
from access_chess.hall.rules import wire
from access_chess.hall.rules.records import HOSTED_FROM
from access_chess.hall.stations.followed_board import Link
from access_chess.hall.stations.stations import HallStations
from access_chess.machine_clock import utc_now
from access_chess.session.ports import Recorded, ReportedGame, StorageError

AGAIN = 1.0  # seconds until what could not be written is tried again


class HostedReport:
    """The Participant of a game at pages that is reported."""

    def __init__(self, reports: "HostedReports", game: int) -> None:
        self.game = game
        self.link: Link | None = None
        self._reports = reports
        self.report = GameReport(reports.journal, reports.name, game, reports.secret)
        self.orders = OrderTaker(reports.journal, self._answer, wall=utc_now, takes_orders=True)

    def join(self, table: ReportedGame) -> None:
        """Report this game from now on."""
        self.orders.sit(table)
        self._reports.wake(self)

    def on_event(self, recorded: Recorded) -> None:  # noqa: ARG002
        """There is something new to be reported."""
        self._reports.wake(self)

    def close(self) -> None:
        """The game is not held in memory any more; what is left of it is still reported."""
        self.orders.rise()

    def welcomed(self, stations: HallStations) -> Link:
        """The way of this game to the ledger, begun from what is there."""
        if self.link is None:
            link = Link(
                token="", board=self.game, journal=self._reports.name, run=self._reports.run, send=self._hear
            )  # fmt: skip
            hello = wire.StationHello(
                journal=link.journal, run=link.run, program="", profile="", games=(self.report.head(),)
            )  # fmt: skip
            welcome = stations.welcome(link, hello)
            self.report.go_on(welcome.have[0])
            self.orders.welcome(welcome)
            self.link = link
        return self.link

    def _hear(self, message: wire.FromHall) -> None:
        self._reports.later(lambda: self.orders.hear(message))

    def _answer(self, answer: wire.OrderAnswer) -> None:
        link = self.link
        if link is not None:
            self._reports.later(lambda: self._reports.stations.hear(link, answer))


class HostedReports:
    """All games at pages of a journal."""

    def __init__(self, journal: Journal, stations: HallStations) -> None:
        self.journal = journal
        self.stations = stations
        self.name = journal.name
        self.run = secrets.token_hex(8)
        self.secret = hashlib.blake2b(self.name.encode(), digest_size=32).digest()
        self._changing = threading.Lock()
        self._waiting: dict[int, HostedReport] = {}
        self._is_due = False  # all that waits is going to be sent, now or after a pause
        self._alarm = Alarm()

    def catch_up(self, games: Iterable[int]) -> None:
        """Report what of these games was written before the hall was ended and could not be reported any more."""
        for game in games:
            history = self.stations.store.history(game, self.name, game)
            if self.journal.rows(game, 0 if history is None else history.entries, 1):
                self.wake(HostedReport(self, game))

    def of(self, game: int) -> HostedReport | None:
        """What reports a game; None where it was begun before this hall had others."""
        return HostedReport(self, game) if game >= HOSTED_FROM else None

    def wake(self, report: HostedReport) -> None:
        """Something of this game is to be reported."""
        with self._changing:
            self._waiting[report.game] = report
        self._send_after(0)

    def later(self, act: Callable[[], object]) -> None:
        """Do this in the thread of the reports."""
        self._alarm.after(0, lambda: _tried(act))

    def close(self) -> None:
        """Report what is left, once, and then no more."""
        self._alarm.close()
        self._send_all()

    def _send_all(self) -> None:
        with self._changing:
            waiting, self._waiting = self._waiting, {}
            self._is_due = False
        failed = self._send(tuple(waiting.values()))
        if failed:
            with self._changing:
                self._waiting = {each.game: each for each in failed} | self._waiting
            self._send_after(AGAIN)

    def _send_after(self, seconds: float) -> None:
        """Send all that waits, if that is not due already: what fails is not tried again with each move."""
        with self._changing:
            was_due, self._is_due = self._is_due, True
        if not was_due:
            self._alarm.after(seconds, self._send_all)

    def _send(self, reports: tuple[HostedReport, ...]) -> list[HostedReport]:
        """Send all that is new of these games, at the same time; those of which not all could be written."""
        failed = []
        while reports:
            said = []
            for each in reports:
                try:
                    link, message = each.welcomed(self.stations), each.report.next()
                except StorageError:
                    failed.append(each)
                    continue
                if isinstance(message, (wire.Entries, wire.Unsealed)):
                    said.append((each, link, message))
            answers = self.stations.hear_all([(link, message) for _, link, message in said]) if said else []
            going_on = []
            for (each, _, _), answer in zip(said, answers, strict=True):
                if isinstance(answer, (Exception, wire.Bye)):
                    each.link = None  # begin again from what is there
                    failed.append(each)
                else:
                    going_on.append(each)
            reports = tuple(going_on)
        return failed


def _tried(act: Callable[[], object]) -> None:
    with contextlib.suppress(StorageError, wire.NonsenseError):
        act()
