"""What a game on a server needs of the wire."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from access_chess.online.calls import Call, Reply


class GameServer(Protocol):
    """Whoever carries calls to the server. May be used from any thread."""

    @property
    def address(self) -> str:
        """Where it is."""
        ...

    def call(self, call: Call, /) -> Reply:
        """Ask once; that nobody answered is an answer, too."""
        ...

    def stream(self, call: Call, /) -> AbstractContextManager[Iterator[bytes]]:
        """The lines of an answer, as they come. Raises ServerError, also while they are read."""
        ...
