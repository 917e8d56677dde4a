"""Players come, leave and come back (6.6, 12.2)."""

from access_chess.laws.articles import Article
from access_chess.laws.commands import (
    Arrive,
    Leave,
    Return,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    PlayerArrived,
    PlayerLeft,
    PlayerReturned,
    Refusal,
)


def arrive(decision: Decision, command: Arrive) -> None:
    """A player comes to the board."""
    if decision.game.present[command.color]:
        decision.refuse(command.color, Refusal.ALREADY_PRESENT, Article.DEFAULT_TIME)
    else:
        decision.emit(PlayerArrived(at=decision.at, color=command.color))


def leave(decision: Decision, command: Leave) -> None:
    """The player having the move may not leave the playing area (12.2)."""
    if decision.game.turn is command.color:
        decision.refuse(command.color, Refusal.HAS_THE_MOVE, Article.LEAVING)
    else:
        decision.emit(PlayerLeft(at=decision.at, color=command.color))


def come_back(decision: Decision, command: Return) -> None:
    """A player comes back to the playing area."""
    decision.emit(PlayerReturned(at=decision.at, color=command.color))
