"""What spectators feel when something dies: `python -m tests.benchmarks.hall.failover [MOVES]`.

Two halls of the real program share a ledger on three real brokers of this machine. A station plays a move each fifth
of a second; in the middle of each part one thing is killed with -9, or the stream deleted. Told are the longest time
from a move on its board to a spectator of another hall, beside the longest in a part in which nothing dies, and whether
any move came twice or not at all.
"""

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from access_chess.edge.storage.places import HOME_VARIABLE
from tests.support.brokers import Brokers, brokers
from tests.support.spectator import Reader, reading
from tests.support.station_process import HallProcess
from tests.support.station_table import StationTable, shuffled, until

EACH = 0.2  # seconds between two moves


def part(name: str, table: StationTable, reader: Reader, moves: int, strike: Callable[[], object]) -> None:
    """So many moves, and in their middle the stroke; prints what the reader felt."""
    before, made = len(reader.said), []
    for place, move in enumerate(shuffled(moves)):
        if place == moves // 2:
            strike()
        table.play(move)
        made.append(time.monotonic())
        time.sleep(EACH)
    until(lambda: len(reader.said) - before >= moves)
    time.sleep(1)
    waits = sorted(came - at for came, at in zip(reader.at[before:], made, strict=False))
    doubled = len(reader.said) - before - moves
    print(
        f"{name}: median {1000 * median(waits):.0f} ms, longest {waits[-1]:.2f} s, {moves} moves, {doubled} too many, "
        f"{reader.reloads} pages loaded anew", flush=True,
    )  # fmt: skip


def strokes(cluster: Brokers, one: HallProcess, other: HallProcess) -> dict[str, Callable[[], object]]:
    """What dies, in its order: the station's hall at last."""

    def lead() -> None:
        killed = cluster.kill_leader()
        cluster.begin(killed)

    def restart() -> None:
        other.kill()
        threading.Thread(target=other.serve).start()  # play goes on meanwhile

    return {
        "nothing": lambda: None,
        "the brokers' leader": lead,
        "the stream is deleted": cluster.delete,
        "the spectator's hall, begun again": restart,
        "the station's hall, for good": one.kill,
    }


def main(moves: int) -> None:
    """All parts, one after the other."""
    with tempfile.TemporaryDirectory() as name, brokers(Path(name)) as cluster:
        folder = Path(name)
        os.environ[HOME_VARIABLE] = str(folder / "station")
        (folder / "station").mkdir()
        one, other = (HallProcess(folder / each, options=("--ledger", cluster.ledger)) for each in ("one", "other"))
        try:
            one.serve()
            other.serve()
            code = one.code("station", "7")
            table = StationTable(folder / "station", one.address, code, others=(other.address,))
            with reading(7, other.address) as reader:
                for name, strike in strokes(cluster, one, other).items():
                    part(name, table, reader, moves, strike)
            print(f"load {os.getloadavg()[0]:.1f}")
            table.close()
        finally:
            one.end()
            other.end()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
