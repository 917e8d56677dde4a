"""Games at pages on their way to the ledger: what cannot be written now is written later, each entry once."""

import threading
from contextlib import ExitStack, closing
from pathlib import Path

import chess
import pytest

from access_chess.edge.storage.journal import Journal
from access_chess.hall.cluster import hosted_reports
from access_chess.hall.cluster.hosted_reports import HostedReports
from access_chess.hall.rules.records import HOSTED_FROM
from access_chess.hall.stations.stations import HallStations
from access_chess.hall.stations.store import StationStore
from access_chess.laws.commands import PlayMove, StartClock
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import StorageError
from access_chess.session.record import begin_game
from tests.support.driver import Driver
from tests.support.station_table import SETUP, reported, until


class Refusing(StationStore):
    """A store that takes nothing while it `refuses`."""

    refuses = False
    refused = 0

    def append(self, *given: object, **named: object) -> None:  # type: ignore[override]
        if self.refuses:
            self.refused += 1
            raise StorageError("hall_no_brokers")
        super().append(*given, **named)  # type: ignore[arg-type]


def session_in(journal: Journal, reports: HostedReports) -> Driver:
    """A game whose clock runs, reported."""
    begun = begin_game(journal, SETUP)
    report = reports.of(begun.number)
    assert report is not None
    session = Driver(begun, journal, outputs=(report,), clock=monotonic_clock)
    report.join(session)
    session.do(StartClock())
    return session


def play(session: Driver, move: str) -> None:
    color = session.game.board.turn
    session.do(PlayMove(color=color, move=chess.Move.from_uci(move)))


def texts(journal: Journal, game: int) -> list[str]:
    return [row.event for row in journal.rows(game)]


def test_what_the_ledger_refuses_is_reported_again_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted_reports, "AGAIN", 0.01)
    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(tmp_path / "journal.sqlite")))
        journal.first = HOSTED_FROM
        store = stack.enter_context(closing(Refusing(None)))
        stations = stack.enter_context(closing(HallStations(store)))
        reports = stack.enter_context(closing(HostedReports(journal, stations)))
        session = session_in(journal, reports)
        until(lambda: reported(store, session.number), lambda found: found == texts(journal, session.number))
        store.refuses = True
        play(session, "e2e4")
        until(lambda: store.refused, lambda count: count > 2)
        play(session, "e7e5")
        store.refuses = False
        until(lambda: reported(store, session.number), lambda found: found == texts(journal, session.number))


def test_what_the_ledger_refuses_is_not_tried_again_with_each_move() -> None:
    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(None)))
        journal.first = HOSTED_FROM
        store = stack.enter_context(closing(Refusing(None)))
        stations = stack.enter_context(closing(HallStations(store)))
        reports = stack.enter_context(closing(HostedReports(journal, stations)))
        report = reports.of(begin_game(journal, SETUP).number)
        assert report is not None
        store.refuses, tried = True, threading.Event()
        for _ in range(20):
            reports.wake(report)
        until(lambda: store.refused, lambda count: count > 0)
        for _ in range(20):
            reports.wake(report)
        reports.later(tried.set)  # behind all that is due
        assert tried.wait(10)
        assert store.refused <= 3


def test_what_was_written_while_nobody_reported_is_reported_by_the_next_hall(tmp_path: Path) -> None:
    path, own = tmp_path / "journal.sqlite", tmp_path / "hall.sqlite"
    with closing(Journal(path)) as journal, closing(Refusing(own)) as store, closing(HallStations(store)) as stations:
        journal.first = HOSTED_FROM
        reports = HostedReports(journal, stations)
        session = session_in(journal, reports)
        until(lambda: reported(store, session.number), lambda found: found == texts(journal, session.number))
        store.refuses = True
        play(session, "e2e4")
        reports.close()
        assert len(reported(store, session.number)) < len(texts(journal, session.number))
        store.refuses = False
        with closing(HostedReports(journal, stations)) as again:
            again.catch_up([session.number])
        assert reported(store, session.number) == texts(journal, session.number)


def test_a_game_from_before_there_were_other_halls_is_not_reported() -> None:
    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(None)))
        store = stack.enter_context(closing(StationStore(None)))
        stations = stack.enter_context(closing(HallStations(store)))
        reports = stack.enter_context(closing(HostedReports(journal, stations)))
        assert reports.of(HOSTED_FROM - 1) is None and reports.of(HOSTED_FROM) is not None
