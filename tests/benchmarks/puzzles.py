"""`python -m tests.benchmarks.puzzles [COUNT]`: does Stockfish with a million nodes find the same first moves?

Takes so many of the shipped puzzles at random (50), prints each on which it disagrees, and how many it finds. A mate at
once is as right as another. Needs Stockfish; a second or two a puzzle.
"""

import random
import sys
from contextlib import closing

from access_chess.edge.practising.analysts import open_analyst
from access_chess.edge.practising.puzzle_files import own_puzzles

NODES = 1_000_000


def main(count: int) -> None:
    own = own_puzzles()
    chosen = random.Random(50).sample(own, min(count, len(own)))
    analyst = open_analyst()
    if analyst is None:
        sys.exit("Stockfish is not installed.")
    found = 0
    with closing(analyst):
        for puzzle in chosen:
            best = analyst.lines(puzzle.board, nodes=NODES)[0]
            is_found = best.moves[0] == puzzle.solution[0] or best.mate == 1
            found += is_found
            if not is_found:
                print(f"puzzle {puzzle.name}: {puzzle.board.fen()} {puzzle.solution[0]}, Stockfish {best.moves[0]}")
    print(f"{found} of {len(chosen)} first moves, of {len(own)} puzzles")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
