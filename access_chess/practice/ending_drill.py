"""Endings as drills: a position that is won by exact knowledge, against the longest defence.

Nothing is said of a move that keeps the win. Where it is given away, that is said, and the drill is over.
Where no table of ours knows the ending, one who judges plays the other side, and says what has become of it. Rook and
pawn against rook: Lucena's position is to be won, Philidor's to be held, against an engine. With files of endings, any
of theirs is to be won.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

import chess

from access_chess.practice.analysis import Analyst, Variation, best_reply
from access_chess.practice.drill import AnswerKind, DrillAnswer, DrillOutcome, DrillVerdict, board_of
from access_chess.practice.known_endings import Known, MatingDistance, outcome, why_drawn
from access_chess.practice.position import after
from access_chess.practice.sentence import ColorName, MoveName, Sentence, men_told, move_hints, moves_named, sentence

KIND = "endings"

#: What becomes of a position with best play; None where nobody knows.
Judge = Callable[[chess.Board], MatingDistance | None]
Chance = Callable[[], float]  # like random.random


class TrainedEnding(StrEnum):
    """What may be trained; each is what the player has beside their king, or what it is about."""

    KPK = "kpk"
    KQK = "kqk"
    KRK = "krk"
    OPPOSITION = "opposition"
    KBNK = "kbnk"


_MEN = {
    TrainedEnding.KPK: (chess.PAWN,),
    TrainedEnding.KQK: (chess.QUEEN,),
    TrainedEnding.KRK: (chess.ROOK,),
    TrainedEnding.OPPOSITION: (chess.PAWN,),
    TrainedEnding.KBNK: (chess.BISHOP, chess.KNIGHT),
}
#: Moves to mate: with fewer there is no task. With 20 the king is not yet in the corner of the bishop's color.
_LEAST = {
    TrainedEnding.KPK: 8,
    TrainedEnding.KQK: 4,
    TrainedEnding.KRK: 8,
    TrainedEnding.OPPOSITION: 10,
    TrainedEnding.KBNK: 20,
}
ONE_MOVE_ONLY = frozenset({TrainedEnding.OPPOSITION})


def position(ending: TrainedEnding, chance: Chance, judge: Judge = outcome) -> chess.Board:
    """A position of this ending in which White is to move and wins; of the opposition by one move of the king alone."""
    while True:
        board = chess.Board(None)
        own = [chess.Piece(kind, chess.WHITE) for kind in (chess.KING, *_MEN[ending])]
        for piece in (*own, chess.Piece(chess.KING, chess.BLACK)):
            board.set_piece_at(int(64 * chance()), piece)
        found = judge(board) if board.is_valid() else None
        if found is None or found.winner is not chess.WHITE or found.moves < _LEAST[ending]:
            continue
        if ending not in ONE_MOVE_ONLY or _wins_by_king_alone(board, judge):
            return board


def _wins_by_king_alone(board: chess.Board, judge: Judge) -> bool:
    winning = [move for move in board.legal_moves if _after(board, move, judge).winner is board.turn]
    return len(winning) == 1 and winning[0].from_square == board.king(board.turn)


def _after(board: chess.Board, move: chess.Move, judge: Judge) -> MatingDistance:
    found = judge(after(board, move))
    assert found is not None, "a move out of a known ending leads to a known one"
    return found


@dataclass(frozen=True, kw_only=True)
class PlayedOut(ABC):
    """A position, `fen`, and the moves made in it; every move of the player is answered."""

    ending: str
    fen: str
    moves: tuple[chess.Move, ...] = ()

    kind = KIND
    expects = AnswerKind.MOVE
    squares = 0
    is_hidden = False
    waits = True

    @property
    def name(self) -> str:
        """The ending and where it began."""
        return f"{self.ending}/{self.fen.split(' ')[0]}"

    @cached_property
    def before(self) -> chess.Board:
        """Where it began."""
        return chess.Board(self.fen)

    @property
    def made(self) -> tuple[chess.Move, ...]:
        """What has been played."""
        return self.moves

    board = cached_property(board_of)  # where it asks now; not to be changed

    @property
    def count(self) -> int:
        """Which move of the player's own the next one is."""
        return (len(self.moves) + 2) // 2

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Who moves; whereto; the move."""
        return move_hints(self.board, self.best)

    @property
    @abstractmethod
    def best(self) -> chess.Move:
        """The move that serves the player's aim best."""


