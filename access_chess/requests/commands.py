"""From a request of a player, of the arbiter or an assistant to the command of the Laws; and who it is that asks at a
keyboard that both players share.
"""

from collections.abc import Callable
from datetime import timedelta

import chess
from msgspec.structs import replace

from access_chess.laws import commands
from access_chess.laws.by_color import ByColor, both
from access_chess.laws.commands import Command, DrawGround, Question, QuickplayGround, StopReason, Verdict
from access_chess.laws.draws import whose_offer
from access_chess.laws.game import Game
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Asker, RequestAuthor
from access_chess.requests.table import ROWS

_Made = Callable[[Request, chess.Color], Command]


def command_of(request: Request, color: chess.Color) -> Command:
    """The command of the Laws for one of `REQUESTS` or `RULINGS`, in the name of the player of this color; a ruling is
    the arbiter's.
    """
    return _MAKES[request.name](request, color)


def _of(command: Callable[..., Command]) -> _Made:
    """A command that names nothing but the player."""
    return lambda request, color: command(color=color)


def _just(command: Command) -> _Made:
    """A command that names nothing."""
    return lambda request, color: command


def _claim(request: Request, color: chess.Color, ground: DrawGround) -> Command:
    return commands.ClaimDraw(
        color=color,
        ground=ground,
        move=request.move,
        written=not request.is_unwritten,
        by_display=request.by_display,
    )


def _sign(request: Request, color: chess.Color) -> Command:
    assert request.result is not None, "a result is asked for until it is there"
    return commands.SignResult(color=color, result=request.result)


def _move(request: Request) -> chess.Move:
    assert request.move is not None, "a move is asked for until it is there"
    return request.move


def _penalty(request: Request, _: chess.Color) -> Command:
    assert request.penalty is not None
    color = _color(request)
    if request.time is None:
        return commands.ImposePenalty(color=color, kind=request.penalty)
    return commands.ImposePenalty(color=color, kind=request.penalty, time=request.time)


def _declare(request: Request, _: chess.Color) -> Command:
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


