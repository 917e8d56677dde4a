"""Games at pages of several halls: who is signed in at one is signed in at all, and any of them shows any game."""

import re
from contextlib import ExitStack
from datetime import timedelta
from functools import partial

import chess
import httpx
import pytest

from access_chess.edge.station import line as station_line
from access_chess.edge.station.remote import lines
from access_chess.edge.station.remote.lines import Way, knock, line_to
from access_chess.edge.storage.event_text import FORMAT
from access_chess.hall.cluster import forwarded_lines, forwarding
from access_chess.hall.games.floor_news import Seen
from access_chess.hall.games.seat_state import Terms
from access_chess.hall.people.database import Role
from access_chess.hall.rules import remote, wire
from access_chess.hall.rules.codes import digested, plain_code, room_of
from access_chess.hall.rules.orders import OrderState
from access_chess.laws.commands import PlayMove, StopClocks, StopReason
from access_chess.laws.time_control import parse_time_control
from tests.hall.cluster.conftest import Opened
from tests.hall.games.test_hosted_games import ENGLISH
from tests.support.brokers import SharedHall
from tests.support.hall_server import PATIENCE
from tests.support.hall_visitor import Visitor
from tests.support.remote_host import RawGuest, come
from tests.support.spectator import moves_listed
from tests.support.station_table import until


def test_a_session_and_a_code_count_at_all_halls_and_a_code_once(one: SharedHall, other: SharedHall) -> None:
    code = one.database.new_code(Role.ARBITER)
    grant = other.database.use_code(digested(plain_code(code)))
    assert grant is not None and grant.role is Role.ARBITER
    assert one.database.use_code(digested(plain_code(code))) is None
    token = other.database.sign_in("Maria", grant.role)
    visitor = until(lambda: one.database.visitor(token))
    assert visitor is not None and visitor.name == "Maria" and one.database.is_arbiter(visitor.session)
    assert one.database.sign_in("Anna") != token
    until(lambda: {name for _, name, _ in other.database.signed_in()} >= {"Maria", "Anna"})
    one.database.end_session(visitor.session)
    until(lambda: other.database.visitor(token), lambda found: found is None)


def test_a_game_at_pages_of_one_hall_is_watched_at_the_other(one: SharedHall, other: SharedHall) -> None:
    numbers: list[int] = []
    for hall, is_public in ((one, True), (other, False)):
        anna, boris = (hall.database.visitor(hall.database.sign_in(name)) for name in ("Anna", "Boris"))
        assert anna is not None and boris is not None
        game = hall.games.begin(Terms(white="Anna", black="Boris"))
        hall.database.keep_game(
            game.number, 3, {chess.WHITE: anna.person, chess.BLACK: boris.person}, is_public=is_public
        )
        black, white = (game.seat(color, ENGLISH) for color in (chess.BLACK, chess.WHITE))
        white.enter("e4")
        black.enter("e5")
        numbers.append(game.number)
    shown, hidden = numbers
    until(lambda: [{*numbers} <= {*hall.stations.boards()} for hall in (one, other)], all)
    address = f"{other.address}/board/{shown}"
    until(lambda: moves_listed(httpx.get(address).text, "pawn "), lambda moves: moves == 2)
    for hall in (one, other):
        page = httpx.get(f"{hall.address}/board/{shown}").text
        assert moves_listed(page, "pawn ") == 2 and "Anna" in page and "Boris" in page
        assert httpx.get(f"{hall.address}/board/{hidden}").status_code == 404
        listed = httpx.get(f"{hall.address}/boards").text
        assert listed.count(f"/board/{shown}") == 1 and f"/board/{hidden}" not in listed


