"""The server, spoken to over HTTP: one call at a time, and streams that are known to be dead when they are silent.

Logging in is done by the browser, which comes back to a port of this machine with a code that gets a token.
"""

import contextlib
import secrets
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from access_chess.edge.lichess.account import Account
from access_chess.online.calls import Call, Fate, Reply, ServerError, exchange, login_address, own_account, readable

CONNECT = 5.0  # seconds
#: The server sends a sign of life each 7 seconds: after two that are missing the line is dead.
SILENCE = 15.0
LONGEST_LINE = 1 << 20  # bytes; a game of a thousand moves has ten thousand
#: No answer: the line, or a connection that was let go meanwhile.
_LOST = (httpx.HTTPError, RuntimeError)
AGENT = {"user-agent": "access-chess (https://github.com/access-chess/access-chess)"}


class Server:
    """A server at an address; what it sends the token with is told to nobody. May be used from any thread."""

    def __init__(self, address: str, token: str, *, silence: float = SILENCE) -> None:
        self.address = address.rstrip("/")
        timeout = httpx.Timeout(silence, connect=CONNECT)
        headers = AGENT if not token else {**AGENT, "authorization": f"Bearer {token}"}
        self._client = httpx.Client(base_url=self.address, headers=headers, timeout=timeout, follow_redirects=False)
        self._one_at_a_time = threading.Lock()

    def call(self, call: Call) -> Reply:
        """Ask once. Raises nothing: that nobody answered is an answer, too."""
        with self._one_at_a_time:
            try:
                answer = self._client.request(call.method, call.path, data=call.fields or None)
            except _LOST as error:
                return _unreached(error)
        return _reply(answer)

    def fetch(self, call: Call) -> dict[str, Any]:
        """Ask, and take the answer as it is. Raises ServerError."""
        with self._one_at_a_time:
            try:
                answer = self._client.request(call.method, call.path, data=call.fields or None)
            except _LOST as error:
                raise ServerError(_unreached(error)) from error
        if (reply := _reply(answer)).fate is not Fate.DONE:
            raise ServerError(reply)
        return _parsed(answer)

    @contextlib.contextmanager
    def stream(self, call: Call) -> Iterator[Iterator[bytes]]:
        """The lines of an answer, as they come; a last one without an end is given as it is. Raises ServerError."""
        try:
            with self._client.stream(call.method, call.path, data=call.fields or None) as answer:
                if not answer.is_success:
                    answer.read()
                    raise ServerError(_reply(answer))
                yield _lines(answer.iter_bytes())
        except _LOST as error:
            raise ServerError(_unreached(error)) from error

    def close(self) -> None:
        """Let all connections go."""
        self._client.close()


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
        if len(rest) > LONGEST_LINE:
            raise ServerError(Reply(status=None, reason="a line without an end"))
    if rest:
        yield rest


def _reply(answer: httpx.Response) -> Reply:
    found = _parsed(answer)
    wait = answer.headers.get("retry-after", "")
    made = found.get("id") or (found["challenge"].get("id") if isinstance(found.get("challenge"), dict) else "")
    return Reply(
        status=answer.status_code,
        reason="" if answer.is_success else readable(str(found.get("error") or found.get("error_description") or "")),
        wait=float(wait) if wait.isascii() and wait.isdecimal() else None,
        made=str(made or ""),
    )


def _parsed(answer: httpx.Response) -> dict[str, Any]:
    try:
        found = answer.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _unreached(error: Exception) -> Reply:
    return Reply(status=None, reason=readable(str(error)) or type(error).__name__)


BACK = "/back"
PATIENCE = 1.0  # seconds between looks whether waiting still makes sense
TOKEN_PATH = "/api/token"


def log_in(
    address: str, tell: Callable[[str], None], *, page: str, is_over: Callable[[], bool] = lambda: False
) -> Account | None:
    """Tell the address to be opened, wait for the browser, and get the token; None where it `is_over` before.

    `page` is what the browser shows in the end. Raises ServerError.
    """
    verifier, state = secrets.token_urlsafe(64), secrets.token_urlsafe(16)
    with HTTPServer(("127.0.0.1", 0), _Back) as waiting:
        waiting.timeout = PATIENCE
        back = _Waiting(waiting, state, page)
        redirect = f"http://127.0.0.1:{waiting.server_port}{BACK}"
        tell(login_address(address, redirect=redirect, verifier=verifier, state=state))
        while back.found is None and not is_over():
            waiting.handle_request()
    if back.found is None:
        return None
    if "code" not in back.found:
        raise ServerError(Reply(status=HTTPStatus.FORBIDDEN, reason=back.found.get("error", "")))
    form = exchange(back.found["code"], redirect=redirect, verifier=verifier)
    server = Server(address, "")
    try:
        token = str(server.fetch(Call(path=TOKEN_PATH, fields=form)).get("access_token", ""))
    finally:
        server.close()
    return account_of(address, token)


def account_of(address: str, token: str) -> Account:
    """The account that a token belongs to. Raises ServerError."""
    server = Server(address, token)
    try:
        found = server.fetch(own_account())
    finally:
        server.close()
    return Account(address=server.address, name=str(found.get("username") or found.get("id") or ""), token=token)


def log_out(account: Account) -> Reply:
    """Have the server forget the token."""
    server = Server(account.address, account.token)
    try:
        return server.call(Call(path=TOKEN_PATH, method="DELETE"))
    finally:
        server.close()


class _Waiting:
    """What came back from the browser, if it bears our state: nobody else can send a code of their own."""

    def __init__(self, server: HTTPServer, state: str, page: str) -> None:
        self.found: dict[str, str] | None = None
        self._state = state
        self.page = page.encode()
        server.RequestHandlerClass = type("_Bound", (_Back,), {"waiting": self})

    def takes(self, target: str) -> bool:
        """Whether this is the browser that was sent to log in."""
        parts = urlsplit(target)
        fields = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path != BACK or not secrets.compare_digest(fields.get("state", "").encode(), self._state.encode()):
            return False
        self.found = {name: fields[name] for name in ("code", "error") if name in fields}
        return True


class _Back(BaseHTTPRequestHandler):
    """Answers the browser that comes back; writes no log, in which the code would stand."""

    waiting: _Waiting
    timeout = 5.0

    def do_GET(self) -> None:
        """Take the code, or say that nothing is here."""
        is_taken = self.waiting.takes(self.path)
        body = self.waiting.page if is_taken else b""
        self.send_response(HTTPStatus.OK if is_taken else HTTPStatus.NOT_FOUND)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("cache-control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Nothing."""
