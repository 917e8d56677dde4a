"""Positions in the head: moves that were only heard, men that were named once."""

from collections.abc import Sequence

import chess

from access_chess.practice.blindfold.games import GAMES
from access_chess.practice.blindfold.question import Question
from access_chess.practice.blindfold.squares import Chance, pick
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

FOLLOW, RECALL = "follow", "recall"

FIRST_PLIES = 4  # that are followed at level 1; two more at each further one
FIRST_MEN = 4  # that are to be remembered at level 1; two more at each further one
MOST_MEN = 12
ASKED_OF_ONE = 5  # questions about one position


def follow(level: int, chance: Chance) -> Question:
    """Some moves of a real game are told; then something is asked about where they have led."""
    game = GAMES[int(chance() * len(GAMES))]
    return followed(game.name, game.moves, FIRST_PLIES + 2 * (level - 1), chance)


def followed(name: str, moves: Sequence[str], plies: int, chance: Chance) -> Question:
    """The moves of a game up to a ply, from its beginning, and a question about the position."""
    board = chess.Board()
    told = moves_named(chess.Board(), [board.push_san(san) for san in moves[:plies]])
    asked = _asked(f"{name} {plies}", board, chance)
    return Question(
        kind=FOLLOW,
        name=asked.name,
        expects=AnswerKind.ANY_KEY,
        question=(sentence("follow_moves", moves=told), sentence("drill_ready")),
        then=asked,
    )


def _asked(name: str, board: chess.Board, chance: Chance) -> Question:
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


def _where(name: str, board: chess.Board, chance: Chance) -> Question:
    alone = [
        (kind, color)
        for color in chess.COLORS
        for kind in (chess.QUEEN, chess.KING)
        if board.pieces_mask(kind, color).bit_count() == 1
    ]
    kind, color = alone[int(chance() * len(alone))]
    square = chess.msb(board.pieces_mask(kind, color))
    explain = (sentence("follow_stands", man=ManAndColor(chess.Piece(kind, color)), square=SquareName(square)),)
    return Question(
        kind=FOLLOW,
        name=f"{name} {chess.Piece(kind, color).symbol()}",
        expects=AnswerKind.SQUARES,
        question=(sentence("follow_where", man=ManAndColor(chess.Piece(kind, color))),),
        explain=explain,
        judge=lambda answer: () if answer.squares == (square,) else explain,
    )


def _taking(name: str, board: chess.Board, chance: Chance) -> Question:
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


def _yes_no(name: str, asked: Sentence, *, is_so: bool, explain: Sentence) -> Question:
    return Question(
        kind=FOLLOW,
        name=name,
        expects=AnswerKind.YES_NO,
        question=(asked,),
        explain=(explain,),
        judge=lambda answer: () if answer.is_yes is is_so else (explain,),
    )


def recall(level: int, chance: Chance) -> tuple[Question, ...]:
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


def recalled(men: dict[chess.Square, chess.Piece], asked: Sequence[chess.Square]) -> tuple[Question, ...]:
    """The questions for these squares, the first of which names the men before."""
    name = " ".join(f"{man.symbol()}{chess.square_name(at)}" for at, man in men.items())
    first, *others = (_who_is_on(name, square, men.get(square)) for square in asked)
    named = Listed(
        tuple(sentence("recall_man", man=ManAndColor(man), square=SquareName(at)) for at, man in men.items())
    )
    told = Question(
        kind=RECALL,
        name=first.name,
        expects=AnswerKind.ANY_KEY,
        question=(sentence("recall_men", men=named), sentence("drill_ready")),
        then=first,
    )
    return (told, *others)


def _who_is_on(name: str, square: chess.Square, man: chess.Piece | None) -> Question:
    if man is None:
        explain = sentence("recall_nobody", square=SquareName(square))
    else:
        explain = sentence("follow_stands", man=ManAndColor(man), square=SquareName(square))
    return Question(
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
