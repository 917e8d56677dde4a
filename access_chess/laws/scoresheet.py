"""The players' record of the moves: who must write, and what may be written when (article 8)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.by_color import ByColor
from access_chess.laws.clock import Instant
from access_chess.laws.commands import (
    BeginReconstruction,
    BorrowSheet,
    CompleteScoresheet,
    HandInSheet,
    Reconstruct,
    ReturnSheet,
    StopReason,
    WriteMove,
    WriteOffer,
)
from access_chess.laws.decision import Decision, restart_after_ruling
from access_chess.laws.events import (
    ClocksStopped,
    CompletionDue,
    MoveCounterSet,
    MoveWritten,
    OfferWritten,
    PeriodBegun,
    ReconstructionBegun,
    Refusal,
    ScoresheetCompleted,
    SheetBorrowed,
    SheetHandedIn,
    SheetReturned,
)
from access_chess.laws.game import Game
from access_chess.laws.position import is_legal_on
from access_chess.laws.setup import ArbiterMode, Setup
from access_chess.laws.time_control import SpeedClass


def must_record(game: Game, color: chess.Color, at: Instant) -> bool:
    """Whether this player has the duty to record the moves now (8.1, 8.4, A.2)."""
    if game.setup.speed is not SpeedClass.STANDARD:
        return False
    return not game.is_exempt(color, at)


def is_claim_written(setup: Setup) -> bool:
    """Whether the move of a claim, and no other, is written before it is made (8.1, 9.2)."""
    return setup.rules.claimed_move_is_written and setup.speed is SpeedClass.STANDARD


def write_move(decision: Decision, command: WriteMove) -> None:
    """What has been made is written; the player having the move may write the next for a claim (8.1, 9.2)."""
    color, game = command.color, decision.game
    if any(ply.move == command.move for ply in game.plies[-2:]):
        decision.emit(MoveWritten(color=color, move=command.move))
    elif game.turn is color and game.end is None and is_legal_on(game.board, command.move):
        decision.emit(MoveWritten(color=color, move=command.move, in_advance=True))
    else:
        decision.refuse(color, Refusal.NOTHING_TO_WRITE, Article.WRITING_IN_ADVANCE)


def write_offer(decision: Decision, command: WriteOffer) -> None:
    """`(=)`: both players note a draw offer (9.1.b, C.13)."""
    if decision.game.offer is None:
        decision.refuse(command.color, Refusal.NO_OFFER, Article.DRAW_OFFER)
    else:
        decision.emit(OfferWritten(color=command.color))


def complete_scoresheet(decision: Decision, command: CompleteScoresheet) -> None:
    """All missing moves are written; when nothing is missing any more, the clocks stopped for it run on (8.5.a)."""
    decision.emit(ScoresheetCompleted(color=command.color))
    game = decision.game
    if game.stopped == StopReason.SCORESHEETS and not any(game.unwritten[color] for color in chess.COLORS):
        restart_after_ruling(decision)


def first_gap(game: Game, color: chess.Color) -> int | None:
    """The number of the first move that is missing on this player's scoresheet; None: it is complete."""
    gaps = game.gaps[color]
    return game.plies[gaps[0]].before.fullmove_number if gaps else None


def missing_plies(game: Game, color: chess.Color) -> tuple[int, ...]:
    """The plies that this player's scoresheet lacks: a number lacks both moves where it lacks one."""
    numbers = {game.plies[ply].before.fullmove_number for ply in game.gaps[color]}
    return tuple(index for index, ply in enumerate(game.plies) if ply.before.fullmove_number in numbers)


def tell_what_is_due(decision: Decision, before: Game) -> None:
    """A player who has to complete the sheet since a flag has fallen is told from which move on (8.5)."""
    game = decision.game
    if game.setup.speed is not SpeedClass.STANDARD:
        return
    are_both = all(game.gaps[color] for color in chess.COLORS)
    article = decision.number(Article.SHEETS_OF_BOTH if are_both else Article.SHEET_AFTER_FLAG)
    for color in chess.COLORS:
        number = first_gap(game, color)
        if game.sheet_due[color] and not before.sheet_due[color] and number is not None:
            decision.emit(CompletionDue(color=color, number=number, article=article))


