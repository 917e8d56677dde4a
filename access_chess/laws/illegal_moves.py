"""Illegal moves and what follows from them (7.4, Appendices A and B, Soviet P1).

The procedures: restore the position, put the times right, count, penalise, and bind the replacing move.
"""

from datetime import timedelta

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.commands import PutBackMove
from access_chess.laws.decision import Decision, start_clock
from access_chess.laws.editions import UnfinishedPromotion
from access_chess.laws.events import (
    Ending,
    IrregularityFound,
    MoveCompleted,
    MoveMade,
    Offence,
    PositionRestored,
    PromotedToQueen,
    Refusal,
    TimeAdded,
)
from access_chess.laws.game import Game, Ply, pushed
from access_chess.laws.moves import make_move, touched_by
from access_chess.laws.position import is_king_by_two, is_legal_on
from access_chess.laws.results import lose
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.time_control import ZERO, SpeedClass
from access_chess.laws.touch_move import castling_squares, is_promotion

#: 13.5: what a correction leaves at least, five minutes or one minute a move to the control, whichever is less (A58).
LEFT_PER_MOVE = timedelta(minutes=1)


def is_illegal_position(board: chess.Board) -> bool:
    """A position that no series of legal moves reaches, as far as the program tells: both kings in check, or a pawn
    on the first or last rank (F18 3.10.3, A.4.4).
    """
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
    _restore(
        decision,
        len(game.plies),
        touched_by(game.board, move),
        times,
        released=move if hand.illegal is None else None,
        castling_intended=hand.castling_intended or is_king_by_two(game.board, move),
    )


def rule_two_hands(decision: Decision, color: chess.Color) -> None:
    """A move of two hands whose maker presses is wholly an illegal move: no increment, and back (F18 7.5.4, A71)."""
    game = decision.game
    index = max(index for index, ply in enumerate(game.plies) if ply.color is color)
    clock = game.plies[index].clock
    _find(decision, color, Offence.TWO_HANDS, Article.TWO_HANDS)
    penalize(decision, color, board=game.plies[index].before)
    if decision.game.end is not None:
        return
    times = None
    if clock is not None and clock.control is not None:
        times = decision.game.clock.displays_then(clock)
        times = times.put(not color, decision.game.remaining(not color, decision.at))
    _restore_two_hands(decision, index, times)


def _restore_two_hands(decision: Decision, index: int, times: ByColor[timedelta] | None) -> None:
    """What two hands touched binds the one that moves now: king and rook have to castle, if they may (4.4.1, A77)."""
    ply = decision.game.plies[index]
    touches = touched_by(ply.before, ply.move)
    if ply.before.is_castling(ply.move):
        touches = (ply.move.from_square, castling_squares(ply.before, ply.move)[0])
    _restore(decision, index, touches, times)


def _find(
    decision: Decision, color: chess.Color, offence: Offence, article: Article, *, number: int | None = None
) -> None:
    counted, rule = decision.game.setup.illegal_ladder.loses, decision.number(article)
    decision.emit(IrregularityFound(offence=offence, color=color, article=rule, counted=counted, number=number))


def penalize(decision: Decision, color: chess.Color, *, board: chess.Board | None = None) -> None:
    """Time for the opponent, or the loss of the game, by how often this player has offended (7.4.b).

    `board` is the position after the action that 7.4.a takes (A79), where it is not the one on the board.
    """
    game = decision.game
    ladder = game.setup.illegal_ladder
    if is_lost_by_offences(game, color):
        article, draw = Article.ILLEGAL_PENALTY, Ending.ILLEGAL_MOVES_DRAW
        lose(decision, color, Ending.ILLEGAL_MOVES, article, draw=draw, board=board)
    elif ladder.times and game.setup.time is not None:
        number = decision.number(Article.ILLEGAL_PENALTY)
        decision.emit(TimeAdded(color=not color, time=ladder.times[game.illegal_count[color] - 1], article=number))


def is_lost_by_offences(game: Game, color: chess.Color) -> bool:
    """Whether the last offence of this player was one too many (7.4.b)."""
    ladder = game.setup.illegal_ladder
    return ladder.loses and game.illegal_count[color] > len(ladder.times)


