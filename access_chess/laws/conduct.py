"""Conduct of the players and the powers of the arbiter: presence, stopped clocks, penalties, appeals (6.12, 12, 13)."""

import chess

from access_chess.laws.adjournment import close_envelope, is_sealing, resume_adjourned
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import restart_clocks, start_clock
from access_chess.laws.commands import (
    AddTime,
    Appeal,
    Arrive,
    Declare,
    FindDevice,
    FindRefusal,
    ImposePenalty,
    Leave,
    PenaltyKind,
    Result,
    Resume,
    Return,
    RuleAppeal,
    SetClock,
    StopClocks,
    TakeBack,
)
from access_chess.laws.decision import Course
from access_chess.laws.events import (
    AppealMade,
    AppealRuled,
    ClaimKind,
    ClaimRejected,
    ClocksStopped,
    Ending,
    GameResumed,
    MovesTakenBack,
    Offence,
    PenaltyImposed,
    PlayerArrived,
    PlayerLeft,
    PlayerReturned,
    Refusal,
    TimeAdded,
    TimeSet,
    WarningGiven,
)
from access_chess.laws.moves import warn
from access_chess.laws.results import end_game, win_for, winning_chances
from access_chess.laws.setup import ArbiterMode
from access_chess.laws.winnability import Answer

#: 6.12: what a player may stop the clocks for.
VALID_REASONS = frozenset({"arbiter", "promotion-piece", "claim", "disturbance"})