#: What a request becomes whose slots are filled: a command in the name of the player of this color, or the arbiter's.
_MAKES: dict[RequestName, _Made] = {
    RequestName.PRESS: _of(commands.PressClock),
    RequestName.OFFER_DRAW: lambda request, color: commands.OfferDraw(color=color, condition=request.condition),
    RequestName.ACCEPT_DRAW: _of(commands.AcceptDraw),
    RequestName.DECLINE_DRAW: _of(commands.DeclineDraw),
    RequestName.RESIGN: _of(commands.Resign),
    RequestName.TAKE_BACK: lambda request, color: commands.TakeBack(color=color, count=request.number or 1),
    RequestName.TAKE_BACK_TO: lambda request, color: commands.TakeBack(color=color, number=request.number),
    RequestName.PAUSE: _just(commands.StopClocks(reason=StopReason.ARBITER)),
    RequestName.RESUME: _just(commands.Resume()),
    RequestName.CALL_ARBITER: lambda request, color: commands.StopClocks(reason=StopReason.ARBITER, color=color),
    RequestName.CLAIM_THREEFOLD: lambda request, color: _claim(request, color, DrawGround.THREEFOLD),
    RequestName.CLAIM_FIFTY: lambda request, color: _claim(request, color, DrawGround.FIFTY),
    RequestName.CLAIM_FLAG: _of(commands.ClaimFlag),
    RequestName.CLAIM_ILLEGAL: lambda request, color: commands.ClaimIllegalMove(color=color, number=request.number),
    RequestName.CLAIM_TOUCH: lambda request, color: commands.ClaimTouch(color=color, square=request.squares[0]),
    RequestName.CLAIM_MEANS: lambda request, color: commands.ClaimQuickplay(color=color, ground=QuickplayGround.MEANS),
    RequestName.CLAIM_EFFORT: lambda request, color: commands.ClaimQuickplay(
        color=color, ground=QuickplayGround.EFFORT
    ),
    RequestName.EXTRA_TIME: _of(commands.RequestExtraTime),
    RequestName.APPEAL: _of(commands.Appeal),
    RequestName.AGREE_CORRECTION: _of(commands.AgreeCorrection),
    RequestName.WITHDRAW_OFFER: _of(commands.WithdrawOffer),
    RequestName.WITHDRAW_CLAIM: _of(commands.WithdrawClaim),
    RequestName.BORROW_SHEET: _of(commands.BorrowSheet),
    RequestName.RETURN_SHEET: _of(commands.ReturnSheet),
    RequestName.COMPLETE_SHEET: _of(commands.CompleteScoresheet),
    RequestName.SIGN: _sign,
    RequestName.LEAVE: lambda request, color: commands.Leave(color=color, anyway=request.is_anyway),
    RequestName.LEAVE_VENUE: lambda request, color: commands.Leave(color=color, venue=True, anyway=request.is_anyway),
    RequestName.RETURN: _of(commands.Return),
    RequestName.ADJUST: lambda request, color: commands.AdjustPieces(color=color, squares=request.squares),
    RequestName.TOUCH: lambda request, color: commands.TouchPieces(color=color, squares=request.squares),
    RequestName.TOUCH_AT_ONCE: lambda request, color: commands.TouchPieces(
        color=color, squares=request.squares, in_order=False
    ),
    RequestName.FEEL: lambda request, color: commands.FeelSquares(color=color, squares=request.squares),
    RequestName.TWO_HANDS: lambda request, color: commands.PlayMove(color=color, move=_move(request), two_hands=True),
    RequestName.OTHER_HAND: lambda request, color: commands.PressClock(color=color, other_hand=True),
    RequestName.AGAINST_RULES: lambda request, color: commands.PlayIllegalMove(color=color, move=_move(request)),
    RequestName.PUT_BACK: _of(commands.PutBackMove),
    RequestName.UNWRITTEN: lambda request, color: commands.PlayMove(color=color, move=_move(request), written=False),
    RequestName.BREACH: lambda request, color: commands.PlayMove(color=color, move=_move(request), against_touch=True),
    RequestName.KNOCK_OVER: lambda request, color: commands.KnockPiecesOver(color=color, squares=request.squares),
    RequestName.SET_UP: _of(commands.SetPiecesUp),
    RequestName.ECHO: lambda request, color: commands.RepeatAnnouncement(
        color=color, text=request.words, move=request.move
    ),
    RequestName.CORRECT: lambda request, color: commands.CorrectAnnouncement(
        color=color, text=request.words, move=request.move
    ),
    RequestName.SEAL: lambda request, color: commands.SealMove(color=color, text=request.words, moves=request.moves),
    RequestName.CLOSE_ENVELOPE: lambda request, color: commands.StopClocks(reason=StopReason.SEALED, color=color),
    RequestName.ARBITER_START: _just(commands.StartClock()),
    RequestName.ARBITER_STOP: _just(commands.StopClocks(reason=StopReason.ARBITER)),
    RequestName.ARBITER_RESUME: _just(commands.Resume()),
    RequestName.ARBITER_ADJOURN: lambda request, color: commands.Adjourn(resumption=request.words),
    RequestName.ARBITER_OPEN_ENVELOPE: _just(commands.OpenEnvelope()),
    RequestName.ARBITER_ENVELOPE_LOST: _just(commands.LoseEnvelope()),
    RequestName.ARBITER_ARRIVE: lambda request, color: commands.Arrive(color=_color(request), author=commands.ARBITER),
    RequestName.ARBITER_ACCEPT: _just(commands.Rule(verdict=Verdict.ACCEPT)),
    RequestName.ARBITER_REJECT: _just(commands.Rule(verdict=Verdict.REJECT)),
    RequestName.ARBITER_POSTPONE: _just(commands.Rule(verdict=Verdict.POSTPONE)),
    RequestName.ARBITER_ILLEGAL_MOVE: lambda request, color: commands.FindIllegalMove(
        number=_number(request), color=_color(request)
    ),
    RequestName.ARBITER_DISPLACED: lambda request, color: commands.FindDisplaced(squares=request.squares),
    RequestName.ARBITER_WRONG_SETUP: lambda request, color: commands.FindWrongSetup(
        square=request.squares[0] if request.squares else None
    ),
    RequestName.ARBITER_WRONG_CLOCK: lambda request, color: commands.FindWrongClock(
        noted=request.times or both(None), schedule_suffers=request.schedule_suffers
    ),
    RequestName.ARBITER_BOARD_TURNED: _just(commands.FindBoardTurned()),
    RequestName.ARBITER_COLORS_REVERSED: _just(commands.FindColorsReversed()),
    RequestName.ARBITER_BOARDS_DIFFER: lambda request, color: commands.CompareBoards(
        scores=request.scores or ByColor((), ())
    ),
    RequestName.ARBITER_SET_CLOCK: lambda request, color: commands.SetClock(color=_color(request), time=_time(request)),
    RequestName.ARBITER_ADD_TIME: lambda request, color: commands.AddTime(color=_color(request), time=_time(request)),
    RequestName.ARBITER_COUNTER: lambda request, color: commands.SetMoveCounter(
        color=_color(request), moves=_number(request)
    ),
    RequestName.ARBITER_PENALTY: _penalty,
    RequestName.ARBITER_GRANT_LEAVE: lambda request, color: commands.GrantLeave(color=_color(request)),
    RequestName.ARBITER_DEVICE: lambda request, color: commands.FindDevice(color=_color(request)),
    RequestName.ARBITER_REFUSAL: lambda request, color: commands.FindRefusal(color=request.color),
    RequestName.ARBITER_APPEAL_UPHELD: _just(commands.RuleAppeal(upheld=True)),
    RequestName.ARBITER_APPEAL_DISMISSED: _just(commands.RuleAppeal(upheld=False)),
    RequestName.ARBITER_RECONSTRUCT: _just(commands.Reconstruct()),
    RequestName.ARBITER_RECONSTRUCT_IMPOSSIBLE: _just(commands.Reconstruct(possible=False)),
    RequestName.ARBITER_BOTH_RESIGN: _just(commands.HearBothResign()),
    RequestName.ARBITER_DECLARE: _declare,
}
#: What only the arbiter may ask for, and becomes a command of the Laws.
RULINGS = frozenset(name for name in _MAKES if ROWS[name].author is RequestAuthor.ARBITER)
#: Everything that becomes one in a player's name.
REQUESTS = frozenset(_MAKES) - RULINGS
#: What only the arbiter may ask for beside: about the scoresheets, and the time that passed while nothing kept it.
BESIDE_RULINGS = frozenset(
    {
        RequestName.ARBITER_COMPARE, RequestName.ARBITER_DICTATE, RequestName.ARBITER_PROOF,
        RequestName.ARBITER_COUNT_GAP,
    }
)  # fmt: skip
#: What only an assistant may ask for.
ASSISTANT_ACTS = frozenset(name for name in RequestName if name.startswith("assistant_"))


