"""What somebody may do who does not belong: nothing. Each test is an attempt against a hall that really serves."""

import asyncio
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import httpx
import pytest
from starlette.types import ASGIApp, Message, Scope

from access_chess.edge.storage.journal import Journal
from access_chess.hall.people.database import SESSION_LASTS, HallDatabase, Role
from access_chess.hall.web import event_stream, guards, server
from access_chess.hall.web.app import hall_app
from access_chess.hall.web.guards import HEADERS, LOOPBACK, Rate
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.visit import Look, look_from
from tests.support.hall_server import ServedHall, games_in, served
from tests.support.hall_visitor import Visitor

ATOM = "{http://www.w3.org/2005/Atom}"
PATIENCE = 30.0  # seconds until a test gives up waiting
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5",)) as running:
        yield running


def test_small_answers_are_sent_at_once(hall: ServedHall) -> None:
    """Else each page of a kept connection comes some 40 ms late, when the browser has acknowledged its head."""
    with socket.create_connection(("127.0.0.1", hall.port), 5) as reader:
        reader.sendall(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert reader.recv(1)
        accepted = [each.transport.get_extra_info("socket") for each in hall.server.server_state.connections]
        assert accepted and all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in accepted)


def test_in_a_closed_hall_only_who_has_signed_in_begins_games(
    hall: ServedHall, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall.hall, "is_closed", True)
    for form in ("/new", "/simul"):
        for answer in (anna.client.get(form), anna.post(form, opponent="robot", boards="2")):
            assert answer.status_code == 403
    assert 'action="/new"' not in anna.client.get("/").text
    anna.post("/in", code=hall.database.new_code(Role.PLAYER))
    assert anna.begin().startswith("/game/")


def test_blindfold_no_page_shows_the_board_before_the_end(anna: Visitor) -> None:
    path = anna.begin(blindfold="yes", watched="yes")
    anna.post(f"{path}/line", line="e4")
    page = anna.client.get(path).text
    assert 'id="board"' not in page and "game.pgn" not in page
    assert f'data-board="{"." * 64}"' in page
    assert anna.client.get(path.replace("game", "board")).status_code == 404  # his own game, as spectators see it
    assert anna.client.get(f"{path}/game.pgn").status_code == 409
    after = page.partition('data-after="')[2].partition('"')[0]
    with anna.client.stream("GET", f"{path}/stream?after={after}") as news:
        frame = next(line for line in news.iter_lines() if line.startswith("data: "))
    assert f'"board":"{"." * 64}","last":[]' in frame
    for request in ("resign", "yes"):
        anna.post(f"{path}/line", request=request)
    assert 'id="board"' in anna.client.get(path).text
    assert "1. e4" in anna.client.get(f"{path}/game.pgn").text


def test_every_answer_bears_the_headers(anna: Visitor) -> None:
    game = anna.begin()
    for path in ("/", game, "/static/hall.js", "/nowhere", f"{game}/game.pgn"):
        headers = anna.client.get(path).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS, path
        assert "server" not in headers
        assert headers["cache-control"] == ("no-cache" if path.startswith("/static") else "no-store")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:80@evil.example"])
def test_a_name_that_is_not_the_hall_s_is_refused(hall: ServedHall, host: str) -> None:
    """DNS rebinding: a page elsewhere whose name leads here."""
    assert httpx.get(f"{hall.address}/", headers={"host": host}).status_code == 403


def test_at_a_page_nobody_is_the_arbiter_nor_their_opponent(anna: Visitor) -> None:
    game = anna.begin(other_time="15+10")
    for line in ("arbiter add time white 10:00", "arbiter declare 1-0", "assistant white times", "black resign", "yes"):
        anna.post(f"{game}/line", line=line)
    running = anna.hall.games.game(int(game.rpartition("/")[2]), 3)
    assert not running.game.is_over
    clock = running.seat_at(chess.WHITE)
    assert clock is not None
    shown = clock.state().view.clock
    assert shown is not None
    assert shown.white <= timedelta(minutes=15, seconds=10)


