"""Stations that sit at games of the hall: in a simultaneous exhibition, and against a person at a page."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from websockets.exceptions import ConnectionClosed

from access_chess.edge.station import line as station_line
from access_chess.edge.station.line import NoLineError
from access_chess.edge.station.remote import lines
from access_chess.edge.station.remote.lines import RefusedError, Way, knock, line_to
from access_chess.edge.storage.event_text import FORMAT
from access_chess.hall.games.seat_state import Terms
from access_chess.hall.people.database import Role
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.codes import room_of
from access_chess.hall.web import seated_guests
from access_chess.laws.commands import PlayMove
from access_chess.laws.time_control import parse_time_control
from access_chess.play import other_end
from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor
from tests.support.remote_host import PATIENCE, RawGuest, come
from tests.support.station_table import until

BLACK = chess.BLACK


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedHall]:
    for module in (station_line, lines):  # a busy machine is no broken network
        monkeypatch.setattr(module, "OPENED", PATIENCE)
        monkeypatch.setattr(module, "PING", PATIENCE)
    monkeypatch.setattr(seated_guests, "SLOWER", 0.0)
    with served(tmp_path) as running:
        yield running


def way_to(hall: ServedHall, code: str) -> Way:
    return Way(address=hall.address, room=room_of(code))


@contextlib.contextmanager
def guest(hall: ServedHall, code: str, token: str) -> Iterator[RawGuest]:
    """A station that has come to the seat of a code with the token that it has brought."""
    with line_to(way_to(hall, code), "") as opened:
        station = RawGuest(opened)
        station.say(come(token))
        yield station


@contextlib.contextmanager
def both_at_stations(hall: ServedHall, *, has_arbiter: bool) -> Iterator[tuple[int, RawGuest, RawGuest]]:
    """A game whose two players sit at stations, Anna and Boris, with White's move made."""
    game = hall.games.begin(Terms(control=parse_time_control("900+10"), has_arbiter=has_arbiter))
    hall.database.keep_game(game.number, 3, {}, is_ruled=has_arbiter)
    with contextlib.ExitStack() as lines:
        stations = []
        for color, name in ((chess.WHITE, "Anna"), (chess.BLACK, "Boris")):
            code = hall.database.new_code(Role.PLAYER, game=game.number, color=color)
            token = knock(way_to(hall, code), code, FORMAT).joined.token
            station = RawGuest(lines.enter_context(line_to(way_to(hall, code), "")))
            station.say(come(token, name=name))
            seated = station.hear(remote.GuestWelcome)
            assert isinstance(seated, remote.GuestWelcome)
            assert seated.color is color
            stations.append(station)
        anna, boris = stations
        assert anna.hear(remote.OpponentNews) == remote.OpponentNews(phrase="remote_has_come", name="Boris")
        until(lambda: hall.games.game(game.number, 3).game.is_clock_on)
        yield game.number, anna, boris


def wish(station: RawGuest, *, pause: bool) -> None:
    station.say(remote.Wish(pause=pause))


def test_two_stations_pause_when_both_want_it(hall: ServedHall) -> None:
    with both_at_stations(hall, has_arbiter=False) as (number, anna, boris):
        wish(anna, pause=True)
        assert boris.hear(remote.Wish) == remote.Wish(pause=True)
        assert hall.games.game(number, 3).game.is_clock_on
        wish(boris, pause=True)
        until(lambda: not hall.games.game(number, 3).game.is_clock_on)
        wish(boris, pause=False)
        assert anna.hear(remote.Wish) == remote.Wish(pause=False)
        wish(anna, pause=False)
        until(lambda: hall.games.game(number, 3).game.is_clock_on)


def test_under_an_arbiter_two_stations_call_them_for_a_pause_and_they_end_it(hall: ServedHall) -> None:
    arbiter = Visitor(hall)
    arbiter.sign_in(Role.ARBITER)
    with both_at_stations(hall, has_arbiter=True) as (number, anna, boris):
        wish(boris, pause=True)
        assert anna.hear(remote.Wish) == remote.Wish(pause=True)
        wish(anna, pause=True)
        until(lambda: "White calls the arbiter" in arbiter.client.get("/arbiter").text)
        for station in (anna, boris):
            wish(station, pause=False)
        refused = arbiter.post("/arbiter/line", line=f"{number} adjourn Sunday at ten").text
        assert "no move can be sealed. Stop the clocks instead." in refused
        assert not hall.games.game(number, 3).game.is_clock_on
        arbiter.post("/arbiter/line", line=f"{number} resume")
        until(lambda: hall.games.game(number, 3).game.is_clock_on)
    arbiter.client.close()


def test_a_station_hears_that_the_other_one_has_been_away(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_end, "AWAY", timedelta())
    with both_at_stations(hall, has_arbiter=False) as (_, anna, boris):
        boris.line.close()
        assert anna.hear(remote.OpponentNews) == remote.OpponentNews(phrase="remote_away", name="Boris")


def asked(move: str, name: str) -> remote.GuestCommands:
    played = PlayMove(color=BLACK, move=chess.Move.from_uci(move), id=name)
    return remote.GuestCommands(commands=(played,), thought=timedelta())


def codes(page: str, count: int) -> list[str]:
    """The codes of the boards on the giver's page."""
    return [
        page.partition(f"Board {number}:")[2].partition('class="code">')[2].partition("<")[0]
        for number in range(1, count + 1)
    ]


def moves(hall: ServedHall, number: int) -> list[str]:
    return [ply.move.uci() for ply in hall.games.game(number, 3).game.plies]