def test_an_arbiter_rules_from_any_hall_on_a_game_at_pages(one: SharedHall, other: SharedHall) -> None:
    game = one.games.begin(Terms(white="Anna", black="Boris", control=parse_time_control("300"), has_arbiter=True))
    one.database.keep_game(game.number, 3, {}, is_ruled=True)
    for color in chess.COLORS:
        game.seat(color, ENGLISH)
    assert game.game.is_clock_on and game.number in one.games.floor.boards()
    floor = other.games.floor
    until(lambda: (floor.game(game.number) or [None])[0], lambda known: known is not None and known.is_clock_on)
    ruled = floor.rule(
        game.number, StopClocks(reason=StopReason.ARBITER), seen=Seen(count=floor.count), by="Maria", words="stop"
    )
    assert ruled.order is not None
    until(lambda: game.game.is_clock_on, lambda is_on: not is_on)
    until(lambda: [order.state for order in floor.orders(game.number)], lambda found: found == [OrderState.DONE])
    casual = one.games.begin(Terms(white="Anna", black="Boris"))
    one.database.keep_game(casual.number, 3, {})
    until(lambda: other.stations.board(casual.number))
    assert casual.number not in floor.boards()


def test_who_is_at_a_tournament_game_of_one_hall_learns_nothing_at_the_other_until_it_is_over(
    one: SharedHall, other: SharedHall
) -> None:
    """The players, and who assists one of them; not who plays without an arbiter."""
    assisted = frozenset({chess.WHITE})
    ruled = one.games.begin(Terms(white="Anna", black="Boris", has_arbiter=True, assisted=assisted))
    casual = one.games.begin(Terms(white="Mia", black="Tom"))
    visitors = {name: Visitor(other) for name in ("Anna", "Boris", "Helga", "Mia", "Tom")}
    for name, visitor in visitors.items():
        visitor.client.timeout = PATIENCE
        visitor.client.cookies.set("hall", other.database.sign_in(name))
        until(partial(one.database.visitor, visitor.client.cookies["hall"]))
    person = {name: visitor.person for name, visitor in visitors.items()}
    one.database.keep_game(
        ruled.number, 3, {chess.WHITE: person["Anna"], chess.BLACK: person["Boris"]}, is_ruled=True, assisted=assisted
    )
    one.database.keep_game(casual.number, 3, {chess.WHITE: person["Mia"], chess.BLACK: person["Tom"]})
    assert one.database.assist(ruled.number, chess.WHITE, person["Helga"])
    for game in (ruled, casual):
        for color in chess.COLORS:
            game.seat(color, ENGLISH)

    def statuses(name: str) -> set[int]:
        paths = ("/learn", "/learn/rook", "/laws", "/laws/fide-2023")
        return {visitors[name].client.get(path).status_code for path in paths}

    until(lambda: {*other.stations.boards()}, {ruled.number, casual.number}.issubset)
    for name in ("Anna", "Boris", "Helga"):
        until(partial(statuses, name), {403}.__eq__)
    assert [statuses(name) for name in ("Mia", "Tom")] == [{200}, {200}]
    white = ruled.seat(chess.WHITE, ENGLISH)
    for line in ("resign", "yes"):
        white.enter(line)
    for name in visitors:
        until(partial(statuses, name), {200}.__eq__)
    for visitor in visitors.values():
        visitor.client.close()


