"""In a network: TLS with a certificate of the hall's own, codes from a second terminal, and lines that break."""

import contextlib
import json
import os
import re
import select
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import chess
import httpx
import pytest
from click.testing import CliRunner
from cryptography import x509
from playwright.sync_api import Browser

from access_chess.cli import main
from access_chess.edge.storage.journal import Journal
from access_chess.hall.web.certificate import fingerprint, own_addresses, own_certificate
from access_chess.laws.editions import Edition
from access_chess.laws.events import GameSetUp
from tests.support.breakable_line import breakable_line
from tests.support.hall_games import came, invited
from tests.support.hall_server import served
from tests.support.page_player import PagePlayer

PATIENCE = 30.0  # seconds until a test gives up waiting for a process


@contextmanager
def serving(home: Path, *options: str, port: str = "0", is_killed: bool = False) -> Iterator[list[str]]:
    """`access-chess serve` as a process of its own; its first lines. At the end it is told to end, or killed."""
    command = [sys.executable, "-m", "access_chess", "serve", "--port", port, "--no-sound", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ | {"ACCESS_CHESS_HOME": str(home)}
    )
    assert process.stdout is not None
    until, text = time.monotonic() + PATIENCE, b""
    while b"Control-C" not in text:
        assert time.monotonic() < until and process.poll() is None, text
        if select.select([process.stdout], [], [], 0.1)[0]:
            text += os.read(process.stdout.fileno(), 65536)
    try:
        yield text.decode().splitlines()
    finally:
        process.send_signal(signal.SIGKILL if is_killed else signal.SIGINT)
        rest, _ = process.communicate(timeout=PATIENCE)
        assert rest == b"", "it ends without a word"


def test_the_first_lines_on_this_machine(tmp_path: Path) -> None:
    """Address first; a code from a second terminal opens a seat; on plain loopback nothing is set up.

    What the organiser has written into `hall.toml` counts unless something else is typed.
    """
    (tmp_path / "hall.toml").write_text('port = 99\npublic-delay = "15m"\nedition = "fide-2023"\n')
    with serving(tmp_path) as lines:
        address = lines[0].rstrip("/")
        assert [line for line in lines if "is fifteen minutes" in line]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
        assert {"ok": True, "games": 0, "streams": 0}.items() <= httpx.get(f"{address}/health").json().items()
        with httpx.Client(base_url=address, headers={"origin": address}, follow_redirects=True) as client:
            assert client.post("/new", data={"opponent": "person"}).url.path == "/game/1"
        codes = CliRunner(env={"ACCESS_CHESS_HOME": str(tmp_path)}).invoke(
            main, ["serve", "code", "player", "1", "black"]
        )
        assert codes.exit_code == 0, codes.output
        with httpx.Client(base_url=address, headers={"origin": address}, follow_redirects=True) as client:
            page = client.post("/in", data={"code": codes.output.strip(), "name": "Boris"})
            assert "You play Black" in page.text
        refused = CliRunner(env={"ACCESS_CHESS_HOME": str(tmp_path)}).invoke(
            main, ["serve", "code", "assistant", "1", "black"]
        )
        assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
        assert "In game 1 Black has no assistant" in refused.output
    with contextlib.closing(Journal(tmp_path / "hall-games.sqlite")) as journal:
        begun = journal.entries(1)[0].event
    assert isinstance(begun, GameSetUp) and begun.setup.edition is Edition.FIDE_2023


def test_what_nobody_can_mean_in_the_file_of_the_hall_is_one_sentence(tmp_path: Path) -> None:
    """An option that there is not is told by its name."""
    (tmp_path / "hall.toml").write_text("prot = 1\n")
    refused = CliRunner(env={"ACCESS_CHESS_HOME": str(tmp_path)}).invoke(main, ["serve"])
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert "--prot" in refused.output


