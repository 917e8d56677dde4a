"""Finds puzzles in games: an error, and after it the only moves that win, as far as they stay the only ones.

Costs are in nodes, never in seconds, so that the same games give the same puzzles on every machine.
"""

from collections.abc import Iterable, Iterator

import chess
from msgspec import Struct

from access_chess.practice.analysis import Analyst, Variation
from access_chess.practice.position import after, position_text
from access_chess.practice.puzzles import Puzzle

SCAN_NODES = 6_000
FIND_NODES = 150_000
REPLY_NODES = 60_000
VERIFY_NODES = 1_000_000

EVEN_FROM, EVEN_TO = -0.35, 0.45  # the chance of the player before the error: the game was open
WON = 0.5  # the mover's chance after it, 275 hundredths of a pawn
GAIN = 0.4  # what the error gave away at least
ONLY_GAP = 0.5  # between the best and the second best move; 0.6 finds half as many, and none that are more right

MOST_MEN = 16  # more cannot be kept in the head by most players
MOST_MOVES = 4  # of the solver
LEAST_MOVES = 2
LEAST_WIN = 300  # hundredths of a pawn at the end, or a mate
DECIDED = 0.9
DECIDED_PLIES = 14  # a game that stands decided for so long gives nothing more


class Error(Struct, frozen=True, kw_only=True):
    """A candidate: the position before a move that threw something away, and that move."""

    board: chess.Board
    move: chess.Move


def errors_in(moves: Iterable[chess.Move], start: chess.Board, analyst: Analyst, *, men: int) -> Iterator[Error]:
    """Moves of a game after which the opponent stands to win, of positions with so many men at most."""
    board, before, decided = start.copy(), None, 0
    for move in moves:
        earlier = board.copy(stack=1)
        board.push(move)
        if len(board.piece_map()) > men or board.is_game_over():
            before = None
            continue
        found = analyst.lines(board, nodes=SCAN_NODES)
        if not found:
            break
        chance = found[0].chance
        if before is not None and EVEN_FROM < -before < EVEN_TO and chance > WON and chance + before >= GAIN:
            yield Error(board=earlier, move=move)
        decided = decided + 1 if abs(chance) > DECIDED else 0
        if decided > DECIDED_PLIES:
            break
        before = chance


def puzzle_of(error: Error, analyst: Analyst, name: str) -> Puzzle | None:
    """The puzzle after an error, if it has one solution of some length that a deep look confirms."""
    board = after(error.board, error.move)
    solution = _solution(board, analyst)
    if len(solution) < 2 * LEAST_MOVES - 1 or _is_recapture(error, solution[0]):
        return None
    win = _verified(board, solution, analyst)
    if win is None:
        return None
    return Puzzle(name=name, before=position_text(error.board), moves=(error.move, *solution))


def _is_recapture(error: Error, move: chess.Move) -> bool:
    return error.board.is_capture(error.move) and move.to_square == error.move.to_square


def _solution(start: chess.Board, analyst: Analyst) -> tuple[chess.Move, ...]:
    """The solver's only moves and the best replies, from the first to the last."""
    board = start.copy(stack=False)
    moves: list[chess.Move] = []
    while len(moves) < 2 * MOST_MOVES:
        lines = analyst.lines(board, nodes=FIND_NODES, count=2)
        if not lines or not _is_only(lines):
            break
        moves.append(lines[0].moves[0])
        board.push(moves[-1])
        replies = analyst.lines(board, nodes=REPLY_NODES)
        if not replies:
            break
        moves.append(replies[0].moves[0])
        board.push(moves[-1])
    return tuple(moves if len(moves) % 2 else moves[:-1])


def _is_only(lines: tuple[Variation, ...]) -> bool:
    """Whether the first of these wins and no other comes near; of mates at once any is right."""
    best = lines[0]
    if best.mate == 1:
        return True
    if best.chance <= WON:
        return False
    return len(lines) == 1 or (not lines[1].is_mate and best.chance - lines[1].chance >= ONLY_GAP)


def _verified(start: chess.Board, solution: tuple[chess.Move, ...], analyst: Analyst) -> Variation | None:
    """The best line at the solver's last move, when a deep look agrees with all of them."""
    board, last = start.copy(stack=False), None
    for ply, move in enumerate(solution):
        if ply % 2 == 0:
            lines = analyst.lines(board, nodes=VERIFY_NODES, count=2)
            last = lines[0]
            is_mate_at_once = last.mate == 1 and _mates(board, move)
            if not _is_only(lines) or (last.moves[0] != move and not is_mate_at_once):
                return None
        board.push(move)
    return last if last is not None and (last.is_mate or last.score >= LEAST_WIN) else None


def _mates(board: chess.Board, move: chess.Move) -> bool:
    return after(board, move).is_checkmate()
