"""From a pin that changes to the journal: `python -m tests.benchmarks.board_game`.

The real firmware runs in its emulator in real time at the loop of a table; a hand
lifts pieces and puts them back, and each lift is timed from the command to the emulator until its PiecesTouched is
committed on disk. `board_latency` has the part up to the driver, in emulated time too, beside a program that polls the
whole board.
"""

import random
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import chess

from access_chess.board.pegs.players_board import SETTLE
from access_chess.board.ports import EmulatedBoard, Listener
from access_chess.edge.boards.emulator import emulated_board
from access_chess.edge.boards.table import TableBoard
from access_chess.edge.storage.journal import Journal
from access_chess.laws.setup import Setup
from access_chess.session.record import begin_game
from tests.support.board_tables import AtLoop, Notices

LIFTS = 150
MS = 1000.0
OWN = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2)


def touched(folder: Path) -> list[float]:
    """Milliseconds of each lift until it is journalled, which is before anybody is told of it."""
    opened: list[EmulatedBoard] = []

    def open_board(listener: Listener, occupied: chess.SquareSet) -> EmulatedBoard:
        opened.append(emulated_board(listener, occupied=occupied))
        return opened[-1]

    journal, chance = Journal(folder / "journal.sqlite"), random.Random(5)
    board = TableBoard(open=open_board, color=None, announces=False, has_levers=True)
    here = AtLoop(journal, begin_game(journal, Setup()), [board], Notices())
    assert here.wait_for(lambda game: game.started)
    if opened[0].why_not_firmware:
        print(f"Without the real firmware: {opened[0].why_not_firmware}")
    found = []
    for _ in range(LIFTS):
        square, before = chance.choice(list(OWN)), here.game
        start = time.perf_counter()
        opened[0].hand.lift(square)
        assert here.wait_for(lambda game, before=before: game is not before)  # type: ignore[misc]
        found.append((time.perf_counter() - start) * MS)
        time.sleep(chance.uniform(0.05, 0.1))
        opened[0].hand.place(square)
        time.sleep(SETTLE.total_seconds() + chance.uniform(0.05, 0.1))
    here.close()
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