def test_in_a_network_it_is_tls(tmp_path: Path) -> None:
    """But for the port on which spectators may read: without cookies, forms and private pages."""
    with serving(tmp_path, "--lan", "--public-http", "0", "--name", "City Open") as lines:
        address = lines[0].rstrip("/")
        port = address.rpartition(":")[2]
        shown = next(line for line in lines if re.fullmatch(r"([0-9A-F]{4} ){15}[0-9A-F]{4}", line))
        assert shown == fingerprint(tmp_path / "hall-certificate.pem")
        readable = {each.name for each in tmp_path.rglob("*") if each.is_file() and each.stat().st_mode & 0o077}
        assert readable == {"hall-certificate.pem"}
        plain = httpx.get(f"http://127.0.0.1:{port}/", headers={"accept-language": "en"})
        assert (plain.status_code, plain.text) == (
            400,
            f"This hall is reached at {address}/, which begins with https.\n",
        )
        context = ssl.create_default_context(cafile=str(tmp_path / "hall-certificate.pem"))
        own = f"https://127.0.0.1:{port}"
        with httpx.Client(base_url=own, verify=context, headers={"origin": own}, follow_redirects=True) as client:
            began = client.post("/new", data={"name": "Anna", "watched": "yes"}, follow_redirects=False)
            cookie = began.headers["set-cookie"]
            assert cookie.startswith("__Host-hall=")
            assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
            assert "strict-transport-security" not in began.headers  # it would forbid to go on past the warning
            token = client.cookies["__Host-hall"]
        told = next(line for line in lines if line.startswith("Spectators read at http://"))
        public = f"http://127.0.0.1:{told.partition('/ without')[0].rpartition(':')[2]}"
        is_read_only(public, token)
    assert address.startswith("https://")


def is_read_only(public: str, token: str) -> None:
    """What everybody may read is there, no matter who asks; nothing else is."""
    with httpx.Client(base_url=public, cookies={"hall": token, "__Host-hall": token}) as client:
        page = client.get("/")
        assert "City Open</title>" in page.text
        assert "Anna" in page.text
        assert "set-cookie" not in page.headers
        assert "<form" not in page.text
        assert client.get("/board/1").status_code == 200
        for path in ("/game/1", "/games", "/new", "/in", "/arbiter", "/settings", "/health", "/station"):
            assert client.get(path).status_code == 404, path
        sent = client.post("/new", data={"name": "x"}, headers={"origin": public})
        assert sent.status_code in (404, 405, 429)


def test_the_certificate_of_before_serves_again_as_long_as_it_names_all(tmp_path: Path) -> None:
    first = fingerprint(own_certificate(tmp_path, ("hall.local",), ("10.0.0.7",))[0])
    assert fingerprint(own_certificate(tmp_path, ("hall.local",), ())[0]) == first
    assert fingerprint(own_certificate(tmp_path, ("hall.local",), ("10.0.0.8",))[0]) != first
    assert all(not address.startswith("127.") for address in own_addresses())


def test_a_certificate_names_an_address_of_ipv6_and_serves_on_when_that_is_another_one(tmp_path: Path) -> None:
    """Systems take another one each day, and stations know the hall by its certificate."""
    first = fingerprint(own_certificate(tmp_path, ("hall.local",), ("10.0.0.7",))[0])
    second = own_certificate(tmp_path, ("hall.local",), ("10.0.0.7", "2001:db8::7"))[0]
    assert fingerprint(second) != first
    found = x509.load_pem_x509_certificate(second.read_bytes())
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(each) for each in names.get_values_for_type(x509.IPAddress)] == ["10.0.0.7", "2001:db8::7"]
    known = fingerprint(second)
    assert fingerprint(own_certificate(tmp_path, ("hall.local",), ("10.0.0.7", "2001:db8::8"))[0]) == known


def _has_ipv6() -> bool:
    with contextlib.suppress(OSError), closing(socket.socket(socket.AF_INET6)) as trial:
        trial.bind(("::1", 0))
        return True
    return False


