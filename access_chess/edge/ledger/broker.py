"""The line to the brokers: a thread with a loop of its own, which any other thread may ask to do something.

Brokers come and go: the client looks for another by itself, and all that waits for one waits in `patiently`.
"""

import asyncio
import contextlib
import ssl
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import TimeoutError as TooLateError
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import StreamConfig, StreamInfo
from nats.js.errors import APIError, NotFoundError

from access_chess.session.ports import StorageError

ASKED = 2.0  # seconds for one answer of a broker
#: A leader of three brokers was missed for 5.4 seconds when it was killed under load; a station waits longer for us.
PATIENCE = 10.0
AGAIN = 0.2  # seconds until a broker is asked once more
REPLICAS = 3  # in a cluster: each message is on three machines
#: Halls that have seen a little more or less of a stream give the next one the same first position.
ROUND = 1_000_000
ALONE = 10074  # JetStream's number for replicas that are asked of a broker without others
_ERRORS = (NatsError, OSError, TimeoutError)
T = TypeVar("T")


class Broker:
    """A connection to one of these brokers. Raises StorageError where none of them is there."""

    def __init__(self, addresses: Sequence[str], *, authorities: Path | None = None) -> None:
        """`addresses` as `nats://host:port`, or `tls://…`; before the first host `user:password@`, with what has a
        meaning in addresses as in them (%20). `authorities`: a file of certificates.
        """
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="ledger", daemon=True)
        self._thread.start()
        try:
            self.client: Client = self.run(self._connected(list(addresses), authorities), PATIENCE)
        except StorageError:
            self._stop()
            raise
        self.streams: JetStreamContext = self.client.jetstream(timeout=ASKED)

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Do this in the line's own thread; what came of it. Raises StorageError where it takes too long."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds)
        except TooLateError as error:
            future.cancel()
            raise StorageError("hall_no_brokers") from error
        except _ERRORS as error:
            raise StorageError("hall_unkept", error=error or type(error).__name__) from error

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in the line's own thread, until the line is closed."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, act: Callable[[], object]) -> None:
        """Call this in the line's own thread."""
        with contextlib.suppress(RuntimeError):  # it was closed meanwhile
            self._loop.call_soon_threadsafe(act)

    def close(self) -> None:
        """Let the brokers go."""
        with contextlib.suppress(StorageError):
            self.run(self.client.close(), ASKED)
        self._stop()

    def send(self, subject: str, body: bytes) -> None:
        """Send what need not be kept to all that listen; what cannot be sent is lost."""

        async def sent() -> None:
            with contextlib.suppress(*_ERRORS):
                await self.client.publish(subject, body)

        with contextlib.suppress(RuntimeError):
            self.begin(sent())

    def listen(self, subject: str, take: Callable[[bytes], None]) -> Callable[[], None]:
        """Have all that is sent on a subject; the result takes that back."""

        async def came(message: Msg) -> None:
            take(message.data)

        heard = self.run(self.client.subscribe(subject, cb=came), PATIENCE)

        async def leave() -> None:
            with contextlib.suppress(*_ERRORS):
                await heard.unsubscribe()

        return lambda: self.begin(leave())

    async def made(self, config: StreamConfig, seen: int) -> StreamInfo:
        """The stream of this name; where there is none it is made, with positions above all that were seen.

        The second to come finds the one that is there. Raises APIError where the brokers cannot answer now.
        """
        assert config.name is not None, "it is looked for by its name"
        with contextlib.suppress(NotFoundError):
            return await self.streams.stream_info(config.name)
        first = (seen // ROUND + 1) * ROUND if seen else None
        try:
            return await self.streams.add_stream(config.evolve(num_replicas=REPLICAS, first_seq=first))
        except APIError as error:
            if error.err_code == ALONE:
                return await self.streams.add_stream(config.evolve(num_replicas=1, first_seq=first))
            return await self.streams.stream_info(config.name)

    async def _connected(self, addresses: list[str], authorities: Path | None) -> Client:
        first = urlsplit(addresses[0])
        is_secure = first.scheme == "tls"
        return await nats.connect(
            servers=addresses,
            user=None if first.username is None else unquote(first.username),
            password=None if first.password is None else unquote(first.password),
            tls=ssl.create_default_context(cafile=authorities) if is_secure else None,
            name="access-chess",
            connect_timeout=2,
            reconnect_time_wait=AGAIN,
            max_reconnect_attempts=-1,
            ping_interval=2,
            max_outstanding_pings=1,
            error_cb=_ignore,  # what it could not do is told where it was asked for
        )

    def _stop(self) -> None:
        """End all that is done in the line's thread, and the thread."""

        async def ended() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        with contextlib.suppress(StorageError):
            self.run(ended(), ASKED)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _ignore(error: Exception) -> None:
    """The client tells of each broker that it does not find; that is looked after elsewhere."""