def borrow_sheet(decision: Decision, command: BorrowSheet) -> None:
    """When they have the move, while their clock runs, from an opponent whose sheet is complete (8.5.b)."""
    color, game = command.color, decision.game
    if game.borrowed is color:
        decision.refuse(color, Refusal.SHEET_BORROWED, Article.SHEET_AFTER_FLAG)
    elif not game.gaps[color]:
        decision.refuse(color, Refusal.NOTHING_TO_COMPLETE, Article.SHEET_AFTER_FLAG)
    elif game.turn is not color:
        decision.refuse(color, Refusal.NOT_YOUR_MOVE, Article.SHEET_AFTER_FLAG)
    elif game.gaps[not color]:
        decision.refuse(color, Refusal.NO_COMPLETE_SHEET, Article.RECONSTRUCTION)
    else:
        decision.emit(SheetBorrowed(color=color, article=decision.number(Article.SHEET_AFTER_FLAG)))


def return_sheet(decision: Decision, command: ReturnSheet) -> None:
    """The player may move again (8.5.b)."""
    if decision.game.borrowed is not command.color:
        decision.refuse(command.color, Refusal.NO_SHEET_BORROWED, Article.SHEET_AFTER_FLAG)
    else:
        decision.emit(SheetReturned(color=command.color))


def begin_reconstruction(decision: Decision, command: BeginReconstruction) -> None:
    """Where no sheet is complete: the clocks stand, and position, times and numbers of moves are noted (8.5.c)."""
    game = decision.game
    if not all(game.gaps[color] for color in chess.COLORS):
        decision.refuse(None, Refusal.NOTHING_TO_RECONSTRUCT, Article.RECONSTRUCTION)
        return
    article, running = decision.number(Article.RECONSTRUCTION), game.clock.running
    decision.emit(ClocksStopped(at=decision.at, reason=StopReason.SCORESHEETS, article=article))
    times = ByColor(*(game.remaining(color, decision.at) for color in (chess.WHITE, chess.BLACK)))
    decision.emit(
        ReconstructionBegun(
            at=decision.at,
            fen=game.board.fen(),
            running=game.clock.last if running is None else running,
            times=times,
            moves=game.completed,
            article=article,
        )
    )


def hand_in(decision: Decision, command: HandInSheet) -> None:
    """A sheet goes to the organiser, to whom it belongs (8.3); a second one of the same player takes its place."""
    decision.emit(SheetHandedIn(color=command.color, text=command.text, is_braille=command.is_braille))


def stop_for_scoresheets(decision: Decision) -> None:
    """A flag has fallen and neither scoresheet is complete: both are completed while the clocks stand (8.5.a)."""
    game = decision.game
    if game.setup.arbiter is not ArbiterMode.PROGRAM or game.setup.speed is not SpeedClass.STANDARD:
        return
    if all(game.unwritten[color] for color in chess.COLORS):
        article = decision.number(Article.SHEETS_OF_BOTH)
        decision.emit(ClocksStopped(at=decision.at, reason=StopReason.SCORESHEETS, article=article))


def reconstruct(decision: Decision, command: Reconstruct) -> None:
    """No scoresheet is complete: the game is played through once more (8.5.c).

    What that shows decides about a fallen flag; where it cannot be done, the next move is the first of the next
    period (8.6).
    """
    game = decision.game
    fallen = [color for color in chess.COLORS if game.flags[color] is not None]
    is_incomplete = any(game.unwritten[color] for color in chess.COLORS)
    if not fallen and not (is_incomplete and command.possible):
        decision.refuse(None, Refusal.NOTHING_TO_RECONSTRUCT, Article.RECONSTRUCTION)
        return
    article = decision.number(Article.RECONSTRUCTION if command.possible else Article.OVERSTEPPING_UNPROVED)
    decision.emit(ClocksStopped(at=decision.at, reason=StopReason.SCORESHEETS, article=article))
    for color in chess.COLORS:
        decision.emit(ScoresheetCompleted(color=color))
    for color in fallen:
        _begin_period_in_doubt(decision, color, article, is_proved=command.possible)
    restart_after_ruling(decision)


def _begin_period_in_doubt(decision: Decision, color: chess.Color, article: str, *, is_proved: bool) -> None:
    game = decision.game
    if game.clock.period_after(color) is None:
        return  # the last period: there the number of moves proves nothing
    quota = game.clock.quota(color)
    assert quota is not None, "only the last period may be without a number of moves"
    if is_proved and game.completed[color] < quota:
        return
    if not is_proved:
        decision.emit(MoveCounterSet(color=color, moves=quota, article=article))
    decision.emit(PeriodBegun(at=decision.at, color=color, period=game.clock.period[color] + 1, article=article))
