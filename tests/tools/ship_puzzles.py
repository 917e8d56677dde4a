"""`python -m tests.tools.ship_puzzles FOUND...`: adds what a search has found to the puzzles that are shipped.

Those that are there keep their numbers. What has the same material and the same squares as another is left out, and
what does not follow the bars for puzzles that ship (`practice.puzzle_finding`).
"""

import csv
import sys
from pathlib import Path

from access_chess.edge.practising.puzzle_files import OWN
from access_chess.practice.puzzle_finding import LEAST_MOVES, MOST_MEN, MOST_MOVES
from access_chess.practice.puzzles import Puzzle, PuzzleFilter, read_puzzles

COLUMNS = ("PuzzleId", "FEN", "Moves", "Themes", "Source")
MOST = 300


def main(files: list[Path]) -> None:
    there = list(csv.DictReader(OWN.open(encoding="utf-8"))) if OWN.exists() else []
    kept = {puzzle.key for puzzle in _puzzles(OWN)} if there else set()
    new = []
    for file in files:
        sources = {row["PuzzleId"]: row["Source"] for row in csv.DictReader(file.open(encoding="utf-8"))}
        for puzzle in _puzzles(file):
            if puzzle.key not in kept and _is_fit(puzzle):
                kept.add(puzzle.key)
                new.append((puzzle, sources[puzzle.name]))
    new.sort(key=lambda pair: (len(pair[0].moves), pair[0].men))
    with OWN.open("w", newline="", encoding="utf-8") as out:
        rows = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        rows.writeheader()
        rows.writerows(there)
        for number, (puzzle, source) in enumerate(new[: MOST - len(there)], start=len(there) + 1):
            moves = " ".join(move.uci() for move in puzzle.moves)
            rows.writerow(dict(zip(COLUMNS, (number, puzzle.before, moves, _themes(puzzle), source), strict=True)))
    print(f"{len(there)} puzzles, {len(new)} new")


def _puzzles(file: Path) -> list[Puzzle]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [puzzle for puzzle in read_puzzles(lines, PuzzleFilter()) if puzzle is not None]


def _is_fit(puzzle: Puzzle) -> bool:
    moves = (len(puzzle.solution) + 1) // 2
    return LEAST_MOVES <= moves <= MOST_MOVES and puzzle.men <= MOST_MEN and len(puzzle.solution) % 2 == 1


def _themes(puzzle: Puzzle) -> str:
    """By Lichess's names: a mate and in how many moves, or an advantage."""
    board = puzzle.board.copy(stack=False)
    for move in puzzle.solution:
        board.push(move)
    return f"mate mateIn{(len(puzzle.solution) + 1) // 2}" if board.is_checkmate() else "advantage"


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]])
