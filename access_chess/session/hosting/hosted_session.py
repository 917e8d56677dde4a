"""The session of a game at pages, in which something may have to wait before it is decided on at all."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec.structs import replace

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.session.session import Session

#: The ids of the commands that follow from the line that is being done in this thread.
_IDS: ContextVar[Iterator[str] | None] = ContextVar("ids", default=None)


@contextmanager
def ticketed(ticket: str) -> Iterator[None]:
    """What is submitted meanwhile follows from a line that bears this ticket, if it bears one.

    The first command has it for its id, by which the journal knows the line after a restart.
    """
    ids = itertools.chain((ticket,), (f"{ticket}.{place}" for place in itertools.count(2))) if ticket else None
    before = _IDS.set(ids)
    try:
        yield
    finally:
        _IDS.reset(before)


def _nothing(_commands: tuple[Command, ...]) -> bool:
    return False


class HostedSession(Session):
    """A Session, for which commands that `must_wait` have not been submitted; their keeper submits them later."""

    must_wait: Callable[[tuple[Command, ...]], bool] = staticmethod(_nothing)

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Commands for the loop, unless they wait."""
        ids = _IDS.get()
        if ids is not None:
            commands = tuple(each if each.id else replace(each, id=next(ids)) for each in commands)
        if not self.must_wait(commands):
            super().submit(*commands, at=at)

    def submit_now(self, *commands: Command) -> None:
        """Commands that have waited."""
        super().submit(*commands)