def test_a_stations_move_waits_for_who_walks_and_outlives_the_hall(hall: ServedHall) -> None:
    giver, page_player = Visitor(hall), Visitor(hall)
    page = giver.post("/simul", name="Gerda", boards="3", style="walk", side="white").text
    of_station, of_page, _ = codes(page, 3)
    token = knock(way_to(hall, of_station), of_station, FORMAT).joined.token
    page_player.post("/in", code=of_page, name="Paul")
    with guest(hall, of_station, token) as station:
        seated = station.hear(remote.GuestWelcome)
        assert isinstance(seated, remote.GuestWelcome)
        assert (seated.game, seated.color, seated.name) == (1, BLACK, "Gerda")
        for board in (1, 2):
            giver.post("/simul/1/line", line=f"board {board}")
            giver.post(f"/game/{board}/line", line="e4")
        giver.post("/simul/1/line", line="board 3")
        station.say(asked("e7e6", "first"))
        assert station.hear(remote.Answered) == remote.Answered(id="first", refused="remote_kept")
        station.say(asked("e7e5", "second"))  # he may change it
        assert station.hear(remote.Answered) == remote.Answered(id="second", refused="remote_kept")
        page_player.post("/game/2/line", line="c5")
        assert moves(hall, 1) == moves(hall, 2) == ["e2e4"]
        assert "Waiting for you: 1, 2." in giver.client.get("/game/3").text
    hall.stop()
    hall.start()
    assert "Waiting for you: 1, 2." in giver.client.get("/simul/1").text
    for _ in range(2):  # with nobody there but the giver
        giver.post("/simul/1/line", line="next")
    assert moves(hall, 1) == ["e2e4", "e7e5"]
    assert moves(hall, 2) == ["e2e4", "c7c5"]
    assert giver.post("/simul/1/line", line="back").url.path == "/game/1"
    with guest(hall, of_station, token) as station:
        giver.post("/game/1/line", line="Nf3")
        until(lambda: "Boris" in giver.client.get("/simul/1").text)
        station.say(asked("b8c6", "third"))  # the giver stands here
        assert station.hear(remote.Answered) == remote.Answered(id="third")
    assert moves(hall, 1) == ["e2e4", "e7e5", "g1f3", "b8c6"]
    giver.client.close()
    page_player.client.close()


def test_with_clocks_a_stations_move_counts_at_once_and_the_giver_hears_the_number(hall: ServedHall) -> None:
    giver = Visitor(hall)
    page = giver.post("/simul", name="Gerda", boards="2", style="clock", side="white", time="90+30").text
    code = codes(page, 2)[0]
    token = knock(way_to(hall, code), code, FORMAT).joined.token
    with guest(hall, code, token) as station:
        station.hear(remote.GuestWelcome)
        giver.post("/simul/1/line", line="board 1")
        assert "Network time that does not count" in giver.client.get("/game/1").text
        giver.post("/game/1/line", line="e4")
        giver.post("/simul/1/line", line="board 2")
        station.say(asked("e7e5", "one"))
        assert station.hear(remote.Answered) == remote.Answered(id="one")
        until(lambda: "Waiting for you: 1." in giver.client.get("/game/2").text)
        station.say(remote.Wish(pause=True))
        until(lambda: "Boris wants to pause." in giver.client.get("/game/1").text)
        giver.post("/game/1/line", line="pause")
        until(lambda: not hall.games.game(1, 3).game.is_clock_on)
    giver.client.close()


def test_a_code_of_a_seat_is_good_for_one_station_or_one_page(hall: ServedHall) -> None:
    anna, paul = Visitor(hall), Visitor(hall)
    game = anna.begin(opponent="person", name="Anna")
    number = int(game.rpartition("/")[2])

    def new_code() -> str:
        return anna.post(f"{game}/invite").text.partition('id="code">')[2].partition("<")[0]

    first, second = new_code(), new_code()
    with pytest.raises(NoLineError, match="remote_no_room"):
        knock(way_to(hall, "K7Q2M-9XTBZ"), "K7Q2M-9XTBZ", FORMAT)
    with pytest.raises(RefusedError, match="remote_wrong_code"):
        knock(Way(address=hall.address, room=room_of(first)), second, FORMAT)
    knock(way_to(hall, first), first, FORMAT)
    token = knock(way_to(hall, first), first, FORMAT).joined.token  # the first answer was never kept
    with guest(hall, first, "x" * 43) as stranger, pytest.raises(ConnectionClosed):
        assert stranger.hear(wire.Bye) == wire.Bye(reason=wire.SHUT_OUT)
        stranger.hear(wire.Bye)
    with guest(hall, first, token) as station:
        station.hear(remote.GuestWelcome)
        assert "Boris has joined." in anna.client.get(game).text
        with pytest.raises(RefusedError, match="remote_taken"):
            knock(way_to(hall, second), second, FORMAT)
        assert paul.post("/in", code=first, name="Paul").status_code == 400
        station.say(asked("e7e5", "one"))  # not his turn: the Laws refuse it
        assert station.hear(remote.Answered) == remote.Answered(id="one")
        anna.post(f"{game}/line", line="e4")
        with guest(hall, first, token) as again:  # another program with his place
            assert station.hear(wire.Bye) == wire.Bye(reason=wire.CLOSING)
            again.hear(remote.GuestWelcome)
            again.say(asked("e7e5", "two"))
            assert again.hear(remote.Answered) == remote.Answered(id="two")
    assert moves(hall, number) == ["e2e4", "e7e5"]
    anna.client.close()
    paul.client.close()
