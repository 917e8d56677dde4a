"""Illegal moves and what follows from them (7.4, Appendices A and B, Soviet P1).

The procedures: restore the position, put the times right, count, penalise, and bind the replacing move.
"""

from datetime import timedelta

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.decision import Decision
from access_chess.laws.editions import UnfinishedPromotion
from access_chess.laws.events import (
    Ending,
    IrregularityFound,
    MoveCompleted,
    Offence,
    PositionRestored,
    PromotedToQueen,
    TimeAdded,
)
from access_chess.laws.game import Game, Ply, pushed
from access_chess.laws.moves import make_move, touched_by
from access_chess.laws.position import is_legal_on
from access_chess.laws.results import lose
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import ZERO, SpeedClass
from access_chess.laws.touch_move import is_promotion

#: 13.5: what a correction leaves at least, five minutes or one minute a move to the control, whichever is less (A58).
LEFT_PER_MOVE = timedelta(minutes=1)


def is_illegal_position(board: chess.Board) -> bool:
    """A position that no series of legal moves reaches, as far as the program tells: both kings in check, or a pawn
    on the first or last rank (F18 3.10.3, A.4.4)."""
    if board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8):
        return True
    return are_both_kings_in_check(board)


def are_both_kings_in_check(board: chess.Board) -> bool:
    """Whether each king is attacked, which the program can see without knowing how it came about."""
    return all(_is_attacked(board, color) for color in chess.COLORS)


def _is_attacked(board: chess.Board, color: chess.Color) -> bool:
    king = board.king(color)
    return king is not None and board.is_attacked_by(not color, king)


def offence_of(board: chess.Board, move: chess.Move) -> Offence:
    """What kind of illegal move this is."""
    victim = board.piece_at(move.to_square)
    is_king = victim is not None and victim.piece_type == chess.KING and victim.color is not board.turn
    return Offence.KING_CAPTURED if is_king else Offence.ILLEGAL_MOVE


def rules_at_once(game: Game, move: chess.Move) -> bool:
    """Whether the program rules on this completed illegal move when it sees it (A.4.c, B.3.c, stories)."""
    setup, rules = game.setup, game.setup.rules
    if setup.arbiter is not ArbiterMode.PROGRAM:
        return False
    if not setup.lacks_supervision:
        return True
    if rules.illegal_position_draws:
        return not are_both_kings_in_check(pushed(game.board, move))
    if not rules.illegal_without_supervision_needs_claim:
        return True
    if setup.speed is SpeedClass.BLITZ:
        return False
    return is_illegal_position(pushed(game.board, move))


def rule_illegal_in_hand(
    decision: Decision, color: chess.Color, move: chess.Move, offence: Offence, article: Article
) -> None:
    """The illegal move just completed by a press is taken back (7.4.a); its maker's clock runs on."""
    game = decision.game
    _find(decision, color, offence, article)
    penalize(decision, color)
    if decision.game.end is not None:
        return
    assert game.hand.clock is not None
    times = ByColor(*(game.hand.clock.remaining(each, decision.at) for each in (chess.WHITE, chess.BLACK)))
    times = times.put(not color, decision.game.remaining(not color, decision.at))
    hand = game.hand
    _restore(decision, len(game.plies), color, move, game.board, times, hand.castling_intended, hand.illegal is None)


def _find(decision: Decision, color: chess.Color, offence: Offence, article: Article) -> None:
    counted = decision.game.setup.illegal_ladder.loses
    decision.emit(IrregularityFound(offence=offence, color=color, article=decision.number(article), counted=counted))


def penalize(decision: Decision, color: chess.Color) -> None:
    """Time for the opponent, or the loss of the game, by how often this player has offended (7.4.b)."""
    game = decision.game
    ladder = game.setup.illegal_ladder
    count = game.illegal_count[color]
    if ladder.loses and count > len(ladder.times):
        lose(decision, color, Ending.ILLEGAL_MOVES, Article.ILLEGAL_PENALTY, draw=Ending.ILLEGAL_MOVES_DRAW)
    elif ladder.times and game.setup.time is not None:
        article = decision.number(Article.ILLEGAL_PENALTY)
        decision.emit(TimeAdded(color=not color, time=ladder.times[count - 1], article=article))


