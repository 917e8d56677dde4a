"""Forms that are cut off, or are not what they say: a sentence for who sent them, one line in the log, no traceback."""

import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from tests.support.hall_server import ServedHall, served
from tests.support.hall_visitor import Visitor

PATIENCE = 30.0  # seconds until a test gives up waiting


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    with served(tmp_path_factory.mktemp("hall"), ("e7e5",)) as running:
        yield running


class _Log(logging.Handler):
    """What the server writes, whole."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log(hall: ServedHall) -> Iterator[list[str]]:
    """What is written from now on: what the forms of another test leave to be written is waited for."""
    until = time.monotonic() + PATIENCE
    while hall.server.server_state.tasks:
        assert time.monotonic() < until, "they are never answered"
        time.sleep(0.01)
    handler = _Log()
    logging.getLogger("uvicorn.error").addHandler(handler)
    yield handler.lines
    logging.getLogger("uvicorn.error").removeHandler(handler)


def _sent(hall: ServedHall, data: bytes, *, is_cut_off: bool = False) -> bytes:
    """What comes back for these bytes."""
    with socket.create_connection(("127.0.0.1", hall.port), 5) as sender, suppress(OSError):
        sender.settimeout(PATIENCE)
        sender.sendall(data)
        if is_cut_off:
            sender.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: sender.recv(65536), b""))
    return b""


def _form(visitor: Visitor, path: str, body: bytes, kind: str, length: int | None = None) -> bytes:
    cookie = visitor.client.cookies["hall"]
    head = (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{visitor.hall.port}\r\norigin: {visitor.hall.address}\r\n"
        f"cookie: hall={cookie}\r\nconnection: close\r\ncontent-type: {kind}\r\n"
        f"content-length: {len(body) if length is None else length}\r\n\r\n"
    )
    return head.encode() + body


TYPED = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=--x"


def _in_parts(csrf: str) -> bytes:
    fields = {"csrf": csrf, "line": "e4"}
    parts = [f'----x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{fields[name]}\r\n' for name in fields]
    return "".join((*parts, "----x--\r\n")).encode()


@pytest.mark.parametrize("kind", [TYPED, PARTS], ids=["typed", "in parts"])
def test_a_form_that_is_cut_off_at_any_byte_is_one_line_at_most(anna: Visitor, log: list[str], kind: str) -> None:
    """And nothing happens in the game."""
    game = anna.begin()
    body = _in_parts(anna.csrf) if kind == PARTS else f"csrf={anna.csrf}&line=e4".encode()
    whole = _form(anna, f"{game}/line", body, kind)
    with ThreadPoolExecutor(8) as senders:
        for answer in senders.map(lambda end: _sent(anna.hall, whole[:end], is_cut_off=True), range(len(whole))):
            assert b"500" not in answer.partition(b"\r\n")[0]
    assert len(log) <= len(body)
    assert set(log) == {"A form was cut off before its end."}
    assert not anna.hall.games.game(int(game.rpartition("/")[2]), 3).game.plies


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data", "multipart/form-data; boundary=", 'multipart/form-data; boundary="',
        "multipart/form-data; boundary=x; charset=utf-7", f"{TYPED}; charset=none", f"{TYPED}x",
        "text/plain", "", PARTS,
    ],
)  # fmt: skip
def test_a_form_of_another_type_than_it_says_is_refused_in_words(anna: Visitor, log: list[str], kind: str) -> None:
    game = anna.begin()
    for path in ("/in", "/new", "/settings", f"{game}/line", f"{game}/square", "/games/feed", "/simul"):
        for body in (b"csrf=x&line=e4", b"\xff\x00--x", b"----x\r\ncontent-disposition: form-data\r\n\r\n\r\n", b""):
            status = _sent(anna.hall, _form(anna, path, body, kind)).split(b" ", 2)[1]
            assert status in (b"303", b"400", b"403", b"411", b"415"), (path, body, status)
    assert log == []


def test_what_goes_wrong_in_a_page_is_a_sentence_there_and_one_line_in_the_log(
    anna: Visitor, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> int:
        raise ValueError("two\nlines")

    monkeypatch.setattr(type(anna.hall.games), "running", property(lambda games: fails()))
    answer = anna.client.get("/health")
    assert (answer.status_code, "Something went wrong here." in answer.text) == (500, True)
    until = time.monotonic() + PATIENCE
    while not log and time.monotonic() < until:  # it is written when the page has been answered
        time.sleep(0.01)
    assert len(log) == 1
    assert log[0].startswith("A page could not be made: ValueError (two lines), test_broken_forms.py:")


def test_who_asks_in_the_middle_of_an_answer_for_nonsense_gets_no_traceback(hall: ServedHall, log: list[str]) -> None:
    head = f"host: 127.0.0.1:{hall.port}\r\ntransfer-encoding: chunked\r\ncontent-type: {TYPED}\r\n\r\n"
    _sent(hall, f"POST /new HTTP/1.1\r\n{head}zz\r\nfoo".encode(), is_cut_off=True)
    _sent(hall, b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nNONSENSE\r\n\r\n", is_cut_off=True)
    assert all("Traceback" not in line for line in log)
