"""What the arbiter's pages need of the desk, as values and protocols; the rooms of `edge` know no more of it."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from access_chess.hall.orders import Order
from access_chess.laws.clock import Instant
from access_chess.laws.game import Game
from access_chess.session.hosting.ports import Manner


class DeskLine(Struct, frozen=True, kw_only=True):
    """One thing that is said at the desk, numbered from 1, in the language of the desk.

    `is_aside`: nobody there has asked for it, so it waits for its turn. `need` is the board that needs the arbiter by
    this line; None where it is only told.
    """

    number: int
    text: str
    is_aside: bool = False
    need: int | None = None


class DeskNeed(Struct, frozen=True, kw_only=True):
    """Something that waits for an arbiter: since when (UTC), and the other arbiter who is at the board, if one is."""

    board: int
    text: str
    since: datetime
    taken_by: str | None


class DeskBoard(Struct, frozen=True, kw_only=True):
    """A board as the desk sees it at an instant of its game; `is_there`: it can be reached now."""

    number: int
    game: Game
    at: Instant
    is_there: bool


class DeskEvent(Struct, frozen=True, kw_only=True):
    """One event of a game: what is said of it to anybody, or what it was where nobody is told."""

    number: int
    wall: datetime
    text: str


class DeskNews(Struct, frozen=True, kw_only=True):
    """What happened on a board, in words, and when (UTC)."""

    board: int
    wall: datetime
    text: str


class Desk(Protocol):
    """An arbiter's place, for ruling on all boards. May be used from any thread."""

    @property
    def birth(self) -> str:
        """Names this run of line numbers."""
        ...

    @property
    def manner(self) -> Manner:
        """How the arbiter is spoken to here."""
        ...

    @property
    def seen(self) -> int:
        """What a page that is made now has seen: it is given back with what is typed there."""
        ...

    @property
    def current(self) -> int | None:
        """The board to which a line goes that names none."""
        ...

    def enter(self, line: str, /, *, seen: int, ticket: str = "") -> bool:
        """Do what a line asks for; what comes of it is said. False: it was not understood, or came too late at every
        board that it names; it may be mended, or ruled again.

        By one `ticket` nothing is ruled twice.
        """
        ...

    def lines(self, after: int = 0, /) -> tuple[DeskLine, ...]:
        """What was said after this number; the oldest are forgotten."""
        ...

    def needs(self) -> tuple[DeskNeed, ...]:
        """What needs an arbiter, what has waited longest first."""
        ...

    def boards(self) -> tuple[DeskBoard, ...]:
        """All boards, in the order of their numbers."""
        ...

    def history(self, board: int, /) -> tuple[DeskEvent, ...]:
        """All that has happened on a board, what is for one player's ears as well."""
        ...

    def orders(self, board: int, /) -> tuple[Order, ...]:
        """All orders for a board at a station, and what became of them, the oldest first."""
        ...

    def recall(self, order: str, /) -> Order | None:
        """Take an order back, unless it is done; how it stands then, None where there is no such order."""
        ...

    def hear_of_guessing(self) -> None:
        """Have it said that so many codes were tried that nobody can sign in for a moment; from any thread."""
        ...

    def log(self) -> tuple[DeskNews, ...]:
        """What was to be told of all boards since the hall began, the newest first; the oldest are forgotten."""
        ...

    def gathered(self, boards: tuple[int, ...], /) -> str:
        """Several boards that need the arbiter, in one sentence."""
        ...

    def listen(self, on_change: Callable[[], None], /) -> Callable[[], None]:
        """Be called, from any thread, when there is something new; the result takes that back."""
        ...

    def close(self) -> None:
        """The arbiter has gone."""
        ...


class Desks(Protocol):
    """Where arbiters get their desks."""

    def desk(self, manner: Manner, name: str, /) -> Desk:
        """A desk for an arbiter of this name, who rules on all games that have an arbiter."""
        ...