def test_what_a_page_may_ask_for_is_a_list(anna: Visitor) -> None:
    game = anna.begin()
    for name in ("arbiter_declare", "quit", "what_if", "sign", "", "__class__"):
        assert anna.post(f"{game}/line", request=name).status_code == 400, name


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"line": "e" * 501}, 400), ({"line": "e" * 9000}, 413), ({"request": "nonsense"}, 400)],
)
def test_what_is_too_much_is_refused(anna: Visitor, fields: dict[str, str], status: int) -> None:
    assert anna.post(f"{anna.begin()}/line", **fields).status_code == status


def test_other_methods_and_types_are_refused(hall: ServedHall, anna: Visitor) -> None:
    assert anna.client.put("/").status_code == 405
    assert anna.client.delete("/new").status_code == 405
    assert anna.client.post("/new", content=b"{}", headers={"content-type": "application/json"}).status_code == 415


def test_a_form_without_a_length_is_refused(anna: Visitor) -> None:
    def endless() -> Iterator[bytes]:
        yield b"line=" + b"e" * 100_000

    assert anna.client.post("/new", content=endless(), headers=FORM).status_code == 411


def test_an_id_of_nobody_cannot_be_gone_on_from(anna: Visitor) -> None:
    with anna.client.stream("GET", f"{anna.begin()}/stream?after=x.0") as answer:
        assert "event: reload" in "".join(answer.iter_text())


def test_signing_out_closes_the_pages_that_are_open(anna: Visitor) -> None:
    """At once, and not only when there is news: nothing of the game is heard after it."""
    path = anna.stream_of(anna.begin())
    with anna.client.stream("GET", path) as answer:
        lines = answer.iter_lines()
        assert next(lines) == "retry: 1000"
        while not next(lines).startswith("data: "):
            pass
        anna.post("/out")
        assert list(lines)[1:] == ["event: reload", "data: {}", ""]


def test_who_has_lost_their_seat_hears_no_more_of_the_game(anna: Visitor, stranger: Visitor) -> None:
    game = anna.begin()
    number = int(game.rpartition("/")[2])
    with anna.client.stream("GET", anna.stream_of(game)) as answer:
        lines = answer.iter_lines()
        while not next(lines).startswith("data: "):
            pass
        code = anna.hall.database.new_code(Role.PLAYER, game=number, color=chess.WHITE, takes_over=True)
        assert stranger.post("/in", code=code).url.path == game
        stranger.post(f"{game}/line", line="e4")
        assert "Eva" not in "".join(lines)
    assert anna.client.get(game).status_code == 404


def test_a_page_too_many_is_refused(anna: Visitor) -> None:
    game = anna.begin()
    path = anna.stream_of(game)
    with ExitStack() as open_pages:
        opened = [open_pages.enter_context(anna.client.stream("GET", path)) for _ in range(7)]
        assert [each.status_code for each in opened] == [200] * 6 + [503]


def answered(hall: ServedHall, sent: bytes) -> bytes:
    """The first line of what is answered to these bytes; empty where the line is cut."""
    with socket.create_connection(("127.0.0.1", hall.port), timeout=PATIENCE) as line, suppress(ConnectionError):
        line.sendall(sent)
        return line.recv(4096).partition(b"\r\n")[0]
    return b""


def test_a_second_name_a_long_head_and_an_endless_number_are_refused(hall: ServedHall) -> None:
    host = b"Host: 127.0.0.1\r\n"
    assert b" 40" in answered(hall, b"GET / HTTP/1.1\r\n" + host + b"Host: evil.example\r\n\r\n")
    assert answered(hall, b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 100_000)[9:12] in (b"400", b"")
    both = FORM["content-type"].encode() + b"\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    origin = f"Origin: {hall.address}\r\nContent-Type: ".encode()
    same = f"Host: 127.0.0.1:{hall.port}\r\n".encode()
    assert b" 411 " in answered(hall, b"POST /new HTTP/1.1\r\n" + same + origin + both)
    for path in (b"/game/", b"/board/", b"/arbiter/board/", b"/game/1/said/"):
        assert b" 404 " in answered(hall, b"GET " + path + b"9" * 5_000 + b" HTTP/1.1\r\n" + host + b"\r\n")


def test_numbers_without_end_are_no_games(hall: ServedHall, anna: Visitor) -> None:
    anna.begin()
    for path in ("/simul/", "/game/", "/board/", "/arbiter/board/"):
        assert anna.client.get(path + "9" * 25).status_code == 404, path


