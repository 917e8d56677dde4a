"""What a station may say that is none: the hall never falls over it, keeps none of it, and sends it away in the end."""

import json
import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import chess
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from access_chess.edge.station.line import open_line, sign_in
from access_chess.edge.station.report import GameReport
from access_chess.edge.storage.journal import Journal
from access_chess.hall.games.boards import NoticeKind
from access_chess.hall.rules import wire
from access_chess.hall.stations.followed_board import Link
from access_chess.hall.stations.stations import HallStations
from access_chess.hall.stations.store import StationStore
from access_chess.hall.web.station_door import BAD_FRAMES
from access_chess.laws.commands import PlayMove, StartClock
from access_chess.session.record import begin_game
from tests.support.driver import Driver
from tests.support.hall_server import ServedHall
from tests.support.station_table import SECRET, SETUP, StationTable, reported, until

STRANGE: tuple[Any, ...] = (
    None, -1, 2**70, 1.5, "", "\x00", "PT-5S", "P999999999D", "2026-01-01T00:00:00", "\ud800", [], {}, [[]], True,
    "0" * 32, "x" * 400, "game_ended",
)  # fmt: skip
CASES = 600


def good_frames() -> list[str]:
    """All that an honest station says of a short game."""
    journal = Journal(None)
    session = Driver(begin_game(journal, SETUP), journal)
    for command in (StartClock(), PlayMove(color=chess.WHITE, move=chess.Move.from_uci("e2e4"))):
        session.do(command)
    report = GameReport(journal, journal.name, session.number, bytes.fromhex(SECRET))
    entries = report.next()
    assert isinstance(entries, wire.Entries)
    messages = (
        wire.StationHello(journal=journal.name, run="1", program="1", profile="tournament", games=(report.head(),)),
        entries,
        wire.Beat(game=1, now=timedelta(seconds=3), running=chess.WHITE),
        wire.OrderAnswer(order="order-1", outcome="done", numbers=(5,)),
        wire.Unsealed(game=1, item=entries.items[0], salt=SECRET[:32]),
    )
    return [wire.encoded(message) for message in messages]


def bent(chance: random.Random, frame: str) -> str:
    """A frame of which something is otherwise."""
    if chance.random() < 0.2:
        place = chance.randrange(len(frame))
        return frame[:place] + chance.choice(["", "}", "\x00", "é", '"']) + frame[place + chance.randrange(3) :]
    found = json.loads(frame)
    within = found
    while True:
        key = chance.choice(list(within)) if isinstance(within, dict) else chance.randrange(len(within))
        if isinstance(within[key], dict | list) and within[key] and chance.random() < 0.8:
            within = within[key]
            continue
        if chance.random() < 0.2:
            del within[key]
        else:
            within[key] = chance.choice(STRANGE)
        return json.dumps(found)


def test_bent_frames_are_refused_and_nothing_else(tmp_path: Path) -> None:
    chance, frames = random.Random(12), good_frames()
    journal = json.loads(frames[0])["journal"]
    hall = HallStations(StationStore(None))
    refused = 0
    for case in range(CASES):
        link = Link(token="one", board=case // 8, journal=journal, run="1", send=lambda message: None)
        if case % 8 == 4:  # from now on there is something that could be spoilt
            hello = wire.from_station(frames[0])
            assert isinstance(hello, wire.StationHello)
            hall.welcome(link, hello)
            hall.hear(link, wire.from_station(frames[1]))
        try:
            message = wire.from_station(bent(chance, chance.choice(frames)))
            if isinstance(message, wire.StationHello):
                hall.welcome(link, message)
            else:
                hall.hear(link, message)
        except wire.NonsenseError:
            refused += 1
        board = hall.board(link.board)
        if board is not None:
            board.clock()  # whatever it said, its page can be shown
    hall.close()
    assert CASES // 2 < refused < CASES


def test_a_time_that_no_game_lasts_is_nonsense() -> None:
    hall = HallStations(StationStore(None))
    link = Link(token="one", board=7, journal="j", run="1", send=lambda message: None)
    for now in (timedelta(days=999_999_999), timedelta(seconds=-1)):
        with pytest.raises(wire.NonsenseError):
            hall.hear(link, wire.Beat(game=1, now=now, running=None))
    hall.close()


def test_who_sends_nonsense_again_and_again_is_sent_away_and_others_play_on(hall: ServedHall, tmp_path: Path) -> None:
    signed = sign_in(hall.address, hall.store.new_code(3, is_named=False))
    table = StationTable(tmp_path / "station", hall.address, hall.store.new_code(7, is_named=False))
    with open_line(hall.address, signed.joined.token, "") as line:
        line.send(good_frames()[0])
        assert isinstance(wire.from_hall(line.recv(30)), wire.Welcome)
        for place in range(BAD_FRAMES + 1):
            line.send(b"\x00" if place == 3 else '{"kind":"castle"}')
        assert wire.from_hall(line.recv(30)) == wire.Bye(reason=wire.NONSENSE)
    until(lambda: [notice.kind for notice in hall.stations.notices()], lambda kinds: kinds == [NoticeKind.NONSENSE])
    table.play("e4")
    until(lambda: reported(hall.store, 7) == table.texts)
    table.close()


@pytest.mark.parametrize(
    ("headers", "protocol"),
    [
        ({}, wire.SUBPROTOCOL),
        ({"Authorization": "Bearer nobody"}, wire.SUBPROTOCOL),
        ({"Authorization": "Bearer {token}", "Origin": "{address}"}, wire.SUBPROTOCOL),  # a page of our own, even
        ({"Authorization": "Bearer {token}"}, "access-chess.station.99"),
        ({"Authorization": "Basic {token}"}, wire.SUBPROTOCOL),
        ({"Cookie": "hall={token}"}, wire.SUBPROTOCOL),
    ],
)
def test_nobody_comes_in_here_but_a_station(hall: ServedHall, headers: dict[str, str], protocol: str) -> None:
    token = sign_in(hall.address, hall.store.new_code(3, is_named=False)).joined.token
    filled = {name: text.format(token=token, address=hall.address) for name, text in headers.items()}
    address = f"{hall.address.replace('http', 'ws', 1)}/station"
    with (
        pytest.raises(InvalidStatus),
        connect(address, additional_headers=filled, subprotocols=[Subprotocol(protocol)], proxy=None),
    ):
        pytest.fail("it was let in")
