"""Moves taken back, in practice only."""

from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import (
    TakeBack,
)
from access_chess.laws.decision import Decision
from access_chess.laws.events import (
    MovesTakenBack,
    Refusal,
)


def take_back(decision: Decision, command: TakeBack) -> None:
    """Practice only: back to this player's last move, or to an earlier one, and to the clocks of that instant."""
    color, game = command.color, decision.game
    if not game.setup.regulations.take_backs:
        decision.refuse(color, Refusal.NOT_IN_THIS_GAME, Article.RELEASED)
        return
    own = [index for index, ply in enumerate(game.plies) if ply.color is color]
    if command.number is not None:
        own = [index for index in own if game.plies[index].before.fullmove_number == command.number]
    index = own[-command.count] if 1 <= command.count <= len(own) else None
    if index is None or game.plies[index].clock is None:
        decision.refuse(color, Refusal.NOTHING_TO_TAKE_BACK, Article.RELEASED)
        return
    decision.emit(MovesTakenBack(at=decision.at, color=color, ply=index, with_clocks=True))
    start_clock(decision, color, Article.RESTART)