def test_an_exhibition_goes_on_by_the_pages_of_any_hall(
    one: SharedHall, other: SharedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for patience in ("BEGINS", "NOT_HEARD"):
        monkeypatch.setattr(forwarding, patience, PATIENCE)
    giver, boris = Visitor(one), Visitor(other)
    giver.client.timeout = boris.client.timeout = PATIENCE
    begun = giver.post("/simul", name="Gerda", boards="2", style="walk", side="white")
    code = begun.text.partition("Board 1:")[2].partition('class="code">')[2].partition("<")[0]
    people = other.elsewhere
    assert people is not None
    until(lambda: people.game_of_code(code))
    board = boris.post("/in", code=code, name="Boris").url.path
    giver.hall = other
    giver.client.base_url = other.address
    giver.client.headers["origin"] = other.address
    assert "Boris" in until(lambda: giver.client.get(begun.url.path).text, lambda text: "Board 1: Boris" in text)
    at_two = giver.post(f"{begun.url.path}/line", line="board 2").url.path
    assert giver.post(f"{begun.url.path}/line", line="board 1").url.path == board != at_two
    giver.post(f"{board}/line", line="e4")
    giver.post(f"{begun.url.path}/line", line="board 2")
    boris.post(f"{board}/line", line="e5")
    assert "Waiting for you: 1." in giver.client.get(begun.url.path).text
    assert giver.post(f"{at_two}/line", line="next").url.path == board
    game = one.games.game(int(board.rpartition("/")[2]), 3).game
    assert [ply.move.uci() for ply in game.plies] == ["e2e4", "e7e5"]
    for visitor in (giver, boris):
        visitor.client.close()


def test_a_station_comes_to_its_seat_by_any_hall(
    one: SharedHall, other: SharedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (station_line, lines):
        monkeypatch.setattr(module, "OPENED", PATIENCE)
        monkeypatch.setattr(module, "PING", PATIENCE)
    monkeypatch.setattr(forwarded_lines, "KNOWN", PATIENCE)
    game = one.games.begin(Terms(white="Anna", control=parse_time_control("900+10")))
    one.database.keep_game(game.number, 3, {})
    anna = game.seat(chess.WHITE, ENGLISH)
    code = one.database.new_code(Role.PLAYER, game=game.number, color=chess.BLACK)
    way = Way(address=other.address, room=room_of(code))
    token = knock(way, code, FORMAT).joined.token
    with line_to(way, "") as line:
        boris = RawGuest(line)
        boris.say(come(token))
        seated = boris.hear(remote.GuestWelcome)
        assert isinstance(seated, remote.GuestWelcome) and seated.game == game.number
        anna.enter("e4")
        until(lambda: boris.hear(wire.Entries), lambda heard: b"e2" in remote.encoded(heard).encode())
        played = PlayMove(color=chess.BLACK, move=chess.Move.from_uci("e7e5"), id="one")
        boris.say(remote.GuestCommands(commands=(played,), thought=timedelta()))
        assert boris.hear(remote.Answered) == remote.Answered(id="one")
        assert [ply.move.uci() for ply in game.game.plies] == ["e2e4", "e7e5"]


def test_a_player_s_page_is_served_by_any_hall(
    opened: Opened, other: SharedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, assisted = opened("one"), frozenset({chess.WHITE})
    game = one.games.begin(Terms(white="Anna", black="Boris", assisted=assisted))
    one.database.keep_game(game.number, 3, {}, assisted=assisted)
    until(lambda: other.database.has_game(game.number))
    assert [other.database.has_assistant(game.number, color) for color in chess.COLORS] == [True, False]
    codes = [one.database.new_code(Role.PLAYER, game=game.number, color=color) for color in chess.COLORS]
    codes.append(one.database.new_code(Role.ASSISTANT, game=game.number, color=chess.WHITE))
    with ExitStack() as closing:
        clients = [
            closing.enter_context(
                httpx.Client(base_url=hall.address, headers={"origin": hall.address}, follow_redirects=True, timeout=20)
            )
            for hall in (other, one, other)
        ]
        for client, code, name in zip(clients, codes, ("Anna", "Boris", "Maria"), strict=True):
            page = client.post("/in", data={"code": code, "name": name})
            assert page.status_code == 200 and f"/game/{game.number}" in str(page.url), page.text
        path = f"/game/{game.number}"
        white, black, assistant = clients
        assert "/invite" not in assistant.get(path).text and 'value="resign"' not in assistant.get(path).text
        csrf = re.search(r'name="csrf" value="([^"]+)"', white.get(path).text)
        assert csrf is not None
        birth = re.search(r'data-after="([^"]+)"', white.get(path).text)
        assert birth is not None
        with white.stream("GET", f"{path}/stream", params={"after": birth[1]}) as stream:
            lines = stream.iter_lines()
            assert white.post(f"{path}/line", data={"csrf": csrf[1], "line": "e4"}).status_code == 200
            until(lambda: next(lines), lambda line: '"last":["e2","e4"]' in line)
        assert len(game.game.plies) == 1
        assert path in white.get("/games").text and path in black.get("/games").text
        assert white.post(f"{path}/line", data={"csrf": "wrong", "line": "d4"}).status_code == 403
        one.stop()
        monkeypatch.setattr(forwarding, "BEGINS", PATIENCE)  # the brokers say at once that nobody is there
        monkeypatch.setattr(forwarding, "NOT_HEARD", PATIENCE)
        away = white.get(path)
        assert away.status_code == 503 and away.headers["retry-after"] == "5"
