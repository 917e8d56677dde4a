"""A station and its hall over a real line: nothing is lost, doubled or done late, no matter which falls silent."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest

from access_chess.edge.station.line import NotLetInError, open_line, sign_in
from access_chess.edge.station.link import Contact
from access_chess.edge.station.sign_in import kept_sign_ins, station_file
from access_chess.hall.games.boards import NoticeKind, StationBoard
from access_chess.hall.rules.orders import OVERDUE_AFTER, OrderState
from access_chess.hall.rules.view import PublicPhase
from access_chess.hall.rules.wire import SUBPROTOCOL
from access_chess.laws import commands
from access_chess.laws.commands import AddTime, Declare, Result, Rule, SealMove, StopClocks, StopReason, Verdict
from access_chess.laws.events import CommandTaken, EnvelopeOpened, TimeAdded
from tests.support.hall_server import ServedHall
from tests.support.station_table import StationTable, reported, shuffled, until

TWO_MINUTES = AddTime(color=chess.BLACK, time=timedelta(minutes=2))


@pytest.fixture
def table(hall: ServedHall, tmp_path: Path) -> Iterator[StationTable]:
    table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(7, is_named=False))
    yield table
    table.close()


def board(hall: ServedHall) -> StationBoard:
    found = hall.stations.board(7)
    assert found is not None
    return found


def is_equal(hall: ServedHall, table: StationTable) -> bool:
    return reported(hall.store, 7) == table.texts and board(hall).game == table.session.game


def seen(hall: ServedHall) -> int:
    return board(hall).entries[-1].number


def test_what_is_played_is_seen_in_the_hall(hall: ServedHall, table: StationTable) -> None:
    table.play("e4", "e5", "Nf3")
    until(lambda: is_equal(hall, table))
    assert board(hall).is_there and board(hall).playing == table.game
    shown = board(hall).board.shown(timedelta())
    assert [each.move.uci() for each in shown if each.move is not None] == ["e2e4", "e7e5", "g1f3"]
    assert shown[-1].view.names == shown[-1].view.names.put(chess.WHITE, "")
    clock = until(lambda: board(hall).clock(), lambda view: view is not None and view.runs is chess.BLACK)
    assert clock is not None and clock.white > timedelta(hours=1)
    assert table.contacts == [Contact.THERE]


def test_a_hall_that_was_away_has_all_when_it_is_back(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    hall.stop()
    until(lambda: table.contacts, lambda contacts: contacts[-1] is Contact.AWAY)
    table.play(*shuffled(40))
    hall.start()
    until(lambda: is_equal(hall, table))
    table.play("e4")
    until(lambda: is_equal(hall, table))


def test_a_station_that_was_away_goes_on_where_it_was(hall: ServedHall, table: StationTable) -> None:
    table.play("e4")
    table.leave()
    until(lambda: board(hall).is_there, lambda there: not there)
    clock = board(hall).clock()
    assert clock is not None and clock.runs is None  # nobody knows it now
    table.sign_in = kept_sign_ins()[hall.address]
    table.sit()
    table.play("e5")
    until(lambda: is_equal(hall, table))
    assert not hall.stations.notices()


def test_an_order_is_done_once_and_known_as_done(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    order = hall.stations.issue(7, TWO_MINUTES, seen=seen(hall), by="Maria")
    assert order is not None
    done = until(lambda: hall.stations.orders(7)[0], lambda found: found.state is OrderState.DONE)
    events = [entry.event for entry in table.journal.entries(table.game) if entry.command == order.id]
    assert [type(event) for event in events] == [CommandTaken, TimeAdded]
    until(lambda: is_equal(hall, table))
    assert done.numbers == tuple(entry.number for entry in board(hall).entries if entry.command == order.id)


def test_an_order_that_waits_for_a_station_is_done_when_it_comes(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    table.leave()
    until(lambda: board(hall).is_there, lambda there: not there)
    hall.stations.issue(7, TWO_MINUTES, seen=seen(hall), by="Maria")
    assert hall.stations.orders(7)[0].state is OrderState.ISSUED
    hall.stop()
    hall.start()
    table.sit()
    until(lambda: hall.stations.orders(7)[0].state, lambda state: state is OrderState.DONE)
    assert sum(isinstance(entry.event, TimeAdded) for entry in table.journal.entries(table.game)) == 1


def test_a_ruling_on_what_has_changed_meanwhile_is_asked_about(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    before = seen(hall)
    table.play("e4")
    hall.stations.issue(7, Declare(result=Result.DRAW), seen=before, by="Maria")
    stale = until(lambda: hall.stations.orders(7)[0], lambda found: not found.is_open)
    assert stale.state is OrderState.STALE and stale.waits_for_arbiter
    assert not table.session.game.is_over
    until(lambda: is_equal(hall, table))
    hall.stations.issue(7, Declare(result=Result.DRAW), seen=seen(hall), by="Maria")
    until(lambda: table.session.game.is_over)
    until(lambda: hall.stations.orders(7)[1].state, lambda state: state is OrderState.DONE)


def test_a_ruling_that_the_laws_refuse_is_told_as_refused(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    hall.stations.issue(7, Rule(verdict=Verdict.ACCEPT), seen=seen(hall), by="Maria")
    refused = until(lambda: hall.stations.orders(7)[0], lambda found: not found.is_open)
    assert (refused.state is OrderState.REFUSED and refused.reason == "no_pending_claim") or refused.reason


def test_nothing_overdue_is_sent_by_itself(hall: ServedHall, table: StationTable, tmp_path: Path) -> None:
    until(lambda: is_equal(hall, table))
    table.leave()
    until(lambda: board(hall).is_there, lambda there: not there)
    order = hall.stations.issue(7, TWO_MINUTES, seen=seen(hall), by="Maria")
    assert order is not None
    hall.stop()
    hall.wall = lambda: datetime.now(UTC) + OVERDUE_AFTER
    hall.start()
    assert hall.stations.orders(7)[0].state is OrderState.OVERDUE
    table.sit()
    table.play("e4")
    until(lambda: is_equal(hall, table))
    assert hall.stations.orders(7)[0].state is OrderState.OVERDUE
    hall.stations.insist(order.id)
    until(lambda: hall.stations.orders(7)[0].state, lambda state: state is OrderState.DONE)
    assert sum(isinstance(entry.event, TimeAdded) for entry in table.journal.entries(table.game)) == 1


def test_what_was_taken_back_is_not_done(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    table.leave()
    until(lambda: board(hall).is_there, lambda there: not there)
    order = hall.stations.issue(7, TWO_MINUTES, seen=seen(hall), by="Maria")
    assert order is not None
    hall.stations.recall(order.id)
    table.sit()
    table.play("e4")
    until(lambda: is_equal(hall, table))
    assert hall.stations.orders(7)[0].state is OrderState.RECALLED
    assert not any(isinstance(entry.event, TimeAdded) for entry in table.journal.entries(table.game))


def test_a_station_that_takes_no_orders_says_so(hall: ServedHall, tmp_path: Path) -> None:
    table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(7, is_named=False), takes_orders=False)
    until(lambda: is_equal(hall, table))
    hall.stations.issue(7, TWO_MINUTES, seen=seen(hall), by="Maria")
    refused = until(lambda: hall.stations.orders(7)[0], lambda found: not found.is_open)
    assert (refused.state, refused.reason) == (OrderState.REFUSED, "not_here")
    table.close()


def test_another_history_is_kept_beside_the_first(hall: ServedHall, table: StationTable, tmp_path: Path) -> None:
    """A journal that was brought back from yesterday's copy goes on otherwise: the hall forgets nothing, and tells."""
    table.play("e4")
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy, sqlite3.connect(tmp_path / "station/journal.sqlite") as now:
        now.backup(copy)
    table.play("e5")
    until(lambda: is_equal(hall, table))
    first = table.texts
    table.leave()
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy, sqlite3.connect(tmp_path / "station/journal.sqlite") as now:
        copy.backup(now)
    table.sit()
    table.play("c5")
    until(lambda: is_equal(hall, table))
    earlier, later = hall.store.histories(7)
    assert [each.event for each in hall.store.rows(earlier)] == first
    assert [each.event for each in hall.store.rows(later)] == table.texts
    differs = next(place for place, pair in enumerate(zip(first, table.texts, strict=False)) if pair[0] != pair[1])
    (notice,) = until(hall.stations.notices)
    assert (notice.kind, notice.number, notice.board) == (NoticeKind.OTHER_HISTORY, differs, 7)


