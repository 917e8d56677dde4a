"""The server, spoken to over HTTP: one call at a time, and streams that are known to be dead when they are silent."""

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import httpx

from access_chess.online.calls import Call, Fate, Reply, ServerError, readable

CONNECT = 5.0  # seconds
#: The server sends a sign of life each 7 seconds: after two that are missing the line is dead.
SILENCE = 15.0
LONGEST_LINE = 1 << 20  # bytes; a game of a thousand moves has ten thousand
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
            except (httpx.HTTPError, httpx.StreamError) as error:
                return _unreached(error)
        return _reply(answer)

    def fetch(self, call: Call) -> dict[str, Any]:
        """Ask, and take the answer as it is. Raises ServerError."""
        with self._one_at_a_time:
            try:
                answer = self._client.request(call.method, call.path, data=call.fields or None)
            except (httpx.HTTPError, httpx.StreamError) as error:
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
        except (httpx.HTTPError, httpx.StreamError) as error:
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
