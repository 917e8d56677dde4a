"""Squares in the head: their colors, the diagonals on which they lie, the ways of a man between them.

All drills for the head have no position to be asked about and no hints, and go on at once.
"""

from collections.abc import Callable, Sequence
from functools import cache

import chess
from msgspec import Struct

from access_chess.practice.drill import AnswerKind, Drill, DrillAnswer, DrillOutcome, DrillVerdict
from access_chess.practice.exploring import Direction, diagonal_of, line_through
from access_chess.practice.sentence import FileName, Listed, PieceName, RankName, Sentence, SquareName, sentence

Judge = Callable[[DrillAnswer], tuple[Sentence, ...]]  # nothing where an answer is right; else what is said of it


class BlindfoldQuestion(Struct, frozen=True, kw_only=True):
    """One question of a kind. `judge` tells whether an answer is right, and `explain` why the right one is.

    `squares` is how many of them are an answer, where squares are. With `then` it is only told, and asked when the
    player enters something: the next drill asks.
    """

    kind: str
    name: str
    expects: AnswerKind
    question: tuple[Sentence, ...]
    explain: tuple[Sentence, ...] = ()
    judge: Judge = lambda answer: ()
    squares: int = 1
    then: Drill | None = None

    before = chess.Board()
    made: tuple[chess.Move, ...] = ()
    is_hidden = True
    waits = False
    hints: tuple[Sentence, ...] = ()

    def accepts(self, answer: DrillAnswer) -> DrillVerdict:
        """Right, or wrong and over: the next question comes at once."""
        if self.then is not None:
            return DrillVerdict(outcome=DrillOutcome.GOES_ON, said=self.then.question, then=self.then)
        wrong = self.judge(answer)
        if wrong:
            return DrillVerdict(outcome=DrillOutcome.MISSED, said=wrong)
        return DrillVerdict(outcome=DrillOutcome.SOLVED, said=(sentence("drill_right"),))


Chance = Callable[[], float]  # like random.random: 0 ≤ x < 1

COLORS, DIAGONAL, KNIGHT, REACH = "colours", "diagonal", "knight", "reach"

#: Of the knight's way, by level: moves at the least and at the most; every two squares are joined by six.
KNIGHT_MOVES = ((1, 2), (2, 3), (3, 3), (3, 4), (4, 6))
#: Who goes, by level: a rook needs two moves at the most, a king up to seven.
TRAVELLERS = (
    (chess.ROOK, chess.BISHOP),
    (chess.BISHOP, chess.QUEEN),
    (chess.KING, chess.BISHOP, chess.QUEEN),
    (chess.KNIGHT, chess.BISHOP, chess.KING),
    (chess.KNIGHT, chess.BISHOP),
)


def pick(among: Sequence[chess.Square], chance: Chance) -> chess.Square:
    """One of them."""
    return among[int(chance() * len(among))]


def is_light(square: chess.Square) -> bool:
    """Whether a square is a light one."""
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def color(level: int, chance: Chance) -> BlindfoldQuestion:
    """ "Gustav five?": light or dark. The first level asks in the half before White alone."""
    return color_of(pick(range(32 if level == 1 else 64), chance))


def color_of(square: chess.Square) -> BlindfoldQuestion:
    """The question for the color of this square."""
    explain = (_why_shade(square),)
    return BlindfoldQuestion(
        kind=COLORS,
        name=chess.square_name(square),
        expects=AnswerKind.SQUARE_COLOR,
        question=(sentence("colours_ask", square=SquareName(square)),),
        explain=explain,
        judge=lambda answer: () if answer.is_light is is_light(square) else explain,
    )


