"""Illegal moves and what follows from them (7.4, Appendices A and B, Soviet P1).

The procedures: find, restore the position, put the times right, count, penalise, and bind the replacing move.
"""

from datetime import timedelta

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import (
    AgreeCorrection,
    ClaimIllegalMove,
    FindIllegalMove,
)
from access_chess.laws.decision import Course
from access_chess.laws.editions import UnfinishedPromotion
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimAccepted,
    ClaimKind,
    ClaimMade,
    ClocksStopped,
    CorrectionAgreed,
    Ending,
    IrregularityFound,
    MoveCompleted,
    Offence,
    PositionRestored,
    PromotedToQueen,
    Refusal,
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
    if not setup.is_lax:
        return True
    if rules.illegal_position_draws:
        return not are_both_kings_in_check(pushed(game.board, move))
    if not rules.illegal_without_supervision_needs_claim:
        return True
    if setup.speed is SpeedClass.BLITZ:
        return False
    return is_illegal_position(pushed(game.board, move))


def rule_illegal_in_hand(
    course: Course, color: chess.Color, move: chess.Move, offence: Offence, article: Article
) -> None:
    """The illegal move just completed by a press is taken back (7.4.a); its maker's clock runs on."""
    game = course.game
    _find(course, color, offence, article)
    penalize(course, color)
    if course.game.end is not None:
        return
    assert game.hand.clock is not None
    times = ByColor(*(game.hand.clock.remaining(each, course.at) for each in (chess.WHITE, chess.BLACK)))
    times = times.put(not color, course.game.remaining(not color, course.at))
    hand = game.hand
    _restore(course, len(game.plies), color, move, game.board, times, hand.castling_intended, hand.illegal is None)


def _find(course: Course, color: chess.Color, offence: Offence, article: Article) -> None:
    counted = course.game.setup.illegal_ladder.loses
    course.happen(IrregularityFound(offence=offence, color=color, article=course.number(article), counted=counted))


def penalize(course: Course, color: chess.Color) -> None:
    """Time for the opponent, or the loss of the game, by how often this player has offended (7.4.b)."""
    game = course.game
    ladder = game.setup.illegal_ladder
    count = game.illegal_count[color]
    if ladder.loses and count > len(ladder.times):
        lose(course, color, Ending.ILLEGAL_MOVES, Article.ILLEGAL_PENALTY, draw=Ending.ILLEGAL_MOVES_DRAW)
    elif ladder.times and game.setup.time is not None:
        article = course.number(Article.ILLEGAL_PENALTY)
        course.happen(TimeAdded(color=not color, time=ladder.times[count - 1], article=article))


