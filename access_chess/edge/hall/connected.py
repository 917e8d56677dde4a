"""A station that is connected, and what it may be answered."""

from collections.abc import Callable
from dataclasses import dataclass, field

from access_chess.edge.hall.followed_board import FollowedGame
from access_chess.hall import wire

#: What a station is answered: a message, nothing, or what is wrong with what it has said.
Answered = wire.FromHall | Exception | None
#: An answer, and what is known to everybody when all is written.
Heard = tuple[Answered, Callable[[], None] | None]


@dataclass(eq=False, kw_only=True)
class Link:
    """A station that is connected: `run` names its process, `send` puts a message on its way from any thread."""

    token: str
    board: int
    journal: str
    run: str
    send: Callable[[wire.FromHall], None]
    histories: dict[int, FollowedGame] = field(default_factory=dict)
