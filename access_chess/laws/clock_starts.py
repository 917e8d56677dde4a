"""Clocks that run again after they stood (6.12.c)."""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.decision import Decision
from access_chess.laws.events import ClockStarted
from access_chess.laws.setup import ArbiterMode


def start_clock(decision: Decision, color: chess.Color, article: Article) -> None:
    """This player's display runs from now on."""
    decision.emit(ClockStarted(at=decision.at, color=color, article=decision.number(article)))


def restart_clocks(decision: Decision) -> None:
    """The display that was stopped runs on; before the first move that of the player having the move."""
    game = decision.game
    if game.end is None and not game.is_clock_on:
        last = game.clock.last
        start_clock(decision, game.turn if last is None else last, Article.RESTART)


def restart_after_ruling(decision: Decision) -> None:
    """The program's rulings let the clocks run again at once; a human arbiter restarts them by name (6.12.c)."""
    if decision.game.setup.arbiter is not ArbiterMode.HUMAN:
        restart_clocks(decision)
