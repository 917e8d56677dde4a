"""The built-in opponent: alpha-beta search on python-chess, in ten levels by depth and noise.

Pure: chance comes in as a function, and the search asks another whether it shall stop.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import chess

from access_chess.laws.position import PositionKey, position_key
from access_chess.practice.evaluation import PIECE_VALUES, evaluate

MATE = 100_000
QUIET_DEPTH = 4  # plies of captures after the last full one; deeper exchanges are rare and cost most of the time
CHECK_EVERY = 64  # nodes between looks whether to stop: a few milliseconds

Chance = Callable[[], float]  # like random.random: 0 ≤ x < 1


@dataclass(frozen=True, kw_only=True)
class Level:
    """How strong the engine plays: plies looked ahead, noise on each root move's score (centipawns), nodes at most."""

    depth: int
    noise: int
    nodes: int


#: Levels 1 to 10. The node limits keep a move of the highest below two seconds or so on one slow core.
LEVELS: tuple[Level, ...] = (
    Level(depth=1, noise=400, nodes=500),
    Level(depth=1, noise=220, nodes=500),
    Level(depth=1, noise=120, nodes=1_000),
    Level(depth=1, noise=50, nodes=1_000),
    Level(depth=2, noise=120, nodes=3_000),
    Level(depth=2, noise=60, nodes=3_000),
    Level(depth=2, noise=20, nodes=5_000),
    Level(depth=3, noise=40, nodes=10_000),
    Level(depth=3, noise=10, nodes=15_000),
    Level(depth=4, noise=0, nodes=20_000),
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
    search = _Search(board.copy(stack=False), level, chance, frozenset(seen), is_stopped)
    return search.best()


class _StopSearchError(Exception):
    """The budget is used up, or somebody asked to stop; the last finished depth counts."""


class _Search:
    def __init__(
        self,
        board: chess.Board,
        level: Level,
        chance: Chance,
        seen: frozenset[PositionKey],
        is_stopped: Callable[[], bool],
    ) -> None:
        self._board = board
        self._level = level
        self._chance = chance
        self._seen = seen
        self._is_stopped = is_stopped
        self._nodes = 0

    def best(self) -> chess.Move:
        """Depth by depth, each with the best move of the last one first."""
        moves = self._ordered(list(self._board.legal_moves))
        noise = {move: round((2 * self._chance() - 1) * self._level.noise) for move in moves}
        for depth in range(1, self._level.depth + 1):
            try:
                move = self._best_at(depth, moves, noise)
            except _StopSearchError:
                break
            moves.remove(move)
            moves.insert(0, move)
        return moves[0]

    def _best_at(self, depth: int, moves: list[chess.Move], noise: dict[chess.Move, int]) -> chess.Move:
        best, best_score = moves[0], -2 * MATE
        for move in moves:
            # A score below the bound cannot become the best one even with all its noise.
            bound = best_score - noise[move]
            self._board.push(move)
            if self._seen and position_key(self._board) in self._seen:
                score = 0
            else:
                score = -self._search(depth - 1, -2 * MATE, -bound, 1)
            self._board.pop()
            if score + noise[move] > best_score:
                best, best_score = move, score + noise[move]
        return best

    def _search(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        if depth <= 0:
            return self._quiet(QUIET_DEPTH, alpha, beta, ply)
        self._count()
        board = self._board
        moves = list(board.legal_moves)
        if not moves:
            return ply - MATE if board.is_check() else 0
        if board.halfmove_clock >= 100 or board.is_insufficient_material():
            return 0
        return self._best_score(self._search, moves, depth, alpha, beta, ply)

    def _quiet(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Captures only, so that no exchange is judged in its middle; a check is answered with every move."""
        self._count()
        board = self._board
        in_check = board.is_check()
        if in_check:
            moves = list(board.legal_moves)
            if not moves:
                return ply - MATE
        else:
            standing = evaluate(board)
            if standing >= beta or depth <= 0:
                return standing
            alpha = max(alpha, standing)
            moves = list(board.generate_legal_captures())
        if depth <= 0:
            return evaluate(board)
        return self._best_score(self._quiet, moves, depth, alpha, beta, ply)

    def _best_score(
        self,
        search: Callable[[int, int, int, int], int],
        moves: list[chess.Move],
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """The best score of these moves within the bounds; `beta` or more ends the look at them."""
        for move in self._ordered(moves):
            self._board.push(move)
            score = -search(depth - 1, -beta, -alpha, ply + 1)
            self._board.pop()
            if score >= beta:
                return score
            alpha = max(alpha, score)
        return alpha

    def _ordered(self, moves: list[chess.Move]) -> list[chess.Move]:
        """Captures of the dearest by the cheapest first, then promotions, then the rest."""
        return sorted(moves, key=self._promise, reverse=True)

    def _promise(self, move: chess.Move) -> int:
        board = self._board
        victim = board.piece_type_at(move.to_square)
        promise = PIECE_VALUES[move.promotion] if move.promotion else 0
        if victim:
            promise += 10 * PIECE_VALUES[victim] - PIECE_VALUES[board.piece_type_at(move.from_square) or chess.PAWN] + 1
        return promise

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes > self._level.nodes or (self._nodes % CHECK_EVERY == 0 and self._is_stopped()):
            raise _StopSearchError
