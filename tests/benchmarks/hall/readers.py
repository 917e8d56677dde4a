"""Many spectators of many boards: `python -m tests.benchmarks.hall.readers [READERS] [BOARDS] [SECONDS] [--ledger]`.

The hall runs as a process of its own, with real sessions of hosted games; each reader has one stream of one board. The
peer is a bare asyncio server that writes frames of the same size to as many sockets, as often, in a process of its own.
Told is the processor time of a delivery; what the moves take without readers was measured before, and is taken off.
"""

import asyncio
import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from tests.support.brokers import brokers

if TYPE_CHECKING:
    from access_chess.hall.games.seat import HostedSeat

FRAME = b"id: 1\nevent: board\ndata: " + b"x" * 330 + b"\n\n"  # as long as a board's frame is
A_SECOND = 0.5  # moves of each board


def hall_process(pipe: Connection, boards: int, seconds: float, ledger: str = "") -> None:
    """A hall with so many games, in which moves are made; tells its port, its games, and what it took.

    With `ledger` it shows them as it reads them there.
    """
    from access_chess.hall.games.seat_state import Terms
    from access_chess.hall.web import hall as limits
    from access_chess.hall.web import server
    from tests.hall.games.test_hosted_games import ENGLISH
    from tests.support.brokers import SharedHall
    from tests.support.hall_server import ServedHall

    resource.setrlimit(resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE)[1:] * 2)
    with tempfile.TemporaryDirectory() as folder:
        hall = SharedHall(Path(folder), ledger=ledger) if ledger else ServedHall(Path(folder))
        hall.start()
        server.search_seldom()  # as the program does
        server.CONNECTIONS_AN_ADDRESS = 1_000_000
        limits.STREAMS_AN_ADDRESS = limits.STREAMS_A_SESSION = 1_000_000  # all readers are on this machine
        games: list[list[HostedSeat]] = []
        numbers = []
        for _ in range(boards):
            game = hall.games.begin(Terms())
            hall.database.keep_game(game.number, 3, {}, is_public=True)
            numbers.append(game.number)
            games.append([game.seat(color, ENGLISH) for color in (chess.BLACK, chess.WHITE)])
        alone = playing(games, seconds / 2)
        pipe.send((hall.port, numbers))
        pipe.recv()
        done, used = playing(games, seconds)
        pipe.send((done, used - done * alone[1] / alone[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
        pipe.recv()
        hall.stop()


def playing(games: "list[list[HostedSeat]]", seconds: float) -> tuple[int, float]:
    """Moves on all boards in turn for so long; how many, and the seconds of processor time meanwhile."""
    began, done, used = time.monotonic(), 0, time.process_time()
    lines = ("Nf3", "Nf6", "Ng1", "Ng8")
    while time.monotonic() - began < seconds:
        seats = games[done % len(games)]
        made = seats[0].state().view.plies
        seats[made % 2 == 0].enter(lines[made % 4])
        done += 1
        time.sleep(max(0.0, began + done / (A_SECOND * len(games)) - time.monotonic()))
    return done, time.process_time() - used


def bare_process(pipe: Connection, boards: int, seconds: float) -> None:
    """The peer: writes the same bytes to the same sockets, each board's readers in turn."""
    asyncio.run(_bare(pipe, boards, seconds))


async def _bare(pipe: Connection, boards: int, seconds: float) -> None:
    readers: dict[int, list[asyncio.StreamWriter]] = {board: [] for board in range(1, boards + 1)}

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        readers[int(head.partition(b"boards=")[2].partition(b"&")[0])].append(writer)
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")

    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=4096)
    pipe.send((server.sockets[0].getsockname()[1], list(range(1, boards + 1))))
    await asyncio.to_thread(pipe.recv)
    began, done, used = time.monotonic(), 0, time.process_time()
    while time.monotonic() - began < seconds:
        for writer in readers[done % boards + 1]:
            writer.write(FRAME)
        done += 1
        await asyncio.sleep(max(0.0, began + done / (A_SECOND * boards) - time.monotonic()))
    pipe.send((done, time.process_time() - used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
    await asyncio.to_thread(pipe.recv)


async def read(port: int, board: int, counted: list[int]) -> None:
    """One reader: counts the frames that come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(f"GET /stream?boards={board}&after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"event: board"):
            counted[0] += 1


async def watch(pipe: Connection, readers: int, boards: int, seconds: float) -> tuple[int, int, float, int]:
    """All readers; the frames that came, the moves, the server's seconds of processor time, its memory in KiB."""
    port, numbers = pipe.recv()
    counted = [0]
    tasks = [asyncio.create_task(read(port, numbers[place % boards], counted)) for place in range(readers)]
    await asyncio.sleep(3 + readers / 500)
    counted[0] = 0
    pipe.send("go")
    done, used, memory = await asyncio.to_thread(pipe.recv)
    await asyncio.sleep(2)
    for task in tasks:
        task.cancel()
    pipe.send("end")
    return counted[0], done, used, memory


def main(readers: int, boards: int, seconds: float, *, ledger: str) -> None:
    """All servers, one after the other."""
    resource.setrlimit(resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE)[1:] * 2)
    taken = {}
    given = (boards, seconds)
    servers: list[tuple[str, Callable[..., None], tuple[object, ...]]] = [
        ("hall", hall_process, given),
        ("bare", bare_process, given),
        *([("ledger", hall_process, (*given, ledger))] if ledger else []),
    ]
    for name, process, arguments in servers:
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        server = multiprocessing.get_context("spawn").Process(target=process, args=(theirs, *arguments))
        server.start()
        came, done, used, memory = asyncio.run(watch(ours, readers, boards, seconds))
        server.join()
        taken[name] = used / max(came, 1)
        print(
            f"{name}: {readers} readers of {boards} boards, {done} moves, {came} deliveries of "
            f"{done * readers // boards}; {1e6 * taken[name]:.0f} µs of processor time a delivery, {memory // 1024} MiB"
        )
    ratios = {name: round(each / taken["bare"], 1) for name, each in taken.items() if name != "bare"}
    print(json.dumps({"load": os.getloadavg()[0], "ratio": ratios}))


if __name__ == "__main__":
    asked = [int(each) for each in sys.argv[1:] if each != "--ledger"]
    numbers = [*asked, *(500, 50, 20)[len(asked) :]]
    if "--ledger" in sys.argv:
        with tempfile.TemporaryDirectory() as folder, brokers(Path(folder)) as cluster:
            main(numbers[0], numbers[1], numbers[2], ledger=cluster.ledger)
    else:
        main(numbers[0], numbers[1], numbers[2], ledger="")
