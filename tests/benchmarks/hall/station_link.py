"""What a hall costs a station: `python -m tests.benchmarks.hall.station_link [MOVES]`.

From a command to its events on the disk: without a hall, with one that answers, and with one that hangs (it took the
line, and reads nothing any more). The peer is the game without a hall, played move by move in turns with the others, so
that all three meet the same disk.
"""

import os
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from access_chess.edge.storage.places import HOME_VARIABLE
from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.machine_clock import monotonic_clock
from access_chess.session.ports import Recorded
from access_chess.session.record import begin_game
from tests.support.driver import Driver
from tests.support.station_process import HallProcess
from tests.support.station_table import SETUP, StationTable, shuffled


class Away:
    """A hall that takes every line and says nothing."""

    def __init__(self) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"


class Other:
    """An output that does nothing: a game that nobody is told of is no peer."""

    def on_event(self, recorded: Recorded) -> None:
        """Be told, like a station's reporter."""


def timed(session: Driver, san: str) -> float:
    """Milliseconds until a move and its press are on the disk."""
    color = session.game.turn
    move = session.game.board.parse_san(san)
    begun = time.perf_counter()
    session.do(PlayMove(color=color, move=move), PressClock(color=color))
    return (time.perf_counter() - begun) * 1000


def main(count: int) -> None:
    """Play three games in turns, and print the times of each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hall = HallProcess(folder / "hall-folder")
        hall.serve()
        os.environ[HOME_VARIABLE] = name
        tables = {}
        for board, kind in enumerate(("alone", "hall", "hanging"), 1):
            (folder / kind).mkdir()
            tables[kind] = StationTable(folder / kind, hall.address, hall.code("station", str(board)))
        tables["alone"].link.close(1)
        hanging = tables["hanging"]
        hanging.leave()
        hanging.move_to(Away().address)
        alone = tables["alone"]
        session = Driver(begin_game(alone.journal, SETUP), alone.journal, outputs=(Other(),), clock=monotonic_clock)
        session.do(StartClock())
        sessions = {"alone": session, "hall": tables["hall"].session, "hanging": hanging.session}
        times: dict[str, list[float]] = {kind: [] for kind in sessions}
        for san in shuffled(count):
            for kind, each in sessions.items():
                times[kind].append(timed(each, san))
                time.sleep(0.002)
        for kind, found in times.items():
            print(f"{kind}: {shown(found)}, {median(found) / median(times['alone']):.2f} times the peer's median")
        for table in tables.values():
            table.close()
        hall.end()


def shown(values: Sequence[float]) -> str:
    """Median and 99 of 100."""
    ordered = sorted(values)
    return f"p50 {median(ordered):.2f} ms, p99 {ordered[round(0.99 * (len(ordered) - 1))]:.2f} ms"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
