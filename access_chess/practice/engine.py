"""The built-in opponent, in seven levels by depth, nodes and noise: the same on every machine.

Pure: chance comes in as a function, and the search asks another whether it shall stop.
"""

from collections.abc import Callable, Collection

import chess
from msgspec import Struct

from access_chess.laws.position import PositionKey
from access_chess.practice.search import MATE, Search, StopSearchError

HIGHEST_LEVEL = 10  # of all; those beyond `LEVELS` are another engine's

Chance = Callable[[], float]  # like random.random: 0 ≤ x < 1


class Level(Struct, frozen=True, kw_only=True):
    """How strong the engine plays: plies looked ahead, noise on each root move's score (centipawns), nodes at most."""

    depth: int
    noise: int
    nodes: int


#: Levels 1 to 7; those beyond need another engine. `python -m tests.benchmarks.practice` plays them against each other.
LEVELS: tuple[Level, ...] = (
    Level(depth=1, noise=400, nodes=500),
    Level(depth=1, noise=160, nodes=500),
    Level(depth=1, noise=40, nodes=1_000),
    Level(depth=2, noise=60, nodes=2_000),
    Level(depth=3, noise=45, nodes=4_000),
    Level(depth=5, noise=20, nodes=8_000),
    Level(depth=12, noise=0, nodes=20_000),
)


def choose_move(
    board: chess.Board,
    level: Level,
    *,
    chance: Chance,
    seen: Collection[PositionKey] = (),
    is_stopped: Callable[[], bool] = lambda: False,
) -> chess.Move:
    """The engine's move in a position that has one.

    `seen` are the positions of the game so far: a repetition counts as a draw, so that won games are won.
    """
    search = Search(board.copy(stack=False), nodes=level.nodes, seen=seen, is_stopped=is_stopped)
    moves = search.ordered(board.legal_moves)
    noise = {move: round((2 * chance() - 1) * level.noise) for move in moves}
    for depth in range(1, level.depth + 1):
        try:
            move, score = _best_at(search, depth, moves, noise)
        except StopSearchError:
            search.abandon()
            break
        moves.remove(move)
        moves.insert(0, move)
        if len(moves) == 1 or abs(score) > MATE - 100:
            break
    return moves[0]


def _best_at(
    search: Search, depth: int, moves: list[chess.Move], noise: dict[chess.Move, int]
) -> tuple[chess.Move, int]:
    """The best move at one depth: all but the first have to prove that they are better, each with its own noise."""
    best, best_score = moves[0], -2 * MATE
    for move in moves:
        bound = best_score - noise[move]  # below it, a score cannot become the best one even with its noise
        if best_score == -2 * MATE:
            score = search.after(move, depth, -2 * MATE, 2 * MATE)
        else:
            score = search.after(move, depth, bound, bound + 1)
            if score > bound:
                score = search.after(move, depth, bound, 2 * MATE)
        if score + noise[move] > best_score:
            best, best_score = move, score + noise[move]
    return best, best_score
