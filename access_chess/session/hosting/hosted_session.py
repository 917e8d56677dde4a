"""The session of a game at pages, in which something may have to wait before it is decided on at all."""

from collections.abc import Callable

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.session.session import Session


def _nothing(_commands: tuple[Command, ...]) -> bool:
    return False


class HostedSession(Session):
    """A Session, for which commands that `must_wait` have not been submitted; whoever has them submits them later."""

    must_wait: Callable[[tuple[Command, ...]], bool] = staticmethod(_nothing)

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Commands for the loop, unless they wait."""
        if not self.must_wait(commands):
            super().submit(*commands, at=at)

    def submit_now(self, *commands: Command) -> None:
        """Commands that have waited."""
        super().submit(*commands)