def _why_shade(square: chess.Square) -> Sentence:
    """By the numbers of its file and its rank: a1, with two odd ones, is dark, and so are all whose numbers agree."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    key = "colours_light" if is_light(square) else "colours_dark"
    if not is_light(square):
        key += "_odd" if rank % 2 == 0 else "_even"
    else:
        key += "_file_odd" if file % 2 == 0 else "_rank_odd"
    return sentence(key, corner=SquareName(chess.A1), file=FileName(file), rank=RankName(rank))


def diagonal(level: int, chance: Chance) -> BlindfoldQuestion:
    """ "Bella one and Hector seven, one diagonal?" Half of them are; the others are near it at higher levels."""
    one = pick(range(64), chance)
    on = [at for way in (Direction.UP_RIGHT, Direction.DOWN_RIGHT) for at in line_through(one, way) if at != one]
    if chance() < 0.5:
        return diagonal_of_two(one, pick(on, chance))
    off = [at for at in range(64) if at != one and at not in on]
    if level > 1:
        off = [at for at in off if any(chess.square_distance(at, near) == 1 for near in on)]
    if level > 2:
        off = [at for at in off if is_light(at) is is_light(one)] or off
    return diagonal_of_two(one, pick(off, chance))


def diagonal_of_two(one: chess.Square, other: chess.Square) -> BlindfoldQuestion:
    """The question whether two squares lie on one diagonal."""
    is_one = diagonal_of(one, other) is not None
    explain = (_why_diagonal(one, other),)
    return BlindfoldQuestion(
        kind=DIAGONAL,
        name=f"{chess.square_name(one)} {chess.square_name(other)}",
        expects=AnswerKind.YES_NO,
        question=(sentence("diagonal_ask", square=SquareName(one), other=SquareName(other)),),
        explain=explain,
        judge=lambda answer: () if answer.is_yes is is_one else explain,
    )


def _why_diagonal(one: chess.Square, other: chess.Square) -> Sentence:
    """Both lie on the one from … to …, or where the diagonals of the first one end."""
    direction = diagonal_of(one, other)
    if direction is not None:
        line = line_through(one, direction)
        return sentence("diagonal_yes", first=SquareName(line[0]), last=SquareName(line[-1]))
    ends = [line_through(one, way) for way in (Direction.UP_RIGHT, Direction.DOWN_RIGHT)]
    named = [
        sentence("diagonal_ends", first=SquareName(line[0]), last=SquareName(line[-1])) for line in ends if line[1:]
    ]
    return sentence("diagonal_no", square=SquareName(one), lines=Listed(tuple(named)))


@cache
def distances(kind: chess.PieceType, square: chess.Square) -> dict[chess.Square, int]:
    """How many moves a man needs on an empty board to every square that it can come to."""
    found, edge, moves = {square: 0}, [square], 0
    while edge:
        moves += 1
        edge = list(dict.fromkeys(to for at in edge for to in _steps(kind, at) if to not in found))
        found.update(dict.fromkeys(edge, moves))
    return found


@cache
def _steps(kind: chess.PieceType, square: chess.Square) -> tuple[chess.Square, ...]:
    board = chess.Board(None)
    board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    return tuple(board.attacks(square))


def way(kind: chess.PieceType, one: chess.Square, other: chess.Square) -> tuple[chess.Square, ...]:
    """A shortest way between two squares, without the first of them."""
    found, left = [other], distances(kind, other)
    while found[-1] != one:
        at = found[-1]
        found.append(min(to for to in _steps(kind, at) if distances(kind, one).get(to, 99) < distances(kind, one)[at]))
    assert len(found) == left[one] + 1, "a shortest way is as long as the distance"
    return tuple(reversed(found[:-1]))


def knight(level: int, chance: Chance) -> BlindfoldQuestion:
    """ "Knight from Anna one to Hector eight, shortest way?": square by square, any that is as short."""
    least, most = KNIGHT_MOVES[min(level, len(KNIGHT_MOVES)) - 1]
    one = pick(range(64), chance)
    fitting = [at for at, moves in distances(chess.KNIGHT, one).items() if least <= moves <= most]
    return knight_between(one, pick(fitting or [at for at in range(64) if at != one], chance))


def knight_between(one: chess.Square, other: chess.Square) -> BlindfoldQuestion:
    """The question for a knight's way."""
    needed = distances(chess.KNIGHT, one)[other]
    shown = Listed(tuple(SquareName(at) for at in way(chess.KNIGHT, one, other)))
    explain = (sentence("knight_way", count=needed, squares=shown),)

    def judge(answer: DrillAnswer) -> tuple[Sentence, ...]:
        gone = answer.squares[1:] if answer.squares[0] == one else answer.squares
        for start, to in zip((one, *gone), gone, strict=False):
            if to not in _steps(chess.KNIGHT, start):
                return (sentence("knight_no_move", square=SquareName(start), other=SquareName(to)), *explain)
        if not gone or gone[-1] != other:
            return (sentence("knight_not_there", square=SquareName(other)), *explain)
        return () if len(gone) == needed else (sentence("knight_longer", count=needed, yours=len(gone)), *explain)

    return BlindfoldQuestion(
        kind=KNIGHT,
        name=f"{chess.square_name(one)} {chess.square_name(other)}",
        expects=AnswerKind.SQUARES,
        question=(sentence("knight_ask", square=SquareName(one), other=SquareName(other)),),
        explain=explain,
        judge=judge,
        squares=needed,
    )


def reach(level: int, chance: Chance) -> BlindfoldQuestion:
    """ "Bishop from Cesar one to Gustav five, in how many moves?" On an empty board."""
    kinds = TRAVELLERS[min(level, len(TRAVELLERS)) - 1]
    kind, one = kinds[int(chance() * len(kinds))], pick(range(64), chance)
    return reach_of(kind, one, pick([at for at in distances(kind, one) if at != one], chance))


def reach_of(kind: chess.PieceType, one: chess.Square, other: chess.Square) -> BlindfoldQuestion:
    """The question how many moves a man needs."""
    needed = distances(kind, one)[other]
    shown = Listed(tuple(SquareName(at) for at in way(kind, one, other)))
    explain = (sentence("reach_moves", count=needed, squares=shown),)
    return BlindfoldQuestion(
        kind=REACH,
        name=f"{chess.piece_symbol(kind)} {chess.square_name(one)} {chess.square_name(other)}",
        expects=AnswerKind.NUMBER,
        question=(sentence("reach_ask", piece=PieceName(kind), square=SquareName(one), other=SquareName(other)),),
        explain=explain,
        judge=lambda answer: () if answer.number == needed else explain,
    )
