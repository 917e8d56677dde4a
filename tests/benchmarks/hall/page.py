"""How heavy a page of a game is, and how soon it is answered: `python -m tests.benchmarks.hall.page [TIMES]`.

The peer is a bare asyncio server in the same process that answers the same bytes: what of the time is ours.
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

from tests.support.hall_server import served
from tests.support.hall_visitor import Visitor

PARTS = ("hall.js", "hall.css", "pieces.svg")


def main(times: int) -> None:
    """Fetch the page so often, and print bytes and milliseconds."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), ("e7e5",)) as hall:
        visitor = Visitor(hall)
        game = visitor.begin(name="Anna")
        visitor.post(f"{game}/line", line="e4")
        page = visitor.client.get(game).content
        parts = [page, *(visitor.client.get(f"/static/{name}").content for name in PARTS)]
        packed = sum(len(gzip.compress(part)) for part in parts)
        print(f"page, script, style and pieces: {sum(map(len, parts))} bytes, packed {packed}; script {len(parts[1])}")
        ours = timed(times, lambda: visitor.client.get(game))
        with httpx.Client(base_url=f"http://127.0.0.1:{bare_server(page)}") as client:
            bare = timed(times, lambda: client.get("/"))
    print(f"answer p50 {median(ours):.1f} ms, longest {max(ours):.1f}; bare server, same bytes: {median(bare):.1f} ms")
    print(f"ratio of the medians {median(ours) / median(bare):.1f}")


def timed(times: int, fetch: Callable[[], object]) -> list[float]:
    """Milliseconds of each."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        fetch()
        found.append(1e3 * (time.perf_counter() - begun))
    return found


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
