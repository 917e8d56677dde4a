"""How heavy a page of a game is, and how soon pages come: `python -m tests.benchmarks.hall.page [TIMES]`.

All on kept connections. The peer is a bare asyncio server in the same process that answers the same bytes to the same
client, page by page in turn: what of the time is ours.
"""

import asyncio
import contextlib
import gzip
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import httpx

from access_chess.hall.people.database import Role
from tests.support.hall_server import served
from tests.support.hall_visitor import Visitor
from tests.support.page_player import chromium

PAINTED = 20  # pages
SETTLED = 1500  # ms after which nothing more comes
PAINT = """() => new Promise((tell) => {
    let shift = 0;
    new PerformanceObserver((list) => { for (const each of list.getEntries()) shift += each.value; })
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => tell({ paint: performance.getEntriesByName("first-contentful-paint")[0].startTime, shift }), 100);
})"""
PARTS = ("sending.js", "hall.js", "game.js", "hall.css", "pieces.svg")


def main(times: int) -> None:
    """Fetch the page so often, and print bytes and milliseconds."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), ("e7e5",)) as hall:
        visitor = Visitor(hall)
        game = visitor.begin(name="Anna")
        visitor.post(f"{game}/line", line="e4")
        page = visitor.client.get(game).content
        parts = [page, *(visitor.client.get(f"/static/{name}").content for name in PARTS)]
        packed = sum(len(gzip.compress(part)) for part in parts)
        print(f"page, scripts, style and pieces: {sum(map(len, parts))} bytes, packed {packed}; page {len(page)}")
        arbiter = Visitor(hall)
        arbiter.sign_in(Role.ARBITER)
        arbiter.post("/arbiter/pairing", white="Anna", black="Boris", watched="yes")
        for reader, path in (
            (visitor, game), (visitor, "/"), (visitor, "/games"), (visitor, "/boards"), (visitor, "/static/hall.js"),
            (visitor, "/board/2"), (arbiter, "/arbiter"), (arbiter, "/arbiter/board/2"),
        ):  # fmt: skip
            compare(path, times, reader.client)
        tell_paint(hall.address, visitor, game)


def compare(path: str, times: int, client: httpx.Client) -> None:
    """Fetch a page and the same bytes from a bare server in turn, and print the milliseconds of both."""
    answer = client.get(path)
    assert answer.is_success, f"expected a page at {path}, got {answer.status_code}"
    with httpx.Client(base_url=f"http://127.0.0.1:{bare_server(answer.content)}") as other:
        pairs = [(timed(lambda: client.get(path)), timed(lambda: other.get("/"))) for _ in range(times)]
    ours, bare = ([pair[place] for pair in pairs] for place in range(2))
    ratio = median(ours) / median(bare)
    print(
        f"{path}: p50 {median(ours):.1f} ms, longest {max(ours):.1f}; bare server {median(bare):.1f}, ratio {ratio:.1f}"
    )


def tell_paint(address: str, visitor: Visitor, path: str) -> None:
    """When a browser that has nothing kept first paints the page of a game, and how much moves after that."""
    painted, moved = [], []
    with chromium() as browser:
        for _ in range(PAINTED):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            for name, value in visitor.client.cookies.items():
                context.add_cookies([{"name": name, "value": value, "url": address}])
            page = context.new_page()
            page.goto(address + path, wait_until="load")
            page.wait_for_timeout(SETTLED)
            found = page.evaluate(PAINT)
            painted.append(found["paint"])
            moved.append(found["shift"])
            context.close()
    print(f"first paint: p50 {median(painted):.0f} ms, longest {max(painted):.0f}; layout shift {max(moved):.3f}")


def timed(fetch: Callable[[], object]) -> float:
    """Milliseconds that it takes."""
    begun = time.perf_counter()
    fetch()
    return 1e3 * (time.perf_counter() - begun)


def bare_server(body: bytes) -> int:
    """A server that reads a head and writes the same answer; its port."""
    answer = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: %d\r\n\r\n" % len(body) + body
    ready: list[int] = []
    is_ready = threading.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):  # the reader has gone
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(answer)
                await writer.drain()

    async def run() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        ready.append(server.sockets[0].getsockname()[1])
        is_ready.set()
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    is_ready.wait()
    return ready[0]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
