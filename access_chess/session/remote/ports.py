"""What carries a game between two machines needs of the game at either end."""

from collections.abc import Callable
from typing import Protocol

from access_chess.hall.remote import Answered, Asked

Answer = Callable[[Answered], None]


class Deciding(Protocol):
    """The host's end: what the guest asks for comes here. May be used from any thread."""

    def hear(self, asked: Asked, answer: Answer, /) -> None:
        """Have the guest's commands decided on; `answer` is called when they are, or why they are not."""
        ...
