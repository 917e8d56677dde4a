"""Games that the hall hosts: `python -m tests.benchmarks.hall.hosted [GAMES] [SECONDS] [MOVES_A_SECOND]
[--ledger]`.

Every game has two seats, as of two people at pages, and a clock; so many moves a second are made on all boards in turn.
Told are the time from the line at a seat until all that follows is on the disk, the processor time, and the memory. The
peer is one SQLite file of the same settings, in the same folder and the same seconds, into which a row of the same
length is committed after each move. With `--ledger` the hall reports its games to three brokers of this machine.
"""

import resource
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import chess

from access_chess.hall.games.running_games import RunningGame, RunningGames
from access_chess.hall.games.seat import HostedSeat
from access_chess.hall.games.seat_state import Terms
from access_chess.laws.time_control import parse_time_control
from tests.hall.games.test_hosted_games import ENGLISH
from tests.support.brokers import SharedHall, brokers
from tests.support.hall_server import ServedHall
from tests.support.station_process import until

LINES = ("Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8")
ROW = "x" * 254  # bytes of an event
MOST_REPEATED = 14  # plies: the fifth time that a position stands, the game ends


class Games:
    """So many games of these, all begun."""

    def __init__(self, running: RunningGames, count: int) -> None:
        self.running = running
        self.boards = [self._begun() for _ in range(count)]
        self.made = [0] * count

    def _begun(self) -> tuple[RunningGame, dict[chess.Color, HostedSeat]]:
        game = self.running.begin(Terms(control=parse_time_control("5400+30")))
        return game, {color: game.seat(color, ENGLISH) for color in (chess.BLACK, chess.WHITE)}

    def move(self, place: int) -> float:
        """The next move on this board; the seconds until it is on the disk and told at the seat."""
        if self.made[place] == MOST_REPEATED:
            self.boards[place], self.made[place] = self._begun(), 0
        game, seats = self.boards[place]
        seat, line = seats[self.made[place] % 2 == 0], LINES[self.made[place] % len(LINES)]
        begun = time.perf_counter()
        outcome = seat.enter(line)
        assert not outcome.fault, (line, outcome)
        until(lambda: len(game.game.plies) > self.made[place], every=0.001)  # a page does not wait for a slow disk
        took = time.perf_counter() - begun
        self.made[place] += 1
        return took


class Peer:
    """A bare file: one row a commit, which waits for the disk."""

    def __init__(self, folder: Path) -> None:
        self._file = sqlite3.connect(folder / "peer.sqlite", isolation_level=None)
        self._file.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (text)")

    def commit(self) -> float:
        """One row; its seconds."""
        begun = time.perf_counter()
        self._file.execute("INSERT INTO rows VALUES (?)", (ROW,))
        return time.perf_counter() - begun


def main(count: int, seconds: float, a_second: float, *, has_ledger: bool) -> None:
    """Play, and print the figures."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as closing:
        hall = ServedHall(Path(name))
        if has_ledger:
            (Path(name) / "brokers").mkdir()
            hall = SharedHall(Path(name), ledger=closing.enter_context(brokers(Path(name) / "brokers")).ledger)
        hall.start()
        closing.callback(hall.stop)
        games, peer = Games(hall.games, count), Peer(Path(name))
        waits: list[float] = []
        commits: list[float] = []
        used, begun = time.process_time(), time.monotonic()
        while time.monotonic() - begun < seconds:
            time.sleep(max(0.0, begun + len(waits) / a_second - time.monotonic()))
            waits.append(games.move(len(waits) % count))
            if len(waits) % 10 == 0:
                commits.append(peer.commit())
        took, used = time.monotonic() - begun, time.process_time() - used
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{count} games, {threading.active_count()} threads, {memory} MiB; {len(waits) / took:.0f} moves a second"
        )
        print(f"line entered to all told: {shown(waits)}; {100 * used / took:.0f} % of a core")
        print(f"peer, a bare commit: {shown(commits)}; ratio of the medians {median(waits) / median(commits):.1f}")


def shown(seconds: Sequence[float]) -> str:
    """The median, and 99 of 100."""
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"p50 {1000 * median(ordered):.1f} ms, p99 {1000 * high:.1f} ms"


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:] if each != "--ledger"]
    numbers = given[1:] + [60.0, 150.0][len(given[1:]) :]
    main(int(given[0]) if given else 300, numbers[0], numbers[1], has_ledger="--ledger" in sys.argv)
