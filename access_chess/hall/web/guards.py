"""What stands before every page: who may ask at all, how much and how often, and the headers that browsers obey."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 8192  # of a form: the longest line is 500 characters
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
SILENT = 10.0  # seconds until the next part of a form has to be there
MOST_ADDRESSES = 10_000  # that are remembered for their rates

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
#: `same-origin` and not `no-referrer`: with that, browsers send a form with the Origin "null".
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:@/\s]+)(?::\d{1,5})?")
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass
class Rate:
    """So many at once, and so many a second later on, for each who asks."""

    burst: float
    a_second: float
    clock: Callable[[], float] = time.monotonic
    _left: "OrderedDict[str, tuple[float, float]]" = field(default_factory=OrderedDict)

    def takes(self, who: str, count: int = 1) -> bool:
        """Whether one more is allowed; it is counted, and so are all that it brings: they are paid off later."""
        now = self.clock()
        left, at = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.a_second)
        is_allowed = left >= 1
        self._left[who] = (left - count if is_allowed else left, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return is_allowed

    def give_back(self, who: str) -> None:
        """What was counted does not count after all."""
        if who in self._left:
            left, at = self._left[who]
            self._left[who] = min(self.burst, left + 1), at


class Guard:
    """Refuses what does not come from our own pages, or too much of it, before any page is asked."""

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str], posts: Rate, hsts: bool = False) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._posts = posts
        self._headers = HEADERS | ({"strict-transport-security": "max-age=31536000"} if hsts else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, self._dressed(send))
            return
        cached = "no-cache" if scope["path"].startswith("/static/") else "no-store"
        receive = _sent_soon(receive) if scope["method"] == "POST" else receive
        await self._app(scope, receive, self._dressed(send, cached))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        named = headers.getlist("host")
        if len(named) != 1 or _host_name(named[0]) not in self._hosts:
            return PlainTextResponse("This is not the name of this hall.", 403)  # DNS rebinding
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return PlainTextResponse("Pages are read and forms are sent, nothing else.", 405)
        if not is_own_page(headers, scope["scheme"]):
            return PlainTextResponse("This form does not come from this hall.", 403)
        if not headers.get("content-type", "").startswith(FORM_TYPES):
            return PlainTextResponse("What is sent here is a form.", 415)
        length = headers.get("content-length", "")  # the server reads no more than it says
        if not length.isdecimal() or "transfer-encoding" in headers:
            return PlainTextResponse("How long is it?", 411)
        if len(length) > 6 or int(length) > MOST_BYTES:
            return PlainTextResponse("That is too long.", 413)
        client = scope.get("client")
        if not self._posts.takes(client[0] if client else ""):
            return PlainTextResponse("Too much at once; wait a little.", 429, headers={"retry-after": "2"})
        return None

    def _dressed(self, send: Send, cached: str = "no-store") -> Send:
        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", cached)
            await send(message)

        return dressed


def _sent_soon(receive: Receive) -> Receive:
    """The parts of a form, each of which has to come within some seconds, as its head had to."""

    async def received() -> Message:
        async with asyncio.timeout(SILENT):
            return await receive()

    return received


def is_own_page(headers: Headers, scheme: str) -> bool:
    """Whether a form was sent by one of our pages; `scheme` is that under which it came here.

    What the browser says of it counts, which no page can make it say, and an Origin of our host and port. A browser
    that says nothing has to name our scheme as well: behind a proxy that ends TLS only it knows the one outside.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site != "same-origin" and (site is not None or origin is None):
        return False
    if origin is None:
        return True
    scheme = scheme if site is None else origin.partition(":")[0]
    return _place(origin) is not None and _place(origin) == _place(f"{scheme}://{headers.get('host', '')}")


def _place(url: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port of an origin; None where it is none.

    >>> _place("https://Hall.local") == _place("https://hall.local:443")
    True
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port


def _host_name(host: str) -> str:
    """The name before the port; empty where the header is none.

    >>> [_host_name(host) for host in ("Hall.local:8064", "[::1]:80", "127.0.0.1:80@evil.example")]
    ['hall.local', '::1', '']
    """
    found = _HOST.fullmatch(host.lower())
    return "" if found is None else found[1].strip("[]")
