"""The real programs: a hall and a station in processes of their own, which can be killed and begun again."""

import contextlib
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import chess
import httpx

from access_chess.edge.storage.event_text import read_event
from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.evolve import replay
from access_chess.laws.game import Game

PATIENCE = 60.0  # seconds until it is given up; a program takes its time to begin on a busy machine
COMMAND = (sys.executable, "-m", "access_chess")
BOARD = 7
T = TypeVar("T")
_ROWS = "SELECT number, at, wall, author, command, form, event FROM entries"


class NotComingError(Exception):
    """What was waited for did not come."""


def until(look: Callable[[], T], is_right: Callable[[T], object] = bool, *, every: float = 0.02) -> T:
    """Wait until what is looked at is right; what it is then."""
    end = time.monotonic() + PATIENCE
    while not is_right(found := look()):
        if time.monotonic() > end:
            raise NotComingError(repr(found))
        time.sleep(every)
    return found


@dataclass
class Program:
    """A program in a folder of its own; `prefix` runs it elsewhere, in another network for example."""

    folder: Path
    prefix: Sequence[str] = ()
    process: "subprocess.Popen[str] | None" = None

    def begin(self, *arguments: str) -> None:
        """Run it; what it says goes to a file."""
        self.folder.mkdir(exist_ok=True)
        with self.said.open("a") as said:
            self.process = subprocess.Popen(
                [*self.prefix, *COMMAND, *arguments], stdin=subprocess.PIPE, stdout=said, stderr=said, text=True,
                env=os.environ | {HOME_VARIABLE: str(self.folder)},
            )  # fmt: skip

    @property
    def said(self) -> Path:
        """Where all that it says stands."""
        return self.folder / "said.txt"

    def kill(self) -> None:
        """`kill -9`."""
        assert self.process is not None, "it was begun"
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def end(self) -> None:
        """Let it end by itself, if it was begun."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.terminate()
            self._end()

    def _end(self) -> None:
        assert self.process is not None, "it was begun"
        self.process.wait(PATIENCE)
        if self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()


@dataclass
class HallProcess(Program):
    """`access-chess serve`."""

    port: int = 0
    options: Sequence[str] = ()
    client: httpx.Client | None = None

    def serve(self) -> None:
        """Serve until its first line is there; on the port of before, if there was one."""
        before = len(self.text)
        self.begin("serve", "--no-sound", "--port", str(self.port), *self.options)
        line = until(lambda: self.text[before:], lambda text: "Control-C ends" in text or "cannot" in text)
        found = re.search(r"https?://\S+?:(\d+)/$", line, re.MULTILINE)
        if found is None:
            raise NotComingError(line)
        self.port = int(found[1])
        self.address = found[0].rstrip("/")

    def end(self) -> None:
        """Let it end by itself, and the arbiter go."""
        super().end()
        if self.client is not None:
            self.client.close()

    @property
    def text(self) -> str:
        """All that it has said."""
        return self.said.read_text() if self.said.exists() else ""

    @property
    def here(self) -> str:
        """Its address on this machine."""
        return f"{self.address.partition(':')[0]}://127.0.0.1:{self.port}"

    def code(self, *whose: str) -> str:
        """A code, as the organiser gets it on the hall's machine."""
        command = [*COMMAND, "serve", "code", *whose]
        environment = os.environ | {HOME_VARIABLE: str(self.folder)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    def health(self) -> dict[str, Any]:
        """What it tells who watches over the machine; empty where it does not answer."""
        try:
            return dict(httpx.get(f"{self.here}/health", verify=False, timeout=5).json())
        except httpx.HTTPError:
            return {}

    def sign_in(self) -> None:
        """Sign an arbiter in."""
        self.client = httpx.Client(base_url=self.here, verify=False, headers={"origin": self.here}, timeout=30)
        self.client.post("/in", data={"code": self.code("arbiter"), "name": "Maria"})

    def order(self, line: str) -> bool:
        """Type a line at the arbiter's desk; False where the hall is away."""
        assert self.client is not None, "an arbiter is signed in"
        try:
            page = self.client.get("/arbiter").text
            csrf, seen = _field(page, "csrf"), _field(page, "seen")
            return self.client.post("/arbiter/line", data={"csrf": csrf, "seen": seen, "line": line}).status_code == 303
        except httpx.HTTPError:
            return False

    def rows(self) -> list[tuple[Any, ...]]:
        """The entries of the board's last game, as the hall has them."""
        last = f"{_ROWS} WHERE history = (SELECT history FROM entries ORDER BY position DESC LIMIT 1) ORDER BY number"
        return _read(self.folder / "hall.sqlite", last)

    def orders(self) -> list[tuple[Any, ...]]:
        """The ids of all orders, and what stands of each."""
        return _read(self.folder / "hall.sqlite", "SELECT id, value FROM orders")


@dataclass
class StationProcess(Program):
    """`access-chess play --hall`: two players at one keyboard, who play what does not end the game."""

    chance: random.Random = field(default_factory=random.Random)
    board: chess.Board = field(default_factory=chess.Board)

    def sit(self, hall: str, *options: str) -> None:
        """Play; after a kill with `--resume`, when the arbiter has the clocks started again."""
        self.begin(
            "play", "--profile", "tournament", "--opponent", "human", "--blind", "none", "--time", "90+30",
            "--no-sound", "--voices", "en", "--hall", hall, "--rulings", "both", *options,
        )  # fmt: skip
        if "--resume" in options:
            self.board = self.game().board
            self.enter("arbiter resume")

    def enter(self, line: str) -> None:
        """Type a line."""
        assert self.process is not None and self.process.stdin is not None, "it plays"
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def move(self) -> None:
        """A move that takes nothing and ends nothing, and the clock."""
        move = self.quiet_move(self.chance)
        line = self.board.lan(move) if self.board.piece_type_at(move.from_square) != chess.PAWN else move.uci()
        self.board.push(move)
        self.enter(line)
        self.enter("")

    def quiet_move(self, chance: random.Random) -> chess.Move:
        """A move that takes nothing and ends nothing."""
        moves = [move for move in self.board.legal_moves if not self.board.is_capture(move) and self._goes_on(move)]
        return chance.choice(moves)

    def settle(self) -> None:
        """Wait until all moves that were typed are in the journal."""
        until(self.rows)
        until(lambda: self.game().board.fen(), lambda fen: fen == self.board.fen())

    def game(self) -> Game:
        """The game as its journal has it."""
        return replay(read_event(row[6], row[5]) for row in self.rows())

    def rows(self) -> list[tuple[Any, ...]]:
        """The entries of the last game."""
        last = f"{_ROWS} WHERE game = (SELECT max(game) FROM games) ORDER BY number"
        return _read(self.folder / "journal.sqlite", last)

    def _goes_on(self, move: chess.Move) -> bool:
        self.board.push(move)
        goes_on = any(not self.board.is_capture(answer) for answer in self.board.legal_moves)
        self.board.pop()
        return goes_on


@contextlib.contextmanager
def playing(folder: Path, *, seed: int = 1) -> Iterator[tuple[HallProcess, StationProcess]]:
    """A hall and a station that is signed in, on this machine; both are ended."""
    hall = HallProcess(folder / "hall")
    station = StationProcess(folder / "station", chance=random.Random(seed))
    try:
        hall.serve()
        station.sit(hall.address, "--join", hall.code("station", str(BOARD)))
        yield hall, station
    finally:
        station.end()
        hall.end()


def are_equal(hall: HallProcess, station: StationProcess) -> bool:
    """Whether the hall has what the station has, to the last letter."""
    rows = station.rows()
    return bool(rows) and hall.rows() == rows


def _field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    return "" if found is None else found[1]


def _read(path: Path, query: str) -> list[tuple[Any, ...]]:
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=5)) as database:
            return database.execute(query).fetchall()
    except sqlite3.OperationalError:
        return []  # it is not there yet
