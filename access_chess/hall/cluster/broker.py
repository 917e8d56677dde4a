"""The line to the brokers, a thread with a loop of its own, which any other thread may ask to do something; and reading
a stream in its order without a gap.

Brokers come and go: the client looks for another by itself, and all that waits for one waits in `patiently`.

A consumer is made anew from the next position when anything fails. It counts what it delivers and gives a sign of life
twice a second; what is missing or silent is asked for again. Messages are taken beside the line's own thread, one after
the other, and the brokers send no more than can be taken. The library's ordered consumer and its watch of keys do the
first half of this. They go on with another stream of the same name without a word, and where they hand messages over
they tell the brokers so before these are taken.
"""

import asyncio
import contextlib
import ssl
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLateError
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

import nats
from msgspec import Struct
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, Header, StreamConfig, StreamInfo
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

    def begin(self, work: Coroutine[Any, Any, None]) -> Future[None]:
        """Do this in the line's own thread, until the line is closed or it is cancelled."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """Let the brokers go."""
        with contextlib.suppress(StorageError):
            self.run(self.client.close(), ASKED)
        self._stop()

    def send(self, subject: str, body: bytes, reply: str = "") -> None:
        """Send what need not be kept to all that listen; what cannot be sent is lost. Where nobody listens, the brokers
        say so on the subject of the `reply`.
        """

        async def sent() -> None:
            with contextlib.suppress(*_ERRORS):
                await self.client.publish(subject, body, reply)

        with contextlib.suppress(RuntimeError):
            self.begin(sent())

    def ask(self, subject: str, body: bytes, seconds: float) -> bytes | None:
        """What the first of those who listen answers; None where nobody has within this time."""

        async def answered() -> bytes | None:
            with contextlib.suppress(*_ERRORS):
                return (await self.client.request(subject, body, timeout=seconds)).data
            return None

        return self.run(answered(), seconds + ASKED)

    def listen(self, subject: str, take: Callable[[Msg], None]) -> Callable[[], object]:
        """Have all that is sent on a subject, in the line's own thread; the result takes that back."""

        async def came(message: Msg) -> None:
            take(message)

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


BEAT = 0.5  # seconds between a consumer's signs of life
SILENT = 1.6  # seconds without one, after which it is asked for anew
FORGOTTEN = 30.0  # seconds after which the brokers forget a consumer that nobody reads
AT_ONCE = 256  # messages that are taken in one go: to wake the thread that takes them costs more than to take one
_STATUS = "100"  # of a message that is about the delivery
_FAILURES = (NatsError, OSError, TimeoutError, ValueError, KeyError)


class Kept(Struct, frozen=True, kw_only=True):
    """A message of the ledger. Positions rise over all subjects, are the same for all who read, and never come again;
    there may be gaps between them. An empty `body` takes back what was kept of the subject.
    """

    position: int
    subject: str
    body: bytes


class Followed(Protocol):
    """Who is told what a ledger holds, one message after the other, in the order of the positions."""

    def take(self, kept: Kept, /) -> None:
        """The next message."""
        ...

    def begin_anew(self) -> None:
        """The ledger was lost, and is empty: whatever is known here is to be written again."""
        ...


class Follower:
    """Follows a stream, which is made where it is missing, after the position `after`. Where a stream keeps only the
    last message of each subject, the positions of the others are passed over.
    """

    def __init__(self, broker: Broker, config: StreamConfig, subject: str, followed: Followed, *, after: int) -> None:
        self.position = after
        self._broker = broker
        self._config = config
        self._subject = subject
        self._followed = followed
        self._keeps_all = (config.max_msgs_per_subject or -1) < 0
        self._present = threading.Event()
        self._made: datetime | None = None  # when the stream was made: another one than before has lost all
        self._is_doubted = False
        self._is_closed = False
        self._taking = threading.Lock()
        self._moved = threading.Condition()
        self._following = broker.begin(self._run())

    def close(self) -> None:
        """Follow no more."""
        with self._taking:
            self._is_closed = True
        self._following.cancel()

    def await_present(self) -> None:
        """Wait until all was taken that is there now. Raises StorageError where no broker tells."""
        position = self.position
        while not self._present.wait(PATIENCE):
            if self.position == position:
                raise StorageError("hall_no_brokers")
            position = self.position  # it is much

    def look(self) -> None:
        """Something is wrong with the stream: look whether it is still there."""
        self._is_doubted = True

    def catch_up(self, position: int, seconds: float) -> bool:
        """Wait until this position was taken, so long at most; was it?"""
        with self._moved:
            return self._moved.wait_for(lambda: self.position >= position, seconds)

    def _take(self, come: Sequence[Kept]) -> None:
        for kept in come:
            with self._taking:
                if self._is_closed:
                    return
                self._followed.take(kept)
            with self._moved:
                self.position = kept.position
                self._moved.notify_all()

    async def _run(self) -> None:
        while not self._is_closed:
            with contextlib.suppress(*_FAILURES):
                info = await self._broker.made(self._config, self.position)
                self._compare(info)
                await self._follow(info)
            await asyncio.sleep(AGAIN)

    def _compare(self, info: StreamInfo) -> None:
        """Whether this is the stream of before; nothing is ever taken out of one."""
        known = info.state.first_seq <= self.position + 1 and self.position <= info.state.last_seq
        is_other = info.created != self._made if self._made is not None else self._keeps_all and not known
        if is_other and self.position:
            self.position = max(0, min(self.position, info.state.first_seq - 1))
            self._followed.begin_anew()
        self._made = info.created

    async def _follow(self, info: StreamInfo) -> None:
        """Take what a consumer delivers, until something is missing."""
        assert info.config.name is not None, "it has one"
        inbox = self._broker.client.new_inbox()
        heard = await self._broker.client.subscribe(inbox)
        self._is_doubted = False
        try:
            consumer = await self._broker.streams.add_consumer(info.config.name, self._consumer(inbox))
            sent = consumer.delivered.consumer_seq if consumer.delivered else 0
            await self._deliver(heard, (consumer.num_pending or 0) + sent)
            await self._broker.streams.delete_consumer(info.config.name, consumer.name)
        finally:
            await heard.unsubscribe()

    async def _deliver(self, heard: Subscription, present: int) -> None:
        """Take messages; after `present` of them all is known that was there when it began."""
        count, come = 0, list[Kept]()
        while not self._is_doubted:
            if come and (not heard.pending_msgs or len(come) >= AT_ONCE):
                await asyncio.to_thread(self._take, tuple(come))
                come.clear()
            if count >= present and not come:
                self._present.set()
            message = await heard.next_msg(SILENT)
            headers = message.headers or {}
            if headers.get("Status") == _STATUS:
                if int(headers.get(Header.LAST_CONSUMER, count)) != count:
                    return
                if flow := message.reply or headers.get(Header.CONSUMER_STALLED):
                    await self._broker.client.publish(flow)  # more may come
                continue
            sequence = message.metadata.sequence
            count += 1
            if sequence.consumer != count:
                return
            body = b"" if "KV-Operation" in headers else message.data
            come.append(Kept(position=sequence.stream, subject=message.subject, body=body))

    def _consumer(self, inbox: str) -> ConsumerConfig:
        return ConsumerConfig(
            deliver_subject=inbox, filter_subject=self._subject, ack_policy=AckPolicy.NONE, flow_control=True,
            idle_heartbeat=BEAT, inactive_threshold=FORGOTTEN, mem_storage=True, num_replicas=1,
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=self.position + 1,
        )  # fmt: skip