def arrive(course: Course, command: Arrive) -> None:
    """A player comes to the board."""
    if course.game.end is not None:
        course.refuse(command.color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif course.game.present[command.color]:
        course.refuse(command.color, Refusal.ALREADY_PRESENT, Article.DEFAULT_TIME)
    else:
        course.happen(PlayerArrived(at=course.at, color=command.color))


def leave(course: Course, command: Leave) -> None:
    """The player having the move may not leave the playing area (12.2)."""
    if course.game.end is not None:
        course.refuse(command.color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif course.game.turn is command.color:
        course.refuse(command.color, Refusal.HAS_THE_MOVE, Article.LEAVING)
    else:
        course.happen(PlayerLeft(at=course.at, color=command.color))


def come_back(course: Course, command: Return) -> None:
    """A player comes back to the playing area."""
    if course.game.end is not None:
        course.refuse(command.color, Refusal.GAME_OVER, Article.END_OF_GAME)
    else:
        course.happen(PlayerReturned(at=course.at, color=command.color))


def stop_clocks(course: Course, command: StopClocks) -> None:
    """The arbiter may stop both displays, a player only for a reason (6.12)."""
    color, game = command.color, course.game
    if game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif not game.started:
        course.refuse(color, Refusal.NOT_STARTED, Article.CLOCK_START)
    elif command.reason == "sealed" and is_sealing(game):
        close_envelope(course)
    elif color is None:
        _stop(course, command, Article.ARBITER_STOPS)
    elif command.reason in VALID_REASONS or game.setup.arbiter is not ArbiterMode.PROGRAM:
        _stop(course, command, Article.PLAYER_STOPS)
    elif game.setup.rules.stop_is_resignation:
        end_game(course, win_for(not color), Ending.RESIGNATION, Article.STOP_WITHOUT_REASON, color=color)
    else:
        warn(course, color, Offence.STOPPED_WITHOUT_REASON, Article.STOP_WITHOUT_REASON)


def _stop(course: Course, command: StopClocks, article: Article) -> None:
    number = course.number(article)
    course.happen(ClocksStopped(at=course.at, reason=command.reason, color=command.color, article=number))


def resume(course: Course, command: Resume) -> None:
    """The arbiter has an adjourned or stopped game go on; with a running clock nothing changes."""
    game = course.game
    if game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif not game.started:
        course.refuse(None, Refusal.NOT_STARTED, Article.CLOCK_START)
    elif game.adjournment is not None and game.adjournment.closed and game.adjournment.resumed_at is None:
        resume_adjourned(course)
    elif not game.is_clock_on and (game.claim is None or game.claim.postponed):
        course.happen(GameResumed(at=course.at, article=course.number(Article.RESTART)))
        restart_clocks(course)


def set_clock(course: Course, command: SetClock) -> None:
    """The arbiter sets a display (6.10.b)."""
    article = course.number(Article.CLOCK_SETTING)
    if _is_timed(course):
        course.happen(TimeSet(at=course.at, color=command.color, time=command.time, article=article))


def add_time(course: Course, command: AddTime) -> None:
    """The arbiter adds time to a display (13.5)."""
    article = course.number(Article.ADDITIONAL_TIME)
    if _is_timed(course):
        course.happen(TimeAdded(color=command.color, time=command.time, article=article))


def _is_timed(course: Course) -> bool:
    """Refuses where there is no time to change: after the end, and in an untimed game."""
    if course.game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif course.game.setup.time is None:
        course.refuse(None, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    return not course.is_refused


def impose_penalty(course: Course, command: ImposePenalty) -> None:
    """A penalty of 13.4, with what it does to clocks and result."""
    color, kind = command.color, command.kind
    article = course.number(Article.PENALTY)
    if course.game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
        return
    if kind in (PenaltyKind.OPPONENT_TIME, PenaltyKind.OWN_TIME) and not _is_timed(course):
        return
    course.happen(PenaltyImposed(color=color, kind=kind, time=command.time, article=article))
    match kind:
        case PenaltyKind.WARNING:
            course.happen(WarningGiven(color=color, offence=Offence.BY_ARBITER, article=article))
        case PenaltyKind.OPPONENT_TIME:
            course.happen(TimeAdded(color=not color, time=command.time, article=article))
        case PenaltyKind.OWN_TIME:
            course.happen(TimeAdded(color=color, time=-command.time, article=article))
        case PenaltyKind.LOSS | PenaltyKind.EXPULSION:
            end_game(course, win_for(not color), Ending.ARBITER_PENALTY, Article.PENALTY, color=color)
        case _:
            pass  # points, fines and exclusion change nothing in the game itself


def find_device(course: Course, command: FindDevice) -> None:
    """A telephone: the game is lost; in 2009 an opponent who cannot mate scores only a draw (12.3.b)."""
    if course.game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
        return
    offender, rules = command.color, course.game.setup.rules
    if rules.device_can_draw and winning_chances(course.game.board, not offender).answer is Answer.CANNOT:
        half = Result.HALF_TO_BLACK if offender else Result.HALF_TO_WHITE
        end_game(course, half, Ending.DEVICE, Article.DEVICE, color=offender)
    else:
        end_game(course, win_for(not offender), Ending.DEVICE, Article.DEVICE, color=offender)


def find_refusal(course: Course, command: FindRefusal) -> None:
    """Persistent refusal to comply: lost for one, for both if both refuse (12.8, 12.9)."""
    color = command.color
    if course.game.end is not None:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
    elif color is None:
        end_game(course, Result.BOTH_LOSE, Ending.DOUBLE_LOSS, Article.BOTH_GUILTY)
    else:
        end_game(course, win_for(not color), Ending.REFUSAL, Article.REFUSAL, color=color)


def declare(course: Course, command: Declare) -> None:
    """The arbiter declares a result; he may also rule so on a claim that ended the game unruled."""
    end = course.game.end
    if end is not None and end.result is not Result.NONE:
        course.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
        return
    ending = {Result.ANNULLED: Ending.ANNULLED, Result.BOTH_LOSE: Ending.DOUBLE_LOSS}
    end_game(course, command.result, ending.get(command.result, Ending.ARBITER_PENALTY), Article.ARBITER)


def appeal(course: Course, command: Appeal) -> None:
    """An appeal against the last ruling is noted (12.10; 10.2.d: none in a quickplay finish)."""
    color, game = command.color, course.game
    ruling = game.ruling
    if ruling is None:
        course.refuse(color, Refusal.NO_APPEAL, Article.APPEAL)
    elif _is_final(course):
        course.refuse(color, Refusal.NO_APPEAL, Article.QUICKPLAY_FINAL)
    elif game.end is not None:
        course.refuse(color, Refusal.GAME_OVER, Article.END_OF_GAME)
    else:
        course.happen(AppealMade(color=color, article=course.number(Article.APPEAL)))


def _is_final(course: Course) -> bool:
    game = course.game
    is_quickplay = getattr(game.ruling, "kind", None) is ClaimKind.QUICKPLAY
    is_quickplay = is_quickplay or (game.end is not None and game.end.ending is Ending.QUICKPLAY_CLAIM)
    return is_quickplay and not game.setup.rules.quickplay_appealable


def rule_appeal(course: Course, command: RuleAppeal) -> None:
    """The answer to an appeal; a refused Soviet draw claim that goes to appeal is won or lost by it (13.3)."""
    game = course.game
    color = game.appeal
    if color is None:
        course.refuse(None, Refusal.NO_APPEAL, Article.APPEAL)
        return
    course.happen(AppealRuled(color=color, upheld=command.upheld, article=course.number(Article.APPEAL)))
    if game.end is None and game.setup.rules.refused_claim_appeal_risks_loss:
        _end_by_appeal(course, color, is_upheld=command.upheld)


def _end_by_appeal(course: Course, color: chess.Color, *, is_upheld: bool) -> None:
    match course.game.ruling:
        case ClaimRejected(kind=ClaimKind.THREEFOLD) if is_upheld:
            end_game(course, Result.DRAW, Ending.THREEFOLD, Article.THREEFOLD, color=color)
        case ClaimRejected(kind=ClaimKind.FIFTY) if is_upheld:
            end_game(course, Result.DRAW, Ending.FIFTY, Article.FIFTY, color=color)
        case ClaimRejected(kind=ClaimKind.THREEFOLD | ClaimKind.FIFTY):
            end_game(course, win_for(not color), Ending.ARBITER_PENALTY, Article.APPEAL, color=color)
        case _:
            pass


def take_back(course: Course, command: TakeBack) -> None:
    """Practice only: back to this player's last move."""
    color, game = command.color, course.game
    if not game.setup.regulations.take_backs:
        course.refuse(color, Refusal.NOT_IN_THIS_GAME, Article.RELEASED)
        return
    index = max((index for index, ply in enumerate(game.plies) if ply.color is color), default=None)
    if index is None or game.plies[index].clock is None:
        course.refuse(color, Refusal.NOTHING_TO_TAKE_BACK, Article.RELEASED)
        return
    course.happen(MovesTakenBack(at=course.at, color=color, ply=index))
    start_clock(course, color, Article.RESTART)