def _restore(
    decision: Decision,
    index: int,
    color: chess.Color,
    move: chess.Move,
    before: chess.Board,
    times: ByColor[timedelta] | None,
    castling_intended: bool,
    is_unfinished: bool,
) -> None:
    """The position stands again; what was touched binds the replacing move (A14), an unfinished one its square."""
    two_steps = before.piece_type_at(move.from_square) == chess.KING and (
        chess.square_distance(move.from_square, move.to_square) == 2
    )
    decision.emit(
        PositionRestored(
            at=decision.at,
            ply=index,
            article=decision.number(Article.ILLEGAL_MOVE),
            touches=touched_by(before, move),
            released=move if is_unfinished else None,
            castling_intended=castling_intended or two_steps,
            times=times,
        )
    )
    start_clock(decision, color, Article.TIMES_CORRECTED)


# found later


def rule_illegal_ply(decision: Decision, index: int) -> None:
    """An illegal move of the record is undone, with all that came after it (A20); one of two hands only counts."""
    game = decision.game
    ply = game.plies[index]
    if is_two_handed(game, ply):
        _find(decision, ply.color, Offence.TWO_HANDS, Article.TWO_HANDS)
        penalize(decision, ply.color)
        return
    unfinished = is_promotion(ply.before, ply.move) and ply.move.promotion is None
    offence = Offence.UNFINISHED_PROMOTION if unfinished else offence_of(ply.before, ply.move)
    _find(decision, ply.color, offence, Article.UNFINISHED_PROMOTION if unfinished else Article.ILLEGAL_MOVE)
    penalize(decision, ply.color)
    if decision.game.end is not None:
        return
    is_last = index == len(game.plies) - 1
    times = _times_at(decision, index)
    if unfinished and game.setup.rules.unfinished_promotion is UnfinishedPromotion.QUEEN:
        _replace_by_queen(decision, index, ply, None if is_last else times)
    else:
        is_unfinished = unfinished or (not ply.legal and is_legal_on(ply.before, ply.move))
        _restore(decision, index, ply.color, ply.move, ply.before, times, ply.castling_intended, is_unfinished)


def is_two_handed(game: Game, ply: Ply) -> bool:
    """Whether a move is legal but for the two hands that made it, which count as an illegal move (F18 7.5.4)."""
    return ply.legal and ply.two_hands and game.setup.rules.two_hands_is_illegal


def _replace_by_queen(decision: Decision, index: int, ply: Ply, times: ByColor[timedelta] | None) -> None:
    """The pawn left on the last rank is a queen, and the opponent has the move (F18 7.5.2)."""
    article = decision.number(Article.UNFINISHED_PROMOTION)
    decision.emit(PromotedToQueen(color=ply.color, article=article))
    decision.emit(PositionRestored(at=decision.at, ply=index, article=article, times=times))
    make_move(decision, ply.color, chess.Move(ply.move.from_square, ply.move.to_square, chess.QUEEN))
    if decision.game.end is None:
        decision.emit(MoveCompleted(color=ply.color, article=article))
        start_clock(decision, not ply.color, Article.TIMES_CORRECTED)


def _times_at(decision: Decision, index: int) -> ByColor[timedelta] | None:
    """Both displays when that move was made: by the log, else in proportion to the moves (12.6, 13.5)."""
    game = decision.game
    clock = game.plies[index].clock
    if game.setup.time is None:
        return None
    if clock is not None:
        return game.clock.displays_then(clock)
    return ByColor(*(_proportional(decision, index, color) for color in (chess.WHITE, chess.BLACK)))


def _proportional(decision: Decision, index: int, color: chess.Color) -> timedelta:
    """`time_at_error = used_now / moves_now * error_move`, and never less than the minimum left (13.5)."""
    game = decision.game
    control, period = game.setup.time, game.clock.period[color]
    assert control is not None
    allotted = sum((each.time for each in control.of(color)[: period + 1]), game.clock.granted[color])
    moves_now = game.made[color]
    error_move = (index // 2) + 1
    used_now = allotted - game.remaining(color, decision.at)
    used = used_now / moves_now * min(error_move, moves_now) if moves_now else ZERO
    left = allotted - used
    minimum, quota = game.setup.rules.minimum_left, control.quota(period, color)
    if minimum is not None and quota is not None:
        left = max(left, min(minimum, LEFT_PER_MOVE * max(0, quota - error_move)))
    return left
