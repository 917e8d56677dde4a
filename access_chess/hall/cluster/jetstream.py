"""What halls on several machines have in common: a ledger, in which each writes and which all read in one order.

The truth of a game is its owner's journal; the ledger may be lost, and is filled again from there. What it has to do is
never to mix and never to double: a writer says what they have seen of the subject, and is refused where there is more.

It is a JetStream stream: what is appended is on the disks of most brokers when it is acknowledged.
An acknowledgement may be lost with the broker that owed it. Then the message is sent again under its name, and the
brokers keep one of the two.

A bucket has values by their keys that all halls share: each has all of them in memory, and a change counts when it is
kept. To change a value is to say which one was seen (its revision, a position of the ledger); of two who change the
same one, the second is refused. So a code is used once, at whichever hall.
"""

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from nats.errors import Error as NatsError
from nats.js.api import DiscardPolicy, Header, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError, NotFoundError

from access_chess.hall.cluster.broker import AGAIN, ASKED, PATIENCE, Broker, Followed, Follower, Kept
from access_chess.hall.rules.records import ConflictError
from access_chess.session.ports import StorageError

STREAM = "HALL"
BUCKET = "hall_people"
PEOPLE = f"$KV.{BUCKET}."  # what the subjects of its keys begin with
SAME_NAME = 120.0  # seconds within which the brokers know a message by its name
#: JetStream's numbers for an expectation that is not met: by what is kept, and by what is on its way to the disks.
WRONG_LAST = (10071, 10164)
NO_MESSAGE = 10037  # and for a subject of which the stream, which is there, has none
_FAILURES = (NatsError, OSError, TimeoutError)
T = TypeVar("T")


class Message(Struct, frozen=True, kw_only=True):
    """What is to be kept. `name` is its own: what is sent twice under one name is kept once.

    `after` is the position of the subject's last message as it is known here (0: there is none); None: it does not
    matter. An empty `body` takes back what was kept of the subject.
    """

    subject: str
    body: bytes
    name: str
    after: int | None = None


def hall_stream() -> StreamConfig:
    """The stream of all halls: of boards, of orders for them, of who is where."""
    return StreamConfig(
        name=STREAM, subjects=["hall.*.board.>", "hall.*.order.>", "hall.*.roster"], storage=StorageType.FILE,
        retention=RetentionPolicy.LIMITS, duplicate_window=SAME_NAME,
    )  # fmt: skip


def people_bucket() -> StreamConfig:
    """The stream of a key-value bucket, as NATS makes them: the last value of each key is kept."""
    return StreamConfig(
        name=f"KV_{BUCKET}", subjects=[f"{PEOPLE}>"], storage=StorageType.FILE, max_msgs_per_subject=1,
        discard=DiscardPolicy.NEW, allow_rollup_hdrs=True, deny_delete=True, allow_direct=True, allow_msg_ttl=True,
        duplicate_window=SAME_NAME,
    )  # fmt: skip


