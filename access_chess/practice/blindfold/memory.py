"""Positions in the head: moves that were only heard, men that were named once, and the games they are of: short, old,
and known to everybody.

A round has ten questions of one kind; how it went tells the level of the next one.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from statistics import median_low

import chess
from msgspec import Struct

from access_chess.practice.blindfold import squares
from access_chess.practice.blindfold.squares import BlindfoldQuestion, Chance, pick
from access_chess.practice.drill import AnswerKind
from access_chess.practice.sentence import (
    ColorName,
    Listed,
    ManAndColor,
    PieceName,
    Sentence,
    SquareName,
    moves_named,
    sentence,
)


class KnownGame(Struct, frozen=True, kw_only=True):
    """A game with its name, and its first moves in SAN."""

    name: str
    moves: tuple[str, ...]


def _game(name: str, moves: str) -> KnownGame:
    return KnownGame(name=name, moves=tuple(moves.split()))


GAMES = (
    _game(
        "Morphy, Paris 1858",
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7",
    ),
    _game(
        "Anderssen, London 1851",
        "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6",
    ),
    _game(
        "Anderssen, Berlin 1852",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6",
    ),
    _game("Réti, Vienna 1910", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+"),
    _game(
        "Steinitz, Hastings 1895",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 d5 exd5 Nxd5 O-O Be6 Bg5 Be7 Bxd5 Bxd5 Nxd5 Qxd5 Bxe7 Nxe7",
    ),
    _game(
        "Capablanca, New York 1918",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 Nf6 Re1 Bd6 h3 Ng4",
    ),
    _game(
        "Marshall, Breslau 1912",
        "d4 e6 e4 d5 Nc3 c5 Nf3 Nc6 exd5 exd5 Be2 Nf6 O-O Be7 Bg5 O-O dxc5 Be6 Nd4 Bxc5 Nxe6 fxe6 Bg4 Qd6",
    ),
    _game(
        "Rubinstein, Lodz 1907",
        "d4 d5 Nf3 e6 e3 c5 c4 Nc6 Nc3 Nf6 dxc5 Bxc5 a3 a6 b4 Bd6 Bb2 O-O Qd2 Qe7 Bd3 dxc4 Bxc4 b5",
    ),
)


FOLLOW, RECALL = "follow", "recall"

FIRST_PLIES = 4  # that are followed at level 1; two more at each further one
FIRST_MEN = 4  # that are to be remembered at level 1; two more at each further one
MOST_MEN = 12
ASKED_OF_ONE = 5  # questions about one position


def follow(level: int, chance: Chance) -> BlindfoldQuestion:
    """Some moves of a real game are told; then something is asked about where they have led."""
    game = GAMES[int(chance() * len(GAMES))]
    return followed(game.name, game.moves, FIRST_PLIES + 2 * (level - 1), chance)


def followed(name: str, moves: Sequence[str], plies: int, chance: Chance) -> BlindfoldQuestion:
    """The moves of a game up to a ply, from its beginning, and a question about the position."""
    board = chess.Board()
    told = moves_named(chess.Board(), [board.push_san(san) for san in moves[:plies]])
    asked = _asked(f"{name} {plies}", board, chance)
    return BlindfoldQuestion(
        kind=FOLLOW,
        name=asked.name,
        expects=AnswerKind.ANY_KEY,
        question=(sentence("follow_moves", moves=told), sentence("drill_ready")),
        then=asked,
    )


def _asked(name: str, board: chess.Board, chance: Chance) -> BlindfoldQuestion:
    """Where a queen or a king is, whether something can be taken, or whether somebody is in check."""
    which = int(chance() * 3)
    if which == 0:
        return _where(name, board, chance)
    if which == 1:
        return _taking(name, board, chance)
    return _yes_no(
        f"{name} check",
        sentence("follow_check", color=ColorName(board.turn)),
        is_so=board.is_check(),
        explain=sentence("follow_is_check" if board.is_check() else "follow_no_check", color=ColorName(board.turn)),
    )


def _where(name: str, board: chess.Board, chance: Chance) -> BlindfoldQuestion:
    alone = [
        (kind, color)
        for color in chess.COLORS
        for kind in (chess.QUEEN, chess.KING)
        if board.pieces_mask(kind, color).bit_count() == 1
    ]
    kind, color = alone[int(chance() * len(alone))]
    square = chess.msb(board.pieces_mask(kind, color))
    explain = (sentence("follow_stands", man=ManAndColor(chess.Piece(kind, color)), square=SquareName(square)),)
    return BlindfoldQuestion(
        kind=FOLLOW,
        name=f"{name} {chess.Piece(kind, color).symbol()}",
        expects=AnswerKind.SQUARES,
        question=(sentence("follow_where", man=ManAndColor(chess.Piece(kind, color))),),
        explain=explain,
        judge=lambda answer: () if answer.squares == (square,) else explain,
    )


def _taking(name: str, board: chess.Board, chance: Chance) -> BlindfoldQuestion:
    """Of the side to move, so that it is as the Laws have it; where possible, a square that is attacked or near it."""
    men = [at for at in chess.scan_forward(board.occupied_co[not board.turn]) if at != board.king(not board.turn)]
    can = {move.to_square for move in board.legal_moves if board.is_capture(move)}
    among = [at for at in men if at in can] if can and chance() < 0.5 else men
    square = pick(among, chance)
    takers = sorted({move.from_square for move in board.legal_moves if move.to_square == square})
    if takers:
        kind = board.piece_type_at(takers[0]) or chess.PAWN
        explain = sentence("follow_can_take", piece=PieceName(kind), square=SquareName(takers[0]))
    else:
        explain = sentence("follow_cannot_take", square=SquareName(square))
    asked = sentence("follow_take", color=ColorName(board.turn), square=SquareName(square))
    return _yes_no(f"{name} {chess.square_name(square)}", asked, is_so=bool(takers), explain=explain)


def _yes_no(name: str, asked: Sentence, *, is_so: bool, explain: Sentence) -> BlindfoldQuestion:
    return BlindfoldQuestion(
        kind=FOLLOW,
        name=name,
        expects=AnswerKind.YES_NO,
        question=(asked,),
        explain=(explain,),
        judge=lambda answer: () if answer.is_yes is is_so else (explain,),
    )


def recall(level: int, chance: Chance) -> tuple[BlindfoldQuestion, ...]:
    """Men are named once; then some squares are asked for, half of them with somebody on them."""
    men = placed(min(FIRST_MEN + 2 * (level - 1), MOST_MEN), chance)
    squares = list(men)
    asked: list[chess.Square] = []
    while len(asked) < ASKED_OF_ONE:
        near = [at for at in range(64) if at not in men and any(chess.square_distance(at, man) == 1 for man in men)]
        square = pick(squares if chance() < 0.6 else near, chance)
        if square not in asked:
            asked.append(square)
    return recalled(men, asked)


def recalled(men: dict[chess.Square, chess.Piece], asked: Sequence[chess.Square]) -> tuple[BlindfoldQuestion, ...]:
    """The questions for these squares, the first of which names the men before."""
    name = " ".join(f"{man.symbol()}{chess.square_name(at)}" for at, man in men.items())
    first, *others = (_who_is_on(name, square, men.get(square)) for square in asked)
    named = Listed(
        tuple(sentence("recall_man", man=ManAndColor(man), square=SquareName(at)) for at, man in men.items())
    )
    told = BlindfoldQuestion(
        kind=RECALL,
        name=first.name,
        expects=AnswerKind.ANY_KEY,
        question=(sentence("recall_men", men=named), sentence("drill_ready")),
        then=first,
    )
    return (told, *others)


def _who_is_on(name: str, square: chess.Square, man: chess.Piece | None) -> BlindfoldQuestion:
    if man is None:
        explain = sentence("recall_nobody", square=SquareName(square))
    else:
        explain = sentence("follow_stands", man=ManAndColor(man), square=SquareName(square))
    return BlindfoldQuestion(
        kind=RECALL,
        name=f"{name} {chess.square_name(square)}",
        expects=AnswerKind.MAN,
        question=(sentence("recall_ask", square=SquareName(square)),),
        explain=(explain,),
        judge=lambda answer: () if answer.man == man and answer.is_nobody is (man is None) else (explain,),
    )


def placed(count: int, chance: Chance) -> dict[chess.Square, chess.Piece]:
    """So many men on squares where they may stand: two kings, apart from each other, and others of both colors."""
    men: dict[chess.Square, chess.Piece] = {}
    kinds = [chess.KING, chess.KING, *(pick(range(1, 6), chance) for _ in range(count - 2))]
    for place, kind in enumerate(kinds):
        free = [at for at in range(64) if at not in men and (kind != chess.PAWN or 8 <= at < 56)]
        if place == 1:
            free = [at for at in free if chess.square_distance(at, next(iter(men))) > 1]
        men[pick(free, chance)] = chess.Piece(kind, place % 2 == 0)
    return men


QUESTIONS = 10
HIGHEST, LONGEST_FOLLOWED = 5, 11  # levels; games are followed for 24 plies at the most

_SINGLE: dict[str, Callable[[int, Chance], BlindfoldQuestion]] = {
    squares.COLORS: squares.color,
    squares.DIAGONAL: squares.diagonal,
    squares.KNIGHT: squares.knight,
    squares.REACH: squares.reach,
    FOLLOW: follow,
}
#: Every kind of drill, by the name under which it is kept.
KINDS = (*_SINGLE, RECALL)

#: Seconds of thought at the median within which a drill has become easy. Ways and moves take longer to say.
EASY = {
    squares.COLORS: timedelta(seconds=4),
    squares.DIAGONAL: timedelta(seconds=6),
    squares.KNIGHT: timedelta(seconds=20),
    squares.REACH: timedelta(seconds=10),
    FOLLOW: timedelta(seconds=45),
    RECALL: timedelta(seconds=30),
}


def blindfold_round(kind: str, level: int, chance: Chance) -> tuple[BlindfoldQuestion, ...]:
    """Ten questions of a kind, none of them twice; recall asks five about each of two positions."""
    if kind == RECALL:
        return (*recall(level, chance), *recall(level, chance))
    found: dict[str, BlindfoldQuestion] = {}
    while len(found) < QUESTIONS:
        question = _SINGLE[kind](level, chance)
        found.setdefault(question.name, question)
    return tuple(found.values())


def next_level(kind: str, level: int, rights: Sequence[bool], times: Sequence[timedelta]) -> int:
    """One up after nine of ten right in an easy time, one down after five or fewer; `times` are of the right ones."""
    if not rights:
        return level
    share = sum(rights) / len(rights)
    if share >= 0.9 and times and median_low(times) <= EASY[kind]:
        return min(level + 1, LONGEST_FOLLOWED if kind == FOLLOW else HIGHEST)
    return max(level - 1, 1) if share <= 0.5 else level
