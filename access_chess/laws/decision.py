"""One decision while it is made: events follow one after the other, and each is seen by what follows.

Procedures of the Laws take a `Decision`, look at `decision.game` and emit events. Seen from outside nothing
changes: `decide` gives the events away, and whoever wants the new game folds them.
"""

import chess

from access_chess.laws.articles import Article
from access_chess.laws.clock import Instant
from access_chess.laws.events import Event, Refusal, Refused
from access_chess.laws.evolve import evolve
from access_chess.laws.game import Game


class Decision:
    """The game while a command is decided on, and the events so far."""

    __slots__ = ("at", "events", "game")

    def __init__(self, game: Game, at: Instant) -> None:
        self.game = game
        self.at = at
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
