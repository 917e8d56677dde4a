"""A board of a playing hall: a game of its own journal, reported to a hall that really serves."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from access_chess.edge.station.line import sign_in
from access_chess.edge.station.link import Contact, Reporter, StationLink
from access_chess.edge.station.sign_in import SignIn
from access_chess.edge.storage.journal import Journal
from access_chess.hall.stations.store import StationStore
from access_chess.laws.commands import Command, PlayMove, PressClock, StartClock
from access_chess.laws.setup import Setup
from access_chess.laws.time_control import parse_time_control
from access_chess.machine_clock import monotonic_clock
from access_chess.session.record import begin_game, resume_game
from tests.support.driver import Driver

PATIENCE = 60.0  # seconds until a test gives up waiting; brokers take their time to elect one of them on a busy machine
SETUP = Setup(time=parse_time_control("7200+30"))
SECRET = "5e" * 32
T = TypeVar("T")


def until(look: Callable[[], T], is_right: Callable[[T], object] = bool) -> T:
    """Wait until what is looked at is right; what it is then."""
    end = time.monotonic() + PATIENCE
    while not is_right(found := look()):
        assert time.monotonic() < end, f"it did not come: {found!r}"
        time.sleep(0.005)
    return found


class StationTable:
    """A station that has signed in with a code; `play` makes moves for both, `leave` ends its program."""

    def __init__(
        self,
        folder: Path,
        address: str,
        code: str,
        *,
        setup: Setup = SETUP,
        takes_orders: bool = True,
        others: tuple[str, ...] = (),
    ) -> None:
        self.folder = folder
        self.contacts: list[Contact] = []
        self._address = address
        self._others = others  # halls to which it goes where that one is away
        self._takes_orders = takes_orders
        signed = sign_in(address, code)
        self.sign_in = SignIn(
            hall=address, token=signed.joined.token, board=signed.joined.board, fingerprint=signed.fingerprint,
            secret=SECRET,
        )  # fmt: skip
        self.journal = Journal(folder / "journal.sqlite")
        self.game = begin_game(self.journal, SETUP).number
        self.sit()
        self.session.do(StartClock())

    def sit(self) -> None:
        """Take the game up, and look for the hall."""
        self.link = StationLink(
            self.journal, self.sign_in, (self._address, *self._others), profile="tournament",
            takes_orders=self._takes_orders, on_contact=lambda contact, name: self.contacts.append(contact),
            on_trouble=_raise,
        )  # fmt: skip
        self.reporter = Reporter(self.link)
        self.session = Driver(
            resume_game(self.journal, self.game), self.journal, outputs=(self.reporter,), clock=monotonic_clock
        )
        self.link.start()
        self.reporter.join(self.session)

    def move_to(self, address: str) -> None:
        """Take the game up again, with the hall at another address."""
        self._address = address
        self.sit()

    def play(self, *moves: str) -> None:
        """These moves (SAN), each pressed."""
        for move in moves:
            board = self.session.game.board
            color = board.turn
            self.do(PlayMove(color=color, move=board.parse_san(move)), PressClock(color=color))

    def do(self, *commands: Command) -> None:
        """These commands, decided on."""
        self.session.do(*commands)

    def leave(self) -> None:
        """End the program; the game stays unfinished."""
        self.reporter.close()
        self.link.close(PATIENCE)

    def close(self) -> None:
        """Leave, and let the journal go."""
        self.leave()
        self.journal.close()

    @property
    def texts(self) -> list[str]:
        """The events of the game as the journal has them."""
        return [row.event for row in self.journal.rows(self.game)]


def reported(store: StationStore, board: int) -> list[str]:
    """The events of the game that a board has reported last, as the hall has them."""
    history = store.last_history(board)
    return [] if history is None else [each.event for each in store.rows(history)]


def shuffled(count: int) -> list[str]:
    """So many moves of knights that go out and come back."""
    return [("Nf3", "Nf6", "Ng1", "Ng8")[place % 4] for place in range(count)]


def _raise(error: Exception) -> None:
    raise error
