"""What carries a game between two machines needs of the game at either end."""

from collections.abc import Callable, Sequence
from typing import Protocol

from access_chess.hall.remote import Answered, Asked, News, Wish
from access_chess.laws.clock import Instant
from access_chess.session.ports import Entry, Loop

Answer = Callable[[Answered], None]


class Deciding(Protocol):
    """The host's end: what the guest asks for comes here. May be used from any thread."""

    def hear(self, asked: Asked, answer: Answer, /) -> None:
        """Have the guest's commands decided on; `answer` is called when they are, or why they are not."""
        ...


class Following(Loop, Protocol):
    """The guest's end: what was decided comes here. May be used from any thread."""

    def take(self, entries: Sequence[Entry], /) -> None:
        """Keep and tell these entries, which follow from what is kept."""
        ...

    def answered(self, last: str, refused: str, /) -> None:
        """Commands have been decided on, the last with this id; or a phrase says why none was."""
        ...

    def unanswered(self) -> tuple[Asked, ...]:
        """What was asked for and has not been decided on as far as is known here, in its order."""
        ...

    def set_time(self, now: Instant, /) -> None:
        """The host has just said that it is this instant of the game."""
        ...

    def forget_time(self) -> None:
        """The host may have been begun anew, with another clock."""
        ...

    def listen(self, on_asked: Callable[[], None], /) -> None:
        """Be called when something has been asked for."""
        ...


class OtherEnd(Protocol):
    """The opponent at the other machine, beside the game. May be used from any thread."""

    def come(self, name: str, /) -> None:
        """The opponent is there."""
        ...

    def go(self) -> None:
        """The line to the opponent is broken."""
        ...

    def miss(self) -> None:
        """Something was asked of the opponent while the line was broken; it is asked again when there is one."""
        ...

    def hear(self, wish: Wish, /) -> None:
        """The opponent wants to pause, or to go on."""
        ...

    def learn(self, news: News, /) -> None:
        """What the host knows of the opponent."""
        ...
