"""What all commands bear: who gives them, the device's stamp, and an id that makes a repeat harmless."""

from datetime import timedelta
from enum import Enum

import chess
import msgspec

from access_chess.laws.clock import Instant


class Role(Enum):
    """In what capacity a command is given. The clock lets time pass; the program carries out what was agreed."""

    PLAYER = "player"
    ASSISTANT = "assistant"
    ARBITER = "arbiter"
    CLOCK = "clock"
    PROGRAM = "program"
    SPECTATOR = "spectator"


class Author(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who gives a command: in what role, and as or for which player, where the role is a player's or an assistant's."""

    role: Role
    color: chess.Color | None = None


ARBITER = Author(role=Role.ARBITER)
CLOCK = Author(role=Role.CLOCK)
PROGRAM = Author(role=Role.PROGRAM)
SPECTATOR = Author(role=Role.SPECTATOR)
_PLAYERS = {color: Author(role=Role.PLAYER, color=color) for color in chess.COLORS}
_ASSISTANTS = {color: Author(role=Role.ASSISTANT, color=color) for color in chess.COLORS}


def player(color: chess.Color) -> Author:
    """The player of these pieces."""
    return _PLAYERS[color]


def assistant_of(color: chess.Color) -> Author:
    """The assistant of the player of these pieces."""
    return _ASSISTANTS[color]


class Given(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Any command. `author` None: the one from whom such a command comes by itself (`given_by`).

    `stamp` is the instant at which a device with a clock of its own saw it. A command whose `id` (not empty) has been
    decided on before in this game changes nothing. `waived` is time on its way here that was not counted: by so much
    the stamp lies before its arrival.
    """

    author: Author | None = None
    stamp: Instant | None = None
    id: str = ""
    waived: timedelta = timedelta()


class ByPlayer(Given, frozen=True):
    """What the player of `color` does, or the assistant in the player's name."""

    color: chess.Color

    @property
    def given_by(self) -> Author:
        """Who gives it: the player, unless another is named."""
        return player(self.color) if self.author is None else self.author


class ByArbiter(Given, frozen=True):
    """What is the arbiter's to do."""

    @property
    def given_by(self) -> Author:
        """Who gives it: the arbiter, unless another is named."""
        return ARBITER if self.author is None else self.author
