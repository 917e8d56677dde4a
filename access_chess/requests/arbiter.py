"""From a request of the arbiter or an assistant to the command of the Laws."""

from collections.abc import Callable
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Command, Question, StopReason, Verdict
from access_chess.laws.game import Game
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request

_ARBITER: dict[RequestName, Callable[[Request], Command]] = {
    RequestName.ARBITER_START: lambda request: commands.StartClock(),
    RequestName.ARBITER_STOP: lambda request: commands.StopClocks(reason=StopReason.ARBITER),
    RequestName.ARBITER_RESUME: lambda request: commands.Resume(),
    RequestName.ARBITER_ADJOURN: lambda request: commands.Adjourn(resumption=request.words),
    RequestName.ARBITER_OPEN_ENVELOPE: lambda request: commands.OpenEnvelope(),
    RequestName.ARBITER_ENVELOPE_LOST: lambda request: commands.LoseEnvelope(),
    RequestName.ARBITER_ARRIVE: lambda request: commands.Arrive(color=_color(request), author=commands.ARBITER),
    RequestName.ARBITER_ACCEPT: lambda request: commands.Rule(verdict=Verdict.ACCEPT),
    RequestName.ARBITER_REJECT: lambda request: commands.Rule(verdict=Verdict.REJECT),
    RequestName.ARBITER_POSTPONE: lambda request: commands.Rule(verdict=Verdict.POSTPONE),
    RequestName.ARBITER_ILLEGAL_MOVE: lambda request: commands.FindIllegalMove(
        number=_number(request), color=_color(request)
    ),
    RequestName.ARBITER_DISPLACED: lambda request: commands.FindDisplaced(squares=request.squares),
    RequestName.ARBITER_WRONG_SETUP: lambda request: commands.FindWrongSetup(
        square=request.squares[0] if request.squares else None
    ),
    RequestName.ARBITER_WRONG_CLOCK: lambda request: commands.FindWrongClock(
        noted=request.times or both(None), schedule_suffers=request.schedule_suffers
    ),
    RequestName.ARBITER_BOARD_TURNED: lambda request: commands.FindBoardTurned(),
    RequestName.ARBITER_COLORS_REVERSED: lambda request: commands.FindColorsReversed(),
    RequestName.ARBITER_BOARDS_DIFFER: lambda request: commands.CompareBoards(scores=request.scores or ByColor((), ())),
    RequestName.ARBITER_SET_CLOCK: lambda request: commands.SetClock(color=_color(request), time=_time(request)),
    RequestName.ARBITER_ADD_TIME: lambda request: commands.AddTime(color=_color(request), time=_time(request)),
    RequestName.ARBITER_COUNTER: lambda request: commands.SetMoveCounter(color=_color(request), moves=_number(request)),
    RequestName.ARBITER_PENALTY: lambda request: _penalty(request),
    RequestName.ARBITER_GRANT_LEAVE: lambda request: commands.GrantLeave(color=_color(request)),
    RequestName.ARBITER_DEVICE: lambda request: commands.FindDevice(color=_color(request)),
    RequestName.ARBITER_REFUSAL: lambda request: commands.FindRefusal(color=request.color),
    RequestName.ARBITER_APPEAL_UPHELD: lambda request: commands.RuleAppeal(upheld=True),
    RequestName.ARBITER_APPEAL_DISMISSED: lambda request: commands.RuleAppeal(upheld=False),
    RequestName.ARBITER_RECONSTRUCT: lambda request: commands.Reconstruct(),
    RequestName.ARBITER_RECONSTRUCT_IMPOSSIBLE: lambda request: commands.Reconstruct(possible=False),
    RequestName.ARBITER_BOTH_RESIGN: lambda request: commands.HearBothResign(),
    RequestName.ARBITER_DECLARE: lambda request: _declare(request),
}

#: What only the arbiter may ask for, and becomes a command of the Laws.
RULINGS = frozenset(_ARBITER)
#: What only the arbiter may ask for beside: about the scoresheets, and the time that passed while nothing kept it.
BESIDE_RULINGS = frozenset(
    {
        RequestName.ARBITER_COMPARE, RequestName.ARBITER_DICTATE, RequestName.ARBITER_PROOF,
        RequestName.ARBITER_COUNT_GAP,
    }
)  # fmt: skip
#: What only an assistant may ask for.
ASSISTANT_ACTS = frozenset(name for name in RequestName if name.startswith("assistant_"))


def arbiter_command(request: Request) -> Command:
    """The command of the Laws for one of `RULINGS`, whose slots are filled."""
    return _ARBITER[request.name](request)


def assistant_command(request: Request, game: Game) -> Command:
    """What an assistant does for their player, who was named or is the one who has an assistant."""
    color = _assisted(request, game) if request.color is None else request.color
    return replace(_act(request, color), author=commands.assistant_of(color))


def _assisted(request: Request, game: Game) -> chess.Color:
    """Where both have an assistant, it is the player to move; a clock is pressed for the one whose clock runs."""
    running = game.clock.running
    first = running if request.name is RequestName.ASSISTANT_PRESS and running is not None else game.turn
    is_the_others = game.setup.players[first].assistant is None and game.setup.players[not first].assistant is not None
    return not first if is_the_others else first


def _act(request: Request, color: chess.Color) -> commands.AssistantAct:
    match request.name:
        case RequestName.ASSISTANT_TELL_TIMES:
            return commands.Tell(color=color, question=Question.TIMES)
        case RequestName.ASSISTANT_TELL_MOVES:
            return commands.Tell(color=color, question=Question.MOVES)
        case RequestName.ASSISTANT_PRESS:
            return commands.PressClock(color=color)
        case RequestName.ASSISTANT_CLAIM_FLAG:
            return commands.ClaimFlag(color=color)
    move = request.move
    assert move is not None, "an act without its move is not asked for"
    match request.name:
        case RequestName.ASSISTANT_ANNOUNCE:
            return commands.AnnounceMove(color=color, text=request.words, move=move)
        case RequestName.ASSISTANT_WRITE:
            return commands.WriteMove(color=color, move=move)
        case _:
            return commands.PlayMove(color=color, move=move)


def _penalty(request: Request) -> Command:
    assert request.penalty is not None
    color = _color(request)
    if request.time is None:
        return commands.ImposePenalty(color=color, kind=request.penalty)
    return commands.ImposePenalty(color=color, kind=request.penalty, time=request.time)


def _declare(request: Request) -> Command:
    assert request.result is not None
    return commands.Declare(result=request.result)


def _color(request: Request) -> chess.Color:
    assert request.color is not None
    return request.color


def _number(request: Request) -> int:
    assert request.number is not None
    return request.number


def _time(request: Request) -> timedelta:
    assert request.time is not None
    return request.time
