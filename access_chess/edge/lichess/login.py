"""Logging in by the browser, which comes back to a port of this machine with a code that gets a token."""

import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from access_chess.edge.lichess.account import Account
from access_chess.edge.lichess.server import Server
from access_chess.online.calls import Call, Reply, ServerError, exchange, login_address, own_account

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