@dataclass(frozen=True, kw_only=True)
class EndingDrill(PlayedOut):
    """`shortest` is in how many moves it was won at the beginning."""

    shortest: int
    judge: Judge = outcome

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to win, and where all men stand."""
        board = self.board
        return (sentence("training_ending_opens", color=ColorName(board.turn)), *men_told(board))

    @property
    def best(self) -> chess.Move:
        """The move that mates soonest."""
        winning = [
            (found.moves, move.uci(), move)
            for move in self.board.legal_moves
            if (found := _after(self.board, move, self.judge)).winner is self.board.turn
        ]
        return min(winning)[2]

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The best move, and how long it takes."""
        found = self.judge(self.board)
        assert found is not None, "a drill stays in a known ending"
        return (sentence("training_ending_solution", move=MoveName(self.board, self.best), count=found.moves),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Every move that keeps the win goes on, to mate or until the pawn is through."""
        assert answer.move is not None, "an ending is played by moves"
        board = after(self.board, answer.move)
        if board.is_checkmate():
            said = sentence("training_ending_mate", count=self.count, shortest=self.shortest)
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(said,), moves=(answer.move,))
        if _after(self.board, answer.move, self.judge).winner is not self.board.turn:
            said = sentence("training_ending_drawn", move=MoveName(self.board, self.best))
            reason = why_drawn(self.board, answer.move)
            told = (said,) if reason is None else (said, reason)
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=told, moves=(answer.move,))
        if answer.move.promotion:
            return DrillVerdict(
                outcome=DrillOutcome.SOLVED, said=(sentence("training_ending_promoted"),), moves=(answer.move,)
            )
        reply = self._defence(board)
        then = replace(self, moves=(*self.moves, answer.move, reply))
        return DrillVerdict(outcome=DrillOutcome.GOES_ON, moves=(answer.move, reply), then=then)

    def _defence(self, board: chess.Board) -> chess.Move:
        """The move that holds out longest."""
        return max(board.legal_moves, key=lambda move: (_after(board, move, self.judge).moves, move.uci()))


def ending_drill(ending: TrainedEnding, chance: Chance) -> EndingDrill:
    """A new task of this ending."""
    board = position(ending, chance)
    found = outcome(board)
    assert found is not None
    return EndingDrill(ending=ending, fen=board.fen(), shortest=found.moves)


NODES = 150_000  # a quarter of a second: with these the engine tells the one result from the other
NOT_SEEN = 1000  # later than any move of a line
SHOWN = 4  # ways to win among which the shortest is looked for
WON = 0.5  # of the chance to win; in these positions the engine gives over 0.8 to a win and under 0.3 to a draw
HELD = 12  # moves after which Philidor's position counts as held
CANDIDATES = 12  # positions that are won by exact knowledge, of which the longest win is asked
TRIES = 20_000  # positions at random; where so few of them are won, there is nothing to be trained
_MATERIAL = re.compile(r"k[qrbnp]*k[qrbnp]*")


class RookEnding(StrEnum):
    """The two that decide most endings of rooks."""

    LUCENA = "lucena"
    PHILIDOR = "philidor"


@dataclass(frozen=True, kw_only=True)
class JudgedEnding(PlayedOut):
    """The player wins it, or else holds it, against the best replies of `analyst`."""

    analyst: Analyst
    is_to_win: bool

    @property
    def question(self) -> tuple[Sentence, ...]:
        """Who is to win or to hold, and where all men stand."""
        board = self.board
        key = "training_ending_opens" if self.is_to_win else "training_ending_hold"
        return (sentence(key, color=ColorName(board.turn)), *men_told(board))

    @property
    def best(self) -> chess.Move:
        """The judge's own move; of those that win, the one that brings a pawn through soonest."""
        lines = _lines(self.board, self.analyst, count=SHOWN if self.is_to_win else 1)
        won = sorted((line for line in lines if line.chance > WON), key=_until_promotion)
        return _first((*won, *lines), self.board)

    @property
    def explain(self) -> tuple[Sentence, ...]:
        """The best move, which keeps the result."""
        return (sentence("puzzle_solution", moves=moves_named(self.board, (self.best,))),)

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Every move that keeps the result goes on, until the pawn is through, or has been held off long enough."""
        assert answer.move is not None, "an ending is played by moves"
        move, board = answer.move, after(self.board, answer.move)
        if board.is_checkmate():
            return DrillVerdict(outcome=DrillOutcome.SOLVED, moves=(move,))
        lines, is_over = _lines(board, self.analyst), board.is_game_over(claim_draw=True)
        if self._is_spoilt(move, lines, is_over=is_over):
            said = sentence(self._spoilt(lines), move=MoveName(self.board, self.best))
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=(said,), moves=(move,))
        if self.is_to_win and move.promotion:
            return DrillVerdict(
                outcome=DrillOutcome.SOLVED, said=(sentence("training_ending_promoted"),), moves=(move,)
            )
        if not self.is_to_win and (self.count >= HELD or not board.pawns or is_over):
            return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(sentence("training_ending_held"),), moves=(move,))
        reply = _first(lines, board)
        then = replace(self, moves=(*self.moves, move, reply))
        return DrillVerdict(outcome=DrillOutcome.GOES_ON, moves=(move, reply), then=then)

    def _spoilt(self, lines: tuple[Variation, ...]) -> str:
        """What has become of it, as a key of the packs."""
        if not self.is_to_win:
            return "training_ending_lost"
        return "training_ending_thrown" if _is_won(lines) else "training_ending_drawn"

    def _is_spoilt(self, move: chess.Move, lines: tuple[Variation, ...], *, is_over: bool) -> bool:
        """Whether the win is a draw now, or the draw a loss; of an engine that has failed nothing is concluded.

        Nor of one that looks a move further and changes its mind about what it would have played itself.
        """
        if is_over:
            return self.is_to_win
        if not lines or move == self.best:
            return False
        return lines[0].chance > -WON if self.is_to_win else _is_won(lines)


def rook_ending_drill(ending: RookEnding, chance: Chance, analyst: Analyst) -> JudgedEnding:
    """A new task of this ending, which the engine judges as it should be."""
    is_to_win = ending is RookEnding.LUCENA
    place = _lucena if is_to_win else _philidor
    while True:
        board = place(chance)
        if not board.is_valid() or board.is_check():
            continue
        lines = _lines(board, analyst)
        if not lines or (lines[0].chance > WON if is_to_win else lines[0].chance >= -WON):
            return JudgedEnding(ending=ending, fen=board.fen(), analyst=analyst, is_to_win=is_to_win)


def is_material(name: str) -> bool:
    """Whether a name is that of men, White's first: "krkn"."""
    return _MATERIAL.fullmatch(name) is not None


def material_drill(material: str, chance: Chance, known: Known, analyst: Analyst) -> JudgedEnding | None:
    """An ending of these men that White, to move, is known to win, and not by taking; None where none was found.

    `analyst` must know the same, and says which win is the longest: that one gets the smallest score.
    """
    found: list[tuple[int, str]] = []
    for _ in range(TRIES):
        board = chess.Board(None)
        for place, man in enumerate(material):
            color = place < material.rindex("k")
            board.set_piece_at(int(64 * chance()), chess.Piece(chess.PIECE_SYMBOLS.index(man), color))
        if chess.popcount(board.occupied) < len(material) or not board.is_valid():
            continue
        result = known(board)
        lines = analyst.lines(board, nodes=NODES) if result is not None and result.winner is chess.WHITE else ()
        if lines and not board.is_capture(lines[0].moves[0]):
            found.append((lines[0].score, board.fen()))
        if len(found) == CANDIDATES:
            break
    return JudgedEnding(ending=material, fen=min(found)[1], analyst=analyst, is_to_win=True) if found else None


def _lines(board: chess.Board, analyst: Analyst, *, count: int = 1) -> tuple[Variation, ...]:
    """What the engine thinks of it as a new position: near to fifty moves without a capture it calls any win a draw."""
    new = board.copy(stack=False)
    new.halfmove_clock = 0
    return analyst.lines(new, nodes=count * NODES, count=count)


def _is_won(lines: tuple[Variation, ...]) -> bool:
    """Whether who is to move wins."""
    return bool(lines) and lines[0].chance > WON


def _until_promotion(line: Variation) -> int:
    """In how many plies of a line a pawn of the player who moves first is through."""
    own = enumerate(line.moves[::2])
    return next((place for place, move in own if move.promotion), NOT_SEEN)


def _first(lines: tuple[Variation, ...], board: chess.Board) -> chess.Move:
    """The best move; the built-in engine's where the other has failed."""
    found = lines[0].moves[0] if lines else best_reply(board, None)
    assert found is not None, "a drill that is over asks nothing"
    return found


def _lucena(chance: Chance) -> chess.Board:
    """White's king before its pawn on the seventh rank, and White's rook between it and Black's king."""
    file, side = 1 + int(6 * chance()), 1 if chance() < 0.5 else -1
    if not 0 <= file + 2 * side < 8:
        side = -side
    return _board(
        {
            chess.square(file, 7): chess.Piece(chess.KING, chess.WHITE),
            chess.square(file, 6): chess.Piece(chess.PAWN, chess.WHITE),
            chess.square(file + side, int(3 * chance())): chess.Piece(chess.ROOK, chess.WHITE),
            chess.square(file + 2 * side, 6 - int(2 * chance())): chess.Piece(chess.KING, chess.BLACK),
            chess.square(file - side, int(4 * chance())): chess.Piece(chess.ROOK, chess.BLACK),
        },
        chess.WHITE,
    )


def _philidor(chance: Chance) -> chess.Board:
    """Black's king before the pawn on the fifth rank, and the rook on the sixth, where it keeps White's king away."""
    file, side = 2 + int(4 * chance()), 1 if chance() < 0.5 else -1
    return _board(
        {
            chess.square(file + side, 4): chess.Piece(chess.KING, chess.WHITE),
            chess.square(file, 4): chess.Piece(chess.PAWN, chess.WHITE),
            chess.square(0 if chance() < 0.5 else 7, 6): chess.Piece(chess.ROOK, chess.WHITE),
            chess.square(file, 7): chess.Piece(chess.KING, chess.BLACK),
            chess.square(int(8 * chance()), 5): chess.Piece(chess.ROOK, chess.BLACK),
        },
        chess.BLACK,
    )


def _board(men: dict[chess.Square, chess.Piece], turn: chess.Color) -> chess.Board:
    board = chess.Board(None)
    board.set_piece_map(men)
    board.turn = turn
    return board
