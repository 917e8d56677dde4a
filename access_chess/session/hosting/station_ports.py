"""What the arbiter's and the spectators' pages need of boards that stand elsewhere, at stations: values and protocols.

What a station has reported is known here as far as it has come; the truth stands in the station's own journal. So a
ruling is not done here: it is ordered (`hall.orders`), and what became of it is told.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from access_chess.hall.orders import ArbiterCommand, Order
from access_chess.hall.view import ClockView
from access_chess.laws.events import GameSetUp
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, new_game
from access_chess.session.ports import Entry

if TYPE_CHECKING:
    from access_chess.session.hosting.public_board import PublicBoard

#: A game at pages whose number a board of the playing hall has is called so many more.
BESIDE_STATIONS = 1_000


class NoticeKind(Enum):
    """What the arbiter has to know of the way to a board, and not of its game."""

    OTHER_HISTORY = "other_history"  # from entry `number` on it reports what does not follow from what it had reported
    OTHER_MACHINE = "other_machine"  # another journal reports for it: a spare machine stands there
    REPLACED = "replaced"  # a second station has signed in with the same token
    NONSENSE = "nonsense"  # it sends what nobody understands, and was sent away


class Notice(Struct, frozen=True, kw_only=True):
    """A notice of a board, counted from 1 over all boards; `wall` is when (UTC), `number` the entry it is about."""

    count: int
    board: int
    kind: NoticeKind
    wall: datetime
    number: int = 0


class Step(Struct, frozen=True, kw_only=True):
    """An entry that follows; `before` is None for the first. `received` is when it was known here (UTC)."""

    entry: Entry
    before: Game | None
    after: Game
    received: datetime


class StationBoard(Protocol):
    """A board at a station, as far as it is known here. May be used from any thread."""

    @property
    def number(self) -> int:
        """Its number in the playing hall."""
        ...

    @property
    def is_there(self) -> bool:
        """Whether its station is connected now."""
        ...

    @property
    def since(self) -> datetime | None:
        """Since when it is connected, or is not (UTC); None: it has never been since the hall was started."""
        ...

    @property
    def playing(self) -> int | None:
        """The number, in the station's journal, of the game that it reported last; None: of none yet."""
        ...

    @property
    def game(self) -> Game | None:
        """How that game stands."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of that game, for the arbiter's page; a sealed move has no text here before its envelope is opened."""
        ...

    def steps(self, after: int, /) -> tuple[Step, ...]:
        """What has followed in it on the entry of this number."""
        ...

    @property
    def board(self) -> "PublicBoard":
        """The board as spectators see it, game after game; its numbers go on over all of them."""
        ...

    def clock(self) -> ClockView | None:
        """Both displays now, by the station's own time; while it is away, as they were known last, and not running."""
        ...


class Stations(Protocol):
    """All boards at stations, and the way of orders to them. May be used from any thread. Raises StorageError."""

    def boards(self) -> tuple[int, ...]:
        """The numbers of all boards that have a station, in their order."""
        ...

    def board(self, number: int, /) -> StationBoard | None:
        """The board of this number, if it has a station."""
        ...

    def issue(
        self, board: int, command: ArbiterCommand, /, *, seen: int, by: str, words: str = "", ticket: str = ""
    ) -> Order | None:
        """Keep an order for the game that is played there, and send it; None: there is no such board, or no game.

        `seen` is the number of the last of `entries` that stood on the arbiter's page, `by` the name,
        `words` what was said; its id is the `ticket`, if there is one.
        """
        ...

    def insist(self, order: str, /) -> Order | None:
        """Send an overdue order after all; how it stands then, None where there is no such order."""
        ...

    def recall(self, order: str, /) -> Order | None:
        """Take an order back, unless it is done; how it stands then."""
        ...

    def orders(self, board: int | None = None, /) -> tuple[Order, ...]:
        """The orders of a board, or of all, the oldest first, as they stand now."""
        ...

    def notices(self, after: int = 0, /) -> tuple[Notice, ...]:
        """What the arbiter has to know, after the one of this count."""
        ...

    def listen(self, on_change: Callable[[int], None], /) -> Callable[[], None]:
        """Be called with the number of a board, from any thread, when anything has changed there; the result takes
        that back.
        """
        ...


def steps_of(entries: Iterable[Entry]) -> Iterator[Step]:
    """A game from its first entry on."""
    game: Game | None = None
    for entry in entries:
        before = game
        if isinstance(entry.event, GameSetUp):
            game = new_game(entry.event)
        else:
            assert before is not None, "a game begins by being set up"
            game = evolve(before, entry.event)
        yield Step(entry=entry, before=before, after=game, received=entry.wall)
