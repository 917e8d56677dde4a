"""What halls on several machines have in common: a ledger, in which each writes and which all read in one order.

The truth of a game is its owner's journal; the ledger may be lost, and is filled again from there. What it has to do is
never to mix and never to double: a writer says what they have seen of the subject, and is refused where there is more.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct


class ConflictError(Exception):
    """Somebody else has written on this subject meanwhile; `position` is that of that message."""

    def __init__(self, position: int) -> None:
        super().__init__(f"the last message of the subject has the position {position}")
        self.position = position


class Kept(Struct, frozen=True, kw_only=True):
    """A message of the ledger. Positions rise over all subjects, are the same for all who read, and never come again;
    there may be gaps between them. An empty `body` takes back what was kept of the subject.
    """

    position: int
    subject: str
    body: bytes


class Message(Struct, frozen=True, kw_only=True):
    """What is to be kept. `name` is its own: what is sent twice under one name is kept once.

    `after` is the position of the subject's last message as it is known here (0: there is none); None: it does not
    matter. An empty `body` takes back what was kept of the subject.
    """

    subject: str
    body: bytes
    name: str
    after: int | None = None


class Followed(Protocol):
    """Who is told what a ledger holds, by one thread, in the order of the positions."""

    def take(self, kept: Kept, /) -> None:
        """The next message."""
        ...

    def begin_anew(self) -> None:
        """The ledger was lost, and is empty: whatever is known here is to be written again."""
        ...


class Ledger(Protocol):
    """A ledger. May be used from any thread. Its methods raise StorageError where it cannot be reached in time."""

    @property
    def position(self) -> int:
        """How far its follower has been told."""
        ...

    def append(self, message: Message, /) -> int:
        """Keep a message; its position. Raises ConflictError."""
        ...

    def append_all(self, messages: Sequence[Message], /) -> list[int | Exception]:
        """Keep messages of different subjects at the same time; the position of each, or why it was not kept."""
        ...

    def last(self, subject: str, /) -> Kept | None:
        """The last message of a subject."""
        ...

    def follow(self, followed: Followed, /, *, after: int) -> None:
        """Have the follower told of everything after this position, from now on; there is one follower."""
        ...

    def catch_up(self, position: int, seconds: float, /) -> bool:
        """Wait until the follower has been told of this position, so long at most; was it?"""
        ...


class Post(Protocol):
    """Messages between the halls that need not be kept. May be used from any thread."""

    def send(self, subject: str, body: bytes, /) -> None:
        """Send to all that listen; what cannot be sent is lost."""
        ...

    def listen(self, subject: str, take: Callable[[bytes], None], /) -> Callable[[], None]:
        """Be called with all that is sent on a subject, by one thread; the result takes that back."""
        ...
