"""A game looked at again: each move judged by an engine, the worst of them found, and a summary.

Costs are in nodes, never in seconds: 100,000 a position are about a quarter of a second of one core.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

import chess
from msgspec import Struct

from access_chess.practice.analysis import Analyst, Variation
from access_chess.practice.known_endings import Known, outcome
from access_chess.practice.position import after
from access_chess.practice.reasons import Refutation, reason
from access_chess.practice.relations import EXCHANGE_VALUES, exchange
from access_chess.practice.sentence import MoveName, Part, PieceName, Sentence, moves_named, sentence

NODES = 100_000
LINES = 2
GOOD_LINES = 6  # looked at where a mistake was made: any of them may be good enough
MOST_MISTAKES = 5
AS_GOOD = 0.1  # of the chance to win: so near to the best a move is right
BETTER = 0.2  # of the chance: from here on a side stands better


class Severity(Enum):
    """How bad a move was, by how much of the chance to win it gave away at least."""

    INACCURACY = 0.2
    MISTAKE = 0.4
    BLUNDER = 0.6


class Judged(Struct, frozen=True, kw_only=True):
    """One move of the game, the board before it, and what was best there; `reply` is the best line after it."""

    ply: int
    board: chess.Board
    move: chess.Move
    best: Variation
    reply: Variation | None

    @property
    def chance(self) -> float:
        """White's chance to win after the move."""
        mine = self.best.chance if self.reply is None else -self.reply.chance
        return mine if self.board.turn else -mine

    @property
    def drop(self) -> float:
        """How much of the player's chance the move gave away."""
        if self.reply is None or self.move == self.best.moves[0]:
            return 0.0
        return max(0.0, self.best.chance + self.reply.chance)

    @property
    def severity(self) -> Severity | None:
        """How bad it was; None: not worth a word."""
        return next((each for each in reversed(Severity) if self.drop >= each.value), None)


def judge(start: chess.Board, moves: Sequence[chess.Move], analyst: Analyst) -> Iterator[Judged]:
    """Every move of a game, one after the other, as soon as the position after it has been looked at."""
    board = start.copy(stack=False)
    lines = analyst.lines(board, nodes=NODES, count=LINES)
    for ply, move in enumerate(moves):
        if not lines:
            return
        before, best = board.copy(stack=False), lines[0]
        board.push(move)
        lines = analyst.lines(board, nodes=NODES, count=LINES)
        reply = lines[0] if lines else None
        yield Judged(ply=ply, board=before, move=move, best=best, reply=reply)


def worst(judged: Sequence[Judged], color: chess.Color | None) -> tuple[Judged, ...]:
    """The worst moves of one player (None: of both), so many at most, in the order of the game."""
    bad = [each for each in judged if each.severity is not None and color in (None, each.board.turn)]
    bad.sort(key=lambda each: -each.drop)
    return tuple(sorted(bad[:MOST_MISTAKES], key=lambda each: each.ply))


def good_moves(mistake: Judged, analyst: Analyst) -> frozenset[chess.Move]:
    """The moves that would have been right: within `AS_GOOD` of the best."""
    lines = analyst.lines(mistake.board, nodes=NODES, count=GOOD_LINES)
    near = [line.moves[0] for line in lines if lines[0].chance - line.chance <= AS_GOOD]
    return frozenset({*near, mistake.best.moves[0]})


def what(mistake: Judged) -> Sentence:
    """What happened: the move, and what it loses where that is certain, else how bad it was."""
    slots: dict[str, Part] = {
        "number": mistake.board.fullmove_number,
        "move": MoveName(mistake.board, mistake.move),
    }
    lost = _lost(mistake)
    if lost is not None:
        return Sentence("review_loses", {**slots, "piece": PieceName(lost)})
    severity = mistake.severity or Severity.INACCURACY
    return Sentence(f"review_{severity.name.lower()}", slots)


def why(mistake: Judged, known: Known = outcome) -> Sentence | None:
    """Why, by what the board proves and what is `known` of endings; else how it would go on; None: it was over."""
    if mistake.reply is None:
        return None
    board = mistake.board.copy()
    board.push(mistake.move)
    proven = reason(Refutation(board=board, reply=mistake.reply.moves[0], known=known))
    return proven or sentence("review_then", moves=moves_named(board, mistake.reply.moves[:2]))


def better(mistake: Judged) -> Sentence:
    """What was better, and how it would have gone on."""
    return sentence("review_better", moves=moves_named(mistake.board, mistake.best.moves[:3]))


def summary(judged: Sequence[Judged], color: chess.Color | None) -> Sentence:
    """One sentence: how many mistakes each made, and until when the player stood better."""
    counts = {
        side: sum(each.severity in (Severity.MISTAKE, Severity.BLUNDER) for each in judged if each.board.turn is side)
        for side in chess.COLORS
    }
    if color is None:
        return sentence("review_summary", white=counts[chess.WHITE], black=counts[chess.BLACK])
    sign = 1 if color else -1
    until = max((each.board.fullmove_number for each in judged if sign * each.chance > BETTER), default=None)
    own, other = counts[color], counts[not color]
    if until is None:
        return sentence("review_summary_own", own=own, other=other)
    return sentence("review_summary_better", own=own, other=other, number=until)


def _lost(mistake: Judged) -> chess.PieceType | None:
    """The piece that the best reply takes and wins; None: no such piece, or only a pawn."""
    if mistake.reply is None:
        return None
    board = after(mistake.board, mistake.move)
    square = mistake.reply.moves[0].to_square
    kind = board.piece_type_at(square)
    taken = mistake.board.piece_type_at(square) if mistake.move.to_square == square else None
    gained = EXCHANGE_VALUES[taken] if taken is not None else 0
    is_won = kind is not None and kind != chess.PAWN and exchange(board, square) > gained
    return kind if is_won else None