def test_a_header_does_not_choose_whose_rate_is_used_up(
    hall: ServedHall, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall.hall, "codes_by_address", Rate(burst=2, a_second=0))
    statuses = []
    for number in range(4):
        headers = {"origin": hall.address, "x-forwarded-for": f"10.0.0.{number}"}
        statuses.append(httpx.post(f"{hall.address}/in", data={"code": "x"}, headers=headers).status_code)
    assert statuses == [400, 400, 429, 429]


def test_only_wrong_codes_count_since_a_whole_club_may_have_one_address(
    hall: ServedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall.hall, "codes_by_address", Rate(burst=2, a_second=0))
    right = [hall.database.new_code(Role.DISPLAY) for _ in range(4)]
    headers = {"origin": hall.address}

    def status(code: str) -> int:
        return httpx.post(f"{hall.address}/in", data={"code": code, "name": "Boris"}, headers=headers).status_code

    assert [status(code) for code in (*right[:3], "x", "x", right[3])] == [303, 303, 303, 400, 400, 429]


def test_a_form_that_never_comes_is_not_waited_for(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "SILENT", 0.05)
    head = f"POST /in HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\nOrigin: {hall.address}\r\nContent-Length: 100\r\n"
    assert b" 408 " in answered(hall, f"{head}Content-Type: {FORM['content-type']}\r\n\r\nc=".encode())


def test_spectators_behind_one_address_are_not_one_session(hall: ServedHall, anna: Visitor) -> None:
    number = anna.begin(opponent="person", watched="yes").rpartition("/")[2]
    with ExitStack() as open_pages:
        opened = [
            open_pages.enter_context(httpx.stream("GET", f"{hall.address}/stream?boards={number}&after=0"))
            for _ in range(9)
        ]
        assert {each.status_code for each in opened} == {200}


def test_who_says_nothing_or_comes_too_often_is_let_go(hall: ServedHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SILENT", 0.1)
    assert answered(hall, b"GET / HTTP/1.1\r\nHost:") == b""
    monkeypatch.setattr(server, "CONNECTIONS_AN_ADDRESS", 0)
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"{hall.address}/")