def test_a_sealed_move_does_not_leave_the_station_before_its_envelope_is_opened(
    hall: ServedHall, table: StationTable
) -> None:
    sealed = "Qh5 and nothing else"
    table.play("e4", "e5")
    table.do(commands.Adjourn())
    table.do(SealMove(color=chess.WHITE, text=sealed, moves=(chess.Move.from_uci("d1h5"),)))
    table.do(StopClocks(reason=StopReason.SEALED, color=chess.WHITE))
    number = len(table.texts)
    until(lambda: reported(hall.store, 7), lambda texts: len(texts) == number)
    assert board(hall).entries[-1].number == number - 1
    assert not any(b"nothing else" in file.read_bytes() for file in hall.folder.iterdir())
    assert "nothing else" in "".join(table.texts)
    table.do(commands.Resume(), commands.Arrive(color=chess.WHITE), commands.Arrive(color=chess.BLACK))
    table.do(commands.OpenEnvelope())
    assert any(isinstance(entry.event, EnvelopeOpened) for entry in table.journal.entries(table.game))
    until(lambda: is_equal(hall, table))
    assert any("nothing else" in text for text in reported(hall.store, 7))
    assert not hall.stations.notices()


def test_a_code_lets_one_station_in_and_only_by_our_certificate(hall: ServedHall, tmp_path: Path) -> None:
    code = hall.store.new_code(3, is_named=False)
    hall.stop()
    hall.fingerprint = b"the hall's own"  # what somebody between shows is another one
    hall.start()
    with pytest.raises(NotLetInError):
        sign_in(hall.address, code)
    hall.stop()
    hall.fingerprint = b""
    hall.start()
    signed = sign_in(hall.address, code)
    assert signed.joined.board == 3
    with pytest.raises(NotLetInError):
        sign_in(hall.address, code)
    with pytest.raises(NotLetInError):
        open_line(hall.address, "no token", "")
    with pytest.raises(NotLetInError):
        open_line(hall.address, signed.joined.token, "00" * 32)  # it knew another certificate
    with open_line(hall.address, signed.joined.token, "") as line:
        assert line.subprotocol == SUBPROTOCOL
    hall.store.end_tokens(3)
    with pytest.raises(NotLetInError):
        open_line(hall.address, signed.joined.token, "")