@pytest.mark.skipif(not _has_ipv6(), reason="this machine has no IPv6")
def test_it_is_reached_by_ipv6_as_well(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan", "--public-http", "0") as lines:
        port = lines[0].rstrip("/").rpartition(":")[2]
        public = next(line for line in lines if "http://" in line).rpartition(":")[2].split("/")[0]
        context = ssl.create_default_context(cafile=str(tmp_path / "hall-certificate.pem"))
        context.check_hostname = False  # ::1 is this machine alone, and in no certificate
        with httpx.Client(verify=context) as client:
            assert client.get(f"https://[::1]:{port}/").status_code == 200
        assert httpx.get(f"http://[::1]:{public}/boards").status_code == 200
        others = [address for address in own_addresses() if ":" in address]
        assert all(f"https://[{address}]:{port}/" in "\n".join(lines) for address in others)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serve", "--voices", "klingon"], "There is no voice pack 'klingon'"),
        (["serve", "--cert", __file__], "A certificate is for --lan, and is given with its key"),
        (["serve", "--lan", "--cert", __file__, "--key", __file__], "cannot be used"),
        (["serve", "code", "player"], "A code is for"),
        (["serve", "code", "assistant", "3"], "A code is for"),
        (["serve", "code", "arbiter"], "There is no hall here yet"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    run = CliRunner(env={"ACCESS_CHESS_HOME": str(tmp_path)}).invoke(main, arguments)
    assert run.exit_code == 2
    assert sentence in run.output
    assert run.output.count("\n") == 1


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with served(tmp_path) as hall:
        run = CliRunner(env={"ACCESS_CHESS_HOME": str(tmp_path)}).invoke(main, ["serve", "--port", str(hall.port)])
    assert (run.exit_code, run.output.count("\n")) == (2, 1)
    assert "choose another with --port" in run.output


class Played:
    """Two people who send moves by forms, and remember those that were answered."""

    LINES = ("Nf3", "Nf6", "Ng1", "Ng8")

    def __init__(self, address: str) -> None:
        self.clients = [httpx.Client(base_url=address, headers={"origin": address}) for _ in range(2)]
        self.answered = 0

    def sit_down(self, home: Path) -> None:
        """White begins a game; Black comes by a code from a second terminal."""
        self.clients[0].post("/new", data={"opponent": "person", "time": "90+30"})
        environment = {"ACCESS_CHESS_HOME": str(home)}
        code = CliRunner(env=environment).invoke(main, ["serve", "code", "player", "1", "black"]).output.strip()
        self.clients[1].post("/in", data={"code": code})

    def look(self) -> list[str]:
        """Open both pages; the moves that stand on White's."""
        pages = [client.get("/game/1").text for client in self.clients]
        self.csrf = [page.partition('data-csrf="')[2].partition('"')[0] for page in pages]
        return re.findall(r"<li>knight [^<]*</li>", self.clients[0].get("/game/1").text)

    def move(self) -> None:
        """The next move; it counts as soon as its form is answered."""
        mover = self.answered % 2
        fields = {"csrf": self.csrf[mover], "line": self.LINES[self.answered % 4]}
        sent = self.clients[mover].post("/game/1/line", data=fields, headers={"x-live": "1"})
        assert sent.status_code == 204, sent.text
        self.answered += 1

    def close(self) -> None:
        for client in self.clients:
            client.close()


KILLS = int(os.environ.get("HALL_KILLS", "2"))


def test_a_killed_hall_has_lost_nothing_that_was_answered(tmp_path: Path) -> None:
    """`kill -9` between two moves: what a form was answered for stands there again, once, and the game goes on."""
    played: Played | None = None
    port = "0"
    for _ in range(KILLS + 1):
        with serving(tmp_path, port=port, is_killed=True) as lines:
            address = lines[0].rstrip("/")
            port = address.rpartition(":")[2]
            if played is None:
                played = Played(address)
                played.sit_down(tmp_path)
            assert len(played.look()) == played.answered
            for _ in range(3):
                played.move()
    assert played is not None
    assert played.answered == 3 * (KILLS + 1)
    played.close()


def frames(answer: httpx.Response, count: int) -> list[tuple[str, list[str]]]:
    """So many events of a stream: the id, and what is to be announced."""
    found, number = [], ""
    for line in answer.iter_lines():
        if line.startswith("id: "):
            number = line.removeprefix("id: ")
        elif line.startswith("data: "):
            found.append((number, json.loads(line.removeprefix("data: "))["now"]))
            if len(found) == count:
                return found
    raise AssertionError(f"the stream ended after {found}")


def test_a_page_that_comes_back_gets_what_it_has_missed_and_nothing_twice(tmp_path: Path) -> None:
    with served(tmp_path) as hall, httpx.Client(base_url=hall.address, headers={"origin": hall.address}) as client:
        path = client.post("/new", data={"opponent": "person"}).headers["location"]
        after = client.get(path).text.partition('data-after="')[2].partition('"')[0]
        seat = hall.games.game(1, 3).seat_at(chess.WHITE)
        assert seat is not None
        with client.stream("GET", f"{path}/stream?after={after}") as answer:
            seat.enter("one")
            (first, said), *_ = frames(answer, 1)
        for line in ("two", "three", "four"):
            seat.enter(line)
        missed = [line.utterance.text for line in seat.lines(int(after.partition(".")[2]))]
        assert len(missed) >= 4
        with client.stream("GET", f"{path}/stream", headers={"last-event-id": first}) as answer:
            assert said + frames(answer, 1)[0][1] == missed
        for number in (f"{seat.birth}.99999", "nobody.1", f"{seat.birth}.x", f"{seat.birth}.-1", "١.١"):
            with client.stream("GET", f"{path}/stream", headers={b"last-event-id": number.encode()}) as answer:
                assert "event: reload" in "".join(answer.iter_text())


def test_the_hall_dies_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    """Both pages find their game as it stood; both clocks stood meanwhile; what happens then is heard once."""
    with served(tmp_path) as hall:
        white = invited(browser, hall, "Anna", "15+10")
        black = came(browser, hall.address, white.page.inner_text("#code"), "Boris")
        white.hears("White to move")
        white.enter("e4")
        black.hears("Eva four")
        hall.stop()
        white.hears("Connection lost")
        hall.start()
        for player in (white, black):
            player.until(partial(log_of, player), lambda log: "taken up again" in log)
        game = hall.games.game(1, 3).game
        assert game.is_clock_on
        assert len(game.plies) == 1
        black.page.focus("#line")
        black.enter("e5")
        white.hears("Eva five")
        assert [line for line in white.heard if "Eva five" in line] == ["now: pawn Eva seven Eva five"]
        for player in (white, black):
            player.problems = [each for each in player.problems if "ERR_" not in each and "Failed to load" not in each]
            player.close()


def log_of(player: PagePlayer) -> str:
    return player.page.inner_text("#log")


def test_a_connection_that_is_cut_for_a_while(browser: Browser, tmp_path: Path) -> None:
    """It is said once that it is lost; afterwards all that happened, in order, and nothing twice."""
    with served(tmp_path) as hall, breakable_line(hall.port) as line:
        white = invited(browser, hall, "Anna")
        black = came(browser, line.address, white.page.inner_text("#code"), "Boris")
        white.hears("White to move")
        black.hears("Waiting")
        before = len(black.heard)
        line.cut()
        black.hears("Connection lost")
        white.page.focus("#line")
        white.enter("e4")
        white.hears("Eva four")
        line.mend()
        black.hears("Connected again")
        assert black.heard[before:] == [
            "aside: Connection lost",
            "aside: Trying again",
            "aside: Connected again",
            "aside: 1 thing happened: pawn Eva two Eva four",
        ]
        black.problems.clear()
        white.close()
        black.close()
