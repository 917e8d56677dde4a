"""The session of a game at pages, in which something may have to wait before it is decided on at all."""

from collections.abc import Callable
from typing import Any

from access_chess.laws.clock import Instant
from access_chess.laws.commands import Command
from access_chess.session.game_in_play import Record
from access_chess.session.ports import EventStore
from access_chess.session.session import Session


class HostedSession(Session):
    """A Session, for which commands that `must_wait` have not been submitted; whoever has them submits them later."""

    def __init__(
        self,
        must_wait: Callable[[tuple[Command, ...]], bool],
        record: Record,
        journal: EventStore,
        **rest: Any,
    ) -> None:
        super().__init__(record, journal, **rest)
        self._must_wait = must_wait

    def submit(self, *commands: Command, at: Instant | None = None) -> None:
        """Commands for the loop, unless they wait."""
        if not self._must_wait(commands):
            super().submit(*commands, at=at)

    def submit_now(self, *commands: Command) -> None:
        """Commands that have waited."""
        super().submit(*commands)
