"""What all commands bear: who gives them, the device's stamp, and an id that makes a repeat harmless."""

from datetime import timedelta

import chess
import msgspec

from access_chess.laws.clock import Instant
from access_chess.laws.commands.author import ARBITER, Author, player


class Given(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Any command. `author` None: whoever such a command comes from by itself (`given_by`).

    `stamp` is the instant at which a device with a clock of its own saw it. A command whose `id` (not empty) has been
    decided on before in this game changes nothing. `waived` is time on its way here that was not counted: by so much
    the stamp lies before its arrival.
    """

    author: Author | None = None
    stamp: Instant | None = None
    id: str = ""
    waived: timedelta = timedelta()


class ByPlayer(Given, frozen=True):
    """What the player of `color` does, or his assistant for him."""

    color: chess.Color

    @property
    def given_by(self) -> Author:
        """Who gives it: the player himself, unless another is named."""
        return player(self.color) if self.author is None else self.author


class ByArbiter(Given, frozen=True):
    """What is the arbiter's to do."""

    @property
    def given_by(self) -> Author:
        """Who gives it: the arbiter, unless another is named."""
        return ARBITER if self.author is None else self.author