def test_a_reader_that_takes_nothing_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept for him: what he gets next time is the board as it is then."""
    monkeypatch.setattr(event_stream, "SLOWEST", 0.05)
    told: list[str] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        told.append(message["type"])
        if b"event: said" in message.get("body", b""):
            await asyncio.Event().wait()  # his line is full

    async def answer(app: ASGIApp, scope: Scope) -> None:
        await app(scope, receive, send)

    with served(tmp_path) as hall:
        visitor = Visitor(hall)
        path = visitor.stream_of(visitor.begin())
        cookie = f"hall={visitor.client.cookies['hall']}".encode()
        visitor.client.close()
    games, database = Journal(tmp_path / "hall-games.sqlite"), HallDatabase(tmp_path / "hall.sqlite")
    with closing(games), closing(database), closing(games_in(games)) as running:
        again = Hall(games=running, database=database, entries=games.entries, default_voices="en")
        seat = running.game(1, 3).seat(chess.WHITE, look_from({}, Look(voices="en")).manner)
        query = f"after={seat.birth}.0".encode()
        scope = {
            "type": "http", "method": "GET", "path": path.partition("?")[0], "query_string": query, "client": ("1", 1),
            "headers": [(b"host", b"localhost"), (b"cookie", cookie)],
        }  # fmt: skip
        app = hall_app(again, hosts=LOOPBACK)
        with ThreadPoolExecutor(1) as beside:  # this thread has a loop of its own, the browser's
            beside.submit(lambda: asyncio.run(answer(app, scope))).result(PATIENCE)
        assert again.streams.total == 0
    assert told[:3] == ["http.response.start", "http.response.body", "http.response.body"]


def test_rates() -> None:
    now = [0.0]
    rate = Rate(burst=3, a_second=0.5, clock=lambda: now[0])
    assert [rate.takes("a") for _ in range(4)] == [True, True, True, False]
    assert rate.takes("b")
    now[0] = 2.0
    assert [rate.takes("a") for _ in range(2)] == [True, False]


# ---- codes and sessions ----


def test_a_session_lasts_sixteen_hours(tmp_path: Path) -> None:
    now = [datetime(2026, 11, 22, tzinfo=UTC)]
    with closing(HallDatabase(tmp_path / "hall.sqlite", wall=lambda: now[0])) as database:
        token = database.sign_in("Anna")
        assert database.visitor(token) is not None
        now[0] += SESSION_LASTS
        assert database.visitor(token) is None


def test_a_seat_is_taken_once(tmp_path: Path) -> None:
    with closing(HallDatabase(tmp_path / "hall.sqlite")) as database:
        people = [database.visitor(database.sign_in(name)) for name in ("Anna", "Boris", "Clara")]
        anna, boris, clara = (each.person for each in people if each is not None)
        database.keep_game(1, 3, {chess.WHITE: anna})
        assert database.take_seat(1, chess.BLACK, boris)
        assert not database.take_seat(1, chess.BLACK, clara)
        assert not database.take_seat(1, chess.WHITE, clara)
        seated = database.seated(1)
        assert seated is not None
        assert (seated.color_of(anna), seated.color_of(boris), seated.color_of(clara)) == (True, False, None)


def code_on(page: httpx.Response) -> str:
    """The code that a page shows; it stands in no address, where histories and logs would keep it."""
    assert page.status_code == 200
    code = page.text.partition('id="code">')[2].partition("<")[0].replace("-", "")
    assert len(code) == 10
    assert code not in str(page.url)
    return code


def test_a_wrong_code_is_answered_like_one_that_was_used(anna: Visitor, stranger: Visitor, third: Visitor) -> None:
    game = anna.begin(opponent="person")
    code = code_on(anna.post(f"{game}/invite"))
    assert stranger.post("/in", code=code, name="Boris").url.path == game
    used, wrong = third.post("/in", code=code), third.post("/in", code="00000-00000")
    assert used.status_code == wrong.status_code == 400
    used_text, wrong_text = (re.sub(r'(name="ticket" value=)"[^"]*"', r"\1", each.text) for each in (used, wrong))
    assert used_text.replace(code, "") == wrong_text.replace("00000-00000", "")


def test_the_program_s_voice_says_a_line_of_one_s_own_seat(anna: Visitor, stranger: Visitor) -> None:
    game = anna.begin()
    assert anna.client.get(f"{game}/said/1.wav").status_code == 404  # this hall has no voice
    anna.hall.hall.aloud = lambda utterance: f"RIFF {utterance.text}".encode()
    answer = anna.client.get(f"{game}/said/1.wav")
    assert (answer.headers["content-type"], answer.text) == ("audio/wav", "RIFF The game begins. White to move.")
    assert anna.client.get(f"{game}/said/99.wav").status_code == 404
    stranger.begin()
    assert stranger.client.get(f"{game}/said/1.wav").status_code == 404
    anna.hall.hall.aloud = None


def test_scoresheets_are_fetched(anna: Visitor) -> None:
    game = anna.begin(name="Anna")
    anna.post(f"{game}/line", line="e4")
    pgn = anna.client.get(f"{game}/game.pgn")
    assert pgn.headers["content-disposition"].endswith('.pgn"')
    assert '[White "Anna"]' in pgn.text
    assert "1. e4" in pgn.text
    assert anna.client.get(f"{game}/game.brf").text.isascii()


def test_who_is_asked_to_play_again_hears_it_in_their_own_language(anna: Visitor, stranger: Visitor) -> None:
    game = anna.begin(opponent="person", name="Anna", side="white")
    stranger.client.headers["accept-language"] = "de"
    code = anna.hall.database.new_code(Role.PLAYER, game=int(game.rpartition("/")[2]), color=False)
    stranger.post("/in", code=code, name="Boris")
    for line in ("resign", "yes"):
        anna.post(f"{game}/line", line=line)
    anna.post(f"{game}/again")
    assert "Eine neue Partie wurde begonnen" in stranger.client.get(game).text


def test_too_many_codes_are_refused_with_a_time(
    hall: ServedHall, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall.hall, "codes_by_address", Rate(burst=1, a_second=0))
    assert anna.post("/in", code="AAAAAAAAAA").status_code == 400
    refused = anna.post("/in", code="AAAAAAAAAA")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