def asker(request: Request, game: Game, own: chess.Color | None) -> chess.Color:
    """Who asks: the one who was named, or whose place it is; at a shared keyboard the one who can ask for this now.

    Where players do not press the clock themselves, it is the opponent's turn as soon as a move is made; but what a
    mover does before the press, such as offering a draw (9.1), is still the mover's.
    """
    if request.color is not None:
        return request.color
    if own is None and request.moves and request.name in _OF_A_MOVE_TO_COME:
        return game.turn
    return _shared(ROWS[request.name].asker, game) if own is None else own


#: With a move they are those of the player who has the move, pressed or not (1.1): it has still to be made.
_OF_A_MOVE_TO_COME = frozenset({RequestName.CLAIM_THREEFOLD, RequestName.CLAIM_FIFTY})


def _shared(rule: Asker, game: Game) -> chess.Color:
    """By the game as it stands; where nobody is what is looked for, it is the player on move, whom the Laws refuse."""
    running = game.clock.running
    on_move = game.turn if running is None or game.setup.presses_for[running] else running
    mover = game.plies[-1].color if game.plies else game.turn
    is_announcing = game.hand.released is not None
    match rule:
        case Asker.ON_MOVE:
            return on_move
        case Asker.NOT_ON_MOVE:
            return not on_move
        case Asker.MOVER:
            return whose_offer(game)
        case Asker.LAST_MOVER:
            return not game.turn
        case Asker.HAVING_MOVE:
            return game.turn
        case Asker.OFFERED:
            return not on_move if game.offer is None else not game.offer
        case Asker.OFFERER:
            return on_move if game.offer is None else game.offer
        case Asker.BORROWER:
            return on_move if game.borrowed is None else game.borrowed
        case Asker.CLAIMANT:
            claim = game.claim or game.watched
            return on_move if claim is None else claim.color
        case Asker.RECORDER | Asker.SIGNER | Asker.AWAY | Asker.RESTORER:
            return next((color for color in _first(rule, on_move) if _is_asked_of(rule, color, game)), on_move)
        case Asker.ANNOUNCER:
            return game.turn if is_announcing else mover
        case Asker.REPEATER:
            return not mover
        case Asker.SEALER:
            return on_move if game.adjournment is None else game.adjournment.sealer


def _first(rule: Asker, on_move: chess.Color) -> tuple[chess.Color, chess.Color]:
    """White signs first; in all else the player on move comes first."""
    return (chess.WHITE, chess.BLACK) if rule is Asker.SIGNER else (on_move, not on_move)


def _is_asked_of(rule: Asker, color: chess.Color, game: Game) -> bool:
    match rule:
        case Asker.RECORDER:
            return game.unwritten[color] > 0
        case Asker.SIGNER:
            return game.signed[color] is None
        case Asker.AWAY:
            return game.away[color]
        case _:
            return bool(game.knocked_over[color])


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