def test_a_station_whose_token_is_ended_is_sent_away(hall: ServedHall, table: StationTable) -> None:
    until(lambda: is_equal(hall, table))
    hall.store.end_tokens(7)
    until(lambda: table.contacts, lambda contacts: contacts[-1] is Contact.NOT_LET_IN)
    assert not board(hall).is_there


def test_only_its_user_may_read_where_a_station_is_signed_in(hall: ServedHall, table: StationTable) -> None:
    assert station_file().stat().st_mode & 0o777 == 0o600
    assert kept_sign_ins()[hall.address].games == (table.game,)


def test_a_second_machine_at_a_board_takes_its_place_and_the_arbiter_hears_of_it(
    hall: ServedHall, table: StationTable, tmp_path: Path
) -> None:
    table.play("e4")
    until(lambda: is_equal(hall, table))
    (tmp_path / "spare").mkdir()
    spare = StationTable(tmp_path / "spare", hall.address, hall.store.new_code(7, is_named=True))
    spare.play("d4")
    until(lambda: is_equal(hall, spare))
    assert [notice.kind for notice in hall.stations.notices()] == [NoticeKind.OTHER_MACHINE]
    shown = board(hall).board.shown(timedelta())
    assert [each.move.uci() for each in shown if each.move is not None] == ["d2d4"]
    assert shown[-1].view.phase is PublicPhase.PLAYING
    assert len(hall.store.histories(7)) == 2
    spare.close()
