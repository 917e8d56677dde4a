"""What the arbiter sets, imposes and declares unasked (12.3, 12.8, 13)."""

from datetime import timedelta

from access_chess.laws.articles import Article
from access_chess.laws.commands import (
    AddTime,
    CountGap,
    Declare,
    FindDevice,
    FindRefusal,
    ImposePenalty,
    PenaltyKind,
    Result,
    SetClock,
    SetMoveCounter,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    ClockCounterSet,
    Ending,
    Offence,
    PenaltyImposed,
    Refusal,
    TimeAdded,
    TimeSet,
    WarningGiven,
)
from access_chess.laws.results import end_game, win_for, winning_chances
from access_chess.laws.time_control import ZERO
from access_chess.laws.winnability import Winnability

#: More moves than any game has: by 9.6 none can go on for six thousand.
MOVES = 10_000
#: What a display has room for; beyond it somebody has mixed up the units.
LONGEST = timedelta(hours=100)


def set_clock(decision: Decision, command: SetClock) -> None:
    """The arbiter sets a display (6.10.b)."""
    article = decision.number(Article.CLOCK_SETTING)
    if _is_timed(decision) and _is_shown(decision, command.time):
        decision.emit(TimeSet(at=decision.at, color=command.color, time=command.time, article=article))


def add_time(decision: Decision, command: AddTime) -> None:
    """The arbiter adds time to a display (13.5)."""
    article = decision.number(Article.ADDITIONAL_TIME)
    if _is_timed(decision) and _is_shown(decision, abs(command.time)):
        decision.emit(TimeAdded(at=decision.at, color=command.color, time=command.time, article=article))


def count_gap(decision: Decision, command: CountGap) -> None:
    """The arbiter has time counted that nothing kept: as if the display had run on (6.10.a)."""
    if not _is_timed(decision):
        return
    color, clock, article = command.color, decision.game.clock, decision.number(Article.CLOCK_DEFECT)
    shown = clock.remaining(color, decision.at)
    if clock.counts_up(color):
        decision.emit(TimeSet(at=decision.at, color=color, time=shown + command.time, article=article))
        return
    decision.emit(TimeAdded(at=decision.at, color=color, time=-command.time, article=article))
    if clock.gives(color):  # no more than there was sand
        given = min(command.time, shown)
        decision.emit(TimeAdded(at=decision.at, color=not color, time=given, article=article))


def _is_timed(decision: Decision) -> bool:
    """Refuses where there is no time to change: after the end, and in an untimed game."""
    if decision.game.setup.time is None:
        decision.refuse(None, Refusal.NOT_IN_THIS_GAME, Article.CLOCK_SETTING)
    return not decision.is_refused


def _is_shown(decision: Decision, time: timedelta) -> bool:
    """Refuses a time that no display shows."""
    if not ZERO <= time < LONGEST:
        decision.refuse(None, Refusal.NO_SUCH_TIME, Article.CLOCK_SETTING)
    return not decision.is_refused


def set_clock_counter(decision: Decision, command: SetMoveCounter) -> None:
    """What the clock's own counter shows; by it time is added, by the moves completed a flag falls (F18 6.3.1)."""
    if not _is_timed(decision):
        return
    if not 0 <= command.moves < MOVES:
        decision.refuse(None, Refusal.NO_SUCH_COUNT, Article.CLOCK_SETTING)
    else:
        article = decision.number(Article.CLOCK_SETTING)
        decision.emit(ClockCounterSet(color=command.color, moves=command.moves, article=article))


def impose_penalty(decision: Decision, command: ImposePenalty) -> None:
    """A penalty of 13.4, with what it does to clocks and result."""
    color, kind = command.color, command.kind
    article = decision.number(Article.PENALTY)
    is_of_time = kind in (PenaltyKind.OPPONENT_TIME, PenaltyKind.OWN_TIME)
    if is_of_time and not (_is_timed(decision) and _is_shown(decision, command.time)):
        return
    decision.emit(PenaltyImposed(color=color, kind=kind, time=command.time, article=article))
    match kind:
        case PenaltyKind.WARNING:
            decision.emit(WarningGiven(color=color, offence=Offence.BY_ARBITER, article=article))
        case PenaltyKind.OPPONENT_TIME:
            decision.emit(TimeAdded(at=decision.at, color=not color, time=command.time, article=article))
        case PenaltyKind.OWN_TIME:
            decision.emit(TimeAdded(color=color, time=-command.time, article=article))
        case PenaltyKind.LOSS | PenaltyKind.EXPULSION:
            end_game(decision, win_for(not color), Ending.ARBITER_PENALTY, Article.PENALTY, color=color)
        case _:
            pass  # points, fines and exclusion change nothing in the game itself


def find_device(decision: Decision, command: FindDevice) -> None:
    """A telephone: the game is lost; in 2009 an opponent who cannot mate scores only a draw (12.3.b)."""
    offender, rules = command.color, decision.game.setup.rules
    if (
        rules.device_can_draw
        and winning_chances(decision.game.board, not offender, decision.nodes).answer is Winnability.CANNOT
    ):
        half = Result.HALF_TO_BLACK if offender else Result.HALF_TO_WHITE
        end_game(decision, half, Ending.DEVICE, Article.DEVICE, color=offender)
    else:
        end_game(decision, win_for(not offender), Ending.DEVICE, Article.DEVICE, color=offender)


def find_refusal(decision: Decision, command: FindRefusal) -> None:
    """Persistent refusal to comply: lost for one, for both if both refuse (12.8, 12.9)."""
    color = command.color
    if color is None:
        end_game(decision, Result.BOTH_LOSE, Ending.DOUBLE_LOSS, Article.BOTH_GUILTY)
    else:
        end_game(decision, win_for(not color), Ending.REFUSAL, Article.REFUSAL, color=color)


def declare(decision: Decision, command: Declare) -> None:
    """The arbiter declares a result, also of a game that ended without one, or with one disputed or signed (8.7)."""
    end = decision.game.end
    is_open = end is not None and (end.result is Result.NONE or end.ending is Ending.SIGNED)
    if end is not None and not is_open and not decision.game.is_result_disputed:
        decision.refuse(None, Refusal.GAME_OVER, Article.END_OF_GAME)
        return
    ending = {Result.ANNULLED: Ending.ANNULLED, Result.BOTH_LOSE: Ending.DOUBLE_LOSS}
    end_game(decision, command.result, ending.get(command.result, Ending.ARBITER_PENALTY), Article.ARBITER)
