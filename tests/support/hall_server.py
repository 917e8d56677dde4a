"""A hall that really serves, on a port of its own, with a robot whose moves are known."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import chess

from access_chess.edge.storage.journal import Journal
from access_chess.hall.cluster.forwarded_lines import Admit
from access_chess.hall.cluster.forwarding import Forwarding
from access_chess.hall.cluster.shared_people import SharedPeople
from access_chess.hall.games.boards import Stations
from access_chess.hall.games.running_games import Reporting, Robots, RunningGames, not_reported
from access_chess.hall.people.database import HallDatabase
from access_chess.hall.stations.stations import HallStations
from access_chess.hall.stations.store import StationStore
from access_chess.hall.web.app import hall_app
from access_chess.hall.web.guards import LOOPBACK, Rate
from access_chess.hall.web.hall import Hall
from access_chess.hall.web.relay import StationGuests
from access_chess.hall.web.seated_guests import SeatedGuests
from access_chess.hall.web.server import HallServer, bound, server_of
from access_chess.hall.web.station_door import Door
from access_chess.laws.game import Game
from access_chess.machine_clock import WallClock, utc_now
from access_chess.phrased_error import PhrasedError
from access_chess.play.seat import Deed
from access_chess.wiring.lessons import LessonsAtPages
from access_chess.wiring.practice import practising, robot
from tests.support.plain_analyst import PlainAnalyst

PATIENCE = 30.0  # seconds until a test gives up waiting for a server
UNLIMITED = Rate(burst=1e9, a_second=1e9)


@dataclass
class KnownEngine:
    """Plays these moves (UCI) in their order, and then the first legal one by the alphabet."""

    moves: Sequence[str] = ()
    name: str = "known"
    notes: tuple[PhrasedError, ...] = ()

    def move(self, game: Game, is_stopped: Callable[[], bool]) -> chess.Move:
        """The move of this position."""
        color = game.turn
        made = sum(ply.color is color for ply in game.plies)
        planned = chess.Move.from_uci(self.moves[made]) if made < len(self.moves) else None
        legal = sorted(game.board.legal_moves, key=chess.Move.uci)
        return planned if planned in legal else legal[0]

    def close(self) -> None:
        """Nothing to close."""


def known_robot(moves: Sequence[str] = ()) -> Robots:
    """A robot that plays these moves."""
    return partial(robot, lambda level: KnownEngine(moves), is_named=True)


def practised() -> Deed:
    """What who practises may ask, where the built-in engine judges."""
    return practising(lambda is_stopped: PlainAnalyst())


def games_in(
    journal: Journal,
    moves: Sequence[str] = (),
    stations: Stations | None = None,
    reporting: Reporting = not_reported,
) -> RunningGames:
    """Games at pages, against a robot that plays these moves."""
    return RunningGames(
        journal, robots=known_robot(moves), robot_name="Robot {level}", practised=practised(), stations=stations,
        reporting=reporting,
    )  # fmt: skip


@dataclass
class ServedHall:
    """A hall that serves; `stop` ends the server, as a crash of the hall's computer would, and `start` begins again."""

    folder: Path
    moves: Sequence[str] = ()
    port: int = 0
    wall: WallClock = utc_now
    fingerprint: bytes = b""
    reporting: Reporting = not_reported
    elsewhere: SharedPeople | None = None
    forwarding: Forwarding | None = None
    practice_file: Path | None = None
    seats: Callable[[StationGuests, Admit, bytes], StationGuests] = lambda own, admit, fingerprint: own

    def open(self) -> None:
        """Open what is kept."""
        self.database = HallDatabase(self.folder / "hall.sqlite")
        self.store = StationStore(self.folder / "hall.sqlite", wall=self.wall)
        self.stations = HallStations(self.store, name="Hall", wall=self.wall)
        self.floor: Stations = self.stations

    def start(self) -> None:
        """Serve, on the port of before if there was one."""
        self.journal = Journal(self.folder / "hall-games.sqlite")
        self.open()
        self.games = games_in(self.journal, self.moves, self.floor, self.reporting)
        socket = bound("127.0.0.1", self.port)
        self.port = socket.getsockname()[1]
        self.hall = Hall(
            games=self.games, database=self.database, entries=self.journal.entries,
            default_voices="en", stations=self.stations, elsewhere=self.elsewhere, address=self.address,
            lessons=LessonsAtPages(lambda is_stopped: PlainAnalyst(), self.practice_file),
            new_games=UNLIMITED, new_lessons=UNLIMITED, codes_by_address=UNLIMITED, codes_in_all=UNLIMITED,
        )  # fmt: skip
        self.hall.take_up_ruled()
        self.hall.take_up_days(self.wall())
        door = Door(self.stations, self.fingerprint)
        own = SeatedGuests(self.hall, self.journal, self.fingerprint)
        guests = self.seats(own, own.admit, self.fingerprint)
        app = hall_app(self.hall, hosts=LOOPBACK, posts=UNLIMITED, door=door, guests=guests, forwarding=self.forwarding)
        on_start = None if self.forwarding is None else self.forwarding.start
        self.server: HallServer = server_of(app, self.hall.closing.set, on_start=on_start)
        self._thread = threading.Thread(target=self.server.run, args=([socket],), daemon=True)
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self.server.started and time.monotonic() < until:
            time.sleep(0.005)
        self._socket = socket

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """End the server and let all games go."""
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()
        self.games.close()
        self.close()
        self.journal.close()

    def close(self) -> None:
        """Close what was opened."""
        self.stations.close()
        self.store.close()
        self.database.close()


@contextlib.contextmanager
def served(folder: Path, moves: Sequence[str] = ()) -> Iterator[ServedHall]:
    """A hall that serves as long as the block runs."""
    hall = ServedHall(folder, moves)
    hall.start()
    try:
        yield hall
    finally:
        hall.stop()
