"""The built-in opponent, in seven levels by depth, nodes and noise; and its search, principal variation search with a
table of positions, on python-chess.

What the search leaves out, and why, stands beside each rule; nothing of it is by time, so that it plays the same
everywhere. Pure: chance comes in as a function, and the search asks another whether it shall stop.
"""

from collections.abc import Callable, Collection, Iterable

import chess
from msgspec import Struct

from access_chess.laws.position import PositionKey
from access_chess.practice.evaluation import PHASE, PIECE_VALUES, WORTH, Evaluator, Sum, added_up

MATE = 100_000
CHECK_EVERY = 64  # nodes between looks whether to stop: a few milliseconds
DEEPEST = 40  # plies from the root; checks extend the search, and something must end it

#: Centipawns that a quiet move may gain at most, by depth: what is farther behind is not looked at (futility).
FUTILE = (0, 140, 280)
GAIN = 160  # the same for a capture, beyond what it takes
NULL_MOVE = 2  # plies saved where passing is good enough already; more misses tactics at these depths

EXACT, AT_LEAST, AT_MOST = range(3)
_NO_MOVE = chess.Move.null()


class StopSearchError(Exception):
    """The budget is used up, or somebody asked to stop; the last finished depth counts."""


class Search:
    """A search from one position; `seen` positions of the game count as drawn when they come again."""

    def __init__(
        self, board: chess.Board, *, nodes: int, seen: Collection[PositionKey], is_stopped: Callable[[], bool]
    ) -> None:
        self._board = board
        self._most = nodes
        self._is_stopped = is_stopped
        self._evaluator = Evaluator()
        self._men = [added_up(board)]
        self._seen = {key[:9] for key in seen}
        self._path: list[tuple[int | bool, ...]] = []
        self._table: dict[tuple[int | bool | None, ...], tuple[int, int, int, chess.Move]] = {}
        self._killers: list[list[chess.Move]] = [[_NO_MOVE, _NO_MOVE] for _ in range(DEEPEST + 1)]
        self._history: dict[tuple[bool, chess.Square, chess.Square], int] = {}
        self.nodes = 0

    def after(self, move: chess.Move, depth: int, alpha: int, beta: int) -> int:
        """What a move of the root is worth to its player."""
        self._push(move)
        score = 0 if self._has_been() else -self._searched(depth - 1, -beta, -alpha, 1)
        self._pop()
        return score

    def ordered(self, moves: Iterable[chess.Move]) -> list[chess.Move]:
        """Captures of the dearest by the cheapest first, then what was good elsewhere."""
        return sorted(moves, key=self._promise, reverse=True)

    def abandon(self) -> None:
        """Take back all that a stopped search has played."""
        while len(self._men) > 1:
            self._pop()
        self._path.clear()

    def _push(self, move: chess.Move) -> None:
        board = self._board
        middle, end, phase = self._men[-1]
        color = board.turn
        kind = board.piece_type_at(move.from_square) or chess.PAWN
        gone = WORTH[color][kind][move.from_square]
        if kind == chess.KING and board.is_castling(move):
            board.push(move)
            self._men.append(added_up(board))
            return
        come = WORTH[color][move.promotion or kind][move.to_square]
        middle, end = middle - gone[0] + come[0], end - gone[1] + come[1]
        if move.promotion:
            phase += PHASE[move.promotion]
        taken, at = board.piece_type_at(move.to_square), move.to_square
        if taken is None and kind == chess.PAWN and move.to_square == board.ep_square:
            taken, at = chess.PAWN, move.to_square ^ 8
        if taken is not None:
            lost = WORTH[not color][taken][at]
            middle, end, phase = middle - lost[0], end - lost[1], phase - PHASE[taken]
        board.push(move)
        self._men.append(Sum(middle, end, phase))

    def _pop(self) -> None:
        self._board.pop()
        self._men.pop()

    def _placement(self) -> tuple[int | bool, ...]:
        board = self._board
        return (
            board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
            board.occupied_co[True], board.occupied_co[False], board.turn,
        )  # fmt: skip

    def _has_been(self) -> bool:
        """Whether the position has been on the board, or on the way to it."""
        placement = self._placement()
        return placement in self._seen or placement in self._path

    def _searched(self, depth: int, alpha: int, beta: int, ply: int, *, may_pass: bool = True) -> int:
        board = self._board
        in_check = board.is_check()
        if in_check:
            depth += 1  # a check costs nothing: what it threatens is seen
        if depth <= 0 or ply >= DEEPEST:
            return self._quiet(alpha, beta, ply)
        self._count()
        placement = self._placement()
        if board.halfmove_clock >= 100 or placement in self._path or self._is_bare():
            return 0
        key = (*placement, board.castling_rights, board.ep_square)
        known = self._table.get(key)
        first = _NO_MOVE
        if known is not None:
            known_depth, score, kind, first = known
            is_telling = kind == EXACT or (kind == AT_LEAST and score >= beta) or (kind == AT_MOST and score <= alpha)
            if known_depth >= depth and is_telling and abs(score) < MATE - 100:
                return score
        self._path.append(placement)
        standing = 0 if in_check else self._evaluator.evaluate(board, self._men[-1])
        if not in_check and (cut := self._cut_early(depth, beta, ply, standing, may_pass=may_pass)) is not None:
            self._path.pop()
            return cut
        score, best = self._best(depth, alpha, beta, ply, first, None if in_check else standing)
        self._path.pop()
        kind = AT_LEAST if score >= beta else AT_MOST if score <= alpha else EXACT
        self._table[key] = (depth, score, kind, best)
        return score

    def _cut_early(self, depth: int, beta: int, ply: int, standing: int, *, may_pass: bool) -> int | None:
        """Positions so good that even less would do: by far ahead, or after a pass (not where passing may be best)."""
        if abs(beta) > MATE - 1000:
            return None
        if depth <= 2 and standing - 110 * depth >= beta:
            return standing
        if may_pass and depth >= 3 and standing >= beta and self._has_pieces():
            self._board.push(_NO_MOVE)
            self._men.append(self._men[-1])
            score = -self._searched(depth - 1 - NULL_MOVE, -beta, -beta + 1, ply + 1, may_pass=False)
            self._pop()
            if score >= beta:
                return beta
        return None

    def _best(
        self, depth: int, alpha: int, beta: int, ply: int, first: chess.Move, standing: int | None
    ) -> tuple[int, chess.Move]:
        """The best score and its move; `standing` is None in check."""
        board = self._board
        best, best_move, tried = -2 * MATE, _NO_MOVE, 0
        is_futile = standing is not None and depth < len(FUTILE) and standing + FUTILE[depth] <= alpha
        for move in self._moves(first, ply):
            is_quiet = not (board.occupied & chess.BB_SQUARES[move.to_square]) and move.promotion is None
            if is_futile and is_quiet and tried and not board.gives_check(move):
                continue
            self._push(move)
            tried += 1
            score = self._scored(depth, alpha, beta, ply, tried, is_late=is_quiet and standing is not None)
            self._pop()
            if score > best:
                best, best_move = score, move
            if score >= beta:
                if is_quiet:
                    self._note(move, depth, ply)
                return best, best_move
            alpha = max(alpha, score)
        if not tried:
            return (0 if standing is not None else ply - MATE), _NO_MOVE
        return best, best_move

    def _scored(self, depth: int, alpha: int, beta: int, ply: int, tried: int, *, is_late: bool) -> int:
        """The first move wholly; others must prove that they are better, late quiet ones at less depth."""
        if tried == 1:
            return -self._searched(depth - 1, -beta, -alpha, ply + 1)
        less = 0 if tried < 4 or depth < 3 or not is_late else 1 if tried < 12 else 2
        score = -self._searched(depth - 1 - less, -alpha - 1, -alpha, ply + 1)
        if less and score > alpha:
            score = -self._searched(depth - 1, -alpha - 1, -alpha, ply + 1)
        if alpha < score < beta:
            score = -self._searched(depth - 1, -beta, -alpha, ply + 1)
        return score

    def _moves(self, first: chess.Move, ply: int) -> Iterable[chess.Move]:
        """All legal moves, the table's first; the others are not even generated if that one is enough."""
        board = self._board
        if first and board.is_legal(first):
            yield first
        killers = self._killers[min(ply, DEEPEST)]

        def promise(move: chess.Move) -> int:
            found = self._promise(move)
            return 90 if found < 90 and move in killers else found

        for move in sorted(board.generate_legal_moves(), key=promise, reverse=True):
            if move != first:
                yield move

    def _quiet(self, alpha: int, beta: int, ply: int) -> int:
        """Captures and queens only, so that no exchange is judged in its middle."""
        self._count()
        board = self._board
        standing = self._evaluator.evaluate(board, self._men[-1])
        if standing >= beta or ply >= DEEPEST:
            return standing
        best, alpha = standing, max(alpha, standing)
        for promise, move in self._captures():
            if standing + promise + GAIN <= alpha:
                continue
            self._push(move)
            if board.was_into_check():
                self._pop()
                continue
            score = -self._quiet(-beta, -alpha, ply + 1)
            self._pop()
            best = max(best, score)
            if score >= beta:
                return score
            alpha = max(alpha, score)
        return best

    def _captures(self) -> list[tuple[int, chess.Move]]:
        """What is taken with its worth, the dearest first; a dear man does not take a guarded cheap one."""
        board = self._board
        found = []
        own, others = board.occupied_co[board.turn], board.occupied_co[not board.turn]
        last_rank = chess.BB_RANK_7 if board.turn else chess.BB_RANK_2
        for move in board.generate_pseudo_legal_captures():
            victim = PIECE_VALUES[board.piece_type_at(move.to_square) or chess.PAWN]
            taker = PIECE_VALUES[board.piece_type_at(move.from_square) or chess.PAWN]
            if taker > victim + 50 and board.attackers_mask(not board.turn, move.to_square):
                continue
            if move.promotion in (None, chess.QUEEN):
                found.append((victim + (850 if move.promotion else 0), taker, move))
        if board.pawns & own & last_rank:
            ahead = board.generate_pseudo_legal_moves(board.pawns & own & last_rank, ~others)
            found += [(850, 100, move) for move in ahead if move.promotion == chess.QUEEN]
        found.sort(key=lambda each: (-each[0], each[1]))
        return [(worth, move) for worth, _, move in found]

    def _promise(self, move: chess.Move) -> int:
        board = self._board
        victim = board.piece_type_at(move.to_square)
        if victim is None and move.promotion is None:
            return min(80, self._history.get((board.turn, move.from_square, move.to_square), 0))
        promise = PIECE_VALUES[move.promotion] if move.promotion else 0
        if victim is not None:
            promise += 10 * PIECE_VALUES[victim] - PIECE_VALUES[board.piece_type_at(move.from_square) or chess.PAWN]
        return 100 + promise

    def _note(self, move: chess.Move, depth: int, ply: int) -> None:
        """A quiet move was enough: it will be tried early elsewhere."""
        killers = self._killers[min(ply, DEEPEST)]
        if move != killers[0]:
            killers[:] = [move, killers[0]]
        key = (self._board.turn, move.from_square, move.to_square)
        self._history[key] = self._history.get(key, 0) + depth * depth

    def _has_pieces(self) -> bool:
        """Beside pawns: without them, having to move may be a loss, and a pass proves nothing."""
        board = self._board
        return bool(board.occupied_co[board.turn] & ~board.pawns & ~board.kings)

    def _is_bare(self) -> bool:
        board = self._board
        return board.occupied.bit_count() <= 3 and board.is_insufficient_material()

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self._most or (self.nodes % CHECK_EVERY == 0 and self._is_stopped()):
            raise StopSearchError


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