def _restore(
    course: Course,
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
    course.happen(
        PositionRestored(
            at=course.at,
            ply=index,
            article=course.number(Article.ILLEGAL_MOVE),
            touches=touched_by(before, move),
            released=move if is_unfinished else None,
            castling_intended=castling_intended or two_steps,
            times=times,
        )
    )
    start_clock(course, color, Article.TIMES_CORRECTED)


# found later


def find_illegal(course: Course, command: FindIllegalMove) -> None:
    """The arbiter has found an illegal move, completed as that move number: all follows from the finding."""
    index = ply_index(course.game, command.number, command.color)
    if index is None:
        course.refuse(None, Refusal.NO_SUCH_MOVE, Article.ILLEGAL_MOVE)
    elif course.game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif course.game.setup.is_lax and index < len(course.game.plies) - 1:
        course.refuse(None, Refusal.TOO_LATE, Article.TOO_LATE_FOR_ILLEGAL)
    else:
        rule_illegal_ply(course, index)


def ply_index(game: Game, number: int, color: chess.Color) -> int | None:
    """Which ply is this move number of this player, counted as on the scoresheet; None: not made."""
    for index, ply in enumerate(game.plies):
        if ply.color is color and ply.before.fullmove_number == number:
            return index
    return None


def rule_illegal_ply(course: Course, index: int) -> None:
    """An illegal move of the record is undone, with all that came after it (A20); one of two hands only counts."""
    game = course.game
    ply = game.plies[index]
    if _is_two_handed(game, ply):
        _find(course, ply.color, Offence.TWO_HANDS, Article.TWO_HANDS)
        penalize(course, ply.color)
        return
    unfinished = is_promotion(ply.before, ply.move) and ply.move.promotion is None
    offence = Offence.UNFINISHED_PROMOTION if unfinished else offence_of(ply.before, ply.move)
    _find(course, ply.color, offence, Article.UNFINISHED_PROMOTION if unfinished else Article.ILLEGAL_MOVE)
    penalize(course, ply.color)
    if course.game.end is not None:
        return
    is_last = index == len(game.plies) - 1
    times = _times_at(course, index)
    if unfinished and game.setup.rules.unfinished_promotion is UnfinishedPromotion.QUEEN:
        _replace_by_queen(course, index, ply, None if is_last else times)
    else:
        is_unfinished = unfinished or (not ply.legal and is_legal_on(ply.before, ply.move))
        _restore(course, index, ply.color, ply.move, ply.before, times, ply.castling_intended, is_unfinished)


def _is_two_handed(game: Game, ply: Ply) -> bool:
    """Legal but for the two hands that made it, which count as an illegal move (F18 7.5.4)."""
    return ply.legal and ply.two_hands and game.setup.rules.two_hands_is_illegal


def _replace_by_queen(course: Course, index: int, ply: Ply, times: ByColor[timedelta] | None) -> None:
    """The pawn left on the last rank is a queen, and the opponent has the move (F18 7.5.2)."""
    article = course.number(Article.UNFINISHED_PROMOTION)
    course.happen(PromotedToQueen(color=ply.color, article=article))
    course.happen(PositionRestored(at=course.at, ply=index, article=article, times=times))
    make_move(course, ply.color, chess.Move(ply.move.from_square, ply.move.to_square, chess.QUEEN))
    if course.game.end is None:
        course.happen(MoveCompleted(color=ply.color, article=article))
        start_clock(course, not ply.color, Article.TIMES_CORRECTED)


def _times_at(course: Course, index: int) -> ByColor[timedelta] | None:
    """Both displays when that move was made: by the log, else in proportion to the moves (12.6, 13.5)."""
    game = course.game
    clock = game.plies[index].clock
    if game.setup.time is None:
        return None
    if clock is not None:
        return game.clock.displays_then(clock)
    return ByColor(*(_proportional(course, index, color) for color in (chess.WHITE, chess.BLACK)))


def _proportional(course: Course, index: int, color: chess.Color) -> timedelta:
    """`time_at_error = used_now / moves_now * error_move`, and never less than the minimum left (13.5)."""
    game = course.game
    control, period = game.setup.time, game.clock.period[color]
    assert control is not None
    allotted = sum((each.time for each in control.periods[: period + 1]), game.clock.granted[color])
    moves_now = game.made[color]
    error_move = (index // 2) + 1
    used_now = allotted - game.remaining(color, course.at)
    used = used_now / moves_now * min(error_move, moves_now) if moves_now else ZERO
    left = allotted - used
    minimum, quota = game.setup.rules.minimum_left, control.quota(period)
    if minimum is not None and quota is not None:
        left = max(left, min(minimum, LEFT_PER_MOVE * max(0, quota - error_move)))
    return left


# claims by the opponent


def claim_illegal(course: Course, command: ClaimIllegalMove) -> None:
    """The opponent says that a completed move was illegal (A.4.c, B.3.c, 7.4.a)."""
    color, game = command.color, course.game
    article = Article.BLITZ_ILLEGAL_CLAIM if claim_wins(game) else Article.ILLEGAL_MOVE
    index = _illegal_ply_of(game, not color)
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif index is None:
        course.refuse(color, Refusal.NOT_ILLEGAL, article)
    elif game.setup.is_lax and index < len(game.plies) - 1:
        too_late = article if claim_wins(game) else Article.TOO_LATE_FOR_ILLEGAL
        course.refuse(color, Refusal.TOO_LATE, too_late)
    elif game.setup.arbiter is ArbiterMode.HUMAN:
        number = course.number(article)
        course.happen(ClaimMade(color=color, kind=ClaimKind.ILLEGAL_MOVE, article=number))
        course.happen(ClocksStopped(at=course.at, reason="claim", article=number, color=color))
        course.happen(ArbiterAsked(kind=ClaimKind.ILLEGAL_MOVE, color=color, article=number))
    else:
        rule_claimed_illegal_move(course, color)


def rule_claimed_illegal_move(course: Course, color: chess.Color) -> None:
    """The claim is right: the claimant wins (B.3.c), or the move is undone as any illegal move."""
    game = course.game
    index = _illegal_ply_of(game, not color)
    if claim_wins(game) and index is not None:
        article, draw = Article.BLITZ_ILLEGAL_CLAIM, Ending.ILLEGAL_MOVE_CLAIM_DRAW
        course.happen(ClaimAccepted(color=color, kind=ClaimKind.ILLEGAL_MOVE, article=course.number(article)))
        before = game.plies[index].before
        lose(course, not color, Ending.ILLEGAL_MOVE_CLAIM, article, draw=draw, board=before)
    elif index is not None:
        article = Article.ILLEGAL_MOVE
        course.happen(ClaimAccepted(color=color, kind=ClaimKind.ILLEGAL_MOVE, article=course.number(article)))
        rule_illegal_ply(course, index)


def claim_wins(game: Game) -> bool:
    """F09 blitz without adequate supervision: the claimant wins (B.3.c)."""
    setup = game.setup
    return setup.is_lax and setup.speed is SpeedClass.BLITZ and setup.rules.illegal_blitz_claim_wins


def _illegal_ply_of(game: Game, color: chess.Color) -> int | None:
    """The first illegal move of that player in the record."""
    indexes = (
        index
        for index, ply in enumerate(game.plies)
        if ply.color is color and (not ply.legal or _is_two_handed(game, ply))
    )
    if game.setup.is_lax:
        return max(indexes, default=None)
    return next(indexes, None)


def agree_correction(course: Course, command: AgreeCorrection) -> None:
    """What can no longer be claimed may be put right when both players agree (B.3.c, F18 A.4.2)."""
    color, game = command.color, course.game
    index = next((index for index, ply in enumerate(game.plies) if not ply.legal), None)
    if index is None:
        course.refuse(color, Refusal.NOT_ILLEGAL, Article.AGREED_CORRECTION)
        return
    article = course.number(Article.AGREED_CORRECTION)
    course.happen(CorrectionAgreed(color=color, article=article))
    if course.game.correction_agreed[not color]:
        ply = game.plies[index]
        course.happen(PositionRestored(at=course.at, ply=index, article=article))
        start_clock(course, ply.color, Article.TIMES_CORRECTED)
