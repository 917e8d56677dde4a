"""One decision while it is made: events follow one after the other, and each is seen by what follows.

Procedures of the Laws take a `Decision`, look at `decision.game` and emit events. Seen from outside nothing changes:
`decide` gives the events away, and the caller who wants the new game folds them. Whether a player may act on the board
now is asked by the Laws themselves, by boards and by engines. Clocks that run again after they stood (6.12.c) are here,
since most procedures end so.
"""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.commands import StopReason
from access_chess.laws.events import ClockStarted, Event, Refusal, Refused
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game, Phase
from access_chess.laws.rights import Reason
from access_chess.laws.setup import ArbiterMode

#: Positions looked at before a flag fall is ruled; what is still unknown then counts as "can" (A32).
SEARCH_NODES = 20_000


class Decision:
    """The game while a command is decided on, and the events so far. A mate is looked for in so many `nodes`."""

    __slots__ = ("at", "events", "game", "nodes")

    def __init__(self, game: Game, at: Instant, nodes: int = SEARCH_NODES) -> None:
        self.game = game
        self.at = at
        self.nodes = nodes
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """This event follows."""
        self.events.append(event)
        self.game = evolve(self.game, event)

    def refuse(self, color: chess.Color | None, reason: Refusal, article: Article) -> None:
        """The request is out of place and changes nothing."""
        self.events.append(Refused(color=color, reason=reason, article=self.number(article)))

    def number(self, article: Article) -> str:
        """The number of a rule in the edition in force."""
        return article.of(self.game.setup.edition)

    @property
    def is_refused(self) -> bool:
        """Whether the command has been refused."""
        return any(type(event) is Refused for event in self.events)


def may_act(game: Game, color: chess.Color) -> bool:
    """Whether what this player does by hand counts now."""
    return why_not_act(game, color) is None


def why_not_act(game: Game, color: chess.Color) -> Reason | None:
    """Why this player may not touch a piece or make a move now, and the rule that says so; None: they may."""
    if game.end is not None:
        return Refusal.GAME_OVER, Article.END_OF_GAME
    if not game.started:
        return Refusal.NOT_STARTED, Article.CLOCK_START
    if game.phase is Phase.ADJOURNED:  # nobody need be at the board until it goes on
        return Refusal.ADJOURNED, Article.SEALING
    if game.adjournment is not None and game.adjournment.closed and not game.adjournment.opened:
        return Refusal.ENVELOPE_WAITS, Article.SEALING
    if not game.present[color]:
        return Refusal.ABSENT, Article.DEFAULT_TIME
    if game.turn is not color:
        return Refusal.NOT_YOUR_MOVE, Article.HAVING_THE_MOVE
    if game.stopped not in (None, StopReason.PROMOTION_PIECE) and not is_ruled_on(game):
        return Refusal.CLOCKS_STOPPED, Article.RESTART
    if game.borrowed is color:
        return Refusal.SHEET_BORROWED, Article.SHEET_AFTER_FLAG
    if game.claim is not None:
        return Refusal.CLAIM_PENDING, Article.CLAIM_CORRECT
    return None


def is_ruled_on(game: Game) -> bool:
    """The clocks stand for a claim that has been answered: the player who goes on playing starts them again."""
    is_answered = game.claim is None and not game.is_ruling_due
    return game.stopped is StopReason.CLAIM and is_answered and not game.is_clock_on


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