def promote_to_queen(decision: Decision, color: chess.Color, move: chess.Move) -> None:
    """The pawn left on the last rank is a queen; the offence is judged in that position (F18 7.5.2, A16, A70).

    A queen that mates wins on a first offence. On the one that loses, the opponent who is mated, or stalemated, or
    left with nothing to mate with can no longer mate: drawn (7.5.5).
    """
    decision.emit(PromotedToQueen(color=color, article=decision.number(Article.UNFINISHED_PROMOTION)))
    queen = chess.Move(move.from_square, move.to_square, chess.QUEEN)
    if is_lost_by_offences(decision.game, color):
        decision.emit(MoveMade(at=decision.at, color=color, move=queen))
        penalize(decision, color)
    else:
        penalize(decision, color)
        make_move(decision, color, queen)


def _restore(
    decision: Decision,
    index: int,
    touches: tuple[chess.Square, ...],
    times: ByColor[timedelta] | None,
    *,
    released: chess.Move | None = None,
    castling_intended: bool = False,
) -> None:
    """The position stands again; what was touched binds the replacing move (A14), an unfinished one its square."""
    color = decision.game.plies[index].color if index < len(decision.game.plies) else decision.game.turn
    decision.emit(
        PositionRestored(
            at=decision.at,
            ply=index,
            article=decision.number(Article.ILLEGAL_MOVE),
            touches=touches,
            released=released,
            castling_intended=castling_intended,
            times=times,
        )
    )
    start_clock(decision, color, Article.TIMES_CORRECTED)


def put_back(decision: Decision, command: PutBackMove) -> None:
    """Two hands are an offence only when the clock is pressed: before, one hand may do it again (F18 7.5.4, A71)."""
    color, game = command.color, decision.game
    ply = game.plies[-1] if game.plies else None
    is_in_time = game.clock.running is color and game.uncompleted[color] > 0
    if ply is None or ply.color is not color or not is_in_time or not is_two_handed(game, ply):
        decision.refuse(color, Refusal.CANNOT_BE_PUT_BACK, Article.RELEASED)
    else:
        _restore_two_hands(decision, len(game.plies) - 1, None)


# found later


def rule_illegal_ply(decision: Decision, index: int, *, number: int | None = None) -> None:
    """An illegal move of the record is undone, with all that came after it (A20); `number`: it was claimed by it."""
    game = decision.game
    ply = game.plies[index]
    with_two_hands = is_two_handed(game, ply)
    unfinished = is_promotion(ply.before, ply.move) and ply.move.promotion is None
    if with_two_hands:
        _find(decision, ply.color, Offence.TWO_HANDS, Article.TWO_HANDS)
    elif unfinished:
        _find(decision, ply.color, Offence.UNFINISHED_PROMOTION, Article.UNFINISHED_PROMOTION)
    else:
        _find(decision, ply.color, offence_of(ply.before, ply.move), Article.ILLEGAL_MOVE, number=number)
    if unfinished and game.setup.rules.unfinished_promotion is UnfinishedPromotion.QUEEN:
        _replace_by_queen(decision, index)
        return
    penalize(decision, ply.color, board=ply.before)
    if decision.game.end is not None:
        return
    if with_two_hands:
        _restore_two_hands(decision, index, _times_at(decision, index))
        return
    is_unfinished = unfinished or (not ply.legal and is_legal_on(ply.before, ply.move))
    _restore(
        decision,
        index,
        touched_by(ply.before, ply.move),
        _times_at(decision, index),
        released=ply.move if is_unfinished else None,
        castling_intended=ply.castling_intended or is_king_by_two(ply.before, ply.move),
    )


def is_two_handed(game: Game, ply: Ply) -> bool:
    """Whether a move is legal but for the two hands that made it, which count as an illegal move (F18 7.5.4)."""
    return ply.legal and ply.two_hands and game.setup.rules.two_hands_is_illegal


def _replace_by_queen(decision: Decision, index: int) -> None:
    """The pawn found on the last rank becomes a queen there, and the opponent has the move (F18 7.5.2)."""
    game = decision.game
    ply = game.plies[index]
    is_last = index == len(game.plies) - 1
    times = None if is_last else _times_at(decision, index)
    article = decision.number(Article.UNFINISHED_PROMOTION)
    decision.emit(PositionRestored(at=decision.at, ply=index, article=article, times=times))
    promote_to_queen(decision, ply.color, ply.move)
    if decision.game.end is None:
        decision.emit(MoveCompleted(color=ply.color, article=article))
        start_clock(decision, not ply.color, Article.TIMES_CORRECTED)


def _times_at(decision: Decision, index: int) -> ByColor[timedelta] | None:
    """Both displays when that move was made: by the log, else in proportion to the moves (settled.md, Times)."""
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
