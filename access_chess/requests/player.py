"""From a player's request to the command of the Laws, and who it is that asks at a keyboard that both share."""

from collections.abc import Callable

import chess

from access_chess.laws import commands
from access_chess.laws.commands import Command, DrawGround, QuickplayGround, StopReason
from access_chess.laws.draws import whose_offer
from access_chess.laws.game import Game
from access_chess.requests.names import RequestName
from access_chess.requests.request import Request
from access_chess.requests.row import Asker
from access_chess.requests.table import ROWS

_Made = Callable[[Request, chess.Color], Command]

_COMMANDS: dict[RequestName, _Made] = {
    RequestName.PRESS: lambda request, color: commands.PressClock(color=color),
    RequestName.OFFER_DRAW: lambda request, color: commands.OfferDraw(color=color, condition=request.condition),
    RequestName.ACCEPT_DRAW: lambda request, color: commands.AcceptDraw(color=color),
    RequestName.DECLINE_DRAW: lambda request, color: commands.DeclineDraw(color=color),
    RequestName.RESIGN: lambda request, color: commands.Resign(color=color),
    RequestName.TAKE_BACK: lambda request, color: commands.TakeBack(color=color, count=request.number or 1),
    RequestName.TAKE_BACK_TO: lambda request, color: commands.TakeBack(color=color, number=request.number),
    RequestName.PAUSE: lambda request, color: commands.StopClocks(reason=StopReason.ARBITER),
    RequestName.RESUME: lambda request, color: commands.Resume(),
    RequestName.CALL_ARBITER: lambda request, color: commands.StopClocks(reason=StopReason.ARBITER, color=color),
    RequestName.CLAIM_THREEFOLD: lambda request, color: _claim(request, color, DrawGround.THREEFOLD),
    RequestName.CLAIM_FIFTY: lambda request, color: _claim(request, color, DrawGround.FIFTY),
    RequestName.CLAIM_FLAG: lambda request, color: commands.ClaimFlag(color=color),
    RequestName.CLAIM_ILLEGAL: lambda request, color: commands.ClaimIllegalMove(color=color, number=request.number),
    RequestName.CLAIM_TOUCH: lambda request, color: commands.ClaimTouch(color=color, square=request.squares[0]),
    RequestName.CLAIM_MEANS: lambda request, color: commands.ClaimQuickplay(color=color, ground=QuickplayGround.MEANS),
    RequestName.CLAIM_EFFORT: lambda request, color: commands.ClaimQuickplay(
        color=color, ground=QuickplayGround.EFFORT
    ),
    RequestName.EXTRA_TIME: lambda request, color: commands.RequestExtraTime(color=color),
    RequestName.APPEAL: lambda request, color: commands.Appeal(color=color),
    RequestName.AGREE_CORRECTION: lambda request, color: commands.AgreeCorrection(color=color),
    RequestName.WITHDRAW_OFFER: lambda request, color: commands.WithdrawOffer(color=color),
    RequestName.WITHDRAW_CLAIM: lambda request, color: commands.WithdrawClaim(color=color),
    RequestName.BORROW_SHEET: lambda request, color: commands.BorrowSheet(color=color),
    RequestName.RETURN_SHEET: lambda request, color: commands.ReturnSheet(color=color),
    RequestName.COMPLETE_SHEET: lambda request, color: commands.CompleteScoresheet(color=color),
    RequestName.SIGN: lambda request, color: _sign(request, color),
    RequestName.LEAVE: lambda request, color: commands.Leave(color=color, anyway=request.is_anyway),
    RequestName.LEAVE_VENUE: lambda request, color: commands.Leave(color=color, venue=True, anyway=request.is_anyway),
    RequestName.RETURN: lambda request, color: commands.Return(color=color),
    RequestName.ADJUST: lambda request, color: commands.AdjustPieces(color=color, squares=request.squares),
    RequestName.TOUCH: lambda request, color: commands.TouchPieces(color=color, squares=request.squares),
    RequestName.TOUCH_AT_ONCE: lambda request, color: commands.TouchPieces(
        color=color, squares=request.squares, in_order=False
    ),
    RequestName.FEEL: lambda request, color: commands.FeelSquares(color=color, squares=request.squares),
    RequestName.TWO_HANDS: lambda request, color: commands.PlayMove(color=color, move=_move(request), two_hands=True),
    RequestName.OTHER_HAND: lambda request, color: commands.PressClock(color=color, other_hand=True),
    RequestName.AGAINST_RULES: lambda request, color: commands.PlayIllegalMove(color=color, move=_move(request)),
    RequestName.PUT_BACK: lambda request, color: commands.PutBackMove(color=color),
    RequestName.UNWRITTEN: lambda request, color: commands.PlayMove(color=color, move=_move(request), written=False),
    RequestName.BREACH: lambda request, color: commands.PlayMove(color=color, move=_move(request), against_touch=True),
    RequestName.KNOCK_OVER: lambda request, color: commands.KnockPiecesOver(color=color, squares=request.squares),
    RequestName.SET_UP: lambda request, color: commands.SetPiecesUp(color=color),
    RequestName.ECHO: lambda request, color: commands.RepeatAnnouncement(
        color=color, text=request.words, move=request.move
    ),
    RequestName.CORRECT: lambda request, color: commands.CorrectAnnouncement(
        color=color, text=request.words, move=request.move
    ),
    RequestName.SEAL: lambda request, color: commands.SealMove(color=color, text=request.words, moves=request.moves),
    RequestName.CLOSE_ENVELOPE: lambda request, color: commands.StopClocks(reason=StopReason.SEALED, color=color),
}

#: Everything that becomes a command of the Laws in a player's name.
REQUESTS = frozenset(_COMMANDS)


def player_command(request: Request, color: chess.Color) -> Command:
    """The command of the Laws for one of `REQUESTS`, whose slots are filled."""
    return _COMMANDS[request.name](request, color)


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
