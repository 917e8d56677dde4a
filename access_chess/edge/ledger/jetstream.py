"""A ledger in a JetStream stream: what is appended is on the disks of most brokers when it is acknowledged.

An acknowledgement may be lost with the broker that owed it. Then the subject's last message tells whether ours was kept;
if not, it is sent again under its name, and the brokers keep one of the two.
"""

import asyncio
import time

from nats.errors import Error as NatsError
from nats.js.api import Header, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError, NotFoundError

from access_chess.edge.ledger.broker import AGAIN, ASKED, PATIENCE, Broker
from access_chess.edge.ledger.follower import Follower
from access_chess.session.hosting.ledger_ports import ConflictError, Followed, Kept
from access_chess.session.ports import StorageError

STREAM = "HALL"
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


class JetStreamLedger:
    """A Ledger of the ports. `event` is the part of the subjects that tells one event from another."""

    def __init__(self, broker: Broker, event: str) -> None:
        self._broker = broker
        self._event = event
        self._config = hall_stream()
        self._follower: Follower | None = None

    @property
    def position(self) -> int:
        """How far the follower has been told."""
        return 0 if self._follower is None else self._follower.position

    def append(self, subject: str, body: bytes, *, name: str, after: int | None) -> int:
        """Keep a message; its position. Raises ConflictError and StorageError."""
        return self._broker.run(self._appended(subject, body, name, after), PATIENCE + ASKED)

    def last(self, subject: str) -> Kept | None:
        """The last message of a subject. Raises StorageError."""

        async def found() -> Kept | None:
            return (await self._last(subject))[0]

        return self._broker.run(found(), PATIENCE)

    def follow(self, followed: Followed, *, after: int) -> None:
        """Have the follower told of everything after this position."""
        self._follower = Follower(self._broker, self._config, f"hall.{self._event}.>", followed, after=after)

    def catch_up(self, position: int, seconds: float) -> bool:
        """Wait until the follower has been told of this position."""
        return self._follower is not None and self._follower.catch_up(position, seconds)

    def close(self) -> None:
        """Follow no more."""
        if self._follower is not None:
            self._follower.close()

    async def _appended(self, subject: str, body: bytes, name: str, after: int | None) -> int:
        until = time.monotonic() + PATIENCE
        headers = {Header.MSG_ID: name}
        if after is not None:
            headers[Header.EXPECTED_LAST_SUBJECT_SEQUENCE] = str(after)
        while True:
            try:
                kept = await self._broker.streams.publish(subject, body, timeout=ASKED, stream=STREAM, headers=headers)
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
            raw = await self._broker.streams.get_last_msg(STREAM, subject)
        except NotFoundError as error:
            if error.err_code != NO_MESSAGE:
                raise
            return None, ""
        assert raw.seq is not None, "a message of a stream has one"
        kept = Kept(position=raw.seq, subject=subject, body=raw.data or b"")
        return kept, (raw.headers or {}).get(Header.MSG_ID, "")
