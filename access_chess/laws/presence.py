"""Players come, leave and come back (6.6, 12.2), and both sign the result (8.7)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.commands import Arrive, GrantLeave, Leave, Return, SignResult
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    ArbiterAsked,
    ClaimKind,
    Ending,
    LeaveGranted,
    Offence,
    PlayerArrived,
    PlayerLeft,
    PlayerReturned,
    Refusal,
    ResultSigned,
)
from access_chess.laws.moves import warn
from access_chess.laws.results import end_game


def arrive(decision: Decision, command: Arrive) -> None:
    """A player comes to the board."""
    if decision.game.present[command.color]:
        decision.refuse(command.color, Refusal.ALREADY_PRESENT, Article.DEFAULT_TIME)
    else:
        decision.emit(PlayerArrived(at=decision.at, color=command.color))


def grant_leave(decision: Decision, command: GrantLeave) -> None:
    """The arbiter allows it, until the player is back (12.2)."""
    decision.emit(LeaveGranted(color=command.color, article=decision.number(Article.LEAVING)))


def leave(decision: Decision, command: Leave) -> None:
    """The player having the move may not leave the playing area, nor any player the venue, without leave (12.2)."""
    color, game = command.color, decision.game
    needs_leave = (command.venue or game.turn is color) and not game.leave[color]
    article = Article.LEAVING_VENUE if command.venue else Article.LEAVING
    if needs_leave and not command.anyway:
        decision.refuse(color, Refusal.NEEDS_LEAVE if command.venue else Refusal.HAS_THE_MOVE, article)
        return
    decision.emit(PlayerLeft(at=decision.at, color=color))
    if needs_leave:
        warn(decision, color, Offence.LEFT_WITHOUT_LEAVE, article)


def come_back(decision: Decision, command: Return) -> None:
    """A player comes back to the playing area."""
    decision.emit(PlayerReturned(at=decision.at, color=command.color))


def sign(decision: Decision, command: SignResult) -> None:
    """What both have signed stands, even if it is not what was played; where they differ the arbiter decides (8.7)."""
    color, game = command.color, decision.game
    if game.end is None:
        decision.refuse(color, Refusal.NOT_OVER, Article.SIGNATURES)
        return
    if game.signed[color] is not None:
        decision.refuse(color, Refusal.ALREADY_SIGNED, Article.SIGNATURES)
        return
    article = decision.number(Article.SIGNATURES)
    decision.emit(ResultSigned(color=color, result=command.result, article=article))
    signed = decision.game.signed
    if decision.game.is_result_disputed:
        decision.emit(ArbiterAsked(kind=ClaimKind.RESULT, color=color, article=article))
    elif all(signed[each] is command.result for each in chess.COLORS) and command.result is not game.end.result:
        end_game(decision, command.result, Ending.SIGNED, Article.SIGNATURES)
