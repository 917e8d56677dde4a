"""Who gives a command."""

from enum import Enum

import chess
import msgspec


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
