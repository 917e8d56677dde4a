"""`python -m tests.benchmarks.replay [TIMES]`: whole games through the referee against bare python-chess.

Bare python-chess generates the legal moves of every position and pushes the move; the referee decides on each move
and each press and folds the events. Prints the ratio for each game; the budget is 1.2.
"""

import gc
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import chess
import chess.pgn

from access_chess.command_line.demo import SAMPLE
from access_chess.laws.commands import PlayMove, PressClock, StartClock
from access_chess.laws.decide import advance
from access_chess.laws.events import Event, GameSetUp
from access_chess.laws.evolve import replay
from access_chess.laws.game import new_game
from access_chess.laws.setup import Setup

DATA = Path(__file__).parent.parent / "data"


def bare(moves: list[chess.Move]) -> None:
    """What any chess program does."""
    board = chess.Board()
    for move in moves:
        assert move in list(board.legal_moves)
        board.push(move)


def refereed(moves: list[chess.Move]) -> list[Event]:
    """Every move and press decided on; the events."""
    setup = GameSetUp(setup=Setup())
    game, events = advance(new_game(setup), StartClock(), at=timedelta())
    record: list[Event] = [setup, *events]
    for second, move in enumerate(moves):
        at, color = timedelta(seconds=second), game.turn
        for command in (PlayMove(color=color, move=move), PressClock(color=color)):
            game, events = advance(game, command, at=at)
            record += events
    assert len(game.plies) == len(moves)
    return record


def seconds(work: Callable[[], object], times: int) -> float:
    """The fastest of so many runs."""
    best = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best


def main(times: int) -> None:
    """Print the ratios. What was imported is left out of the search for garbage, as in `access_chess.cli`."""
    gc.freeze()
    ratios = []
    for path in (SAMPLE, *sorted(DATA.glob("*.pgn"))):
        with path.open(encoding="utf-8") as file:
            record = chess.pgn.read_game(file)
        assert record is not None
        moves = list(record.mainline_moves())
        events = refereed(moves)
        plain = seconds(lambda moves=moves: bare(moves), times)  # type: ignore[misc]
        decided = seconds(lambda moves=moves: refereed(moves), times)  # type: ignore[misc]
        folded = seconds(lambda events=events: replay(events), times)  # type: ignore[misc]
        ratios.append(decided / plain)
        print(
            f"{path.stem}: {len(moves)} plies, bare {1000 * plain:.2f} ms, "
            f"referee {decided / plain:.2f} times that, journal folded {folded / plain:.2f} times"
        )
    print(f"whole games through the referee: {min(ratios):.2f} to {max(ratios):.2f} times bare python-chess")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
