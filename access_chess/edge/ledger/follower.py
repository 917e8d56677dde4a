"""Reading a stream in its order without a gap: a consumer that is made anew from the next position when anything fails.

It counts what it delivers and gives a sign of life each second; what is missing or silent is asked for again. The
messages are taken by a thread of their own, and the brokers send no more than it can take.
"""

import asyncio
import contextlib
import queue
import threading
from datetime import datetime
from enum import Enum, auto

from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, StreamConfig, StreamInfo

from access_chess.edge.ledger.broker import AGAIN, PATIENCE, Broker
from access_chess.session.hosting.ledger_ports import Followed, Kept
from access_chess.session.ports import StorageError

BEAT = 0.5  # seconds between a consumer's signs of life
SILENT = 1.6  # seconds without one, after which it is asked for anew
FORGOTTEN = 30.0  # seconds after which the brokers forget a consumer that nobody reads
_STATUS = "100"  # of a message that is about the delivery
_FAILURES = (NatsError, OSError, TimeoutError, ValueError, KeyError)


class _Moment(Enum):
    """Something between two messages."""

    ANEW = auto()  # the stream is another one
    PRESENT = auto()  # all that was there has been delivered


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
        self._asked = after
        self._wake = asyncio.Event()
        self._moved = threading.Condition()
        self._waiting: queue.Queue[Kept | _Moment | str | None] = queue.Queue()
        self._thread = threading.Thread(target=self._take_all, name="ledger followed", daemon=True)
        self._thread.start()
        self._is_closed = False
        broker.begin(self._run())

    def close(self) -> None:
        """Follow no more."""
        self._is_closed = True
        self.look()
        self._waiting.put(None)
        self._thread.join()

    def await_present(self) -> None:
        """Wait until all was taken that is there now. Raises StorageError where no broker tells."""
        position = self.position
        while not self._present.wait(PATIENCE):
            if self.position == position:
                raise StorageError("hall_no_brokers")
            position = self.position  # it is much

    def look(self) -> None:
        """Something is wrong with the stream: look whether it is still there."""
        self._broker.call(self._wake.set)

    def catch_up(self, position: int, seconds: float) -> bool:
        """Wait until this position was taken, so long at most; was it?"""
        with self._moved:
            return self._moved.wait_for(lambda: self.position >= position, seconds)

    def _take_all(self) -> None:
        while (found := self._waiting.get()) is not None:
            match found:
                case _Moment.PRESENT:
                    self._present.set()
                case _Moment.ANEW:
                    self._followed.begin_anew()
                case str():
                    self._broker.send(found, b"")  # more may come
                case Kept():
                    self._followed.take(found)
                    with self._moved:
                        self.position = max(self.position, found.position)
                        self._moved.notify_all()

    async def _run(self) -> None:
        while not self._is_closed:
            with contextlib.suppress(*_FAILURES):
                info = await self._broker.made(self._config, self._asked)
                self._compare(info)
                await self._follow(info)
            await asyncio.sleep(AGAIN)

    def _compare(self, info: StreamInfo) -> None:
        """Whether this is the stream of before; nothing is ever taken out of one."""
        known = info.state.first_seq <= self._asked + 1 and self._asked <= info.state.last_seq
        is_other = info.created != self._made if self._made is not None else self._keeps_all and not known
        if is_other and self._asked:
            self._asked = max(0, min(self._asked, info.state.first_seq - 1))
            self._waiting.put(_Moment.ANEW)
        self._made = info.created

    async def _follow(self, info: StreamInfo) -> None:
        """Take what a consumer delivers, until something is missing."""
        assert info.config.name is not None, "it has one"
        came: asyncio.Queue[Msg] = asyncio.Queue()
        inbox = self._broker.client.new_inbox()
        heard = await self._broker.client.subscribe(inbox, cb=came.put)
        self._wake.clear()
        try:
            consumer = await self._broker.streams.add_consumer(info.config.name, self._consumer(inbox))
            await self._deliver(
                came, (consumer.num_pending or 0) + (consumer.delivered.consumer_seq if consumer.delivered else 0)
            )
            with contextlib.suppress(*_FAILURES):
                await self._broker.streams.delete_consumer(info.config.name, consumer.name)
        finally:
            with contextlib.suppress(*_FAILURES):
                await heard.unsubscribe()

    async def _deliver(self, came: "asyncio.Queue[Msg]", present: int) -> None:
        """Take messages; after `present` of them all is known that was there when it began."""
        count = 0
        if not present:
            self._waiting.put(_Moment.PRESENT)
        while not self._wake.is_set():
            message = await asyncio.wait_for(came.get(), SILENT)
            headers = message.headers or {}
            if headers.get("Status") == _STATUS:
                if int(headers.get("Nats-Last-Consumer", count)) != count:
                    return
                if flow := message.reply or headers.get("Nats-Consumer-Stalled"):
                    self._waiting.put(flow)
                continue
            sequence = message.metadata.sequence
            count += 1
            if sequence.consumer != count:
                return
            self._asked = sequence.stream
            body = b"" if "KV-Operation" in headers else message.data
            self._waiting.put(Kept(position=sequence.stream, subject=message.subject, body=body))
            if count == present:
                self._waiting.put(_Moment.PRESENT)

    def _consumer(self, inbox: str) -> ConsumerConfig:
        return ConsumerConfig(
            deliver_subject=inbox, filter_subject=self._subject, ack_policy=AckPolicy.NONE, flow_control=True,
            idle_heartbeat=BEAT, inactive_threshold=FORGOTTEN, mem_storage=True, num_replicas=1,
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=self._asked + 1,
        )  # fmt: skip
