"""Players come, leave and come back (6.6, 12.2)."""

from access_chess.laws.articles import Article
from access_chess.laws.commands import Arrive, GrantLeave, Leave, Return
from access_chess.laws.decision import Decision
from access_chess.laws.events import LeaveGranted, Offence, PlayerArrived, PlayerLeft, PlayerReturned, Refusal
from access_chess.laws.moves import warn


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
