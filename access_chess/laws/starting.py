"""The start of the game (6.5)."""

import chess

from access_chess.laws import moves
from access_chess.laws.articles import Article
from access_chess.laws.clock_starts import start_clock
from access_chess.laws.commands import StartClock
from access_chess.laws.decision import Decision
from access_chess.laws.events import Refusal
from access_chess.laws.setup import Setup


def start(decision: Decision, command: StartClock) -> None:
    """The clock of the player who begins is started; the position may already end the game."""
    game = decision.game
    if game.started:
        decision.refuse(None, Refusal.ALREADY_STARTED, Article.CLOCK_START)
    elif _lacks_assistant(game.setup):
        decision.refuse(None, Refusal.ASSISTANT_MISSING, Article.DEAF_OPPONENT)
    else:
        start_clock(decision, game.turn, Article.CLOCK_START)
        moves.end_by_position(decision, not game.turn)


def _lacks_assistant(setup: Setup) -> bool:
    """A blind player whose opponent does not hear needs an assistant (F18 D.2.11)."""
    players = setup.players
    return setup.rules.deaf_opponent_needs_assistant and any(
        players[color].is_blind and players[color].assistant is None and players[not color].is_hearing_impaired
        for color in chess.COLORS
    )
