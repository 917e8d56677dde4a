"""Many games at pages in one process: `python -m tests.benchmarks.hall.hosted [GAMES] [MOVES A SECOND] [SECONDS]`.

Told are the time from a line at a seat until its move is in the journal and told, the process's time and its memory: of
a hall with its own file, and of one that reports its games to a ledger, for which also the time is told until another
hall has them all.
"""

import operator
import os
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

import chess

from access_chess.session.hosting.hosted_games import RunningGame
from access_chess.session.hosting.hosted_seat import HostedSeat
from access_chess.session.hosting.ports import Terms
from tests.session.hosting.test_hosted_games import ENGLISH
from tests.support.brokers import SharedHall, brokers
from tests.support.hall_server import ServedHall
from tests.support.station_table import until

LINES = ("Nf3", "Nf6", "Ng1", "Ng8")
TRUNK = 1024  # KiB a MiB


def begun(hall: ServedHall, count: int) -> list[tuple[RunningGame, dict[chess.Color, HostedSeat]]]:
    """So many games with both players there."""
    found = []
    for _ in range(count):
        game = hall.games.begin(Terms())
        hall.database.keep_game(game.number, 3, {}, is_public=True)
        found.append((game, {color: game.seat(color, ENGLISH) for color in (chess.BLACK, chess.WHITE)}))
    return found


def played(hall: ServedHall, count: int, rate: float, seconds: float) -> list[RunningGame]:
    """All games in turn for so long; prints the figures."""
    games = begun(hall, count)
    waits: list[float] = []
    used, start = time.process_time(), time.monotonic()
    while time.monotonic() - start < seconds:
        game, seats = games[len(waits) % count]
        made = len(game.game.plies)
        at = time.monotonic()
        seats[made % 2 == 0].enter(LINES[made % 4])
        waits.append(1000 * (time.monotonic() - at))
        time.sleep(max(0.0, start + len(waits) / rate - time.monotonic()))
    took, used = time.monotonic() - start, time.process_time() - used
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // TRUNK
    high = sorted(waits)[round(0.99 * (len(waits) - 1))]
    print(
        f"{count} games, {len(waits) / took:.0f} moves/s of {rate:.0f}: p50 {median(waits):.1f}, p99 {high:.1f} ms, "
        f"{100 * used / took:.0f} % of a core, {memory} MiB", flush=True,
    )  # fmt: skip
    return [game for game, _ in games]


def known(hall: ServedHall, game: int) -> int:
    """How many entries of a game a hall has read in the ledger."""
    board = hall.stations.board(game)
    return 0 if board is None else len(board.entries)


def main(count: int, rate: float, seconds: float) -> None:
    """A hall alone, then one of two at a ledger."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as closing:
        folder = Path(name)
        for each in ("alone", "one", "other", "brokers"):
            (folder / each).mkdir()
        alone = ServedHall(folder / "alone")
        alone.start()
        played(alone, count, rate, seconds)
        alone.stop()
        cluster = closing.enter_context(brokers(folder / "brokers"))
        one, other = (SharedHall(folder / each, ledger=cluster.ledger) for each in ("one", "other"))
        for hall in (one, other):
            hall.start()
            closing.callback(hall.stop)
        games, ended = played(one, count, rate, seconds), time.monotonic()
        for game in games:
            entries = len(one.journal.entries(game.number))
            until(partial(known, other, game.number), partial(operator.le, entries))
        print(f"{time.monotonic() - ended:.1f} s until the other hall, in the same process, has them all")
        print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:]]
    main(int(given[0]) if given else 300, *(given[1:] + [150.0, 20.0][len(given[1:]) :]))
