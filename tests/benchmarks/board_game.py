"""From a pin that changes to the journal: `python -m tests.benchmarks.board_game`.

The real firmware runs in its emulator in real time behind a whole session; a hand lifts pieces and puts them back, and
each lift is timed from the command to the emulator until its PiecesTouched is committed on disk. `board_latency` has
the part up to the driver, in emulated time too, beside a program that polls the whole board.
"""

import queue
import random
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import chess

from access_chess.board.pegs.players_board import SETTLE
from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.edge.boards.emulator import emulated_board
from access_chess.edge.boards.table import BoardTable, TableBoard
from access_chess.edge.storage.journal import Journal
from access_chess.laws.events import PiecesTouched
from access_chess.laws.setup import Setup
from access_chess.session.ports import Recorded
from access_chess.session.session import Session, begin_game

LIFTS = 150
PATIENCE = 10.0  # seconds
MS = 1000.0
OWN = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2)


class Touches:
    """An output that notes when a touch was told, which is after it was committed."""

    def __init__(self) -> None:
        self.at: queue.SimpleQueue[float] = queue.SimpleQueue()

    def on_event(self, recorded: Recorded) -> None:
        if isinstance(recorded.event, PiecesTouched):
            self.at.put(time.perf_counter())


def touched(folder: Path) -> list[float]:
    """Milliseconds of each lift until it is journalled."""
    opened: list[EmulatedBoard] = []

    def open_board(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
        opened.append(emulated_board(listener, occupied=occupied))
        return opened[-1]

    journal, touches, chance = Journal(folder / "journal.sqlite"), Touches(), random.Random(5)
    table = BoardTable(
        [TableBoard(open=open_board, color=None, announces=False, has_levers=True)],
        tell=lambda notice, color: None,
        on_trouble=print,
    )
    session = Session(begin_game(journal, Setup()), journal, outputs=(table, touches))
    session.start()
    table.join(session)
    session.wait_for(lambda game: game.started, PATIENCE)
    if opened[0].why_not_firmware:
        print(f"Without the real firmware: {opened[0].why_not_firmware}")
    found = []
    for _ in range(LIFTS):
        square = chance.choice(list(OWN))
        start = time.perf_counter()
        opened[0].hand.lift(square)
        found.append((touches.at.get(timeout=PATIENCE) - start) * MS)
        time.sleep(chance.uniform(0.05, 0.1))
        opened[0].hand.place(square)
        time.sleep(SETTLE.total_seconds() + chance.uniform(0.05, 0.1))
    table.close()
    session.close()
    journal.close()
    return found


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        lifts = touched(Path(folder))
    high = quantiles(lifts, n=100)[98]
    print(
        f"Pin to journalled touch: median {median(lifts):.1f} ms, 99th percentile {high:.1f} ms, "
        f"longest {max(lifts):.1f} ms, {len(lifts)} lifts"
    )


if __name__ == "__main__":
    main()
