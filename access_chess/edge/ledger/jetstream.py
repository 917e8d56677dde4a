"""A ledger in a JetStream stream: what is appended is on the disks of most brokers when it is acknowledged.

An acknowledgement may be lost with the broker that owed it. Then the subject's last message tells whether ours was
kept; if not, it is sent again under its name, and the brokers keep one of the two.
"""

import asyncio
import time
from collections.abc import Sequence

from nats.errors import Error as NatsError
from nats.js.api import DiscardPolicy, Header, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError, NotFoundError

from access_chess.edge.ledger.broker import AGAIN, ASKED, PATIENCE, Broker
from access_chess.edge.ledger.follower import Follower
from access_chess.session.hosting.ledger_ports import ConflictError, Followed, Kept, Message
from access_chess.session.ports import StorageError

STREAM = "HALL"
BUCKET = "hall_people"
PEOPLE = f"$KV.{BUCKET}."  # what the subjects of its keys begin with
SAME_NAME = 120.0  # seconds within which the brokers know a message by its name
WRONG_LAST = 10071  # JetStream's number for an expectation that is not met
NO_MESSAGE = 10037  # and for a subject of which the stream, which is there, has none
_FAILURES = (NatsError, OSError, TimeoutError)


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
    """A Ledger of the ports: of the subjects `of` in a stream."""

    def __init__(self, broker: Broker, config: StreamConfig, of: str) -> None:
        assert config.name is not None, "a stream has one"
        self._broker = broker
        self._config = config
        self._stream = config.name
        self._of = of
        self._follower: Follower | None = None

    @property
    def position(self) -> int:
        """How far the follower has been told."""
        return 0 if self._follower is None else self._follower.position

    def append(self, message: Message) -> int:
        """Keep a message; its position. Raises ConflictError and StorageError."""
        return self._broker.run(self._appended(message), PATIENCE + ASKED)

    def append_all(self, messages: Sequence[Message]) -> list[int | Exception]:
        """Keep messages at the same time; the position of each, or a ConflictError or StorageError."""

        async def appended() -> list[int | BaseException]:
            return await asyncio.gather(*map(self._appended, messages), return_exceptions=True)

        try:
            kept = self._broker.run(appended(), PATIENCE + ASKED)
        except StorageError as error:
            return [error] * len(messages)
        return [_explained(each) for each in kept]

    def last(self, subject: str) -> Kept | None:
        """The last message of a subject. Raises StorageError."""

        async def found() -> Kept | None:
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    return (await self._last(subject))[0]
                except _FAILURES as error:
                    await self._wait(until, error)

        return self._broker.run(found(), PATIENCE + ASKED)

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
        until = time.monotonic() + PATIENCE
        subject, body, name, after = message.subject, message.body, message.name, message.after
        headers: dict[str, str] = {Header.MSG_ID: name}
        if not body:
            headers["KV-Operation"] = "DEL"
        if after is not None:
            headers[Header.EXPECTED_LAST_SUBJECT_SEQUENCE] = str(after)
        while True:
            try:
                kept = await self._broker.streams.publish(
                    subject, body, timeout=ASKED, stream=self._stream, headers=headers
                )
                return kept.seq
            except BadRequestError as error:
                if error.err_code != WRONG_LAST:
                    raise
            except _FAILURES as error:  # nobody knows whether it was kept
                await self._wait(until, error)
            try:
                found, of_name = await self._last(subject)
            except _FAILURES as error:
                await self._wait(until, error)
                continue
            if found is not None and of_name == name:
                return found.position
            last = 0 if found is None else found.position
            if after is not None and last != after:
                raise ConflictError(last)

    async def _wait(self, until: float, error: Exception) -> None:
        """Wait for the brokers, and have the follower look whether the stream is there; not for ever."""
        if time.monotonic() > until:
            raise StorageError("hall_unkept", error=error or type(error).__name__) from error
        if self._follower is not None:
            self._follower.look()
        await asyncio.sleep(AGAIN)

    async def _last(self, subject: str) -> tuple[Kept | None, str]:
        """The subject's last message, and its name."""
        try:
            raw = await self._broker.streams.get_last_msg(self._stream, subject)
        except NotFoundError as error:
            if error.err_code != NO_MESSAGE:
                raise
            return None, ""
        assert raw.seq is not None, "a message of a stream has one"
        kept = Kept(position=raw.seq, subject=subject, body=raw.data or b"")
        return kept, (raw.headers or {}).get(Header.MSG_ID, "")


def _explained(kept: int | BaseException) -> int | Exception:
    """The brokers' errors as the ports know them."""
    if isinstance(kept, (int, ConflictError, StorageError)):
        return kept
    if isinstance(kept, _FAILURES):
        return StorageError("hall_unkept", error=kept or type(kept).__name__)
    raise kept
