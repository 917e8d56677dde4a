"""A station that is connected, and what it may be answered."""

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct

from access_chess.edge.hall.followed_board import FollowedGame
from access_chess.hall import wire
from access_chess.hall.records import AnyRecord
from access_chess.session.hosting.ledger_ports import ConflictError
from access_chess.session.ports import StorageError

#: What a station is answered: a message, nothing, or what is wrong with what it has said.
Answered = wire.FromHall | Exception | None


class Heard(Struct, frozen=True):
    """What a station is answered when the `record` is written that its word has led to, and what is done `then`."""

    answer: Answered
    record: AnyRecord | None = None
    then: Callable[[], None] | None = None


@dataclass(eq=False, kw_only=True)
class Link:
    """A station that is connected: `run` names its process, `send` puts a message on its way from any thread."""

    token: str
    board: int
    journal: str
    run: str
    send: Callable[[wire.FromHall], None]
    histories: dict[int, FollowedGame] = field(default_factory=dict)


def answered(heard: Heard, error: Exception | None) -> Answered:
    """What a station is answered when what it has said was written, or was not."""
    if isinstance(error, ConflictError):  # it was reported to another hall, or by another line to us
        return wire.Bye(reason=wire.GAP)
    if error is None and heard.then is not None:
        try:
            heard.then()
        except (wire.NonsenseError, StorageError) as failure:
            return failure
    return heard.answer if error is None else error