class JetStreamLedger:
    """The subjects `of` in a stream. May be used from any thread. Its methods raise StorageError where the brokers
    cannot be reached in time.
    """

    def __init__(self, broker: Broker, config: StreamConfig, of: str) -> None:
        assert config.name is not None, "a stream has one"
        self._broker = broker
        self._config = config
        self._stream = config.name
        self._of = of
        self._follower: Follower | None = None

    def append(self, message: Message) -> int:
        """Keep a message; its position. Raises ConflictError."""
        return self._broker.run(self._appended(message), PATIENCE + ASKED)

    def append_all(self, messages: Sequence[Message]) -> list[int | Exception]:
        """Keep messages of different subjects at the same time; the position of each, or why it was not kept: a
        ConflictError or StorageError.
        """

        async def outcome(message: Message) -> int | Exception:
            try:
                return await self._appended(message)
            except (ConflictError, StorageError) as error:
                return error

        async def outcomes() -> list[int | Exception]:
            return await asyncio.gather(*map(outcome, messages))

        try:
            return self._broker.run(outcomes(), PATIENCE + ASKED)
        except StorageError as error:
            return [error] * len(messages)

    def last(self, subject: str) -> Kept | None:
        """The last message of a subject."""
        return self._broker.run(self._patiently(lambda: self._last(subject)), PATIENCE + ASKED)

    def follow(self, followed: Followed, *, after: int) -> None:
        """Have the follower told of everything after this position; returns when it knows what there is by now."""
        self._follower = Follower(self._broker, self._config, self._of, followed, after=after)
        self._follower.await_present()

    def catch_up(self, position: int, seconds: float) -> bool:
        """Wait until the follower has been told of this position."""
        return self._follower is not None and self._follower.catch_up(position, seconds)

    def close(self) -> None:
        """Follow no more."""
        if self._follower is not None:
            self._follower.close()

    async def _appended(self, message: Message) -> int:
        """Send a message until the brokers have answered: what they have already under its name they only tell."""
        headers: dict[str, str] = {Header.MSG_ID: message.name}
        if not message.body:
            headers["KV-Operation"] = "DEL"
        if message.after is not None:
            headers[Header.EXPECTED_LAST_SUBJECT_SEQUENCE] = str(message.after)

        async def sent() -> int:
            try:
                kept = await self._broker.streams.publish(
                    message.subject, message.body, timeout=ASKED, stream=self._stream, headers=headers
                )
            except BadRequestError as error:
                if error.err_code not in WRONG_LAST:
                    raise StorageError("hall_unkept", error=error) from error
                found = await self._last(message.subject)
                position = 0 if found is None else found.position
                if position == message.after:
                    raise TimeoutError from error  # what was quicker is on its way to the disks, and may be lost there
                raise ConflictError(position) from error
            return kept.seq

        return await self._patiently(sent)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the brokers until they answer, but not for ever; the follower looks whether the stream is there."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return await ask()
            except _FAILURES as error:  # nobody knows whether they have heard it
                if time.monotonic() > until:
                    raise StorageError("hall_unkept", error=error or type(error).__name__) from error
            if self._follower is not None:
                self._follower.look()
            await asyncio.sleep(AGAIN)

    async def _last(self, subject: str) -> Kept | None:
        try:
            raw = await self._broker.streams.get_last_msg(self._stream, subject)
        except NotFoundError as error:
            if error.err_code != NO_MESSAGE:
                raise
            return None
        assert raw.seq is not None, "a message of a stream has one"
        return Kept(position=raw.seq, subject=subject, body=raw.data or b"")


SEEN_WITHIN = 5.0  # seconds for a change to come back to us


class Bucket:
    """Values under the subjects that begin with `prefix`. May be used from any thread."""

    def __init__(self, ledger: JetStreamLedger, prefix: str) -> None:
        self._ledger = ledger
        self._prefix = prefix
        self._lock = threading.Lock()
        self._values: dict[str, bytes] = {}
        self._revisions: dict[str, int] = {}
        ledger.follow(self, after=0)

    def get(self, key: str) -> bytes | None:
        """The value of a key."""
        with self._lock:
            return self._values.get(key)

    def items(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """All keys that begin so, with their values."""
        with self._lock:
            found = tuple(self._values.items())
        return ((key, value) for key, value in found if key.startswith(kind))

    def change(self, key: str, to: Callable[[bytes | None], bytes | None]) -> bytes | None:
        """Make another value of the one that is there, until nobody has changed it meanwhile; None: none any more.

        What was there before. Raises StorageError.
        """
        while True:
            with self._lock:
                before, revision = self._values.get(key), self._revisions.get(key, 0)
            if not revision and self._is_late(key):
                continue
            after = to(before)
            if after == before:
                return before
            try:
                self._put(key, after, revision)
            except ConflictError as conflict:
                self._ledger.catch_up(conflict.position, SEEN_WITHIN)
                if not conflict.position:
                    self._forget(key)
            else:
                return before

    def take(self, kept: Kept) -> None:
        """A value of the ledger."""
        key = kept.subject.removeprefix(self._prefix)
        with self._lock:
            self._revisions[key] = kept.position
            if kept.body:
                self._values[key] = kept.body
            else:
                self._values.pop(key, None)

    def begin_anew(self) -> None:
        """All was lost: what is known here is written again, unless another hall was quicker."""
        with self._lock:
            self._revisions.clear()
        threading.Thread(target=self._refill, name="bucket refilled", daemon=True).start()

    def _refill(self) -> None:
        for key, value in tuple(self.items("")):
            with contextlib.suppress(ConflictError, StorageError):
                self._put(key, value, 0)

    def _is_late(self, key: str) -> bool:
        """Whether another hall has just made a value that had not come here; it has now."""
        kept = self._ledger.last(f"{self._prefix}{key}")
        if kept is not None and not self._ledger.catch_up(kept.position, SEEN_WITHIN):
            raise StorageError("hall_no_brokers")
        return kept is not None

    def _put(self, key: str, value: bytes | None, revision: int) -> None:
        name = secrets.token_hex(16)
        message = Message(subject=f"{self._prefix}{key}", body=value or b"", name=name, after=revision)
        position = self._ledger.append(message)
        if not self._ledger.catch_up(position, SEEN_WITHIN):
            raise StorageError("hall_no_brokers")

    def _forget(self, key: str) -> None:
        with self._lock:
            self._revisions.pop(key, None)
